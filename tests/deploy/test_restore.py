"""Restoring a backup: it has all that was answered before it, and the file put aside has the rest."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from canastra.cli.exits import EXIT_OK
from tests.cli.running import canastra
from tests.server.run.process import PLENTY, Process, Seated, guest, run, serving

pytestmark = pytest.mark.slow


def last_event(path: Path, table: str) -> int:
    """Return the number of a table's last event, 0 without one."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT coalesce(max(seq), 0) FROM events WHERE table_id = ?", (table,)).fetchone()
        return int(found[0])


def played(folder: Path) -> tuple[str, int]:
    """Let a guest open a table and play. Return its id, and the last event that the guest received."""
    opened: dict[str, int] = {}

    async def play(process: Process) -> None:
        bia = await guest(process.address, "Bia")
        table = (await bia.done("POST", "/api/tables", {"rulebook": "canastra-duelo", "bots": "greedy"}))["table"]
        async with bia.socket(table) as socket:
            seated = Seated(bia, socket, Random(1))
            await seated.play(turns=10)
        opened[table] = max(int(each["seq"]) for each in seated.told if each["type"] in ("welcome", "update"))

    with serving(folder, *PLENTY) as process:
        process.wait_ready()
        run(play(process))
        assert process.end()[0] == 0
    return opened.popitem()


def test_a_restore_goes_back_and_the_file_put_aside_forward(tmp_path: Path) -> None:
    database, backup = tmp_path / "canastra.db", tmp_path / "before.db"
    first, first_seq = played(tmp_path)
    assert canastra("database", "backup", database, backup).status == EXIT_OK
    second, second_seq = played(tmp_path)
    assert canastra("database", "check", database).status == EXIT_OK
    assert canastra("database", "restore", backup, database).status == EXIT_OK
    assert last_event(database, first) >= first_seq
    assert last_event(database, second) == 0
    (aside,) = tmp_path.glob("canastra.db.replaced-*")
    assert last_event(aside, second) >= second_seq
    assert canastra("database", "restore", aside, database).status == EXIT_OK
    with serving(tmp_path, *PLENTY) as process:
        process.wait_ready()
        assert {process.get(f"/api/tables/{table}").status_code for table in (first, second)} == {200}
    assert last_event(database, second) >= second_seq
