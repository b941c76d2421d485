"""A start fails at once on a full disk, without the database of a `.generation`, and on damaged text."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from canastra.server.db_check import examine
from canastra.server.storage import Database, StorageFileError, backup
from tests.server.run.process import serving
from tests.server.storage.test_hostile_files import filled

CRAMPED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0})); "
    "from canastra.cli.main import main; main()"
)


def refused(path: Path) -> StorageFileError:
    with pytest.raises(StorageFileError) as caught:
        Database.open(path)
    return caught.value


@pytest.mark.parametrize("state", ["missing", "empty", "without tables"])
def test_a_database_that_is_gone_is_no_new_one(tmp_path: Path, state: str) -> None:
    path, beside = tmp_path / "a.db", tmp_path / "a.db.generation"
    asyncio.run(filled(path))
    kept = beside.read_bytes()
    path.rename(tmp_path / "elsewhere.db")
    if state == "empty":
        path.touch()
    elif state == "without tables":
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA user_version = 0")
            connection.execute("VACUUM")
        connection.close()
    for _ in range(2):
        error = refused(path)
        assert (error.code, str(beside) in str(error)) == ("storage_gone", True)
    assert beside.read_bytes() == kept
    assert path.exists() == (state != "missing"), "nothing is left in a folder where nothing was"
    path.unlink(missing_ok=True)
    (tmp_path / "elsewhere.db").rename(path)
    again = Database.open(path)
    assert not again.restored
    asyncio.run(again.close())


def test_whoever_means_it_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    asyncio.run(filled(path))
    path.unlink()
    (tmp_path / "a.db.generation").unlink()
    database = Database.open(path)
    assert not database.restored
    asyncio.run(database.close())


def test_a_start_without_room_fails_at_once_and_with_room_works(tmp_path: Path) -> None:
    path = tmp_path / "canastra.db"
    asyncio.run(filled(path))
    size = path.stat().st_size
    command = [sys.executable, "-c", CRAMPED.format(100_000), "serve", "--port", "0", "--database", str(path)]
    done = subprocess.run([*command, "--lang", "en", "--plain-bots"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.count("\n") == 1
    assert str(path) in done.stderr
    assert path.stat().st_size == size
    with serving(tmp_path, "--plain-bots") as process:
        process.wait_ready()
    assert not examine(path).faults


@pytest.mark.parametrize("how", ["moved", "replaced"])
def test_a_file_that_is_taken_away_is_written_to_no_more(tmp_path: Path, how: str) -> None:
    path = tmp_path / "canastra.db"
    with serving(tmp_path, "--plain-bots", "--exit-after", "1", "--log-level", "warning") as process:
        process.wait_ready()
        made = httpx2.post(process.address + "/api/guests", json={"name": "Ana", "token": True})
        assert made.status_code == 201
        path.rename(tmp_path / "elsewhere.db")
        if how == "replaced":
            path.write_bytes((tmp_path / "elsewhere.db").read_bytes())
        assert process.child.wait(30) == 1
        assert "event=gave_up reason=storage" in process.log
        assert "event=not_written error=storage_fault" in process.log


def test_text_that_is_none_is_found_by_the_check_and_the_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    asyncio.run(filled(path))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE events SET body = CAST(X'4b53203943ff' AS TEXT) WHERE seq = 7")
    connection.close()
    found = examine(path)
    assert found.faults == ("events: text that is not UTF-8",)
    with pytest.raises(StorageFileError, match="not UTF-8 in events") as caught:
        backup(path, tmp_path / "copy.db")
    assert caught.value.code == "storage_damaged"
    assert not (tmp_path / "copy.db").exists()
    assert "KS" not in str(caught.value)
