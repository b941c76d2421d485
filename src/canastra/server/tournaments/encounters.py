"""Encounters at the server's own tables: their settings, their public cards and their results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import chain
from typing import Final, Literal

from msgspec import structs

from canastra import table as tables
from canastra.cache import Cache
from canastra.protocol.online import GameCard, GameCards
from canastra.records import replay
from canastra.rulebooks import Rulebook
from canastra.server.clock import Clock
from canastra.server.lobby.listing import State
from canastra.server.lobby.registry import Listed, Registry
from canastra.server.tournaments.repository import OnlineGame
from canastra.server.tournaments.store import LoadedTournament
from canastra.server.tournaments.views import MINUTE, clock_of
from canastra.table import Opened, Table, TimeControl, record
from canastra.table.settings import NO_TARGET, usual_undo
from canastra.tournament import RoundStage, RoundState, TableResult, Tournament
from canastra.tournament.events import AbandonedResult, EncounterResult, Fixture, Score, WalkoverResult
from canastra.tournament.regulations import AtCall, EncounterLength
from canastra.tournament.results import BY_MATCHES, is_compared, result_with
from canastra.tournament.table_codes import OPEN, EnteredPlayer, TablePlace

SECOND: Final = 1000
CARDS_KEPT = 100_000
"""Public cards of tables in memory; each is used for a second."""
CARDS_READ = 16
"""Tables that are read from the database for one list of cards."""
_KNOWN = 100_000
"""Rounds and tables whose beginning is remembered: more than are ever in play."""


def players_at(state: Tournament, fixture: Fixture) -> tuple[EnteredPlayer, ...]:
    """The players at a table, seat by seat: the first side at seats 0 and 2, the second at 1 and 3."""
    halves = (
        [EnteredPlayer(side, number) for side in sides for number in range(1, len(state.sides[side].players) + 1)]
        for sides in (fixture.one, fixture.two)
    )
    return tuple(chain.from_iterable(zip(*halves, strict=True)))


def opened_by(loaded: LoadedTournament, game: OnlineGame, rulebook: Rulebook, now: int) -> Opened:
    """The event that opens a table for the first match of an encounter, as the regulations demand."""
    regulations = loaded.state.regulations
    form, online = regulations.form_of(game.place.phase - 1), regulations.online
    assert online is not None
    by_matches, own = form.length in BY_MATCHES, rulebook.match.target
    clock = TimeControl(turn=online.turn * SECOND, bank=online.bank * SECOND)
    # A rulebook without a target has matches of one deal, which ends them.
    target = 0 if not own else (form.target or own) if by_matches else NO_TARGET
    opened = tables.opening(rulebook, game.game, now, target=target, clock=clock)
    return structs.replace(
        opened,
        undo=usual_undo(rulebook, refereed=True),
        matches=form.number if by_matches else 1,
        length=str(form.length) if by_matches else opened.length,
        deals=form.number if own and form.length is EncounterLength.DEALS else 0,
        arranged=True,
        on_call=True,
        forfeits=not online.stand_in,
        packs=packs_of(loaded, game.place.phase, game.place.round),
    )


def packs_of(loaded: LoadedTournament, phase: int, number: int) -> str:
    """The id of the packs that all tables of a round share; empty if each table has its own."""
    online = loaded.state.regulations.online
    return f"{loaded.id}/{phase}/{number}" if online is not None and online.packs == "same" else ""


def absence_at(loaded: LoadedTournament, phase: int, round_state: RoundState, begins: int) -> int | None:
    """When absence from a table is decided; None before the round's start and in a pause of its clock.

    Times are in milliseconds since 1970. The tolerance `begins` with the round or, at a table that was opened later,
    with the table, and anew with each start of the server.
    """
    if round_state.stage is not RoundStage.PLAYING:
        return None
    time = loaded.times[phase, round_state.number]
    if time.paused is not None:
        return None
    return begins + time.rested(begins) + loaded.state.regulations.walkover.tolerance_minutes * MINUTE


def call_at(loaded: LoadedTournament, place: TablePlace) -> int | None:
    """Return when time is called at a table and no further deal begins; None without a limit and in a pause."""
    form = loaded.state.regulations.form_of(place.phase - 1)
    ends, _, paused = clock_of(loaded.source, place.phase, place.round)
    if ends is None or paused is not None or form.at_call is AtCall.PLAY_ON:
        return None
    return ends - form.last_minutes * MINUTE if form.at_call is AtCall.NO_NEW_DEAL else ends


def encounter_result(state: Tournament, phase: int, played: Sequence[Table]) -> EncounterResult | None:
    """The result of an encounter by its tables, match by match; None while it goes on or the referee must decide."""
    last = played[-1]
    if last.result is None:
        return None
    reason, winner, scores = last.result.reason, last.result.winner, encounter_scores(state, phase, played)
    if reason == "abandoned":  # Both sides have left.
        return WalkoverResult((0, 1))
    if reason in _GIVEN_UP and winner is not None:
        return AbandonedResult(1 if winner == 0 else 0, scores, resigned=reason == "resigned")
    is_over = reason == "called" or (reason == "played" and last.encounter.finished)
    return result_with(state.regulations, phase, scores) if is_over else None


_GIVEN_UP: Final = ("left", "resigned", "claimed")
"""Reasons for which one side has given up the match, and with it the encounter."""


def encounter_scores(state: Tournament, phase: int, played: Sequence[Table]) -> tuple[Score, ...]:
    """The scores of the played matches, or of the deals where deals are compared.

    A match that was called before its first deal was over has no score, unless it is the only one.
    """
    if is_compared(state.regulations, phase):
        return tuple(deal_score for table in played for deal_score in _deal_scores(table))
    begun = [table for table in played if table.match is not None and table.match.deals]
    return tuple(_points(table) for table in begun or played[:1])


def _points(table: Table) -> Score:
    one, two = table.match.points if table.match is not None else (0, 0)
    return one or 0, two or 0


def _deal_scores(table: Table) -> Iterator[Score]:
    for deal in replay(record(table)).deals:
        if deal.scores is not None:
            one, two = deal.scores
            yield one.total or 0, two.total or 0


class CardList:
    """Makes the lists. `chain` returns the tables of an encounter from the first one; `clock` is the time of day."""

    def __init__(self, registry: Registry, chain: Callable[[str], Awaitable[list[Listed]]], clock: Clock) -> None:
        self._registry, self._chain, self._clock = registry, chain, clock
        self._cards = Cache[str, GameCards](CARDS_KEPT)

    async def of(self, loaded: LoadedTournament) -> GameCards:
        """Return the public cards of the tables of all rounds that are not ratified.

        They are at most a second old. Only some of the tables that are not in memory are read from the database; the
        next ones follow a second later.
        """
        now = self._clock.now()
        kept = self._cards.get(loaded.id)
        if kept is None or not 0 <= now - kept.now < SECOND:
            kept = await self._made(loaded, now)
            self._cards.put(loaded.id, kept, 1 + len(kept.games))
        return kept

    async def _made(self, loaded: LoadedTournament, now: int) -> GameCards:
        found, to_read = [], CARDS_READ
        for phase, round_state, table in tables_in(loaded.state, (*OPEN, RoundStage.CLOSED)):
            game = loaded.games.get(TablePlace(phase, round_state.number, table.fixture.table))
            if game is None:
                continue
            if self._registry.at_hand(game.game) is None:
                if not to_read:
                    continue
                to_read -= 1
            if chained := await self._chain(game.game):
                found.append(self._card(game, chained))
        return GameCards(now, tuple(found))

    def _card(self, game: OnlineGame, chained: Sequence[Listed]) -> GameCard:
        terms, entry = chained[-1].options, chained[-1].listing
        host, seats = self._registry.host, range(len(entry.seats))
        return GameCard(
            phase=game.place.phase,
            round=game.place.round,
            table=game.place.table,
            game=terms.table if terms.watch else "",
            match=len(chained),
            stage=_STAGES.get(entry.state, "playing"),
            here=tuple(host.is_connected(terms.table, seat) for seat in seats),
            points=None if terms.sealed else entry.points or (0, 0),
        )


_STAGES: Final[dict[State, Literal["waiting", "playing", "over"]]] = {
    State.SEATING: "waiting",
    State.RUNNING: "playing",
    State.FINISHED: "over",
}


def rounds_in(state: Tournament, stages: Sequence[RoundStage]) -> Iterator[tuple[int, RoundState]]:
    """All rounds of these stages, with the phase."""
    return ((phase.number, found) for phase in state.phases for found in phase.rounds if found.stage in stages)


def tables_in(state: Tournament, stages: Sequence[RoundStage]) -> Iterator[tuple[int, RoundState, TableResult]]:
    """The tables of all rounds of these stages, with the phase and the round."""
    return ((phase, found, table) for phase, found in rounds_in(state, stages) for table in found.tables)


class PlayTime:
    """How long people have had to play, measured on a time of day that may be set, or run on while the machine sleeps.

    Counts from when the server first saw a round or a table in play: no earlier time is counted after a restart.
    """

    def __init__(self, day: Clock, even: Clock) -> None:
        self._day, self._even = day, even
        self._seen: Cache[str, tuple[int, int]] = Cache(_KNOWN)
        self.lost = 0
        """Milliseconds for which the server has stood still so far."""

    def since(self, name: str) -> int:
        """The time of day, as it was then, at which a round or table came into play."""
        return self._begun(name)[0]

    def given(self, name: str) -> int:
        """Milliseconds by which the time of day has run ahead of the time of play since then; negative if it was set
        back.
        """
        return self._aside - self._begun(name)[1]

    @property
    def _aside(self) -> int:
        return self._day.now() - self._even.now() + self.lost

    def _begun(self, name: str) -> tuple[int, int]:
        found = self._seen.get(name)
        if found is None:
            found = self._day.now(), self._aside
            self._seen.put(name, found, 1)
        return found
