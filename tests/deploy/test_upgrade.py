"""A server's way to a newer version and back: what was answered is there afterwards, or where the page says it is.

`version_4.sql` was written by a server of the fourth version of the database, in which Ana, who has an account, played
a duel against a bot.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from canastra.cli.exits import EXIT_OK
from canastra.server.storage.errors import StorageFileError
from canastra.server.storage.schema import APPLICATION, MIGRATIONS, check_version
from tests.cli.running import canastra
from tests.server.run.process import PLENTY, Player, Process, Seated, guest, run, serving

pytestmark = pytest.mark.slow

FORMER = 4
DUMP = Path(__file__).parent / f"version_{FORMER}.sql"
TABLE = "274qa434wkrvhfts"
SIGN_IN = {"login": "ana", "password": "uma senha comprida", "token": True}
Rows = list[tuple[Any, ...]]


def former(path: Path) -> None:
    """Write the database of the former version."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(DUMP.read_text("utf-8"))
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {FORMER}")


def known(path: Path, versions: int = len(MIGRATIONS)) -> int:
    """The version that a program with so many versions finds. Raises StorageFileError where it wouldn't start."""
    with closing(sqlite3.connect(path)) as connection:
        return check_version(connection, str(path), MIGRATIONS[:versions])


def events(path: Path, table: str = TABLE) -> Rows:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT seq, body FROM events WHERE table_id = ? ORDER BY seq", (table,))
        return found.fetchall()


async def ana(process: Process) -> Player:
    """Ana with a new session."""
    found = await Player(process.address, "", "").done("POST", "/api/session", SIGN_IN)
    return Player(process.address, found["token"], found["player"])


async def plays_on(process: Process) -> tuple[str, int]:
    """A guest opens a table and plays; which it was, and the last event that the guest was told of."""
    bia = await guest(process.address, "Bia")
    table = (await bia.done("POST", "/api/tables", {"rulebook": "canastra-duelo", "bots": "greedy"}))["table"]
    async with bia.socket(table) as socket:
        seated = Seated(bia, socket, Random(1))
        await seated.play(turns=10)
    return table, max(int(each["seq"]) for each in seated.told if each["type"] in ("welcome", "update"))


def test_to_the_new_version_and_back(tmp_path: Path) -> None:
    database, before = tmp_path / "canastra.db", tmp_path / "before.db"
    former(database)
    was = events(database)
    assert len(was) > 10
    assert canastra("database", "backup", database, before).status == EXIT_OK
    assert known(before) == FORMER

    opened: dict[str, int] = {}

    async def visit(process: Process) -> None:
        player = await ana(process)
        assert (await player.done("GET", "/api/me"))["login"] == "ana"
        assert (await player.ask("GET", f"/api/tables/{TABLE}/record")).status_code == 200
        table, last = await plays_on(process)
        opened[table] = last

    with serving(tmp_path, *PLENTY) as process:
        process.wait_ready()
        run(visit(process))
        assert process.end()[0] == 0
    assert known(database) == len(MIGRATIONS) > FORMER
    assert events(database)[: len(was)] == was
    assert canastra("database", "check", database).status == EXIT_OK
    with pytest.raises(StorageFileError) as refused:  # As the older program would.
        known(database, FORMER)
    assert refused.value.code == "storage_newer"

    assert canastra("database", "restore", before, database).status == EXIT_OK
    assert known(database, FORMER) == FORMER
    assert events(database) == was
    (aside,) = tmp_path.glob("canastra.db.replaced-*")
    ((table, last),) = opened.items()
    assert events(database, table) == []
    assert len(events(aside, table)) >= last  # What the way back loses is all here.

    with serving(tmp_path, *PLENTY) as process:  # And forward once more.
        process.wait_ready()
        run(visit(process))
    assert events(database)[: len(was)] == was


def test_the_file_put_aside_is_the_way_forward(tmp_path: Path) -> None:
    """Whoever went back, and then finds that the new version was right, loses nothing of it."""
    database, before = tmp_path / "canastra.db", tmp_path / "before.db"
    former(database)
    assert canastra("database", "backup", database, before).status == EXIT_OK
    opened: dict[str, int] = {}

    async def visit(process: Process) -> None:
        table, last = await plays_on(process)
        opened[table] = last

    with serving(tmp_path, *PLENTY) as process:
        process.wait_ready()
        run(visit(process))
        assert process.end()[0] == 0
    assert canastra("database", "restore", before, database).status == EXIT_OK
    (aside,) = tmp_path.glob("canastra.db.replaced-*")
    assert canastra("database", "restore", aside, database).status == EXIT_OK
    ((table, last),) = opened.items()
    assert len(events(database, table)) >= last
    with serving(tmp_path, *PLENTY) as process:
        process.wait_ready()
        assert process.get(f"/api/tables/{table}").status_code == 200
