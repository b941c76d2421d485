"""A match between a person and bots: a live table in this process, and the other data of its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Any, NamedTuple, TypeVar, cast

from msgspec import structs

from canastra import bots
from canastra import table as tables
from canastra.cards import TWO_PACKS, UNKNOWN, Card, cards_text
from canastra.cli.local.local_bots import LocalBot, is_local
from canastra.cli.ui.narration import Narrator, Step
from canastra.cli.ui.typed_line import shown
from canastra.engine import DRAW, Action, Encounter, Match, NextDealer, Piles, View, cut, start_match, view, with_dealer
from canastra.errors import InputError, RecordError
from canastra.protocol import State
from canastra.records import (
    Cut,
    DealerDraw,
    DealRecord,
    DrawCard,
    EncounterRecord,
    Morto,
    Record,
    Red,
    Replay,
    ReplayedDeal,
    Seats,
    match_after,
    replay,
)
from canastra.records.entries import forced_entry
from canastra.records.fields import Fields, Source
from canastra.records.preliminaries import draw_texts, read_draw
from canastra.rulebooks.schema import Direction, Rulebook
from canastra.table import Settings, Stage, Table
from canastra.table import events as happened
from canastra.table.handlers.end import deal_end
from canastra.table.live_deal import LiveDeal
from canastra.table.seats import bot, person

BOT = "greedy"
"""The bot for seats whose recorded bot does not exist."""
T = TypeVar("T")
_SEED_LIMIT = 2**53
"""Seeds stay whole numbers for every reader of TOML."""
_ID = "local"
"""The id of every match: two of them never meet."""
_NOW = 0
"""The time of all events: no clock runs."""


@dataclass(frozen=True, slots=True)
class LocalSeats:
    """The person's seat, by seat the bot and its seed, the seed of the shuffles.

    A bot is named for the person's seat too, which has no part in the match.
    """

    person: int
    bots: tuple[str, ...]
    seeds: tuple[int, ...]
    seed: int | None


class LocalTerms(NamedTuple):
    """The options of a match, agreed before it begins."""

    encounter: EncounterRecord | None = None
    next_dealer: NextDealer = NextDealer.NEXT_SEAT
    lot: bool = False
    """True if the seats are drawn by lot."""
    undo: bool = False
    """True if plays may be taken back where the rulebook says that they stand."""


USUAL_TERMS = LocalTerms()


class LocalMatch:
    """A match in progress. `table` is an immutable value: each event makes the next one."""

    def __init__(self, record: Record, seats: LocalSeats, table: Table, local: str | None = None) -> None:
        """`local` is the program or class that the person named: no other is started."""
        self.base = replace(record, deals=())
        self.seats = seats
        self.table = table
        self.results: list[dict[str, Any]] = []
        """The deals that are over, as `canastra.protocol.State` has the last one."""
        self.state = self._state()
        """The table as the person sees it."""
        self.ended: tuple[View, State] | None = None
        """The deal that ended last, as the person saw it then."""
        self.narrator = Narrator(record.rulebook.canastas)
        self._dealt: DealRecord | None = None
        """The recorded preliminaries of the deal in progress, without its turns."""
        self.players = tuple(
            None if seat == seats.person else LocalBot(name, seed) if name == local else bots.make(name, seed)
            for seat, (name, seed) in enumerate(zip(seats.bots, seats.seeds, strict=True))
        )

    def close(self) -> None:
        """End the programs on its seats."""
        for player in self.players:
            if isinstance(player, LocalBot):
                player.close()

    @property
    def match(self) -> Match:
        """The match as it stands, without the deal in progress."""
        assert self.table.match is not None
        return self.table.match

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(seat.name for seat in self.table.seats)

    @property
    def drawn(self) -> list[tuple[int, Card]]:
        """The cards drawn for the dealer of the next deal, each with its seat; none where there was no draw."""
        draw = self.table.draw
        rounds = zip(draw.seats, draw.rounds, strict=True) if draw else ()
        return [dealt for seats, cards in rounds for dealt in zip(seats, cards, strict=True)]

    @property
    def cutter(self) -> int:
        """The seat that cuts, at the dealer's right (regional Art. 2)."""
        rules = self.base.rulebook.table
        step = -1 if rules.direction is Direction.CLOCKWISE else 1
        return (self.match.dealer + step) % rules.players

    def view(self, seat: int | None = None) -> View:
        """The view of a seat (by default the person's) of the deal in progress."""
        found = tables.seat_view(self.table, self.seats.person if seat is None else seat)
        assert found is not None
        return found

    def record(self) -> Record:
        """The whole match so far."""
        table, seats = self.table, self.seats
        deals = table.deals
        if self._dealt and table.deal:
            deals = (*deals, replace(self._dealt, turns=table.deal.turns))
        play: dict[str, Any] = {"person": seats.person, "bots": list(seats.bots), "seeds": list(seats.seeds)}
        if seats.seed is not None:
            play["seed"] = seats.seed
        if table.settings.undo and not self.base.rulebook.table.undo:
            play["undo"] = True
        if not deals:
            play["dealer"] = self.match.dealer
        if table.draw is not None:
            play["draw"] = draw_texts(table.draw)
        return replace(self.base, deals=deals, x={**(self.base.x or {}), "play": play})

    def call_person(self, name: str) -> None:
        """Show the person under another name than the record does."""
        seats = list(self.table.seats)
        seats[self.seats.person] = structs.replace(seats[self.seats.person], name=name)
        self.table = structs.replace(self.table, seats=tuple(seats))
        self.state = self._state()

    # Events

    def draw_dealer(self) -> None:
        """Draw for the dealer of the next deal, who is open."""
        pack = shuffled(chance_of(self.seats.seed, f"draw {self.table.next_deal}"))
        self._do(tables.DrawForDealer(cards_text(pack)))

    def deal(self, place: int | None) -> None:
        """Shuffle, cut (at a place, or at random) and deal."""
        chance = chance_of(self.seats.seed, f"deal {self.table.next_deal}")
        pack = shuffled(chance)
        drawn = chance.randrange(10, len(pack) - 10)
        made = Cut(self.cutter, drawn if place is None else place)
        self._do(tables.Deal(cards_text(cut(pack, made.place))))
        assert self.table.deal is not None
        self._dealt = replace(self.table.deal.record(), turns=(), cut=made)

    def play(self, action: Action | str) -> None:
        """An action of the seat to act and what follows by rule. Raises RefusalError if it is not legal."""
        seat, step = self.table.to_act or 0, self.table.step
        if isinstance(action, str) or seat == self.seats.person:
            self._do(tables.Act(seat, str(action), step))
        else:
            self._do(tables.BotAct(seat, action, step))

    def undo(self) -> None:
        """Take the person's last laying back. Raises RefusalError if it can't be."""
        self._do(tables.Undo(self.seats.person, self.table.step))

    def go_on(self, whole: Replay, draw: DealerDraw | None) -> None:
        """Go on where a replayed record ends; `draw` is that for its next deal, if it was made already."""
        for done in whole.deals:
            if done.match is None:
                self._go_on_in(done.deal)
                return
            self.results.append(_result(self.table, done))
            self.table = structs.replace(self.table, match=done.match, deals=(*self.table.deals, done.deal))
        match = whole.match if whole.deals or whole.match.finished else self.match
        if draw and not match.finished and (not whole.deals or match.dealer_open):
            self.table, match = structs.replace(self.table, draw=draw), with_dealer(match, draw.dealer)
        self.table = _between_deals(self.table, match)
        self.state = self._state()

    def _go_on_in(self, deal: DealRecord) -> None:
        self.table = structs.replace(self.table, match=with_dealer(self.match, deal.dealer), draw=deal.draw)
        self._dealt = replace(deal, turns=())
        hands, mortos = (tuple(map(cards_text, cards)) for cards in (deal.piles.hands, deal.piles.mortos))
        step, number, stock = self.table.step + 1, self.table.next_deal, cards_text(deal.piles.stock)
        self._happen(happened.Dealt(_NOW, step, number, deal.dealer, hands, mortos, stock))
        while self.table.state and self.table.state.forced is not None:
            state = self.table.state
            self._happen(happened.Followed(_NOW, self.table.step + 1, state.seat, str(forced_entry(state))))
        for entry in (entry for line in deal.turns for entry in line.entries):
            if not isinstance(entry, Red | Morto):
                self.play(DRAW if isinstance(entry, DrawCard) else entry)
        live = self.table.deal
        if live is not None:
            comments = [line.comment for line in deal.turns] + [None] * len(live.turns)
            turns = tuple(replace(line, comment=comment) for line, comment in zip(live.turns, comments, strict=False))
            self.table = structs.replace(self.table, deal=structs.replace(live, turns=turns))

    def _do(self, command: tables.Command) -> None:
        for event in tables.decide(self.table, command, _NOW):
            self._happen(event)

    def _happen(self, event: tables.Event) -> None:
        before = self.state
        if isinstance(event, happened.MatchEnded):
            return  # The end of the deal has done it, with the referee's points.
        if isinstance(event, happened.DealEnded):
            self._end_deal(event)
        else:
            self.table = tables.evolve(self.table, event)
        self.state = self._state()
        seen = tables.visible_to(event, self.seats.person)
        self.narrator.note(Step((tables.plain_event(seen),) if seen else (), before, self.state))

    def _end_deal(self, event: happened.DealEnded) -> None:
        deal = self.table.deal
        assert deal is not None
        assert self._dealt is not None
        record = replace(self._dealt, turns=deal.turns)
        after = match_after(self.match, record, deal.state)
        assert after is not None
        self.ended = view(deal.state, self.seats.person, self.match), self.state
        self.results.append(_result(self.table, ReplayedDeal(record, deal.state, after)))
        ended = tables.evolve(self.table, event)
        self.table = _between_deals(structs.replace(ended, deals=(*self.table.deals, record)), after)
        self._dealt = None

    def _state(self) -> State:
        found = cast(State, tables.snapshot(self.table, self.seats.person))
        if self.results:
            found["last"] = self.results[-1]
        return found


