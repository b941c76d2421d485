"""A server that dies at any write of an online round: its tables are opened once, its results written once."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from canastra.errors import CanastraError
from canastra.protocol import tournaments as asked
from canastra.protocol.tournaments import NewTournament, TournamentCommand
from canastra.server.db_check import examine
from canastra.server.live import CommandRequest, Services
from canastra.server.lobby import Lobby
from canastra.server.settings import Caps
from canastra.server.storage import Database, Point, SqliteStore
from canastra.server.tournaments.service import Tournaments
from canastra.server.users import Identity, Users
from canastra.table import Offer, Stage
from canastra.tournament import dump_log
from canastra.tournament import events as ev
from canastra.tournament.table_codes import entered_players, player_token
from canastra.tournament.verifier import check_tournament
from tests.samples import diagonal
from tests.server.http.http_server import FAST
from tests.server.live.live_server import FakeTime
from tests.server.lobby.test_crashes import Trap
from tests.server.lobby.world import moves
from tests.server.storage.faults import CrashError
from tests.server.tournaments.online import NOON, regulations

pytestmark = pytest.mark.slow

MOST = 31
TEXT = regulations(
    ('kind = "pairs"', 'kind = "players"'),
    ('rulebook = "buraco"', 'rulebook = "canastra-duelo"'),
    ("least = 4", "least = 2"),
    ("rounds = 2", "rounds = 1"),
    ("target = 300 ", "target = 0 "),
)
ACTS: tuple[asked.TournamentAct, ...] = (
    asked.DrawPhase("Loteria 5921"),
    asked.PairRound(),
    ev.RoundPublished(1, 1),
    ev.RoundStarted(1, 1),
)


class Life:
    """A server's tournaments and tables, from an opening of its file to a death."""

    def __init__(self, path: Path, trap: Trap | None = None) -> None:
        self.database = Database.open(path, hook=trap) if trap else Database.open(path)
        self.users = Users(self.database, hasher=FAST)
        services = Services(SqliteStore(self.database), clock=FakeTime(NOON), random=Random(5))
        self.lobby = Lobby(self.database, services, self.users, Caps())
        self.tournaments = Tournaments(self.database, self.lobby, self.users, Caps())

    async def begin(self) -> None:
        await self.users.start()
        await self.lobby.start()
        await self.tournaments.games.start()
        await self.settled()

    async def settled(self) -> None:
        for _ in range(2):
            await self.tournaments.games.settled()
            await self.lobby.settled()

    async def founded(self) -> tuple[Identity, str]:
        """A tournament of two people who have come."""
        ana = (await self.users.guest("Ana", "pt"))[0]
        tournament = (await self.tournaments.found(ana, NewTournament("first", TEXT))).id
        sides = tuple(asked.NewSide(name, (name,)) for name in ("Bia", "Leo"))
        await self.do(ana, tournament, "enter", asked.Enter(sides))
        loaded = await self.tournaments.store.get(tournament)
        for each in entered_players(loaded.state):
            person = (await self.users.guest(f"P{each.side}", "pt"))[0]
            await self.tournaments.players.join(person, tournament, player_token(loaded.secret, each))
        await self.settled()
        return ana, tournament

    async def do(self, who: Identity, tournament: str, command_id: str, act: asked.TournamentAct) -> None:
        await self.tournaments.command(who, tournament, TournamentCommand(command_id, act))
        await self.settled()

    async def play(self, ana: Identity, tournament: str) -> None:
        """The round, as far as it is not played yet; one side gives the match up."""
        for number, act in enumerate(ACTS):
            await self.do(ana, tournament, f"act-{number}", act)
        (game,) = (await self.tournaments.store.get(tournament)).games.values()
        table = (await self.lobby.host.table(game.game)).table
        while table.stage is not Stage.FINISHED:
            commands = moves(table, Random(3))
            if table.deal is not None:
                commands = [(0, Offer(0, "resign"))]
            for seat, command in commands:
                ask = CommandRequest(command, f"m{Random().random()}", table.seats[seat].player)
                await self.lobby.host.send(game.game, ask)
            await asyncio.sleep(0)
            table = (await self.lobby.host.table(game.game)).table
        await self.settled()

    async def end(self) -> None:
        with suppress(CanastraError, CrashError):
            await self.settled()
        with suppress(CanastraError, CrashError):
            await self.tournaments.close()
        await self.lobby.host.drain(60)
        with suppress(CanastraError, CrashError):
            await self.lobby.settled()
        await self.users.close()
        with suppress(CanastraError, CrashError):
            await self.database.close()


async def once(folder: Path, point: Point, nth: int) -> bool:
    """Die at the nth write of a round, and go on with another server. Returns whether there were that many writes."""
    folder.mkdir()
    path, trap = folder / "canastra.db", Trap(point)
    life = Life(path, trap)
    await life.begin()
    ana, tournament = await life.founded()
    trap.left = nth
    with suppress(CanastraError, CrashError):
        await life.play(ana, tournament)
    await life.end()
    assert examine(path).whole
    life = Life(path)
    await life.begin()
    try:
        await life.play(ana, tournament)
        loaded = await life.tournaments.store.get(tournament)
        kinds = Counter(type(each.event) for each in loaded.log)
        assert kinds[ev.GamePlayed] == 1
        assert kinds[ev.RoundPublished] == kinds[ev.RoundStarted] == 1
        assert loaded.state.phases[0].rounds[0].tables[0].result == ev.AbandonedResult(0, ((0, 0),), resigned=True)
        assert check_tournament(TEXT, dump_log(loaded.log)) == ()
        listed = await life.lobby.queries.running(None, 50, None)
        assert listed.tables == ()
        waiting = await life.database.read_sqlite(
            lambda c: c.execute("SELECT count(*) FROM lobby_tables WHERE state IN ('opening', 'seating')").fetchone()
        )
        assert waiting == (0,)
    finally:
        await life.end()
    return trap.sprung


@pytest.mark.parametrize(("point", "nth"), diagonal(6, Point, range(1, MOST)))
def test_a_round_survives_a_death_at_any_write(tmp_path: Path, point: Point, nth: int) -> None:
    asyncio.run(asyncio.wait_for(once(tmp_path / "life", point, nth), 60))
