"""A match between a person and bots as a value to be played on, undone, written down and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Any, NamedTuple, TypeVar

from canastra import bots
from canastra.cards import TWO_PACKS, UNKNOWN, Card
from canastra.cli.local.local_bots import LocalBot, is_local
from canastra.cli.local.narration import Log, Written, logged, written
from canastra.cli.local.typed_line import shown
from canastra.engine import (
    DRAW,
    Action,
    Draw,
    Match,
    NextDealer,
    Phase,
    Piles,
    Score,
    State,
    Take,
    View,
    Withdraw,
    cut,
    deal_out,
    draw_for_dealer,
    draw_for_seats,
    score,
    start_match,
    view,
    with_dealer,
)
from canastra.engine.hands import EMPTY, Hand, cards_of, hand_of, minus
from canastra.errors import InputError, RecordError
from canastra.records import (
    Cut,
    DealerDraw,
    DealRecord,
    DrawCard,
    EncounterRecord,
    Morto,
    Record,
    Recorder,
    Red,
    Seats,
    dealer_draw,
    match_after,
    record_deal,
    replay,
)
from canastra.records.fields import Fields, Source
from canastra.records.preliminaries import draw_texts, read_draw
from canastra.rulebooks.schema import Direction, Rulebook

BOT = "greedy"
"""Who plays where a record names no bot that there is."""
T = TypeVar("T")
Drawn = tuple[int, Card]
"""Who drew, by seat, and what."""
_WHY_FINAL = {
    **dict.fromkeys(("did_take", "did_take_one"), "play_pile_stays"),
    "did_withdraw": "play_withdrawal_stays",
    **dict.fromkeys(("did_draw_card", "did_red_own", "did_morto", "did_refuse"), "play_nothing_to_undo"),
}
"""By what was told of it, what the person can't undo."""
_SEED_LIMIT = 2**53
"""Seeds stay whole numbers for every reader of TOML."""


class Moment(NamedTuple):
    """A deal at a moment: what is recorded and its state, what has been told, and what the person held before."""

    recorder: Recorder
    log: Log
    held: Hand
    """The person's cards at the end of the last own turn: others are new."""

    @property
    def state(self) -> State:
        """The state of the deal."""
        return self.recorder.state


