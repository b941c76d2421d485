"""`canastra database`: copies, a check of the file, reports of users."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from canastra.protocol.messages import Line
from canastra.protocol.people import Report
from canastra.server import db_check
from canastra.server.live import CommandRequest, TableManager
from canastra.server.storage import Database, SqliteStore
from canastra.server.storage.schema import MIGRATIONS
from canastra.server.users import Users
from canastra.table import AddBots
from tests.cli.running import Ran, canastra
from tests.server.live.live_server import TABLE, finished, opened, services

OTHER = "t2"
LINE = Line(1, 1_700_000_000_000, "p2", "Bia\x1b[2J", text="palavra feia")


async def fill(file: Path) -> None:
    """A match of bots played to its end, a table just opened, a report."""
    database = Database.open(file)
    host = TableManager(services(SqliteStore(database)))
    for table in (TABLE, OTHER):
        await host.create(table, opened("canastra-duelo", target=1))
    await host.send(TABLE, CommandRequest(AddBots("random"), "f"))
    await finished(host)
    await host.drain(5)
    people = Users(database)
    ana, _ = await people.guest("Ana", "pt")
    bia, _ = await people.guest("Bia", "pt")
    await people.reports.file(ana, Report(bia.player, "abuse", TABLE, "veja\nisto"), [LINE])
    await people.reports.file(bia, Report(ana.player, "name"), [])
    await people.close()
    await database.close()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("filled") / "canastra.db"
    asyncio.run(fill(file))
    return file


@pytest.fixture
def file(filled: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return Path(shutil.copy(filled, tmp_path / "canastra.db"))


@contextmanager
def spoiling(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file)) as connection:
        yield connection
        connection.commit()


def refused(ran: Ran, *words: str) -> None:
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err


def test_backup_check_and_restore(file: Path, tmp_path: Path) -> None:
    copy, place = tmp_path / "copy.db", tmp_path / "place.db"
    assert canastra("database", "backup", file, copy, "--lang", "en").out == f"{copy}: copied and checked.\n"
    assert canastra("database", "check", copy).status == 0
    ran = canastra("database", "restore", copy, place, "--lang", "en")
    assert (ran.status, ran.out) == (0, f"{place}: the backup is in place.\n")
    ran = canastra("database", "restore", copy, place, "--lang", "en")
    assert ran.out.splitlines()[1] == f"The former database is in {place}.replaced-1."
    assert canastra("database", "check", place, "--json").json == canastra("database", "check", file, "--json").json


def test_a_server_in_use_can_be_copied_and_looked_at_but_not_replaced(file: Path, tmp_path: Path) -> None:
    database, copy = Database.open(file), tmp_path / "copy.db"
    try:
        assert canastra("database", "backup", file, copy).status == 0
        assert canastra("database", "check", file).status == 0
        assert canastra("database", "reports", file).status == 0
        refused(canastra("database", "restore", copy, file, "--lang", "en"), "in use")
    finally:
        asyncio.run(database.close())


@pytest.mark.parametrize("command", ["check", "reports"])
def test_what_is_no_database(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing, foreign, empty, older = (tmp_path / name for name in ("missing", "foreign", "empty", "older"))
    foreign.write_bytes(b"nothing of the kind" * 1000)
    empty.write_bytes(b"")
    asyncio.run(Database.open(older).close())
    monkeypatch.setattr(db_check, "MIGRATIONS", (*MIGRATIONS, ("SELECT 1",)))
    for file in (missing, foreign, empty):
        refused(canastra("database", command, file), file.name)
    refused(canastra("database", command, older, "--lang", "en"), "older canastra")
    assert canastra("database", command, older, "--json").json["error"]["code"] == "database_older"
    assert not missing.exists()
    ran = canastra("database", command, missing, "--json")
    assert (ran.status, ran.json["error"]["code"]) == (2, "storage_missing")


def test_copies_that_can_not_be_made(file: Path, tmp_path: Path) -> None:
    refused(canastra("database", "backup", tmp_path / "missing", tmp_path / "b"), "missing")
    refused(canastra("database", "backup", file, file), file.name)
    refused(canastra("database", "backup", file, tmp_path / "no" / "b"), "no")
    refused(canastra("database", "restore", tmp_path / "missing", file), "missing")
    folder = tmp_path / "folder"
    folder.mkdir()
    refused(canastra("database", "backup", file, folder))
    assert canastra("database", "check", file).status == 0


def test_everything_in_order(file: Path) -> None:
    before = file.read_bytes()
    found = canastra("database", "check", file, "--json").json
    assert found.pop("events") > 50
    assert found == {"format": 1, "result": "whole", "tables": 2, "tournaments": 0, "file": [], "broken": []}
    assert canastra("database", "check", file, "--lang", "en").out.startswith("All in order. Tables: 2; events: ")
    assert file.read_bytes() == before


def last_event(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT max(seq) FROM events WHERE table_id = ?", (TABLE,)).fetchone()[0])


def without_an_event(connection: sqlite3.Connection) -> int:
    connection.execute("DELETE FROM events WHERE table_id = ? AND seq = 20", (TABLE,))
    return 20


def without_the_first(connection: sqlite3.Connection) -> int:
    connection.execute("DELETE FROM events WHERE table_id = ? AND seq = 1", (TABLE,))
    return 1


def twice_the_same(connection: sqlite3.Connection) -> int:
    connection.execute(
        "UPDATE events SET body = (SELECT body FROM events WHERE table_id = :table AND seq = 1) "
        "WHERE table_id = :table AND seq = 15",
        {"table": TABLE},
    )
    return 15


def no_json(connection: sqlite3.Connection) -> int:
    connection.execute("UPDATE events SET body = 'KS QH' WHERE table_id = ? AND seq = 9", (TABLE,))
    return 9


def another_rulebook(connection: sqlite3.Connection) -> int:
    connection.execute(
        "UPDATE events SET body = replace(body, 'canastra-duelo', 'casa-nenhuma') WHERE table_id = ? AND seq = 1",
        (TABLE,),
    )
    return 1


def an_event_too_many(connection: sqlite3.Connection) -> int:
    last = last_event(connection)
    connection.execute(
        "INSERT INTO events SELECT table_id, :seq, :seq, NULL, body FROM events WHERE table_id = :table AND seq = 12",
        {"table": TABLE, "seq": last + 1},
    )
    return last + 1


SPOILT = [without_an_event, without_the_first, twice_the_same, no_json, another_rulebook, an_event_too_many]


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_broken_log_is_named(file: Path, spoil: Callable[[sqlite3.Connection], int]) -> None:
    with spoiling(file) as connection:
        event = spoil(connection)
    ran = canastra("database", "check", file, "--json")
    assert ran.status == 1
    assert ran.json["result"] == "broken"
    assert [(each["table"], each["event"]) for each in ran.json["broken"]] == [(TABLE, event)]
    ran = canastra("database", "check", file, "--lang", "en")
    assert ran.status == 1
    assert f"table {TABLE}: the log doesn't hold from event {event} on" in ran.out
    assert "KS" not in ran.out


def test_a_damaged_file_is_told(file: Path) -> None:
    content = bytearray(file.read_bytes())
    size = 4096
    for page in range(10, len(content) // size):
        content[page * size : page * size + 200] = b"\xff" * 200
    file.write_bytes(content)
    ran = canastra("database", "check", file, "--json")
    found = ran.json
    assert ran.status in (1, 2)
    assert found["error"]["code"] == "storage_damaged" if ran.status == 2 else found["file"] + found["broken"]


def test_reports(file: Path) -> None:
    newest, oldest = canastra("database", "reports", file, "--json").json["reports"]
    assert (newest["reason"], newest["name"], newest["excerpt"]) == ("name", "Ana", [])
    assert (oldest["reason"], oldest["name"], oldest["table"], oldest["text"]) == ("abuse", "Bia", TABLE, "veja\nisto")
    assert oldest["excerpt"][0]["text"] == "palavra feia"
    out = canastra("database", "reports", file, "--lang", "en").out
    assert "Bia" in out
    assert "palavra feia" in out
    assert "\n  veja\n  isto\n" in out
    assert "\x1b" not in out
    assert TABLE in out


def test_reports_are_deleted_by_their_number_while_a_server_runs(file: Path) -> None:
    newest, oldest = (each["id"] for each in canastra("database", "reports", file, "--json").json["reports"])

    def left() -> list[int]:
        return [each["id"] for each in canastra("database", "reports", file, "--json").json["reports"]]

    database = Database.open(file)
    try:
        refused(
            canastra("database", "reports", file, "--delete", str(oldest), "--delete", "77", "--lang", "en"),
            "report 77",
        )
        ran = canastra("database", "reports", file, "--delete", "-1", "--json")
        assert (ran.status, ran.json["error"]["code"]) == (2, "database_no_report")
        assert left() == [newest, oldest]
        ran = canastra("database", "reports", file, "--delete", str(oldest), "--lang", "en")
        assert (ran.status, ran.out) == (0, f"Deleted: {oldest}.\n")
        assert left() == [newest]
        people = Users(database)
        asyncio.run(people.guest("Ana", "pt"))  # It goes on writing.
    finally:
        asyncio.run(database.close())
    ran = canastra("database", "reports", file, "--delete", str(newest), "--delete", str(newest), "--json")
    assert (ran.status, ran.json) == (0, {"format": 1, "deleted": [newest]})
    assert left() == []
    assert canastra("database", "check", file).status == 0


def test_a_report_of_another_database_is_not_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing, foreign, older = (tmp_path / name for name in ("missing", "foreign", "older"))
    foreign.write_bytes(b"nothing of the kind" * 1000)
    asyncio.run(Database.open(older).close())
    monkeypatch.setattr(db_check, "MIGRATIONS", (*MIGRATIONS, ("SELECT 1",)))
    for file in (missing, foreign, older):
        before = file.read_bytes() if file.exists() else None
        refused(canastra("database", "reports", file, "--delete", "1"), file.name)
        assert (file.read_bytes() if file.exists() else None) == before


def test_no_reports(tmp_path: Path) -> None:
    asyncio.run(Database.open(tmp_path / "a.db").close())
    assert canastra("database", "reports", tmp_path / "a.db", "--lang", "en").out == "No reports.\n"
    assert canastra("database", "reports", tmp_path / "a.db", "--json").json == {"format": 1, "reports": []}


def test_the_group_alone_shows_its_page() -> None:
    ran = canastra("database", "--lang", "en")
    assert ran.status == 0
    assert ran.out == canastra("database", "--help", "--lang", "en").out
    for command in ("backup", "restore", "check", "reports"):
        assert f"  {command} " in ran.out
        page = canastra("database", command, "--help", "--lang", "en").out
        assert f"canastra database {command} " in page
    assert canastra("database", "nothing").status == 2
