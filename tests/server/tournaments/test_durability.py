"""Nothing that was answered is lost, whenever the server dies; a damaged log is refused, and the others go on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from canastra.errors import CanastraError
from canastra.protocol.tournaments import CheckIn, Enter, NewSide, NewTournament, TournamentCommand, TournamentDone
from canastra.server.db_check import examine
from canastra.server.live import Services
from canastra.server.lobby import Lobby
from canastra.server.settings import Caps
from canastra.server.storage import Database, Point, SqliteStore, StorageFileError, backup, restore
from canastra.server.tournaments import TournamentError
from canastra.server.tournaments.service import Tournaments
from canastra.server.users import Identity, Users
from tests.server.http.http_server import FAST
from tests.server.lobby.test_crashes import Trap
from tests.server.run.test_logging import configured
from tests.server.storage.faults import CrashError
from tests.server.tournaments.hall import CLUB_DAY

ENTER = TournamentCommand("one", Enter((NewSide("Ana e Rui", ("Ana", "Rui")), NewSide("Bia e Leo", ("Bia", "Leo")))))


class Life:
    """The tournaments of a database, from an opening to a death."""

    def __init__(self, path: Path, trap: Trap | None = None) -> None:
        self.database = Database.open(path, hook=trap) if trap else Database.open(path)
        users = Users(self.database, hasher=FAST)
        lobby = Lobby(self.database, Services(SqliteStore(self.database), random=Random(3)), users, Caps())
        self.tournaments = Tournaments(self.database, lobby, users, Caps())

    async def organiser(self) -> tuple[Identity, str]:
        identity, _ = await Users(self.database, hasher=FAST).guest("Ana", "pt")
        found = await self.tournaments.found(identity, NewTournament("first", CLUB_DAY))
        return identity, found.id

    async def end(self) -> None:
        with suppress(CanastraError, CrashError):
            await self.tournaments.close()
        await self.database.close()


@pytest.mark.parametrize("point", Point)
def test_a_command_is_wholly_there_or_not_at_all_and_can_be_sent_again(tmp_path: Path, point: Point) -> None:
    async def test() -> None:
        path, trap = tmp_path / "canastra.db", Trap(point)
        life = Life(path, trap)
        ana, tournament = await life.organiser()
        trap.left = 1
        with pytest.raises((CanastraError, CrashError)):
            await life.tournaments.command(ana, tournament, ENTER)
        assert trap.sprung
        await life.end()
        assert examine(path).whole
        life = Life(path)
        lines = len((await life.tournaments.store.get(tournament)).log)
        assert lines == (3 if point is Point.AFTER_COMMIT else 1)
        for _ in range(2):
            assert await life.tournaments.command(ana, tournament, ENTER) == TournamentDone(3)
        assert len((await life.tournaments.store.get(tournament)).state.sides) == 2
        await life.end()

    asyncio.run(test())


def test_a_caller_that_leaves_leaves_nothing_half_done(tmp_path: Path) -> None:
    async def test() -> None:
        life = Life(tmp_path / "canastra.db")
        ana, tournament = await life.organiser()
        leaving = asyncio.create_task(life.tournaments.command(ana, tournament, ENTER))
        await asyncio.sleep(0)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        done = TournamentCommand("two", CheckIn((1,)))
        assert await life.tournaments.command(ana, tournament, done) == TournamentDone(4)
        await life.end()

    asyncio.run(test())


def test_a_damaged_log_is_refused_and_the_others_go_on(tmp_path: Path) -> None:
    async def test() -> None:
        path = tmp_path / "canastra.db"
        life = Life(path)
        ana, broken = await life.organiser()
        whole = (await life.tournaments.found(ana, NewTournament("second", CLUB_DAY))).id
        for each in (broken, whole):
            await life.tournaments.command(ana, each, ENTER)
        await life.end()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(
                "UPDATE tournament_lines SET body = replace(body, 'Rui', 'Gil') WHERE tournament = ? AND line = 2",
                (broken,),
            )
            connection.commit()
        (found,) = examine(path).broken
        assert (found.table, found.event, found.reason, found.is_tournament) == (broken, 2, "events_digest", True)
        life = Life(path)
        for _ in range(2):
            with pytest.raises(TournamentError) as refused:
                await life.tournaments.store.get(broken)
            assert refused.value.code == "tournaments_damaged"
        listed = await life.tournaments.mine(ana)
        assert {each.id for each in listed.tournaments} == {broken, whole}
        await life.end()

    asyncio.run(test())


def test_text_that_is_none_is_one_tournaments_damage(tmp_path: Path) -> None:
    async def test() -> None:
        path = tmp_path / "canastra.db"
        life = Life(path)
        ana, broken = await life.organiser()
        whole = (await life.tournaments.found(ana, NewTournament("second", CLUB_DAY))).id
        await life.end()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(
                "UPDATE tournament_lines SET body = CAST(X'7b22526f73ff' AS TEXT) WHERE tournament = ?", (broken,)
            )
            connection.commit()
        examined = examine(path)
        (found,) = examined.broken
        assert (found.table, found.event, found.reason, found.is_tournament) == (broken, 0, "storage_damaged", True)
        assert examined.faults == ("tournament_lines: text that is not UTF-8",)
        with pytest.raises(StorageFileError, match="tournament_lines"):
            backup(path, tmp_path / "copy.db")
        life = Life(path)
        with configured() as log:
            listed = await life.tournaments.mine(ana)
            assert {each.id for each in listed.tournaments} == {broken, whole}
            with pytest.raises(TournamentError) as refused:
                await life.tournaments.store.get(broken)
            assert refused.value.code == "tournaments_damaged"
        assert f"event=tournament_damaged tournament={broken} error=storage_damaged" in log.getvalue()
        assert not life.database.stopped
        await life.tournaments.command(ana, whole, ENTER)
        await life.end()

    asyncio.run(test())


def test_a_copy_has_all_of_it(tmp_path: Path) -> None:
    async def test() -> None:
        path, copy, back = tmp_path / "canastra.db", tmp_path / "copy.db", tmp_path / "back.db"
        life = Life(path)
        ana, tournament = await life.organiser()
        await life.tournaments.command(ana, tournament, ENTER)
        backup(path, copy)
        await life.end()
        restore(copy, back)
        examined = examine(back)
        assert (examined.whole, examined.tournaments) == (True, 1)
        life = Life(back)
        assert await life.tournaments.command(ana, tournament, ENTER) == TournamentDone(3)
        await life.end()

    asyncio.run(test())