def _between_deals(table: Table, match: Match) -> Table:
    """The table before the next deal of a match, or after its end."""
    table = structs.replace(table, match=match, contributions=(None,) * len(table.seats))
    if match.finished:
        return structs.replace(table, stage=Stage.FINISHED, result=happened.MatchEnded(_NOW, "played", match.winner))
    return structs.replace(table, stage=Stage.DRAWING if match.dealer_open else Stage.GATHERING)


def _result(table: Table, done: ReplayedDeal) -> dict[str, Any]:
    """A deal that is over as a table's state tells it, with the referee's points; `table` is the one before its end."""
    event = deal_end(table, LiveDeal(done.state, done.deal.piles, done.deal.dealer), _NOW)
    assert done.match is not None
    told = {**tables.plain_event(event), "points": done.match.points, "rulings": done.deal.ruling_points}
    return {**told, "annulled": True, "scores": ()} if done.deal.annulled else told


def new_match(
    rulebook: Rulebook, names: tuple[str, ...], seed: int | None, level: str = BOT, terms: LocalTerms = USUAL_TERMS
) -> LocalMatch:
    """A match with bots of a level before its first deal, its dealer drawn. The first name is the person's."""
    allowed = {"play": {"undo": True}} if terms.undo else None
    record = Record(rulebook, names, encounter=terms.encounter, next_dealer=terms.next_dealer, x=allowed)
    table = local_table(record, 0, level, lots=terms.lot)
    if terms.lot:
        pack = cards_text(shuffled(chance_of(seed, "seats")))
        _, table = tables.outcome(table, tables.DrawSeats(pack), _NOW)
        record = replace(record, players=tuple(seat.name for seat in table.seats), seats=Seats.LOT)
    return begin_match(record, table, (level,) * len(names), seed)


