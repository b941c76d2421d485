"""Appends: what is asked, whether it is granted, and how many of them are written at once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from canastra.server.storage.errors import NoSuchTableError, RefusedError, RepeatedCommandError, SequenceError


@dataclass(frozen=True, slots=True)
class Append:
    """The request to write the events of one command."""

    table_id: str
    expected_seq: int
    events: tuple[str, ...]
    command_id: str | None
    answer: str

    def __post_init__(self) -> None:
        check_text(self.table_id, self.command_id or "", self.answer, *self.events)


def check_text(*texts: str) -> None:
    """Raise a ValueError for what SQLite can't give back as it was: NUL, and what is not Unicode text.

    Said at the door, so that in a transaction shared by many nobody fails by the fault of another.
    """
    for text in texts:
        if "\0" in text:
            raise ValueError("a NUL in text to be stored")
        text.encode("utf-8")  # A UnicodeEncodeError is a ValueError.


def judge(append: Append, head: int | None, answer: str | None) -> RefusedError | None:
    """Why an append is refused, given the number of events of its table and what its command was told before."""
    if head is None:
        return NoSuchTableError(append.table_id)
    if append.command_id is not None and answer is not None:
        return RepeatedCommandError(append.table_id, append.command_id, answer)
    if append.expected_seq != head + 1:
        return SequenceError(append.table_id, append.expected_seq, head)
    return None


# Each call of SQLite hands the interpreter's lock to the event loop and has to wait to get it back, once for each row.
# So the rows of a whole batch go in and come out as one JSON text: four calls for any number of appends.
_HEADS = """
SELECT json_group_array(json_array(tables.id, (SELECT coalesce(max(seq), 0) FROM events WHERE table_id = tables.id)))
FROM json_each(?) AS wanted CROSS JOIN tables ON tables.id = wanted.value
"""
_ANSWERS = """
SELECT json_group_array(json_array(table_id, command_id, answer))
FROM json_each(?) AS wanted CROSS JOIN commands
ON table_id = json_extract(wanted.value, '$[0]') AND command_id = json_extract(wanted.value, '$[1]')
"""
_EVENTS = """
INSERT INTO events (table_id, seq, start, command_id, body)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?)
"""
_COMMANDS = """
INSERT INTO commands (table_id, command_id, answer)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)
"""


def append_all(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[RefusedError | None]:
    """Write those that are granted, inside the transaction of the connection; say of each why it is refused, or None.

    They are judged one after the other, as if each came alone.
    """
    heads: dict[str, int] = dict(_rows(connection, _HEADS, list({each.table_id for each in appends})))
    asked = [(each.table_id, each.command_id) for each in appends if each.command_id is not None]
    told = {(table_id, command_id): answer for table_id, command_id, answer in _rows(connection, _ANSWERS, asked)}
    outcomes: list[RefusedError | None] = []
    events: list[tuple[str, int, int, str | None, str]] = []
    commands: list[tuple[str, str, str]] = []
    for each in appends:
        key = (each.table_id, each.command_id)
        outcomes.append(judge(each, heads.get(each.table_id), told.get(key)))
        if outcomes[-1] is not None:
            continue
        start = each.expected_seq
        events += [(each.table_id, seq, start, each.command_id, body) for seq, body in enumerate(each.events, start)]
        heads[each.table_id] = start + len(each.events) - 1
        if each.command_id is not None:
            commands.append((each.table_id, each.command_id, each.answer))
            told[key] = each.answer
    for statement, rows in ((_EVENTS, events), (_COMMANDS, commands)):
        if rows:
            connection.execute(statement, (_json(rows),))
    return outcomes


def _rows(connection: sqlite3.Connection, statement: str, wanted: Sequence[object]) -> list[Any]:
    rows: list[Any] = []
    if wanted:
        rows = json.loads(connection.execute(statement, (_json(wanted),)).fetchone()[0])
    return rows


def _json(rows: Sequence[object]) -> str:
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
