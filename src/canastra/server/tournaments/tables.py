"""Tables with real cards: the codes that lie on them, which phone speaks for which side, and what a phone sees."""

from __future__ import annotations

from typing import cast

from sqlalchemy import Connection

from canastra.protocol import encode
from canastra.protocol.tournaments import TableCode, TableCodes, TableView
from canastra.server.clock import Clock
from canastra.server.limits import limit
from canastra.server.tournaments import TournamentError, repository
from canastra.server.tournaments.repository import Claim
from canastra.server.tournaments.roles import Guesses, check_staff
from canastra.server.tournaments.store import LoadedTournament, TournamentStore
from canastra.server.tournaments.views import (
    ViewBytes,
    clock_of,
    round_step,
    side_card,
    split_at_time,
    target_of,
)
from canastra.server.users import Identity
from canastra.server.users.core import Background
from canastra.tournament import RoundState, Tournament
from canastra.tournament.events import Half
from canastra.tournament.fixtures import is_last_round
from canastra.tournament.regulations import EncounterLength
from canastra.tournament.results import is_compared
from canastra.tournament.table_codes import OPEN, TablePlace, coded_place, table_token

HALVES = limit("halves", 1, "a person", "halves of tables of a round", "409 `tournaments_other_half`")
"""For which a phone may speak: a person sits at one table."""


class TableDesk:
    """What phones at tables ask for. Its methods raise `TournamentError`."""

    def __init__(self, store: TournamentStore, time: Clock, guesses: Guesses, finishing: Background) -> None:
        self._store, self._time, self._guesses, self._finishing = store, time, guesses, finishing

    async def codes(self, identity: Identity, tournament: str) -> TableCodes:
        """The codes of the tables of the latest round that is published or being played; for those with a role."""
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player))
        phase, found = open_round(loaded.state)
        places = [TablePlace(phase, found.number, each.fixture.table) for each in found.tables]
        codes = (TableCode(each.table, table_token(loaded.secret, each)) for each in places)
        return TableCodes(phase, found.number, tuple(codes))

    async def open(self, identity: Identity, tournament: str, token: str, half: Half | None) -> ViewBytes:
        """Come to a table by its code; with a half, speak for that side from now on."""
        self._guesses.check(identity.player)
        loaded = await self._store.get(tournament)
        place = self._place(identity, loaded, token)
        if half is None:
            return _view(loaded, place, identity.player)
        return await self._finishing.run(self._claim(identity.player, tournament, place, half))

    async def latest(self, identity: Identity, tournament: str) -> ViewBytes:
        """The table where the caller last spoke for a side. Raises `TournamentError` if there is none."""
        loaded = await self._store.get(tournament)
        mine = [each for each in loaded.claims.values() if each.player == identity.player]
        if not mine:
            raise TournamentError("tournaments_no_table", 404)
        return _view(loaded, max(mine, key=lambda each: (each.at, each.place)).place, identity.player)

    def _place(self, identity: Identity, loaded: LoadedTournament, token: str) -> TablePlace:
        found = coded_place(loaded.secret, loaded.state, token)
        if found is None:
            self._guesses.wrong(identity.player)
            raise TournamentError("tournaments_code", 403)
        place, is_open = found
        if not is_open:
            last = is_last_round(loaded.state, place.phase, place.round)
            raise TournamentError("tournaments_code_last" if last else "tournaments_code_over", 409, round=place.round)
        return place

    async def _claim(self, player: str, tournament: str, place: TablePlace, half: Half) -> ViewBytes:
        async with self._store.locked(tournament) as loaded:
            if loaded.half_of(player, place) == half:
                return _view(loaded, place, player)
            if (place, half) in loaded.claims:
                raise TournamentError("tournaments_half_taken", 409)
            round_of = [each for each in loaded.claims.values() if each.place[:2] == place[:2]]
            if sum(each.player == player for each in round_of) >= HALVES:
                raise TournamentError("tournaments_other_half", 409)
            claim = Claim(place, half, player, self._time.now())

            def work(connection: Connection) -> None:
                repository.add_claim(connection, tournament, claim)

            await self._store.database.write(work)
            loaded.claims[place, half] = claim
            return _view(loaded, place, player)


def open_round(state: Tournament) -> tuple[int, RoundState]:
    """The phase and the round that were published last and not closed. Raises `TournamentError` if there is none."""
    for phase in reversed(state.phases):
        for found in reversed(phase.rounds):
            if found.stage in OPEN:
                return phase.number, found
    raise TournamentError("tournaments_no_open_round", 409)


def _view(loaded: LoadedTournament, place: TablePlace, player: str) -> ViewBytes:
    return split_at_time(encode(table_view(loaded, place, player)))


def table_view(loaded: LoadedTournament, place: TablePlace, player: str) -> TableView:
    """What somebody at a table sees; its `now` is 0. What the sides report is for them and for those with a role.

    Raises `TournamentError` for a table that is no longer in the round.
    """
    state, source = loaded.state, loaded.source
    found = state.phases[place.phase - 1].rounds[place.round - 1]
    table, form = found.table(place.table), state.regulations.form_of(place.phase - 1)
    if table is None:
        raise TournamentError("tournaments_no_table", 404)
    half = cast("Half | None", loaded.half_of(player, place))
    concerned = half is not None or player in loaded.members
    ends, warns = clock_of(source, place.phase, place.round)
    return TableView(
        id=loaded.id,
        line=state.lines,
        now=0,
        name=state.regulations.name,
        rulebook=state.regulations.rulebook,
        phase=place.phase,
        round=place.round,
        stage=round_step(found.stage),
        last=is_last_round(state, place.phase, place.round),
        table=place.table,
        half=half,
        taken=((place, 0) in loaded.claims, (place, 1) in loaded.claims),
        one=tuple(side_card(state, side) for side in table.fixture.one),
        two=tuple(side_card(state, side) for side in table.fixture.two),
        length=EncounterLength(form.length).value,
        number=form.number,
        each_deal=is_compared(state.regulations, place.phase),
        target=target_of(source, place.phase),
        at_call=str(form.at_call),
        ends=ends,
        warns=warns,
        reports=table.reports if concerned else (None, None),
        result=table.result,
    )
