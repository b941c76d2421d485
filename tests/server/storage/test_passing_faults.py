"""Faults of the file that pass: their batch is answered, nothing acknowledged is lost, and the writer goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from canastra.server.storage import (
    Point,
    RepeatedCommandError,
    SqliteStore,
    StoppedError,
    UnavailableError,
    connections,
)
from canastra.server.storage.errors import is_transient
from canastra.server.storage.writer import Hook
from tests.server.storage.test_writer import opened, written

PASSING = {
    "SQLITE_BUSY": "storage_busy",
    "SQLITE_BUSY_SNAPSHOT": "storage_busy",
    "SQLITE_LOCKED": "storage_fault",
    "SQLITE_PROTOCOL": "storage_fault",
    "SQLITE_FULL": "storage_full",
    "SQLITE_IOERR_SHMSIZE": "storage_full",
    "SQLITE_IOERR_WRITE": "storage_fault",
    "SQLITE_IOERR_READ": "storage_fault",
    "SQLITE_IOERR_FSYNC": "storage_fault",
    "SQLITE_CANTOPEN": "storage_unwritable",
    "SQLITE_READONLY_CANTLOCK": "storage_unwritable",
    "SQLITE_PERM": "storage_unwritable",
    "SQLITE_NOMEM": "storage_fault",
}
FINAL = {
    "SQLITE_CORRUPT": "storage_damaged",
    "SQLITE_CORRUPT_INDEX": "storage_damaged",
    "SQLITE_NOTADB": "storage_damaged",
    "SQLITE_READONLY": "storage_unwritable",
    "SQLITE_READONLY_DBMOVED": "storage_unwritable",
    "SQLITE_ERROR": "storage_fault",
    "SQLITE_MISUSE": "storage_fault",
}


def fault(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("words of SQLite")
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


def failing(name: str, point: Point, nth: int = 2) -> Hook:
    """A hook that fails at the nth passing of a point, and never again."""
    left = nth

    def hook(passed: Point) -> None:
        nonlocal left
        left -= passed is point
        if passed is point and left == 0:
            raise fault(name)

    return hook


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(main())


@pytest.mark.parametrize("point", [Point.BEFORE_APPEND, Point.BEFORE_COMMIT])
@pytest.mark.parametrize("name", PASSING)
def test_a_fault_that_passes_ends_one_batch(tmp_path: Path, name: str, point: Point) -> None:
    async def main() -> None:
        store = await opened(tmp_path / "a.db", failing(name, point))
        await store.append("t", 1, ["1"], "c1", "one")
        with pytest.raises(UnavailableError) as caught:
            await store.append("t", 2, ["2"], "c2", "two")
        assert caught.value.code == PASSING[name]
        assert (store.database.hindered, store.database.stopped) == (True, False)
        await store.append("t", 2, ["2"], "c2", "two")
        assert (store.database.hindered, store.database.stopped) == (False, False)
        with pytest.raises(RepeatedCommandError):
            await store.append("t", 3, ["2"], "c2", "two")
        await store.close()
        assert await written(tmp_path / "a.db") == ["1", "2"]

    run(main)


@pytest.mark.parametrize("name", FINAL)
def test_any_other_fault_is_final(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        store = await opened(tmp_path / "a.db", failing(name, Point.BEFORE_COMMIT))
        await store.append("t", 1, ["1"])
        for _ in range(2):
            with pytest.raises(StoppedError) as caught:
                await store.append("t", 2, ["2"])
            assert caught.value.code == FINAL[name]
        assert store.database.stopped
        await store.close()
        assert await written(tmp_path / "a.db") == ["1"]

    run(main)


def test_after_the_commit_every_fault_is_final(tmp_path: Path) -> None:
    async def main() -> None:
        store = await opened(tmp_path / "a.db", failing("SQLITE_NOMEM", Point.AFTER_COMMIT, 1))
        with pytest.raises(StoppedError):
            await store.append("t", 1, ["1"])
        await store.close()
        assert await written(tmp_path / "a.db") == ["1"]

    run(main)


def test_errors_of_the_program_are_final() -> None:
    assert not is_transient(ValueError("words"))
    assert not is_transient(sqlite3.OperationalError("without a code"))


@pytest.mark.limit("database_lock")
@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_lock_of_another_program_passes(tmp_path: Path, lock: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)

    async def main() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        await store.create("t", "{}")
        await store.append("t", 1, ["1"])
        other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
        other.execute(lock)
        asked = (store.append("t", 2, ["2"], "c2", "two"), store.create("u", "{}"), store.flush())
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [getattr(each, "code", each) for each in answers] == ["storage_busy"] * 3
        assert [event.body for event in await store.read("t")] == ["1"], "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        await store.database.probe()
        assert not store.database.hindered
        await store.append("t", 2, ["2"], "c2", "two")
        await store.close()
        again = SqliteStore.open(tmp_path / "a.db")
        assert not again.database.restored, "what was counted in between is counted once"
        await again.close()
        assert await written(tmp_path / "a.db") == ["1", "2"]

    run(main)


def test_a_disk_that_was_full_is_written_to_once_there_is_room(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        await store.create("t", "{}")

        def shrink(connection: sqlite3.Connection, room: int) -> None:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages + room}")

        await store.database.write_sqlite(lambda connection: shrink(connection, 30))
        acknowledged = 0

        async def fill() -> None:
            nonlocal acknowledged
            while True:
                await store.append("t", acknowledged + 1, ["x" * 1000], f"c{acknowledged}", "yes")
                acknowledged += 1

        for _ in range(2):
            with pytest.raises(UnavailableError, match="room") as caught:
                await fill()
            assert caught.value.code == "storage_full"
        assert store.database.hindered
        before = acknowledged
        assert before > 10
        await store.database.write_sqlite(lambda connection: shrink(connection, 60))
        with pytest.raises(UnavailableError, match="room"):
            await fill()
        assert acknowledged > before
        await store.close()
        assert len(await written(tmp_path / "a.db")) == acknowledged

    run(main)


def test_a_folder_that_can_not_be_read_for_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader's connection is made when it is first needed: there may be no handle left, or no way to the file."""

    async def main() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        await store.create("t", "{}")
        connect = connections.connect_reader

        def refuse(path: Path) -> sqlite3.Connection:
            raise fault("SQLITE_CANTOPEN")

        monkeypatch.setattr(connections, "connect_reader", refuse)
        with pytest.raises(UnavailableError) as caught:
            await store.tables()
        assert caught.value.code == "storage_unwritable"
        monkeypatch.setattr(connections, "connect_reader", connect)
        assert await store.tables() == ["t"]
        await store.append("t", 1, ["1"])
        await store.close()

    run(main)
