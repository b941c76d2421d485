"""Tables with real cards: the codes that lie on them, the phones that speak for their sides, and a phone's view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec
from sqlalchemy import Connection

from canastra.messages import text
from canastra.protocol import encode
from canastra.protocol import tournaments as asked
from canastra.protocol.tournaments import SideCard, TableView
from canastra.protocol.tournaments.phones import TableCode, TableCodes
from canastra.server.aio import Background
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
    tagged,
    target_of,
)
from canastra.server.users import Identity
from canastra.tournament import RoundState, Tournament
from canastra.tournament import events as ev
from canastra.tournament.encounters import lined_up
from canastra.tournament.events import Half
from canastra.tournament.fixtures import is_last_round
from canastra.tournament.regulations import EncounterLength
from canastra.tournament.results import is_compared, score_range
from canastra.tournament.table_codes import HALVES, OPEN, TYPED, CodedSide, EnteredPlayer, TablePlace

LONGEST_AUTHOR = 80
"""Letters of an author's name in a log."""
SPOKEN_FOR = limit("halves", 1, "a person", "halves of tables of a round", "409 `tournaments_other_half`")
"""The most halves that a phone may speak for: a person sits at one table."""


class TableDesk:
    """Answers the phones at tables. Its methods raise TournamentError."""

    def __init__(self, store: TournamentStore, clock: Clock, guesses: Guesses, background: Background) -> None:
        self._store, self._clock, self._guesses, self._background = store, clock, guesses, background

    async def codes(self, identity: Identity, tournament: str) -> TableCodes:
        """The codes of the tables of the latest round that is published or being played; for people with a role."""
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player))
        phase, found = open_round(loaded.state)
        return TableCodes(phase, found.number, tuple(_codes(loaded, phase, found)))

    async def open(self, identity: Identity, tournament: str, token: str, speak: bool) -> ViewBytes:
        """Open a table by the code of a side; with `speak`, speak for that side from now on."""
        self._guesses.check(identity.player)
        loaded = await self._store.get(tournament)
        side = self._side(identity, loaded, token)
        if not speak:
            return _view(loaded, side.place, side.half, identity.player)
        return await self._background.run(self._claim(identity.player, tournament, side.place, side.half))

    async def latest(self, identity: Identity, tournament: str) -> ViewBytes:
        """The table where the caller last spoke for a side. Raises TournamentError without one."""
        loaded = await self._store.get(tournament)
        mine = [claim for claim in loaded.claims.values() if claim.player == identity.player]
        if not mine:
            raise TournamentError("tournaments_no_table", 404)
        last = max(mine, key=lambda each: (each.at, each.place))
        return _view(loaded, last.place, cast("Half", last.half), identity.player)

    def _side(self, identity: Identity, loaded: LoadedTournament, token: str) -> CodedSide:
        found = loaded.tokens.side(loaded.state, token)
        if found is None:
            self._guesses.wrong(identity.player)
            raise TournamentError("tournaments_code", 403)
        if not found.is_open:
            place = found.place
            last = is_last_round(loaded.state, place.phase, place.round)
            raise TournamentError("tournaments_code_last" if last else "tournaments_code_over", 409, round=place.round)
        return found

    async def _claim(self, player: str, tournament: str, place: TablePlace, half: Half) -> ViewBytes:
        async with self._store.locked(tournament) as loaded:
            if loaded.half_of(player, place) == half:
                return _view(loaded, place, half, player)
            if (place, half) in loaded.claims:
                raise TournamentError("tournaments_half_taken", 409)
            round_of = [held for held in loaded.claims.values() if held.place[:2] == place[:2]]
            if sum(claim.player == player for claim in round_of) >= SPOKEN_FOR:
                raise TournamentError("tournaments_other_half", 409)
            claim = Claim(place, half, player, self._clock.now())

            def work(connection: Connection) -> None:
                repository.add_claim(connection, tournament, claim)

            await self._store.database.write(work)
            loaded.claims[place, half] = claim
            return _view(loaded, place, half, player)


def open_round(state: Tournament) -> tuple[int, RoundState]:
    """The phase and round that were published last and not closed. Raises TournamentError without one."""
    for phase in reversed(state.phases):
        for found in reversed(phase.rounds):
            if found.stage in OPEN:
                return phase.number, found
    raise TournamentError("tournaments_no_open_round", 409)


def _codes(loaded: LoadedTournament, phase: int, round_state: RoundState) -> Iterator[TableCode]:
    for table in round_state.tables:
        for half in HALVES:
            token = loaded.tokens.of_side(TablePlace(phase, round_state.number, table.fixture.table), half)
            yield TableCode(table.fixture.table, half, token, token[:TYPED])


def _playing(state: Tournament, round_state: RoundState, number: int, half: Half) -> tuple[SideCard, ...]:
    """The sides of a half of a table; of a team that gave its line-up only the players at this table."""
    table = round_state.table(number)
    assert table is not None
    players = lined_up(state, round_state, number, half)
    cards = (side_card(state, side) for side in (table.fixture.one, table.fixture.two)[half])
    return tuple(msgspec.structs.replace(card, players=players or card.players) for card in cards)