@dataclass(frozen=True, slots=True)
class Result:
    """A deal that is over: points (None where it was annulled), the referee's, and the match after it."""

    state: State
    scores: tuple[Score, Score] | None
    rulings: tuple[int, int]
    before: Match
    after: Match


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where: the names, the person's seat, by seat the bot and its seed, the seed of the shuffles.

    A bot is named for the person's seat too, which has no part in the match.
    """

    names: tuple[str, ...]
    person: int
    bots: tuple[str, ...]
    seeds: tuple[int, ...]
    seed: int | None


class Terms(NamedTuple):
    """What is agreed before a match."""

    encounter: EncounterRecord | None = None
    next_dealer: NextDealer = NextDealer.NEXT_SEAT
    lot: bool = False
    """Whether the seats are drawn by lot."""


USUAL_TERMS = Terms()


class Session:
    """A match in progress. It changes with `deal`, `play`, `undo`; everything in it is a value."""

    def __init__(self, record: Record, seating: Seating, dealer: int, local: str | None = None) -> None:
        """`local` is the program or class that the person named: no other is started."""
        self.base = replace(record, deals=())
        self.seating = seating
        self.match = start_match(record.rulebook, dealer, record.score, record.target, record.next_dealer)
        """Before the present deal."""
        self.draw: DealerDraw | None = None
        """The draw that made the dealer of the next deal."""
        self.lot: tuple[Drawn, ...] = ()
        """The cards drawn for the seats of a new match, by the seats that they gave."""
        self.past: tuple[DealRecord, ...] = ()
        self.results: list[Result] = []
        self.now: Moment | None = None
        self.undos: list[Moment] = []
        stored = (record.x or {}).get("play")
        allowed = stored.get("undo") if isinstance(stored, Mapping) else None
        self.may_undo = allowed is True or record.rulebook.table.undo
        """Whether plays may be taken back: as the rulebook has it, unless it was allowed for this match."""
        self.players = tuple(
            None if seat == seating.person else LocalBot(bot, seed) if bot == local else bots.make(bot, seed)
            for seat, (bot, seed) in enumerate(zip(seating.bots, seating.seeds, strict=True))
        )

    def close(self) -> None:
        """End the programs on its seats."""
        for player in self.players:
            if isinstance(player, LocalBot):
                player.close()

    @property
    def person(self) -> int:
        """The person's seat."""
        return self.seating.person

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the match."""
        return self.match.rulebook

    @property
    def moment(self) -> Moment:
        """The deal in progress."""
        assert self.now is not None
        return self.now

    def view(self, seat: int | None = None) -> View:
        """What a seat (the person's) may know."""
        return view(self.moment.state, self.person if seat is None else seat, self.match)

    def fresh(self) -> tuple[Card, ...]:
        """The cards of the person's hand that came since the last own turn."""
        hand = self.view().hand
        return cards_of(minus(hand_of(hand), cards_of(self.moment.held)))

    def record(self) -> Record:
        """The whole match so far."""
        deals = self.past if self.now is None else (*self.past, self.now.recorder.deal)
        seating = self.seating
        play: dict[str, Any] = {"person": seating.person, "bots": list(seating.bots), "seeds": list(seating.seeds)}
        if seating.seed is not None:
            play["seed"] = seating.seed
        if self.may_undo and not self.rulebook.table.undo:
            play["undo"] = True
        if not deals:
            play["dealer"] = self.match.dealer
        if self.draw is not None:
            play["draw"] = draw_texts(self.draw)
        return replace(self.base, deals=deals, x={**(self.base.x or {}), "play": play})

    def cutter(self) -> int:
        """Who cuts: the seat at the dealer's right (regional Art. 2)."""
        step = -1 if self.rulebook.table.direction is Direction.CLOCKWISE else 1
        return (self.match.dealer + step) % self.rulebook.table.players

    def draw_dealer(self) -> tuple[Drawn, ...]:
        """Draw for the dealer of the next deal, who is open; the cards drawn, as (seat, card)."""
        pack = _shuffled(_chance(self.seating.seed, f"draw {len(self.past) + 1}"))
        dealer, drawn = draw_for_dealer(pack, self.rulebook.table.players)
        self.draw, self.match = dealer_draw(drawn), with_dealer(self.match, dealer)
        return drawn

    def deal(self, place: int | None) -> None:
        """Shuffle, cut (at a place, or at random) and deal."""
        chance = _chance(self.seating.seed, f"deal {len(self.past) + 1}")
        pack = _shuffled(chance)
        drawn = chance.randrange(10, len(pack) - 10)
        made = Cut(self.cutter(), drawn if place is None else place)
        piles = deal_out(cut(pack, made.place), self.rulebook.table.players, self.match.dealer)
        self._start(DealRecord(self.match.dealer, piles, draw=self.draw, cut=made))
        self.draw = None

    def _start(self, deal: DealRecord) -> None:
        recorder = record_deal(self.match, deal.piles)
        begun = Recorder(replace(deal, turns=recorder.deal.turns), recorder.state)
        start = Moment(begun, (), hand_of(deal.piles.hands[self.person]))
        log = logged((), recorder.state, written(begun.deal.turns), recorder.state, self.person)
        self.now, self.undos = start._replace(log=log), []

    def play(self, action: Action) -> None:
        """A legal action of the seat to act and what follows by rule; a `RuleError` if it is not legal."""
        before = self.moment
        recorder = before.recorder.play(action)
        entries = written(recorder.deal.turns)[len(written(before.recorder.deal.turns)) :]
        log = logged(before.log, before.state, entries, recorder.state, self.person)
        held = _held(before, recorder.state, entries, self.person)
        self.now = Moment(recorder, log, held)
        if before.state.seat != self.person or _is_final(before.state, action, entries, recorder.state):
            self.undos.clear()
        else:
            self.undos.append(before)

    def undo(self) -> bool:
        """Take back the person's last action, if no card was seen since."""
        if not self.may_undo or not self.undos:
            return False
        self.now = self.undos.pop()
        return True

    def why_final(self) -> str:
        """The message that says why nothing can be undone."""
        if not self.may_undo:
            return "play_undo_off"
        now = self.moment
        own = [line for line in now.log if (line.turn, line.seat) == (now.state.turn, self.person)]
        events = [code for line in own for code, _ in line.events]
        known = (_WHY_FINAL[code] for code in reversed(events) if code in _WHY_FINAL)
        return next(known, "play_nothing_played")

    def finish(self) -> Result:
        """Count the deal, which is over."""
        deal, state = self.moment.recorder.deal, self.moment.state
        after = match_after(self.match, deal, state)
        assert after is not None
        scores = None if deal.annulled else score(state)
        result = Result(state, scores, deal.ruling_points, self.match, after)
        self.past, self.now, self.undos = (*self.past, deal), None, []
        self.results.append(result)
        self.match = after
        return result


def new_session(
    rulebook: Rulebook,
    names: tuple[str, ...],
    seed: int | None,
    level: str = BOT,
    terms: Terms = USUAL_TERMS,
) -> tuple[Session, tuple[Drawn, ...]]:
    """A match with bots of a level, not yet begun, and the cards drawn for the first dealer."""
    record = Record(rulebook, names, encounter=terms.encounter, next_dealer=terms.next_dealer)
    seating = Seating(names, 0, (level,) * len(names), (), seed)
    if not terms.lot:
        return begun(record, seating)
    seats, lot = draw_for_seats(_shuffled(_chance(seed, "seats")), len(names))
    names = tuple(names[before] for before in seats)
    record, seating = replace(record, players=names, seats=Seats.LOT), replace(seating, names=names)
    session, drawn = begun(record, replace(seating, person=seats.index(0)))
    session.lot = tuple((seats.index(before), card) for before, card in lot)
    return session, drawn


def begun(record: Record, seating: Seating) -> tuple[Session, tuple[Drawn, ...]]:
    """The match of a record without deals, the seeds of its bots made and its first dealer drawn; the cards drawn."""
    players = record.rulebook.table.players
    chance = _chance(seating.seed, "table")
    seeds = tuple(0 if seat == seating.person else chance.randrange(_SEED_LIMIT) for seat in range(players))
    dealer, drawn = draw_for_dealer(_shuffled(chance), players)
    local = next(filter(is_local, seating.bots), None)
    session = Session(record, replace(seating, seeds=seeds), dealer, local)
    session.draw = dealer_draw(drawn)
    return session, drawn


def resumed(record: Record, level: str | None = None) -> Session:
    """A match to go on with, or one that is finished; an error where it can't be played on.

    `level` takes the seats of programs and classes. Raises a `RecordRuleError` for a record that breaks a rule, an
    `InputError` for one that hides cards, or has programs or classes while no level is named.
    """
    whole = replay(record)
    if None in whole.match.points or any(_hides(deal.deal.piles) for deal in whole.deals if deal.match is None):
        raise InputError("play_redacted")
    seating = _reseated(_seating(record), level)
    local = level if level is not None and is_local(level) else None
    draw = _draw(record)
    first = draw.dealer if draw else _dealer(record)
    session = Session(record, seating, record.deals[0].dealer if record.deals else first, local)
    for done in whole.deals:
        if done.match is None:
            _replay_into(session, done.deal)
            break
        before, session.match = session.match, done.match
        session.results.append(Result(done.state, done.scores, done.deal.ruling_points, before, done.match))
        session.past = (*session.past, done.deal)
    if session.now is None:
        _await_deal(session, whole.match, draw)
    return session


def _await_deal(session: Session, match: Match, draw: DealerDraw | None) -> None:
    """Between deals: the match so far, with the dealer if there was a draw already."""
    if session.past or match.finished:
        session.match = match
    if draw and not match.finished and (not session.past or match.dealer_open):
        session.draw, session.match = draw, with_dealer(session.match, draw.dealer)


def _replay_into(session: Session, deal: DealRecord) -> None:
    session.match = with_dealer(session.match, deal.dealer)
    session._start(replace(deal, turns=()))
    for line in deal.turns:
        for entry in line.entries:
            if not isinstance(entry, Red | Morto):
                session.play(DRAW if isinstance(entry, DrawCard) else entry)
    now = session.moment
    turns = now.recorder.deal.turns
    comments = [line.comment for line in deal.turns] + [None] * len(turns)
    kept = tuple(replace(line, comment=comment) for line, comment in zip(turns, comments, strict=False))
    session.now = now._replace(recorder=replace(now.recorder, deal=replace(now.recorder.deal, turns=kept)))


def _hides(piles: Piles) -> bool:
    return any(UNKNOWN in pile for pile in (*piles.hands, *piles.mortos, piles.stock))


def _seating(record: Record) -> Seating:
    """Who sits where by the record's `x.play`; without it the person has seat 0 and the bots are new."""
    players = record.rulebook.table.players
    stored = (record.x or {}).get("play")
    play = stored if isinstance(stored, Mapping) else {}
    person, seed = play.get("person"), play.get("seed")
    person = person if isinstance(person, int) and 0 <= person < players else 0
    kinds = [kind if kind in bots.NAMES or is_local(kind) else BOT for kind in _listed(play.get("bots"), str, players)]
    seeds = _listed(play.get("seeds"), int, players)
    return Seating(
        # A record is somebody else's text: no name in it moves the cursor.
        tuple(map(shown, record.players)),
        person,
        tuple(kinds) or (BOT,) * players,
        tuple(seeds) or tuple(range(players)),
        seed if isinstance(seed, int) else None,
    )


def _reseated(seating: Seating, level: str | None) -> Seating:
    """With the level that the person named on the seats of programs and classes, whose names are a record's alone."""
    named = next((bot for bot in seating.bots if is_local(bot)), None)
    if named is None:
        return seating
    if level is None:
        raise InputError("play_local_bot", bot=shown(named)[:80])
    return replace(seating, bots=tuple(level if is_local(bot) else bot for bot in seating.bots))


def _listed(value: object, kind: type[T], length: int) -> list[T]:
    """The members of a list of one kind and length; none if it is anything else."""
    if not isinstance(value, list) or len(value) != length:
        return []
    members = [member for member in value if isinstance(member, kind)]
    return members if len(members) == length else []


def _dealer(record: Record) -> int:
    stored = (record.x or {}).get("play")
    dealer = stored.get("dealer") if isinstance(stored, Mapping) else None
    players = record.rulebook.table.players
    return dealer if isinstance(dealer, int) and 0 <= dealer < players else 0


def _draw(record: Record) -> DealerDraw | None:
    """The draw for the next deal, if it was made before the match was left; none if what stands there is no draw."""
    stored = (record.x or {}).get("play")
    try:
        fields = Fields(stored if isinstance(stored, Mapping) else {}, (), Source(""))
        return read_draw(fields, record.rulebook.table.players)
    except RecordError:
        return None


def _shuffled(chance: Random) -> list[Card]:
    pack = list(TWO_PACKS)
    chance.shuffle(pack)
    return pack


def _chance(seed: int | None, what: str) -> Random:
    """The operating system's chance, or with a seed the same for the same thing, also after a resume."""
    return SystemRandom() if seed is None else Random(f"{seed} {what}")


def _held(before: Moment, after: State, entries: tuple[Written, ...], person: int) -> Hand:
    if before.state.seat != person:
        return before.held
    if any(each.entry == Morto() for each in entries):
        return EMPTY
    if after.turn != before.state.turn:
        return after.hands[person]
    return before.held


def _is_final(before: State, action: Action, entries: tuple[Written, ...], after: State) -> bool:
    """Whether an action is final: it showed the person a card, ended the turn, or took the opening back."""
    if after.turn != before.turn or after.phase is Phase.OVER or before.phase is Phase.JUSTIFY:
        return True
    # A withdrawal is final too: the step in the minimum is paid (regional Art. 14).
    return isinstance(action, Draw | Take | Withdraw) or any(isinstance(each.entry, Red | Morto) for each in entries)
