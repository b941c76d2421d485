"""Online players: the links of entered players, the people who opened them, and their views."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import cast

from sqlalchemy import Connection

from canastra.protocol import encode
from canastra.protocol import tournaments as asked
from canastra.protocol.online import PlayerLink, PlayerLinks, PlayerView
from canastra.server.aio import Background
from canastra.server.clock import Clock
from canastra.server.lobby.listing import State
from canastra.server.lobby.registry import Listed
from canastra.server.tournaments import TournamentError, repository
from canastra.server.tournaments.encounters import players_at
from canastra.server.tournaments.games import Append, Games
from canastra.server.tournaments.roles import Guesses, check_staff
from canastra.server.tournaments.store import LoadedTournament, TournamentStore
from canastra.server.tournaments.views import (
    RoundClock,
    ViewBytes,
    clock_of,
    due_of,
    round_step,
    side_card,
    tagged,
)
from canastra.server.users import Identity
from canastra.tournament import EventRefusedError, RoundStage, RoundState, TableResult, Tournament
from canastra.tournament.acts import arrived
from canastra.tournament.events import Half
from canastra.tournament.fixtures import is_last_round
from canastra.tournament.rounds import sides_at
from canastra.tournament.table_codes import OPEN, EnteredPlayer, TablePlace, entered_players

AbsenceAt = Callable[[LoadedTournament, int, RoundState, Listed | None], int | None]
"""Returns when absence from a table of a round is decided."""


class PlayerDesk:
    """Answers players of online tournaments. Its methods raise `TournamentError`."""

    def __init__(
        self,
        store: TournamentStore,
        clock: Clock,
        guesses: Guesses,
        background: Background,
        games: Games,
        append: Append,
    ) -> None:
        self._store, self._clock, self._guesses, self._background = store, clock, guesses, background
        self._games, self._append = games, append

    async def links(self, identity: Identity, tournament: str) -> PlayerLinks:
        """The links of all players.

        Raises TournamentError if the caller has no role, or if the tournament isn't played online.
        """
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player))
        _check_online(loaded)
        return PlayerLinks(
            tuple(
                PlayerLink(
                    entered_player.side,
                    entered_player.player,
                    loaded.state.sides[entered_player.side].players[entered_player.player - 1],
                    loaded.tokens.of_player(entered_player),
                    entered_player in loaded.players,
                )
                for entered_player in entered_players(loaded.state)
            )
        )

    async def join(self, identity: Identity, tournament: str, token: str) -> ViewBytes:
        """Play as the player of a link from now on. The same person may ask again.

        Raises TournamentError if the link is no player's, or in use by another person.
        """
        self._guesses.check(identity.player)
        loaded = await self._store.get(tournament)
        found = loaded.tokens.player(loaded.state, token)
        if found is None or loaded.state.regulations.online is None:
            self._guesses.wrong(identity.player)
            raise TournamentError("tournaments_player_link", 403)
        return await self._background.run(self._join(identity.player, tournament, found.player))

    async def mine(self, identity: Identity, tournament: str) -> ViewBytes:
        """The caller's view as a player. Raises TournamentError (404) if the caller is no player."""
        loaded = await self._store.get(tournament)
        entered = loaded.played_by(identity.player)
        if entered is None:
            raise TournamentError("tournaments_no_player", 404)
        return await self._view(loaded, entered)

    async def _join(self, player: str, tournament: str, entered: EnteredPlayer) -> ViewBytes:
        async with self._store.locked(tournament) as loaded:
            if loaded.players.get(entered) != player:
                if entered in loaded.players:
                    raise TournamentError("tournaments_player_taken", 409)
                if loaded.played_by(player) is not None:
                    raise TournamentError("tournaments_other_player", 409)
                now = self._clock.now()

                def work(connection: Connection) -> None:
                    repository.add_player(connection, tournament, entered, player, now)

                await self._store.database.write(work)
                loaded.players[entered] = player
                await self._check_in(loaded, entered.side)
                self._games.poke(tournament)
        return await self._view(loaded, entered)

    async def _check_in(self, loaded: LoadedTournament, number: int) -> None:
        """Check a side in once all of its players have opened their links. After the draw it joins if it still can."""
        side = loaded.state.sides[number]
        everybody = all(EnteredPlayer(number, player) in loaded.players for player in range(1, len(side.players) + 1))
        if everybody and not side.checked_in and not side.withdrawn:
            with suppress(EventRefusedError):
                await self._append(loaded, arrived(loaded.state, (number,)))

    async def _view(self, loaded: LoadedTournament, entered: EnteredPlayer) -> ViewBytes:
        place = _place_of(loaded.state, entered)
        game = None if place is None else await self._games.current(loaded, place)
        return tagged(encode(player_view(loaded, entered, game, self._games.absence_at)))


