"""The file: one writer, versions, damage, and who may read it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from canastra.server.storage import Database, SqliteStore, StoppedError, StorageFileError, connections, schema
from canastra.server.storage.schema import MIGRATIONS


def closed(path: Path, events: int = 0) -> Path:
    """A database with a table of some events."""

    async def main() -> None:
        store = SqliteStore.open(path)
        await store.create("t", "{}")
        for seq in range(1, events + 1):
            await store.append("t", seq, ["x" * 500])
        await store.close()

    asyncio.run(main())
    return path


def refusal(path: Path) -> StorageFileError:
    with pytest.raises(StorageFileError) as caught:
        Database.open(path)
    return caught.value


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        database = Database.open(tmp_path / "a.db")
        (tmp_path / "link").symlink_to(tmp_path / "a.db")
        for name in ("a.db", "link"):
            error = refusal(tmp_path / name)
            assert error.code == "storage_in_use"
            assert "single worker" in str(error)
        await database.close()
        await Database.open(tmp_path / "a.db").close()

    asyncio.run(main())


def test_a_second_process_is_refused_and_a_dead_one_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    holder = "import sys, canastra.server.storage as s; kept = s.Database.open(sys.argv[1]); print(1); input()"
    command = [sys.executable, "-uc", holder, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        assert refusal(path).code == "storage_in_use"
        process.kill()
        process.wait()
    asyncio.run(Database.open(path).close())


@pytest.mark.parametrize("fresh", [True, False])
def test_a_writer_by_another_name_of_the_same_file_is_refused(tmp_path: Path, fresh: bool) -> None:
    """A hard link, as the same file mounted twice, has another lock beside it."""
    path, other = tmp_path / "a.db", tmp_path / "other" / "b.db"
    other.parent.mkdir()
    if not fresh:
        asyncio.run(Database.open(path).close())
    holder = "import sys, canastra.server.storage as s; kept = s.Database.open(sys.argv[1]); print(1); input()"
    command = [sys.executable, "-uc", holder, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        other.hardlink_to(path)
        with closing(sqlite3.connect(path)) as reader:
            assert reader.execute("SELECT count(*) FROM tables").fetchone() == (0,), "readers are let in"
        assert refusal(other).code == "storage_in_use"
        process.kill()
        process.wait()
    asyncio.run(Database.open(other).close())


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        await store.create("t", "{}")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        assert modes == dict.fromkeys(("a.db", "a.db-wal", "a.db-shm", "a.db.lock", "a.db.generation"), 0o600)
        await store.close()

    asyncio.run(main())


def test_a_commit_is_on_the_disk(tmp_path: Path) -> None:
    async def main() -> None:
        database = Database.open(tmp_path / "a.db")
        settings = [
            await database.write_sqlite(lambda c, name=name: c.execute(f"PRAGMA {name}").fetchone()[0])  # type: ignore[misc]
            for name in ("journal_mode", "synchronous", "foreign_keys", "fullfsync")
        ]
        assert settings == ["wal", 2, 1, 1]
        await database.close()

    asyncio.run(main())


def test_what_an_insert_may_undo_goes_into_no_file(tmp_path: Path) -> None:
    async def main() -> None:
        database = Database.open(tmp_path / "a.db")
        assert await database.write_sqlite(lambda c: c.execute("PRAGMA temp_store").fetchone()[0]) == 2
        await database.close()

    asyncio.run(main())


def test_readers_can_not_write(tmp_path: Path) -> None:
    async def main() -> None:
        database = Database.open(tmp_path / "a.db")
        with pytest.raises(StoppedError, match="readonly"):
            await database.read_sqlite(lambda connection: connection.execute("DELETE FROM tables"))
        await database.close()

    asyncio.run(main())


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = closed(tmp_path / "a.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    error = refusal(path)
    assert (error.code, error.figures["found"], error.figures["known"]) == ("storage_newer", 99, len(MIGRATIONS))
    assert version(path) == 99


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    for name, statement in (
        ("a.db", "CREATE TABLE x (y)"),
        ("b.db", "PRAGMA user_version = 1"),
        ("c.db", "PRAGMA application_id = 7"),
    ):
        path = tmp_path / name
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
        before = path.read_bytes()
        assert refusal(path).code == "storage_foreign"
        assert path.read_bytes() == before


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"canastra" * 1000)
    assert refusal(tmp_path / "a.db").code == "storage_damaged"
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"], "nothing is left beside it"
    assert refusal(tmp_path / "no" / "a.db").code == "storage_unwritable"
    (tmp_path / "folder").mkdir()
    assert refusal(tmp_path / "folder").code == "storage_unwritable"


def test_a_refused_file_is_not_locked(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"canastra" * 1000)
    refusal(path)
    path.unlink()
    asyncio.run(Database.open(path).close())


def damaged(folder: Path) -> Path:
    """A database of which all pages beyond those of an empty one are lost: the events, and not the schema."""
    path, sound = closed(folder / "a.db", events=200), os.stat(closed(folder / "empty.db")).st_size
    with path.open("r+b") as file:
        file.seek(sound)
        file.write(b"\xab" * (os.stat(path).st_size - sound))
    return path


def test_damage_stops_the_writer(tmp_path: Path) -> None:
    path = damaged(tmp_path)

    async def main() -> None:
        store = SqliteStore.open(path)
        with pytest.raises(StoppedError) as caught:
            await store.read("t")
        assert caught.value.code == "storage_damaged"
        with pytest.raises(StoppedError, match="damaged"):
            await store.append("t", 201, ["a"])
        await store.close()

    asyncio.run(main())


def test_damage_met_in_an_append_stops_the_writer(tmp_path: Path) -> None:
    path = damaged(tmp_path)

    async def main() -> None:
        store = SqliteStore.open(path)
        for _ in range(2):
            with pytest.raises(StoppedError, match="damaged"):
                await store.append("t", 201, ["a"])
        await store.close()

    asyncio.run(main())


def test_migrations_lead_forward_one_by_one(tmp_path: Path) -> None:
    path = closed(tmp_path / "a.db", events=3)
    more = (*MIGRATIONS, ("ALTER TABLE tables ADD COLUMN colour TEXT",), ("UPDATE tables SET colour = 'green'",))
    with closing(connections.connect(path)) as connection:
        schema.migrate(connection, str(path), more)
        assert connection.execute("SELECT id, colour FROM tables").fetchall() == [("t", "green")]
        assert connection.execute("SELECT count(*) FROM events").fetchone()[0] == 3
        schema.migrate(connection, str(path), more)
    assert version(path) == len(MIGRATIONS) + 2
    assert refusal(path).code == "storage_newer"


def test_a_migration_that_fails_leaves_the_version_before_it(tmp_path: Path) -> None:
    path = closed(tmp_path / "a.db")
    broken = (*MIGRATIONS, ("ALTER TABLE tables ADD COLUMN a", "ALTER TABLE tables ADD COLUMN a"))
    with closing(connections.connect(path)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="duplicate"):
            schema.migrate(connection, str(path), broken)
        assert "a" not in [row[1] for row in connection.execute("PRAGMA table_info(tables)")]
    assert version(path) == len(MIGRATIONS)
    asyncio.run(Database.open(path).close())


@pytest.mark.parametrize("statement", ["DELETE FROM audit_log", "UPDATE audit_log SET why = ''"])
def test_the_audit_log_is_only_added_to(statement: str, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    asyncio.run(Database.open(path).close())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO audit_log VALUES (1, 2, 'p1', 'ban', 'p2', 'why', '{}', '{}')")
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            connection.execute(statement)
