"""The ports of storage, independent of the implementation, and a store in memory, for tests.

A table is an append-only log of events, numbered from 1 without gaps; the log is the truth, from which all else
follows. Headers, events and answers are JSON text that no store parses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import msgspec
from sqlalchemy import Connection

from canastra.server.storage.errors import (
    NoSuchTableError,
    RefusedError,
    RepeatedCommandError,
    SequenceError,
    StoppedError,
    TableExistsError,
)

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Event:
    """An event in the log. `start` is the number of the first event of its append."""

    seq: int
    start: int
    command_id: str | None
    body: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a table after the events up to `seq`."""

    seq: int
    data: bytes


class Append(msgspec.Struct, frozen=True):
    """The request to write the events of one command."""

    table_id: str
    expected_seq: int
    events: tuple[str, ...]
    command_id: str | None
    answer: str | None

    def __post_init__(self) -> None:
        check_text(self.table_id, self.command_id or "", self.answer or "", *self.events)

    @property
    def leaves_answer(self) -> bool:
        """Return whether its answer is stored, and so has to be its first."""
        return self.command_id is not None and self.answer is not None


def check_text(*texts: str) -> None:
    """Raise ValueError for text that SQLite can't return unchanged: NUL, and invalid Unicode.

    Validated up front, so one bad request cannot fail a shared batch.
    """
    for text in texts:
        if "\0" in text:
            raise ValueError("a NUL in text to be stored")
        text.encode("utf-8")  # A UnicodeEncodeError is a ValueError.


def judge(append: Append, head: int | None, answer: str | None) -> RefusedError | None:
    """The refusal of an append, given the number of events of its table and its command's first answer; None if it is
    granted.
    """
    if head is None:
        return NoSuchTableError(append.table_id)
    if append.command_id is not None and answer is not None:
        return RepeatedCommandError(append.table_id, append.command_id, answer)
    if append.expected_seq != head + 1:
        return SequenceError(append.table_id, append.expected_seq, head)
    return None


class Store(Protocol):
    """A log for each table. Every method that writes returns once its data is safe, and not before.

    A caller cancelled while it waits leaves its request either wholly undone or still to be done; `flush` waits until
    that is decided, and then `answer_of` and `read` tell.
    """

    async def create(self, table_id: str, header: str) -> None:
        """Open a log. Raises TableExistsError."""

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[str],
        command_id: str | None = None,
        answer: str | None = "",
    ) -> None:
        """Write the events of one command, all or none, the first of them as number `expected_seq`.

        If the command has an id, the answer is stored too. Raises RepeatedCommandError, with the first answer, if the
        id is known; SequenceError if the next number differs; NoSuchTableError. A command may have an answer and
        no events.

        If the answer is None, neither answer nor repetition is recorded, and a row less is written: for a command that
        can't be done twice, and whose answer `numbers_of` tells.
        """

    async def read(self, table_id: str, from_seq: int = 1) -> list[Event]:
        """The events from a number on, in order. Raises NoSuchTableError."""

    async def answer_of(self, table_id: str, command_id: str) -> str | None:
        """The first answer to a command; None if none is stored."""

    async def numbers_of(self, table_id: str, command_id: str, from_seq: int = 1) -> tuple[int, int] | None:
        """The first and the last number of the events that the first command with this id, from `from_seq` on, left."""

    async def header(self, table_id: str) -> str:
        """The header that the table was created with. Raises NoSuchTableError."""

    async def tables(self, live: bool | None = None, after: str = "", limit: int = 1000) -> list[str]:
        """Ids in their order, beginning after one: of all tables, of the live ones, or of the others."""

    async def set_live(self, table_id: str, live: bool) -> None:
        """Set whether the table is live, and so loaded at start; a new one is. Raises NoSuchTableError."""

    async def put_snapshot(self, table_id: str, seq: int, data: bytes) -> None:
        """Store a snapshot of the state after event `seq`; the one with the highest number stays.

        Raises SequenceError if there is no such event yet, and NoSuchTableError.
        """

    async def latest_snapshot(self, table_id: str) -> Snapshot | None:
        """The latest snapshot; None without one."""

    async def flush(self) -> None:
        """Return when all earlier requests are done or refused."""

    async def close(self) -> None:
        """Finish all requests and stop writing. May be called twice."""


class SqlDatabase(Protocol):
    """The database of people, lobby, chat, moderation and tournaments, for statements that any database takes.

    One write is done at a time: each sees the results of all earlier ones. The tables are in `tables.py`.
    """

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """Run `work`, which only reads, on one state of the database: all acknowledged writes, or more.

        Raises StoppedError if the database is closed.
        """

    async def write(self, work: Callable[[Connection], Value]) -> Value:
        """Run `work` in a transaction. Returns its value once that is committed.

        An exception of `work` undoes its changes, and nothing else; it must not begin or end transactions.
        """


