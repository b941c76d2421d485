"""A database that was put back to an earlier state, by whatever means, is found out at the next start."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from canastra.server.storage import Database, SqliteStore, StorageFileError, backup, restore

SUFFIXES = ("", "-wal", "-shm")
CHILD = """
import asyncio, sys
from canastra.server.storage import SqliteStore
async def main():
    store = SqliteStore.open(sys.argv[1])
    await store.create("k", "{}")
    for seq in range(1, 100_000):
        await store.append("k", seq, ["1"])
        print(seq, flush=True)
asyncio.run(main())
"""


async def played(path: Path, events: int) -> None:
    """A server's life: it starts, writes this many events, and ends."""
    store = SqliteStore.open(path)
    if "t" not in await store.tables():
        await store.create("t", "{}")
    for _ in range(events):
        await store.append("t", len(await store.read("t")) + 1, ["1"])
    await store.close()


def generation(path: Path) -> int:
    """The number at one more start."""

    async def main() -> int:
        database = Database.open(path)
        number = database.generation
        await database.close()
        return number

    return asyncio.run(main())


def test_starts_stops_and_new_events_are_no_restore(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    assert generation(path) == 0
    for events in (0, 3, 0, 1):
        asyncio.run(played(path, events))
        assert generation(path) == 0


def test_a_killed_server_is_no_restore(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for _ in range(5):
                child.stdout.readline()
            os.kill(child.pid, signal.SIGKILL)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("DELETE FROM events WHERE table_id = 'k'")
            connection.execute("DELETE FROM tables WHERE id = 'k'")
            connection.commit()
        assert generation(path) == 0


def test_a_backup_that_is_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    asyncio.run(played(path, 3))
    backup(path, copy)
    assert generation(path) == 0, "a backup changes nothing in what it is made of"
    restore(copy, path)
    assert generation(path) == 1
    assert generation(path) == 1
    restore(copy, path)
    again = Database.open(path)
    assert (again.generation, again.restored) == (1, True), "also the same backup once more"
    asyncio.run(again.close())
    backup(path, copy)
    restore(copy, path)
    assert generation(path) == 2


def test_a_backup_that_is_used_as_it_is(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    asyncio.run(played(path, 3))
    backup(path, copy)
    assert generation(copy) == 1
    asyncio.run(played(path, 0))
    shutil.copyfile(copy, path)
    assert generation(path) == 1


def test_a_file_that_was_copied_while_no_server_ran(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    asyncio.run(played(path, 3))
    shutil.copyfile(path, copy)
    asyncio.run(played(path, 0))
    shutil.copyfile(copy, path)
    assert generation(path) == 1


def test_a_state_of_the_disk_taken_while_a_server_wrote(tmp_path: Path) -> None:
    """The file and its log as they were at one moment; one event later the server ended, or was killed."""
    path = tmp_path / "a.db"

    async def main() -> None:
        store = SqliteStore.open(path)
        await store.create("t", "{}")
        await store.append("t", 1, ["1"])
        for suffix in SUFFIXES:
            shutil.copyfile(f"{path}{suffix}", tmp_path / f"then{suffix}")
        await store.append("t", 2, ["2"])
        await store.close()

    asyncio.run(main())
    for suffix in SUFFIXES:
        shutil.copyfile(tmp_path / f"then{suffix}", f"{path}{suffix}")
    assert generation(path) == 1


@pytest.mark.parametrize("contents", [None, b"", b"x" * 7, b"x" * 24, b"x" * 5000])
def test_a_file_beside_it_that_is_gone_or_another(tmp_path: Path, contents: bytes | None) -> None:
    path, beside = tmp_path / "a.db", tmp_path / "a.db.generation"
    asyncio.run(played(path, 1))
    beside.unlink()
    if contents is not None:
        beside.write_bytes(contents)
    assert generation(path) == 1
    assert generation(path) == 1


def test_a_start_that_fails_says_why_and_changes_nothing(tmp_path: Path) -> None:
    path, beside = tmp_path / "a.db", tmp_path / "a.db.generation"
    asyncio.run(played(path, 1))
    beside.unlink()
    beside.mkdir()
    with pytest.raises(StorageFileError) as caught:
        Database.open(path)
    assert caught.value.code == "storage_unwritable"
    assert "a.db.generation" in str(caught.value)
    beside.rmdir()
    assert generation(path) >= 1


def test_what_was_revoked_since_does_not_come_back_and_guests_keep_their_names(tmp_path: Path) -> None:
    """Sessions and tokens of accounts, links for a new password and recovery codes can be had again; a guest's session
    can not."""
    path, copy = tmp_path / "a.db", tmp_path / "b.db"

    def people(connection: sqlite3.Connection) -> None:
        for player in ("pana", "pgast"):
            connection.execute("INSERT INTO persons VALUES (?, 'Ana', 'pt', 1)", (player,))
            connection.execute(
                "INSERT INTO sessions (hash, id, player, via, label, created) VALUES (?, ?, ?, 'cookie', NULL, 1)",
                (player.encode(), player, player),
            )
        connection.execute("INSERT INTO accounts (player, login, password) VALUES ('pana', 'ana', '')")
        connection.execute("INSERT INTO password_links (player, hash, expires) VALUES ('pana', X'00', 1)")
        connection.execute("INSERT INTO recovery_codes (player, hash, made) VALUES ('pana', X'00', 1)")

    async def main() -> None:
        database = Database.open(path)
        await database.write_sqlite(people)
        await database.close()

    asyncio.run(main())
    assert generation(path) == 0
    counts = ", ".join(f"(SELECT count(*) FROM {table})" for table in ("password_links", "recovery_codes"))
    query = f"SELECT (SELECT group_concat(player) FROM sessions), {counts}"
    with closing(sqlite3.connect(path)) as connection:
        assert sorted(connection.execute(query).fetchone()[0].split(",")) == ["pana", "pgast"]
    backup(path, copy)
    restore(copy, path)
    assert generation(path) == 1
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(query).fetchone() == ("pgast", 0, 0)
