"""Appends written to SQLite: judged one after the other, inserted together."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec

from canastra.server.storage.errors import RefusedError
from canastra.server.storage.store import Append, judge

# Each call of SQLite hands the interpreter's lock to the event loop and has to wait to get it back, once for each row.
# So the queries for a whole batch are one JSON text each way, and its rows are inserted together.
_FOUND = """
SELECT (
SELECT json_group_array(json_array(tables.id, (SELECT coalesce(max(seq), 0) FROM events WHERE table_id = tables.id)))
FROM json_each(?) AS wanted CROSS JOIN tables ON tables.id = wanted.value
), (
SELECT json_group_array(json_array(table_id, command_id, answer))
FROM json_each(?) AS wanted CROSS JOIN commands
ON table_id = json_extract(wanted.value, '$[0]') AND command_id = json_extract(wanted.value, '$[1]')
)
"""
"""The number of events of each table, and the answers to commands that were done before."""
_EVENTS = "INSERT INTO events (table_id, seq, start, command_id, body) VALUES "
_COMMANDS = "INSERT INTO commands (table_id, command_id, answer) VALUES "
_ROWS = 64
"""The most rows of one insert, so that the statement for each number of rows is compiled once and cached."""


def append_all(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[RefusedError | None]:
    """Write the granted appends, inside the transaction of the connection. Returns for each its refusal, or None.

    They are judged one after the other, as if each came alone.
    """
    asked = [(each.table_id, each.command_id) for each in appends if each.leaves_answer]
    tables = list({each.table_id for each in appends})
    found = connection.execute(_FOUND, (_json(tables), _json(asked))).fetchone()
    heads: dict[str, int] = dict(msgspec.json.decode(found[0]))
    told = {(table_id, command_id): answer for table_id, command_id, answer in msgspec.json.decode(found[1])}
    outcomes: list[RefusedError | None] = []
    events: list[tuple[str, int, int, str | None, str]] = []
    commands: list[tuple[str, str, str]] = []
    for append in appends:
        key = (append.table_id, append.command_id)
        outcomes.append(judge(append, heads.get(append.table_id), told.get(key)))
        if outcomes[-1] is not None:
            continue
        start = append.expected_seq
        events += [
            (append.table_id, seq, start, append.command_id, body) for seq, body in enumerate(append.events, start)
        ]
        heads[append.table_id] = start + len(append.events) - 1
        if append.command_id is not None and append.answer is not None:
            commands.append((append.table_id, append.command_id, append.answer))
            told[key] = append.answer
    _insert(connection, _EVENTS, events)
    _insert(connection, _COMMANDS, commands)
    return outcomes


def _insert(connection: sqlite3.Connection, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
    for first in range(0, len(rows), _ROWS):
        some = rows[first : first + _ROWS]
        marks = f"({', '.join('?' * len(some[0]))})"
        connection.execute(statement + ", ".join([marks] * len(some)), [value for row in some for value in row])


def _json(rows: Sequence[object]) -> str:
    return msgspec.json.encode(rows).decode()
