"""The server's tables of an online tournament as everybody may see them, gathered once a second."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final, Literal

from canastra.protocol.online import GameCard, GameCards
from canastra.server.cache import Cache
from canastra.server.lobby.listing import State
from canastra.server.lobby.registry import Listed, Registry
from canastra.server.tournaments.encounters import SECOND
from canastra.server.tournaments.repository import OnlineGame
from canastra.server.tournaments.store import LoadedTournament
from canastra.tournament import RoundStage, RoundState, TableResult, Tournament
from canastra.tournament.table_codes import OPEN, TablePlace

CARDS_KEPT = 100_000
"""Cards of tables that are remembered for a second."""
CARDS_READ = 16
"""Tables that are read from the database for one list of cards."""


class CardList:
    """Makes the lists. `chain` finds the server's tables of an encounter from the first one."""

    def __init__(self, registry: Registry, chain: Callable[[str], Awaitable[list[Listed]]]) -> None:
        self._registry, self._chain = registry, chain
        self._cards = Cache[GameCards](CARDS_KEPT)

    async def of(self, loaded: LoadedTournament) -> GameCards:
        """Return the tables of the rounds that are not ratified, as anybody may know of them.

        They are at most a second old, since many people ask for them. Of the tables that would have to be read from the
        database only some are, and the next ones a second later.
        """
        now = self._registry.services.time.now()
        kept = self._cards.get(loaded.id)
        if kept is None or not 0 <= now - kept.now < SECOND:
            kept = await self._made(loaded, now)
            self._cards.put(loaded.id, kept, 1 + len(kept.games))
        return kept

    async def _made(self, loaded: LoadedTournament, now: int) -> GameCards:
        found, to_read = [], CARDS_READ
        for phase, round_state, table in tables_of(loaded.state, (*OPEN, RoundStage.CLOSED)):
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
        terms, entry = chained[-1].terms, chained[-1].entry
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


def tables_of(state: Tournament, stages: Sequence[RoundStage]) -> Iterator[tuple[int, RoundState, TableResult]]:
    """The tables of all rounds of these stages, with the phase and the round."""
    return ((phase, found, table) for phase, found in rounds_in(state, stages) for table in found.tables)
