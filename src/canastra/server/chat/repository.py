"""Chat lines in the database: numbered by table, each stored once for its author's id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Text, bindparam, cast, delete, exists, func, insert, select, tuple_, update
from sqlalchemy.sql.dml import UpdateBase

from canastra.protocol.messages import Line
from canastra.server.chat.rules import Audience
from canastra.server.limits import limit
from canastra.server.storage import SqlDatabase
from canastra.server.storage.tables import lines, logs

READABLE = limit("lines_readable", 200, "a table", "latest lines in memory", "older ones are not read back")
"""Latest lines of a table that can be read again."""
_AT_ONCE = 500
"""Lines deleted or erased in one transaction: tables wait for the writer meanwhile."""

_C = lines.c
_COLUMNS = (_C.n, _C.at, _C.player, _C.name, _C.seat, _C.text, _C.preset, _C.audience)
_FIND = select(*_COLUMNS).where(
    _C.table_id == bindparam("table"), _C.player == bindparam("author"), _C.command_id == bindparam("command")
)
# An erased line has an empty player id, which no person has.
_LATEST = (
    select(*_COLUMNS)
    .where(_C.table_id == bindparam("table"), _C.player != "")
    .order_by(_C.n.desc())
    .limit(bindparam("count"))
)
_NEXT = select(func.coalesce(func.max(_C.n), 0) + 1).where(_C.table_id == bindparam("table"))
_ADD = insert(lines)
_KEY = tuple_(_C.table_id, _C.n)
_OLD = delete(lines).where(
    _KEY.in_(
        select(_C.table_id, _C.n)
        .where(_C.at < bindparam("figure"), ~exists().where(logs.c.id == _C.table_id, logs.c.live))
        .limit(_AT_ONCE)
        .correlate(None)
    )
)
# The row stays, so that its number, which others have seen, is not given to another line.
_ERASED = (
    update(lines)
    .where(_KEY.in_(select(_C.table_id, _C.n).where(_C.player == bindparam("figure")).limit(_AT_ONCE).correlate(None)))
    .values(player="", name="", seat=None, text=None, preset=None, command_id=cast(_C.n, Text))
)


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line and its audience."""

    line: Line
    audience: Audience


@dataclass(frozen=True, slots=True)
class Draft:
    """A line to store; it gets its number when it is stored."""

    table_id: str
    command_id: str
    said: StoredLine


class ChatLines:
    """All lines of a database."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database

    async def add(self, draft: Draft) -> tuple[StoredLine, bool]:
        """Store a line under the table's next number. Returns the stored line and True, or the line that its author
        sent earlier under the same id and False.

        The line is on the disk when this returns.
        """
        return await self._database.write(lambda connection: _add(connection, draft))

    async def find(self, table_id: str, player: str, command_id: str) -> StoredLine | None:
        """The line that an author sent under an id; None if none was stored."""
        return await self._database.read(lambda connection: _find(connection, table_id, player, command_id))

    async def latest(self, table_id: str, count: int = READABLE) -> list[StoredLine]:
        """The last lines of a table, in their order."""
        values = {"table": table_id, "count": count}
        rows = await self._database.read(lambda connection: connection.execute(_LATEST, values).all())
        return [_kept(row) for row in reversed(rows)]

    async def delete(self, before: int) -> int:
        """Delete the lines older than a time at tables that are no longer live. Returns how many were deleted."""
        return await self._in_parts(_OLD, before)

    async def erase(self, player: str) -> int:
        """Erase all lines of a player except their numbers and times. Returns how many were erased."""
        return await self._in_parts(_ERASED, player)

    async def _in_parts(self, statement: UpdateBase, figure: int | str) -> int:
        changed = 0
        while True:
            count = await self._database.write(lambda c: c.execute(statement, {"figure": figure}).rowcount)
            changed += count
            if count < _AT_ONCE:
                return changed


def _add(connection: Connection, draft: Draft) -> tuple[StoredLine, bool]:
    line, audience = draft.said.line, draft.said.audience
    known = _find(connection, draft.table_id, line.player, draft.command_id)
    if known is not None:
        return known, False
    n = int(connection.execute(_NEXT, {"table": draft.table_id}).scalar_one())
    row = (n, line.at, line.player, line.name, line.seat, line.text, line.preset, audience.value)
    values = {column.name: value for column, value in zip(_COLUMNS, row, strict=True)}
    connection.execute(_ADD, values | {"table_id": draft.table_id, "command_id": draft.command_id})
    return _kept(row), True


def _find(connection: Connection, table_id: str, player: str, command_id: str) -> StoredLine | None:
    values = {"table": table_id, "author": player, "command": command_id}
    row = connection.execute(_FIND, values).first()
    return None if row is None else _kept(row)


def _kept(row: Sequence[Any]) -> StoredLine:
    *line, audience = row
    return StoredLine(Line(*line), Audience(audience))
