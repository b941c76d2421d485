"""The reports of users about other users, for the operators."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select
from sqlalchemy import delete as delete_from

from canastra.errors import InputError
from canastra.protocol.messages import Line
from canastra.protocol.people import Report
from canastra.server.clock import DAY
from canastra.server.limits import limit
from canastra.server.logging import log
from canastra.server.storage.tables import reports
from canastra.server.users import repository, validation
from canastra.server.users.tokens import Core, Identity, UsersError

OF_PAIR = limit("reports_of_pair", 3, "a person", "reports about one other within a day", "429 `users_reports`")
OF_PERSON = limit("reports", 20, "a person", "reports within a day", "429 `users_reports`")
LINES = limit("lines_reported", 50, "a report", "latest lines of talk kept with it", "older ones are left out")
KEPT = limit("reports_kept", 365 * DAY, "a report", "time in the database", "it is deleted", "ms")
_LONGEST_TEXT = limit("report", 1000, "a report", "characters", "the rest is cut")
_LONGEST_TABLE = 64
_LINES = msgspec.json.Decoder(tuple[Line, ...])
_R = reports.c
_FILED = select(_R.id, _R.at, _R.reporter, _R.player, _R.name, _R.reason, _R.table_id, _R.text, _R.excerpt)


@dataclass(frozen=True, slots=True)
class Filed:
    """A report as operators read it. `name` is the person's name then; `reporter` becomes None with its deletion."""

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
    """Reports are kept for a year, unless an operator deletes them earlier, even if the people in them are deleted."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def file(self, identity: Identity, report: Report, excerpt: Sequence[Line], deal: int | None = None) -> None:
        """Store a report with the latest lines of chat and the number of the running deal.

        Raises UsersError, also if the reporter files too many a day.
        """
        reporter, now = identity.player, self._core.clock.now()
        if not (validation.sound(report.text) and validation.sound(report.table or "")):
            raise UsersError("users_report", 400)
        table = report.table and report.table[:_LONGEST_TABLE]  # No id of a table is longer.
        said = msgspec.json.encode(list(excerpt)[-LINES:]).decode("utf-8")

        def work(connection: Connection) -> None:
            repository.require_interactive_session(connection, identity)
            if report.player == reporter:
                raise UsersError("users_oneself", 400)
            name = repository.known(connection, report.player).name
            _check_number(connection, reporter, report.player, now - DAY)
            row = {"at": now, "reporter": reporter, "player": report.player, "name": name, "reason": report.reason}
            told = {"table_id": table, "text": report.text[:_LONGEST_TEXT], "excerpt": said, "deal": deal}
            connection.execute(insert(reports), row | told)

        await self._core.change(reporter, work)
        log(logging.INFO, "reported", reporter=reporter, player=report.player, reason=report.reason)

    async def latest(self, limit: int) -> list[Filed]:
        """The latest reports, the newest first."""
        return await self._core.database.read(lambda connection: latest(connection, limit))


def latest(connection: Connection, limit: int) -> list[Filed]:
    """The latest reports, read on a connection without a server."""
    return [_filed(row) for row in connection.execute(_FILED.order_by(_R.id.desc()).limit(max(0, limit)))]


def delete(connection: Connection, numbers: Iterable[int]) -> None:
    """Delete reports that were dealt with. Raises InputError for an unknown number."""
    for number in numbers:
        if not connection.execute(delete_from(reports).where(_R.id == number)).rowcount:
            raise InputError("database_no_report", number=number)


def sweep(connection: Connection, now: int) -> int:
    """Delete expired reports. Returns how many."""
    return connection.execute(delete_from(reports).where(_R.at <= now - KEPT)).rowcount


def _check_number(connection: Connection, reporter: str, player: str, since: int) -> None:
    counts = select(func.count(), func.count().filter(_R.player == player)).select_from(reports)
    everything, of_pair = connection.execute(counts.where(_R.reporter == reporter, _R.at > since)).one()
    if of_pair >= OF_PAIR or everything >= OF_PERSON:
        raise UsersError("users_reports", 429)


def _filed(row: Sequence[Any]) -> Filed:
    *figures, excerpt = row
    return Filed(*(*figures, _LINES.decode(excerpt)))
