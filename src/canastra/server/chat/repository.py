"""Lines of talk in the database: numbered by table, each once for its author's id."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from canastra.protocol.messages import Line
from canastra.server.chat.rules import Audience
from canastra.server.limits import limit
from canastra.server.storage import Database

READABLE = limit("lines_readable", 200, "a table", "latest lines in memory", "older ones are not read back")
"""Latest lines of a table that can be read again."""
_AT_ONCE = 500
"""Lines deleted or erased in one transaction: tables wait for the writer meanwhile."""

_COLUMNS = "n, at, player, name, seat, text, preset, audience"
_OLD = """
DELETE FROM lines WHERE (table_id, n) IN (
    SELECT table_id, n FROM lines WHERE at < ?
    AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = lines.table_id AND tables.live = 1) LIMIT ?
)
"""
# What stays keeps the number, which others have seen, from being given to another line. Nobody's id is empty.
_ERASED = """
UPDATE lines SET player = '', name = '', seat = NULL, text = NULL, preset = NULL, command_id = n
WHERE (table_id, n) IN (SELECT table_id, n FROM lines WHERE player = ? LIMIT ?)
"""


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line, and for whom it was said."""

    line: Line
    audience: Audience


@dataclass(frozen=True, slots=True)
class Draft:
    """A line that is to be kept; it gets its number then."""

    table_id: str
    command_id: str
    said: StoredLine


class ChatLines:
    """All lines of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, draft: Draft) -> tuple[StoredLine, bool]:
        """Keep a line under the table's next number; the one kept first, and False, if its author sent the id before.

        It is on the disk when this returns.
        """
        return await self._database.write_sqlite(lambda connection: _add(connection, draft))

    async def find(self, table_id: str, player: str, command_id: str) -> StoredLine | None:
        """What somebody said under an id; None if nothing was kept."""
        return await self._database.read_sqlite(lambda connection: _find(connection, table_id, player, command_id))

    async def latest(self, table_id: str, count: int = READABLE) -> list[StoredLine]:
        """The last lines of a table, in their order."""
        statement = f"SELECT {_COLUMNS} FROM lines WHERE table_id = ? AND player != '' ORDER BY n DESC LIMIT ?"
        rows = await self._database.read_sqlite(
            lambda connection: connection.execute(statement, (table_id, count)).fetchall()
        )
        return [_kept(row) for row in reversed(rows)]

    async def delete(self, before: int) -> int:
        """Delete what was said before a time at tables that are not played at any more; how many lines that were."""
        return await self._in_parts(_OLD, before)

    async def erase(self, player: str) -> int:
        """Leave nothing but the numbers of what somebody said, and when; how many lines that were."""
        return await self._in_parts(_ERASED, player)

    async def _in_parts(self, statement: str, figure: int | str) -> int:
        changed = 0
        while True:
            count = await self._database.write_sqlite(lambda c: c.execute(statement, (figure, _AT_ONCE)).rowcount)
            changed += count
            if count < _AT_ONCE:
                return changed


def _add(connection: sqlite3.Connection, draft: Draft) -> tuple[StoredLine, bool]:
    line, audience = draft.said.line, draft.said.audience
    known = _find(connection, draft.table_id, line.player, draft.command_id)
    if known is not None:
        return known, False
    statement = "SELECT coalesce(max(n), 0) + 1 FROM lines WHERE table_id = ?"
    n = int(connection.execute(statement, (draft.table_id,)).fetchone()[0])
    row = (n, line.at, line.player, line.name, line.seat, line.text, line.preset, audience.value)
    connection.execute(
        f"INSERT INTO lines ({_COLUMNS}, table_id, command_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*row, draft.table_id, draft.command_id),
    )
    return _kept(row), True


def _find(connection: sqlite3.Connection, table_id: str, player: str, command_id: str) -> StoredLine | None:
    statement = f"SELECT {_COLUMNS} FROM lines WHERE table_id = ? AND player = ? AND command_id = ?"
    row = connection.execute(statement, (table_id, player, command_id)).fetchone()
    return None if row is None else _kept(row)


def _kept(row: tuple[Any, ...]) -> StoredLine:
    *line, audience = row
    return StoredLine(Line(*line), Audience(audience))