def _view(loaded: LoadedTournament, place: TablePlace, coded: Half, player: str) -> ViewBytes:
    return tagged(encode(table_view(loaded, place, coded, player)))


def table_view(loaded: LoadedTournament, place: TablePlace, coded: Half, player: str) -> TableView:
    """Return the view of a table for a person with the code of a side.

    Only the sides and people with a role see the reports.

    Raises TournamentError for a table that is no longer in the round.
    """
    state, source = loaded.state, loaded.source
    found = state.phases[place.phase - 1].rounds[place.round - 1]
    table, form = found.table(place.table), state.regulations.form_of(place.phase - 1)
    if table is None:
        raise TournamentError("tournaments_no_table", 404)
    half = coded if loaded.half_of(player, place) == coded else None
    concerned = half is not None or player in loaded.members
    clock = clock_of(source, place.phase, place.round)
    return TableView(
        id=loaded.id,
        line=state.lines,
        name=state.regulations.name,
        rulebook=state.regulations.rulebook,
        phase=place.phase,
        round=place.round,
        stage=round_step(found.stage),
        last=is_last_round(state, place.phase, place.round),
        table=place.table,
        coded=coded,
        half=half,
        taken=((place, 0) in loaded.claims, (place, 1) in loaded.claims),
        one=_playing(state, found, place.table, 0),
        two=_playing(state, found, place.table, 1),
        length=EncounterLength(form.length).value,
        number=form.number,
        each_deal=is_compared(state.regulations, place.phase),
        target=target_of(source, place.phase),
        scores=score_range(state.regulations, place.phase, loaded.rulebook),
        at_call=str(form.at_call),
        ends=clock.ends,
        warns=clock.warns,
        paused=clock.paused,
        reports=table.reports if concerned else (None, None),
        result=table.result,
    )


def spoken_half(loaded: LoadedTournament, player: str, act: asked.TournamentAct) -> tuple[TablePlace, int] | None:
    """The table and the half for which a report or confirmation speaks.

    None for another act, or if the sender doesn't speak for that half.
    """
    if not isinstance(act, ev.ResultReported | ev.ResultConfirmed):
        return None
    place = TablePlace(act.phase, act.round, act.table)
    return (place, act.half) if loaded.half_of(player, place) == act.half else None


def table_author(loaded: LoadedTournament, half: tuple[TablePlace, int], language: str) -> str:
    """The author of an act at a table, as the log names it: the side, and no person."""
    place, number = half
    fixture = next(
        table.fixture
        for table in loaded.state.phases[place.phase - 1].rounds[place.round - 1].tables
        if table.fixture.table == place.table
    )
    sides = " / ".join(loaded.state.sides[side].name for side in (fixture.one, fixture.two)[number])
    return text("tournaments_by_table", language, table=place.table, sides=sides)[:LONGEST_AUTHOR]


def freed_halves(loaded: LoadedTournament, act: asked.TournamentAct) -> list[tuple[TablePlace, int]]:
    """Return the half of a table that an act frees. Raises TournamentError if it is free already."""
    if not isinstance(act, asked.ReleaseHalf):
        return []
    freed = TablePlace(act.phase, act.round, act.table), int(act.half)
    if freed in loaded.claims:
        return [freed]
    if act.renew:
        return []
    raise TournamentError("tournaments_half_free", 409)


def renewed_tokens(loaded: LoadedTournament, act: asked.TournamentAct) -> list[tuple[TablePlace, Half] | EnteredPlayer]:
    """Return the side or player whose code or link an act replaces. Raises TournamentError if it doesn't exist."""
    if isinstance(act, asked.ReleaseHalf) and act.renew:
        place = TablePlace(act.phase, act.round, act.table)
        if loaded.tokens.side(loaded.state, loaded.tokens.of_side(place, act.half)) is None:
            raise TournamentError("tournaments_no_table", 404)
        return [(place, act.half)]
    if isinstance(act, asked.ReleasePlayer) and act.renew:
        player = EnteredPlayer(act.side, act.player)
        if loaded.tokens.player(loaded.state, loaded.tokens.of_player(player)) is None:
            raise TournamentError("tournaments_no_player", 404)
        return [player]
    return []


def released_halves(loaded: LoadedTournament, after: Tournament) -> list[tuple[TablePlace, int]]:
    """Return the claimed halves where other sides sit after an act: their claims end."""
    sides = [(claim, _sides_of(loaded.state, *claim), _sides_of(after, *claim)) for claim in loaded.claims]
    return [side for side, then, now in sides if then != now]


def _sides_of(state: Tournament, place: TablePlace, half: int) -> tuple[int, ...]:
    """The sides of a half of a table; none for a table that doesn't exist."""
    phase = state.phase(place.phase)
    found = phase.round(place.round) if phase is not None else None
    table = found.table(place.table) if found is not None else None
    return (table.fixture.one, table.fixture.two)[half] if table is not None else ()