class OpenedDatabase(SqlDatabase, Protocol):
    """A server's database, from its opening to its end."""

    @property
    def name(self) -> str:
        """The name in messages, without a password."""

    @property
    def generation(self) -> int:
        """How often it was restored to an earlier state: secrets prepared before that may be known."""

    @property
    def restored(self) -> bool:
        """Return whether a restore was found when it was opened."""

    @property
    def stopped(self) -> bool:
        """Return whether a fault has ended all writing: only a restart helps."""

    @property
    def hindered(self) -> bool:
        """Return whether writing is impossible for now, by a fault that passes."""

    async def probe(self) -> None:
        """Check whether writing is possible again. Raises UnavailableError and StoppedError."""

    async def check_place(self) -> None:
        """Stop writing if the next start would not find further changes."""

    async def close(self) -> None:
        """Finish all requests, and stop."""


@dataclass(slots=True)
class _Table:
    header: str
    live: bool = True
    events: list[Event] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    snapshot: Snapshot | None = None


class MemoryStore:
    """A `Store` of dictionaries."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}
        self._closed = False

    async def create(self, table_id: str, header: str) -> None:
        """See `Store.create`. Raises TableExistsError."""
        self._check()
        check_text(table_id, header)
        if table_id in self._tables:
            raise TableExistsError(table_id)
        self._tables[table_id] = _Table(header)

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[str],
        command_id: str | None = None,
        answer: str | None = "",
    ) -> None:
        """See `Store.append`."""
        self._check()
        append = Append(table_id, expected_seq, tuple(events), command_id, answer)
        table = self._tables.get(table_id)
        told = table.answers.get(command_id) if table and command_id is not None else None
        refusal = judge(append, None if table is None else len(table.events), told)
        if refusal is not None:
            raise refusal
        assert table is not None
        table.events += [Event(seq, expected_seq, command_id, body) for seq, body in enumerate(events, expected_seq)]
        if command_id is not None and answer is not None:
            table.answers[command_id] = answer

    async def read(self, table_id: str, from_seq: int = 1) -> list[Event]:
        """See `Store.read`."""
        return self._table(table_id).events[max(from_seq, 1) - 1 :]

    async def answer_of(self, table_id: str, command_id: str) -> str | None:
        """See `Store.answer_of`."""
        self._check()
        table = self._tables.get(table_id)
        return None if table is None else table.answers.get(command_id)

    async def numbers_of(self, table_id: str, command_id: str, from_seq: int = 1) -> tuple[int, int] | None:
        """See `Store.numbers_of`."""
        self._check()
        events = self._tables[table_id].events if table_id in self._tables else []
        found = [event for event in events if event.command_id == command_id and event.seq >= from_seq]
        return (found[0].start, max(each.seq for each in found if each.start == found[0].start)) if found else None

    async def header(self, table_id: str) -> str:
        """See `Store.header`."""
        return self._table(table_id).header

    async def tables(self, live: bool | None = None, after: str = "", limit: int = 1000) -> list[str]:
        """See `Store.tables`."""
        self._check()
        found = [key for key, table in self._tables.items() if key > after and live in (None, table.live)]
        return sorted(found)[:limit]

    async def set_live(self, table_id: str, live: bool) -> None:
        """See `Store.set_live`."""
        self._table(table_id).live = live

    async def put_snapshot(self, table_id: str, seq: int, data: bytes) -> None:
        """See `Store.put_snapshot`. Raises SequenceError."""
        table = self._table(table_id)
        if seq > len(table.events):
            raise SequenceError(table_id, seq, len(table.events))
        if table.snapshot is None or seq >= table.snapshot.seq:
            table.snapshot = Snapshot(seq, data)

    async def latest_snapshot(self, table_id: str) -> Snapshot | None:
        """See `Store.latest_snapshot`."""
        self._check()
        table = self._tables.get(table_id)
        return None if table is None else table.snapshot

    async def flush(self) -> None:
        """Return at once: there are no pending requests."""
        self._check()

    async def close(self) -> None:
        """Stop writing."""
        self._closed = True

    def _check(self) -> None:
        if self._closed:
            raise StoppedError("storage_closed", file="memory")

    def _table(self, table_id: str) -> _Table:
        self._check()
        if table_id not in self._tables:
            raise NoSuchTableError(table_id)
        return self._tables[table_id]
