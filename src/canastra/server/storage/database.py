"""The database file in use: one writer, some readers, the lock; shared by everything that the server stores."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar, cast

from canastra.server.storage import connections, schema
from canastra.server.storage.errors import StoppedError, StorageFileError, is_damage, translated
from canastra.server.storage.generation import Generation
from canastra.server.storage.writer import Append, Hook, Writer, WriterLimits, no_hook

Value = TypeVar("Value")
READERS = 2
"""Threads that read, each with a connection of its own."""


class Database:
    """Open it with `Database.open` and use it from one event loop."""

    def __init__(self, path: Path, lock: connections.Lock, writer: Writer, generation: Generation) -> None:
        self._path, self._lock, self._writer, self._generation = path, lock, writer, generation
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="storage-reader")
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False

    @classmethod
    def open(cls, path: Path | str, limits: WriterLimits | None = None, hook: Hook = no_hook) -> Database:
        """Open a file, create it or bring it to the present version. `StorageFileError`, in use included."""
        path = Path(path).resolve()  # One file has one lock, by whatever way it is named.
        connections.check_kind(path)
        if not path.exists():  # One that is there may be open in this process: see `Lock`.
            connections.create(path)
        lock = connections.Lock(path)
        try:
            connection, generation = _prepared(path)
        except BaseException:
            lock.release()
            raise
        writer = Writer(connection, str(path), limits or WriterLimits(), hook, generation)
        return cls(path, lock, writer, generation)

    @property
    def generation(self) -> int:
        """How often the database was put back to an earlier state: what was prepared before is no secret any more."""
        return self._generation.number

    @property
    def restored(self) -> bool:
        """Whether it was found to be put back when it was opened."""
        return self._generation.restored

    @property
    def stopped(self) -> bool:
        """Whether a fault has ended all writing: only a restart helps."""
        return self._writer.stopped is not None

    async def append(self, append: Append) -> None:
        """Write the events of a command, together with other appends that wait."""
        await self._writer.submit(append)

    async def write(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """Do something inside the writer's transaction; its value once that is committed.

        What `work` raises undoes what it did, and nothing else; it must not begin or end transactions.
        """
        return cast(Value, await self._writer.submit(work))

    async def read(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """Do something that only reads, on one state of the database: everything acknowledged so far, or more.

        Raises `StoppedError` if the database is closed.
        """
        if self._closed:
            raise StoppedError("storage_closed", file=str(self._path))
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def close(self) -> None:
        """Finish what was asked for, close the file and let go of the lock."""
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
        except sqlite3.Error as error:
            if is_damage(error):
                self._writer.stop(error)
            raise translated(StoppedError, error, str(self._path)) from error

    def _connection(self) -> sqlite3.Connection:
        """That of this thread."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = connections.connect_reader(self._path)
            self._connections.append(connection)
        return connection


def _prepared(path: Path) -> tuple[sqlite3.Connection, Generation]:
    """The writer's connection, to a database of the present version."""
    connections.create(path)
    try:
        connection = connections.connect(path)
        try:
            schema.check_version(connection, str(path))  # Before anything is written to what may not be ours.
        finally:
            connection.close()
        connection = connections.connect_writer(path)
        try:
            schema.migrate(connection, str(path))
            return connection, Generation.begin(path, connection)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise translated(StorageFileError, error, str(path)) from error
