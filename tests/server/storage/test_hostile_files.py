"""Files that are cut, damaged, older, newer or foreign: a start works or says in one sentence why not."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from canastra.server.storage import Database, SqliteStore, StorageError, StorageFileError, backup, restore
from canastra.server.storage.schema import MIGRATIONS

CODES = {"storage_damaged", "storage_foreign", "storage_newer", "storage_fault", "storage_full", "storage_unwritable"}
CRAMPED = """
import resource, sys
from canastra.server.storage import Database, StorageFileError, schema
copied = "CREATE TABLE more AS SELECT a.* FROM events AS a, events AS b"
for reads in (schema.check_version, schema.migrate):
    reads.__defaults__ = ((*schema.MIGRATIONS, (copied,)),)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    Database.open(sys.argv[1])
except StorageFileError as error:
    print(error.code, "\\n" in str(error))
"""


async def filled(path: Path, events: int = 200) -> None:
    store = SqliteStore.open(path)
    await store.create("t", "{}")
    await store.append("t", 1, [f'"{seq:0500}"' for seq in range(events)], "c1", "ok")
    await store.close()


async def length(path: Path) -> int:
    store = SqliteStore.open(path)
    try:
        return len(await store.read("t"))
    finally:
        await store.close()


def tried(path: Path) -> str | None:
    """The code with which a start and a look at the table fail; None if both work. Other errors are raised."""
    said: StorageError | None = None
    try:
        asyncio.run(length(path))
    except StorageError as error:
        said = error
    assert "\n" not in str(said)
    return said.code if said else None


def mutated(sound: bytes, random: Random) -> bytes:
    """A file cut, with a page of noise, zeroes or some wrong bytes, or two of these."""
    found = bytearray(sound)
    for _ in range(random.choice((1, 1, 2))):
        place = random.randrange(len(found)) if random.random() < 0.7 else random.randrange(min(200, len(found)))
        match random.randrange(4):
            case 0:
                del found[max(1, place) :]
            case 1:
                found[place : place + 4096] = random.randbytes(min(4096, len(found) - place))
            case 2:
                found[place : place + 512] = bytes(min(512, len(found) - place))
            case _:
                for _ in range(8):
                    found[min(len(found) - 1, place + random.randrange(64))] = random.randrange(256)
    return bytes(found)


@pytest.mark.parametrize("seed", range(6))
def test_a_start_on_a_damaged_file_fails_in_one_sentence(tmp_path: Path, seed: int) -> None:
    path, random = tmp_path / "a.db", Random(seed)
    asyncio.run(filled(path))
    sound, beside = path.read_bytes(), (tmp_path / "a.db.generation").read_bytes()
    outcomes = set()
    for _ in range(40):
        for name in ("a.db-wal", "a.db-shm"):
            (tmp_path / name).unlink(missing_ok=True)
        path.write_bytes(mutated(sound, random))
        (tmp_path / "a.db.generation").write_bytes(beside)
        outcomes.add(tried(path))
    assert outcomes <= {None, "storage_no_table", *CODES}  # The name of the table may be what was hit.
    assert "storage_damaged" in outcomes


def test_a_backup_that_was_damaged_is_not_restored_and_what_was_there_stays(tmp_path: Path) -> None:
    path, copy, random = tmp_path / "a.db", tmp_path / "b.db", Random(9)
    asyncio.run(filled(path))
    backup(path, copy)
    sound, before = copy.read_bytes(), path.read_bytes()
    refused = 0
    for _ in range(40):
        copy.write_bytes(mutated(sound, random))
        code = None
        try:
            restore(copy, path)
        except StorageFileError as error:
            code = error.code
        if code is None:
            assert tried(path) in (None, "storage_damaged"), "a wrong text only `database check` finds"
            path.write_bytes(before)
        else:
            refused += 1
            assert (code in CODES, path.read_bytes() == before) == (True, True)
            assert not path.with_name("a.db.part").exists()
    assert refused > 20


def test_a_full_disk_in_the_middle_of_an_upgrade_loses_nothing(tmp_path: Path) -> None:
    """Of a program with one version more, which copies all events a hundred times."""
    path = tmp_path / "a.db"
    asyncio.run(filled(path, 100))
    size = path.stat().st_size
    for room in (size, 4_097, 9_000):
        command = [sys.executable, "-c", CRAMPED, str(path), str(room)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        code, has_lines = done.stdout.split()
        assert (code in CODES, has_lines, done.stderr) == (True, "False", "")
    assert asyncio.run(length(path)) == 100


def test_a_newer_file_and_one_of_something_else_stay_as_they_are(tmp_path: Path) -> None:
    newer, other = tmp_path / "newer.db", tmp_path / "other.db"
    asyncio.run(filled(newer, 1))
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE mine (x)")
    for path, code in ((newer, "storage_newer"), (other, "storage_foreign")):
        before = path.read_bytes()
        assert tried(path) == code
        assert path.read_bytes() == before


def test_a_folder_by_a_link_is_the_folder(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)

    async def main() -> None:
        store = SqliteStore.open(link / "a.db")
        with pytest.raises(StorageFileError) as caught:
            SqliteStore.open(real / "a.db")
        assert caught.value.code == "storage_in_use"
        await store.create("t", "{}")
        await store.close()
        assert await length(real / "a.db") == 0
        link.unlink()
        (tmp_path / "elsewhere").mkdir()
        shutil.copy(real / "a.db", tmp_path / "elsewhere" / "a.db")
        link.symlink_to(tmp_path / "elsewhere")
        database = Database.open(link / "a.db")
        assert database.restored, "a link that leads elsewhere now leads to a copy"
        await database.close()

    asyncio.run(main())


def test_a_folder_that_is_not_there_or_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "none" / "a.db", tmp_path / "file" / "a.db", tmp_path):
        with pytest.raises(StorageFileError) as caught:
            Database.open(path)
        assert "\n" not in str(caught.value)
        assert str(tmp_path) in str(caught.value)
    assert sorted(os.listdir(tmp_path)) == ["file"]


@pytest.mark.parametrize(
    "change", ["DELETE FROM generation", "UPDATE generation SET steps = 'x'", "UPDATE generation SET id = 'x'"]
)
def test_a_count_that_makes_no_sense(tmp_path: Path, change: str) -> None:
    path = tmp_path / "a.db"
    asyncio.run(filled(path, 1))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
        connection.commit()
    assert tried(path) == "storage_damaged"


def test_no_error_quotes_what_the_file_holds(tmp_path: Path) -> None:
    """SQLite's own words for a text that is no UTF-8 quote the text: an event, with its cards."""
    path = tmp_path / "a.db"
    asyncio.run(filled(path, 1))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE events SET body = CAST(X'4b53203943ff' AS TEXT)")
        connection.commit()
    with pytest.raises(StorageError) as caught:
        asyncio.run(length(path))
    assert caught.value.code == "storage_damaged"
    assert "KS" not in repr(caught.value.figures) + str(caught.value)