def player_view(
    loaded: LoadedTournament, entered: EnteredPlayer, game: Listed | None, absence_at: AbsenceAt
) -> PlayerView:
    """The view of a player who plays at this table of the server."""
    state = loaded.state
    own_round = _round_of(state, entered.side)
    phase, found = own_round if own_round is not None else (0, None)
    table = None if found is None else _table_of(found, entered.side)
    half = None if table is None else cast("Half", int(entered.side in table.fixture.two))
    own, other = ((), ()) if table is None else (table.fixture.one, table.fixture.two)[:: 1 if half == 0 else -1]
    clock = RoundClock() if found is None else clock_of(loaded.source, phase, found.number)
    # After the start of the match absence no longer counts.
    waits = table is not None and table.result is None and (game is None or game.listing.state is State.SEATING)
    return PlayerView(
        id=loaded.id,
        line=state.lines,
        name=state.regulations.name,
        rulebook=state.regulations.rulebook,
        side=side_card(state, entered.side),
        player=entered.player,
        due=due_of(state),
        last=found is not None and is_last_round(state, phase, found.number),
        phase=phase,
        round=0 if found is None else found.number,
        stage=None if found is None else round_step(found.stage),
        table=0 if table is None else table.fixture.table,
        bye=found is not None and entered.side in found.byes,
        partners=tuple(side_card(state, side) for side in own if side != entered.side),
        opponents=tuple(side_card(state, opponent) for opponent in other),
        half=half,
        game="" if game is None else game.options.table,
        absent_at=absence_at(loaded, phase, found, game) if found is not None and waits else None,
        ends=clock.ends,
        warns=clock.warns,
        paused=clock.paused,
        result=None if table is None else table.result,
    )


def _check_online(loaded: LoadedTournament) -> None:
    if loaded.state.regulations.online is None:
        raise TournamentError("tournaments_not_online", 409)


def _round_of(state: Tournament, side: int) -> tuple[int, RoundState] | None:
    """The round that a side plays or waits for, and its phase; otherwise the round that was published last."""
    found = [
        (phase.number, round_state)
        for phase in state.phases
        for round_state in phase.rounds
        if round_state.stage > RoundStage.DRAFT
    ]
    for phase, each in found:
        table = _table_of(each, side) if each.stage in OPEN else None
        if table is not None and table.result is None:
            return phase, each
    return found[-1] if found else None


def _table_of(round_state: RoundState, side: int) -> TableResult | None:
    return next((table for table in round_state.tables if side in sides_at(table)), None)


def _place_of(state: Tournament, entered: EnteredPlayer) -> TablePlace | None:
    """The table of the round that a player plays or waits for; None if the player doesn't sit there."""
    own_round = _round_of(state, entered.side)
    table = None if own_round is None else _table_of(own_round[1], entered.side)
    if own_round is None or table is None or entered not in players_at(state, table.fixture):
        return None
    return TablePlace(own_round[0], own_round[1].number, table.fixture.table)


def freed_players(loaded: LoadedTournament, act: asked.TournamentAct) -> list[EnteredPlayer]:
    """Return the player whose link an act frees. Raises TournamentError if it is free already."""
    if not isinstance(act, asked.ReleasePlayer):
        return []
    found = EnteredPlayer(act.side, act.player)
    if found in loaded.players:
        return [found]
    if act.renew:
        return []
    raise TournamentError("tournaments_player_free", 409)