def local_table(record: Record, seat: int, level: str, *, lots: bool = False) -> Table:
    """The table of a record before anything was drawn, with the person on a seat."""
    rulebook, part = record.rulebook, record.encounter
    allowed = _stored(record).get("undo")
    settings = Settings(
        match=_ID,
        rulebook=rulebook,
        target=rulebook.match.target if record.target is None else record.target,
        clock=tables.NO_CLOCK,
        undo=allowed is True or rulebook.table.undo,
        stand_in=BOT,
        encounter=part.before if part else Encounter(1),
        encounter_id=_ID,
        next_dealer=record.next_dealer,
        lots=lots,
        absence=0,
    )
    # A record may come from a stranger: control characters in its names must not move the cursor.
    names = tuple(map(shown, record.players))
    seats = tuple(person("you", name) if number == seat else bot(level, name) for number, name in enumerate(names))
    return Table(settings, seats, _NOW, Stage.LOTS if lots else Stage.DRAWING, contributions=(None,) * len(seats))


def begin_match(record: Record, table: Table, names: tuple[str, ...], seed: int | None) -> LocalMatch:
    """The match of a record without deals with these bots, their seeds made and its first dealer drawn."""
    chance = chance_of(seed, "table")
    seeds = tuple(0 if seat.is_person else chance.randrange(_SEED_LIMIT) for seat in table.seats)
    own = next(number for number, seat in enumerate(table.seats) if seat.is_person)
    found = LocalMatch(record, LocalSeats(own, names, seeds, seed), table, next(filter(is_local, names), None))
    found._do(tables.DrawForDealer(cards_text(shuffled(chance))))
    return found


