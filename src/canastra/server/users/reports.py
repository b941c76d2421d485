"""What people tell the operators about each other."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from canastra.errors import InputError
from canastra.protocol.messages import Line
from canastra.protocol.people import Report
from canastra.server.clock import DAY
from canastra.server.limits import limit
from canastra.server.logging import log
from canastra.server.users import repository, validation
from canastra.server.users.core import Core
from canastra.server.users.tokens import Identity, UsersError

OF_PAIR = limit("reports_of_pair", 3, "a person", "reports about one other within a day", "429 `people_reports`")
OF_PERSON = limit("reports", 20, "a person", "reports within a day", "429 `people_reports`")
LINES = limit("lines_reported", 50, "a report", "latest lines of talk kept with it", "older ones are left out")
KEPT = limit("reports_kept", 365 * DAY, "a report", "time in the database", "it is deleted", "ms")
_LONGEST_TEXT = limit("report", 1000, "a report", "characters", "the rest is cut")
_LONGEST_TABLE = 64


@dataclass(frozen=True, slots=True)
class Filed:
    """A report as operators read it. `name` is what the person was called then, `reporter` None of one who is gone."""

    id: int
    at: int
    reporter: str | None
    player: str
    name: str
    reason: str
    table: str | None
    text: str
    excerpt: tuple[Line, ...]


class Reports:
    """Reports are kept for a year, if no operator deletes them before, also when the people in them are gone."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def file(self, identity: Identity, report: Report, excerpt: Sequence[Line], deal: int | None = None) -> None:
        """Keep a report with the latest lines of talk and the number of the deal that is played.

        Raises UsersError, also if there are too many a day.
        """
        reporter, now = identity.player, self._core.time.now()
        if not (validation.sound(report.text) and validation.sound(report.table or "")):
            raise UsersError("people_report", 400)
        table = report.table and report.table[:_LONGEST_TABLE]  # The ids of tables are not longer.
        said = msgspec.json.encode(list(excerpt)[-LINES:]).decode("utf-8")

        def work(connection: sqlite3.Connection) -> None:
            repository.require_interactive_session(connection, identity)
            if report.player == reporter:
                raise UsersError("people_oneself", 400)
            name = repository.known(connection, report.player).name
            _check_number(connection, reporter, report.player, now - DAY)
            connection.execute(
                "INSERT INTO reports (at, reporter, player, name, reason, table_id, text, excerpt, deal) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (now, reporter, report.player, name, report.reason, table, report.text[:_LONGEST_TEXT], said, deal),
            )

        await self._core.change(reporter, work)
        log(logging.INFO, "reported", reporter=reporter, player=report.player, reason=report.reason)

    async def latest(self, limit: int) -> list[Filed]:
        """The latest reports, the newest first."""
        return await self._core.database.read_sqlite(lambda connection: latest(connection, limit))


def latest(connection: sqlite3.Connection, limit: int) -> list[Filed]:
    """The same on a connection, for reading the file alone."""
    found = connection.execute(
        "SELECT id, at, reporter, player, name, reason, table_id, text, excerpt FROM reports ORDER BY id DESC LIMIT ?",
        (max(0, limit),),
    )
    return [_filed(row) for row in found.fetchall()]


def delete(connection: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Delete reports that were dealt with; an `InputError` if there is none of a number."""
    for number in numbers:
        if not connection.execute("DELETE FROM reports WHERE id = ?", (number,)).rowcount:
            raise InputError("database_no_report", number=number)


def sweep(connection: sqlite3.Connection, now: int) -> int:
    """Delete the reports whose time is over; how many."""
    return connection.execute("DELETE FROM reports WHERE at <= ?", (now - KEPT,)).rowcount


def _check_number(connection: sqlite3.Connection, reporter: str, player: str, since: int) -> None:
    everything, of_pair = connection.execute(
        "SELECT count(*), coalesce(sum(player = ?), 0) FROM reports WHERE reporter = ? AND at > ?",
        (player, reporter, since),
    ).fetchone()
    if of_pair >= OF_PAIR or everything >= OF_PERSON:
        raise UsersError("people_reports", 429)


def _filed(row: tuple[Any, ...]) -> Filed:
    *figures, excerpt = row
    return Filed(*(*figures, msgspec.json.decode(excerpt, type=tuple[Line, ...])))
