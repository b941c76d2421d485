"""The database file: opened with one writer, some readers and a lock, for all parts of the server; its backups."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from canastra.server.metrics import Metrics
from canastra.server.storage import connections, schema
from canastra.server.storage.connections import Generation
from canastra.server.storage.errors import (
    NoSuchTableError,
    SequenceError,
    StoppedError,
    StorageFileError,
    TableExistsError,
    is_damage,
    is_transient,
    translated,
    unavailable,
)
from canastra.server.storage.store import Append, Event, Snapshot, check_text
from canastra.server.storage.writer import Hook, Writer, WriterLimits, no_hook

Value = TypeVar("Value")
READERS = 2
"""Threads that read, each with a connection of its own."""

HIGHEST = 2**63 - 1


class Database:
    """Open it with `Database.open` and use it from one event loop."""

    def __init__(
        self, path: Path, lock: connections.Lock, writer: Writer, writing: Connection, generation: Generation
    ) -> None:
        self._path, self._lock, self._writer, self._generation = path, lock, writer, generation
        self._place = _place(path)
        self._writing = writing
        """The writer's connection, for its thread alone."""
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="storage-reader")
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False

    @classmethod
    def open(cls, path: Path | str, limits: WriterLimits | None = None, hook: Hook = no_hook) -> Database:
        """Open a file, create it or bring it to the present version. Raises StorageFileError, also if it is in use."""
        path = Path(path).resolve()  # One file has one lock, by whatever path it is opened.
        connections.check_kind(path)
        connections.check_present(path)
        if not path.exists():  # One that is there may be open in this process: see `Lock`.
            connections.create(path)
        lock = connections.Lock(path)
        try:
            connection, generation = _prepared(path)
        except BaseException:
            lock.release()
            raise
        writer = Writer(connection, str(path), limits or WriterLimits(), hook, generation)
        return cls(path, lock, writer, connections.portable(connection), generation)

    @property
    def name(self) -> str:
        """The name of the file."""
        return self._path.name

    @property
    def generation(self) -> int:
        """How often the database was restored to an earlier state: secrets prepared before that may be known."""
        return self._generation.number

    @property
    def restored(self) -> bool:
        """Return whether a restore was found when it was opened."""
        return self._generation.restored

    @property
    def stopped(self) -> bool:
        """Return whether a fault has ended all writing: only a restart helps."""
        return self._writer.stopped is not None

    @property
    def hindered(self) -> bool:
        """Return whether writing is impossible for now, by a fault that passes."""
        return self._writer.hindered

    async def probe(self) -> None:
        """Check whether writing is possible again. Raises UnavailableError and StoppedError."""
        await self._writer.probe()

    async def append(self, append: Append) -> None:
        """Write the events of a command, together with other appends that wait."""
        await self._writer.submit(append)

    async def write(self, work: Callable[[Connection], Value]) -> Value:
        """Run `work` inside the writer's transaction. Returns its value once that is committed.

        An exception of `work` undoes its changes, and nothing else; it must not begin or end transactions.
        """
        return await self.write_sqlite(lambda _: work(self._writing))

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """Run `work`, which only reads, on one state of the database: all acknowledged writes, or more.

        Raises UnavailableError for a fault that passes, StoppedError for another or if the database is closed.
        """
        return await self.read_sqlite(lambda _: work(self._local.portable))

    async def write_sqlite(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """The same as `write`, by SQLite's own connection."""
        return cast(Value, await self._writer.submit(work))

    async def read_sqlite(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """The same as `read`, by SQLite's own connection. Raises `StoppedError` if the database is closed."""
        if self._closed:
            raise StoppedError("storage_closed", file=str(self._path))
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def check_place(self) -> None:
        """Stop writing if the file has been moved or deleted: the next start would not find further changes.

        SQLite does not notice that. If the folder can't be read for now, nothing happens.
        """
        with suppress(OSError):
            if await asyncio.to_thread(_place, self._path) != self._place:
                self._writer.stop(FileNotFoundError("the file has been moved or deleted"))

    async def close(self) -> None:
        """Finish all requests, close the file and release the lock."""
        self._closed = True
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        while self._connections:
            self._connections.pop().close()
        self._generation.close()
        self._lock.release()

    def _read(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        try:
            connection = self._connection()
            connection.execute("BEGIN")
            try:
                return work(connection)
            finally:
                connection.rollback()
        except (sqlite3.Error, DBAPIError) as error:
            if is_transient(error):
                raise unavailable(error, str(self._path)) from error
            if is_damage(error):
                self._writer.stop(error)
            raise translated(StoppedError, error, str(self._path)) from error

    def _connection(self) -> sqlite3.Connection:
        """The connection of this thread."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connections.connect_reader(self._path)
            self._connections.append(connection)
            self._local.connection, self._local.portable = connection, connections.portable(connection)
        return connection


def _place(path: Path) -> tuple[int, int] | None:
    """Return the identity of the file at a path; None without a file."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def _prepared(path: Path) -> tuple[sqlite3.Connection, Generation]:
    """The writer's connection, to a database of the present version."""
    connections.create(path)
    try:
        connection = connections.connect(path)
        try:
            # Before anything is written to a file that may not be ours.
            if not schema.check_version(connection, str(path)):
                connections.check_new(path)
        finally:
            connection.close()
        connection = connections.connect_writer(path)
        try:
            schema.migrate(connection, str(path))
            connections.check_room(connection)
            return connection, Generation.begin(path, connection)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise translated(StorageFileError, error, str(path)) from error


class SqliteStore:
    """A `Store` in a `Database`, which other parts of the server may use beside it."""

    def __init__(self, database: Database, metrics: Metrics | None = None) -> None:
        self.database, self._metrics = database, metrics or Metrics()

    @classmethod
    def open(cls, path: Path | str, limits: WriterLimits | None = None, hook: Hook = no_hook) -> SqliteStore:
        """Open a file or create it. Raises StorageFileError."""
        return cls(Database.open(path, limits, hook))

    async def create(self, table_id: str, header: str) -> None:
        """See `Store.create`. Raises TableExistsError."""
        check_text(table_id, header)

        def work(connection: sqlite3.Connection) -> None:
            if _head(connection, table_id) is not None:
                raise TableExistsError(table_id)
            connection.execute("INSERT INTO tables (id, header) VALUES (?, ?)", (table_id, header))

        await self.database.write_sqlite(work)

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[str],
        command_id: str | None = None,
        answer: str | None = "",
    ) -> None:
        """See `Store.append`."""
        metrics, began = self._metrics, perf_counter()
        try:
            await self.database.append(Append(table_id, expected_seq, tuple(events), command_id, answer))
        finally:
            metrics.appends.observe(perf_counter() - began)
        metrics.events.inc(len(events))

    async def read(self, table_id: str, from_seq: int = 1) -> list[Event]:
        """See `Store.read`."""

        def work(connection: sqlite3.Connection) -> list[Event]:
            _require(connection, table_id)
            rows = connection.execute(
                "SELECT seq, start, command_id, body FROM events WHERE table_id = ? AND seq >= ? ORDER BY seq",
                (table_id, min(from_seq, HIGHEST)),
            )
            return [Event(*row) for row in rows.fetchall()]

        return await self.database.read_sqlite(work)

    async def answer_of(self, table_id: str, command_id: str) -> str | None:
        """See `Store.answer_of`."""

        def work(connection: sqlite3.Connection) -> str | None:
            statement = "SELECT answer FROM commands WHERE table_id = ? AND command_id = ?"
            row = connection.execute(statement, (table_id, command_id)).fetchone()
            return None if row is None else str(row[0])

        return await self.database.read_sqlite(work)

    async def numbers_of(self, table_id: str, command_id: str, from_seq: int = 1) -> tuple[int, int] | None:
        """See `Store.numbers_of`."""

        def work(connection: sqlite3.Connection) -> tuple[int, int] | None:
            statement = (
                "SELECT start, max(seq) FROM events WHERE table_id = ? AND seq >= ? AND command_id = ?"
                " GROUP BY start ORDER BY start LIMIT 1"
            )
            row = connection.execute(statement, (table_id, min(from_seq, HIGHEST), command_id)).fetchone()
            return None if row is None else (row[0], row[1])

        return await self.database.read_sqlite(work)

    async def header(self, table_id: str) -> str:
        """See `Store.header`."""

        def work(connection: sqlite3.Connection) -> str:
            row = connection.execute("SELECT header FROM tables WHERE id = ?", (table_id,)).fetchone()
            if row is None:
                raise NoSuchTableError(table_id)
            return str(row[0])

        return await self.database.read_sqlite(work)

    async def tables(self, live: bool | None = None, after: str = "", limit: int = 1000) -> list[str]:
        """See `Store.tables`."""

        def work(connection: sqlite3.Connection) -> list[str]:
            states = (False, True) if live is None else (live,)
            marks = ", ".join("?" for _ in states)
            statement = f"SELECT id FROM tables WHERE live IN ({marks}) AND id > ? ORDER BY id LIMIT ?"
            return [row[0] for row in connection.execute(statement, (*states, after, limit)).fetchall()]

        return await self.database.read_sqlite(work)

    async def set_live(self, table_id: str, live: bool) -> None:
        """See `Store.set_live`."""

        def work(connection: sqlite3.Connection) -> None:
            _require(connection, table_id)
            connection.execute("UPDATE tables SET live = ? WHERE id = ?", (live, table_id))

        await self.database.write_sqlite(work)

    async def put_snapshot(self, table_id: str, seq: int, data: bytes) -> None:
        """See `Store.put_snapshot`. Raises SequenceError."""

        def work(connection: sqlite3.Connection) -> None:
            head = _require(connection, table_id)
            if seq > head:
                raise SequenceError(table_id, seq, head)
            connection.execute(
                "INSERT INTO snapshots (table_id, seq, data) VALUES (?, ?, ?) ON CONFLICT (table_id) "
                "DO UPDATE SET seq = excluded.seq, data = excluded.data WHERE excluded.seq >= seq",
                (table_id, seq, data),
            )

        await self.database.write_sqlite(work)

    async def latest_snapshot(self, table_id: str) -> Snapshot | None:
        """See `Store.latest_snapshot`."""

        def work(connection: sqlite3.Connection) -> Snapshot | None:
            row = connection.execute("SELECT seq, data FROM snapshots WHERE table_id = ?", (table_id,)).fetchone()
            return None if row is None else Snapshot(*row)

        return await self.database.read_sqlite(work)

    async def flush(self) -> None:
        """See `Store.flush`."""
        await self.database.write_sqlite(lambda connection: None)

    async def close(self) -> None:
        """See `Store.close`."""
        await self.database.close()


def _head(connection: sqlite3.Connection, table_id: str) -> int | None:
    """The number of events of a table; None if there is no such table."""
    statement = "SELECT (SELECT coalesce(max(seq), 0) FROM events WHERE table_id = id) FROM tables WHERE id = ?"
    row = connection.execute(statement, (table_id,)).fetchone()
    return None if row is None else int(row[0])


def _require(connection: sqlite3.Connection, table_id: str) -> int:
    head = _head(connection, table_id)
    if head is None:
        raise NoSuchTableError(table_id)
    return head


def backup(database: Path | str, target: Path | str) -> None:
    """Copy a database, in use or not, to a file of its own; `target` appears once the copy is whole and checked.

    An earlier backup of that name is replaced. Raises StorageFileError.
    """
    source, target = Path(database).resolve(), Path(target).resolve()
    _require_file(source)
    if source == target:
        raise StorageFileError("storage_onto_itself", file=str(source))
    _replace(_copied(source, target), target)


def restore(source: Path | str, database: Path | str) -> Path | None:
    """Replace a database that no server uses by a backup, which is checked first.

    The replaced database is kept beside it, under the returned name. Raises StorageFileError.
    """
    source, database = Path(source).resolve(), Path(database).resolve()
    _require_file(source)
    if source == database:
        raise StorageFileError("storage_onto_itself", file=str(source))
    lock = connections.Lock(database)
    try:
        part = _copied(source, database)
        kept = _put_aside(database) if database.exists() else None
        _replace(part, database)
    finally:
        lock.release()
    return kept


def _require_file(path: Path) -> None:
    if not path.is_file():
        raise StorageFileError("storage_missing", file=str(path))


def _copied(source: Path, target: Path) -> Path:
    """A whole and checked copy beside the target."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    connections.create(part)
    try:
        with closing(connections.connect_reader(source)) as reading, closing(sqlite3.connect(part)) as writing:
            if not schema.check_version(reading, str(source)):
                raise StorageFileError("storage_foreign", file=str(source))
            reading.backup(writing)
            connections.mark_as_copy(writing)
            writing.commit()
            writing.execute("PRAGMA journal_mode = DELETE")  # One file and nothing beside it.
            if writing.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                raise StorageFileError("storage_damaged", file=str(source), reason="integrity_check")
            if damaged := connections.undecodable(writing):
                reason = f"text that is not UTF-8 in {', '.join(damaged)}"
                raise StorageFileError("storage_damaged", file=str(source), reason=reason)
    except sqlite3.Error as error:
        part.unlink()
        raise translated(StorageFileError, error, str(source)) from error
    except StorageFileError:
        part.unlink()
        raise
    return part


def _replace(part: Path, target: Path) -> None:
    """Give a copy its name, so that after a power cut the name stands for the old file or for the whole new one."""
    _sync(part)
    os.replace(part, target)
    if os.name == "posix":  # Elsewhere a folder can't be opened, and needn't be.
        _sync(target.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _put_aside(database: Path) -> Path:
    """Rename a database and the files beside it. Its write-ahead log is merged first: one file has all of it."""
    with suppress(sqlite3.Error), closing(connections.connect(database)) as connection:  # It may be damaged.
        connection.execute("PRAGMA journal_mode = DELETE")
    names = (database.with_name(f"{database.name}.replaced-{number}") for number in count(1))
    kept = next(name for name in names if not name.exists())
    for suffix in ("-shm", "-wal", ""):
        with suppress(FileNotFoundError):
            os.replace(f"{database}{suffix}", f"{kept}{suffix}")
    return kept