def resume_match(record: Record, level: str | None = None) -> LocalMatch:
    """The match of a record, in progress or finished.

    `level` takes the seats of programs and classes. Raises a `RecordRuleError` for a record that breaks a rule. Raises
    `InputError` for one that hides cards, or has programs or classes while no level is named.
    """
    whole = replay(record)
    if None in whole.match.points or any(_hides(deal.deal.piles) for deal in whole.deals if deal.match is None):
        raise InputError("play_redacted")
    seats = _reseated(_seats_of(record), level)
    draw = _draw(record)
    first = record.deals[0].dealer if record.deals else draw.dealer if draw else _dealer(record)
    match = start_match(record.rulebook, first, record.score, record.target, record.next_dealer)
    table = structs.replace(local_table(record, seats.person, BOT), match=match)
    found = LocalMatch(record, seats, table, level if level is not None and is_local(level) else None)
    found.go_on(whole, draw)
    return found


def _hides(piles: Piles) -> bool:
    return any(UNKNOWN in pile for pile in (*piles.hands, *piles.mortos, piles.stock))


def _seats_of(record: Record) -> LocalSeats:
    """The seats according to the record's `x.play`; without it the person has seat 0 and the bots are new."""
    players, play = record.rulebook.table.players, _stored(record)
    person, seed = play.get("person"), play.get("seed")
    person = person if isinstance(person, int) and 0 <= person < players else 0
    kinds = [kind if kind in bots.NAMES or is_local(kind) else BOT for kind in _listed(play.get("bots"), str, players)]
    seeds = _listed(play.get("seeds"), int, players)
    return LocalSeats(
        person,
        tuple(kinds) or (BOT,) * players,
        tuple(seeds) or tuple(range(players)),
        seed if isinstance(seed, int) else None,
    )


def _stored(record: Record) -> Mapping[str, Any]:
    """The record's `x.play`, which is untrusted; empty if missing or malformed."""
    stored = (record.x or {}).get("play")
    return stored if isinstance(stored, Mapping) else {}


def _reseated(seats: LocalSeats, level: str | None) -> LocalSeats:
    """The seats with the level that the person named in place of programs and classes, whose names come from the
    record.
    """
    named = next((level for level in seats.bots if is_local(level)), None)
    if named is None:
        return seats
    if level is None:
        raise InputError("play_local_bot", bot=shown(named)[:80])
    return replace(seats, bots=tuple(level if is_local(present) else present for present in seats.bots))


def _listed(value: object, kind: type[T], length: int) -> list[T]:
    """The members of a list of the given type and length; empty for any other value."""
    if not isinstance(value, list) or len(value) != length:
        return []
    members = [member for member in value if isinstance(member, kind)]
    return members if len(members) == length else []


def _dealer(record: Record) -> int:
    dealer, players = _stored(record).get("dealer"), record.rulebook.table.players
    return dealer if isinstance(dealer, int) and 0 <= dealer < players else 0


def _draw(record: Record) -> DealerDraw | None:
    """The draw for the next deal if the record has a valid one, else None."""
    try:
        return read_draw(Fields(_stored(record), (), Source("")), record.rulebook.table.players)
    except RecordError:
        return None


def shuffled(chance: Random) -> list[Card]:
    """A pack of 104 cards in a random order."""
    pack = list(TWO_PACKS)
    chance.shuffle(pack)
    return pack


def chance_of(seed: int | None, what: str) -> Random:
    """A random generator: the operating system's, or from a seed the same for the same purpose, also after a resume."""
    return SystemRandom() if seed is None else Random(f"{seed} {what}")
