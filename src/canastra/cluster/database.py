"""The server's data besides logs, in PostgreSQL: the port `SqlDatabase`, by SQLAlchemy over psycopg."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import psycopg
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from canastra.cluster.connections import CONNECT_SECONDS, WAYS
from canastra.cluster.schema import database_name
from canastra.server.limits import limit
from canastra.server.storage import StoppedError, UnavailableError

Value = TypeVar("Value")
THREADS = 4
"""Connections, each used by a thread of its own."""
WRITING = text("SELECT pg_advisory_xact_lock(1467120196)")
"""Writes of all nodes take turns ("Writ"): each sees what all earlier ones wrote, as with SQLite. They are rare."""
WAIT = limit(
    "node_database_wait",
    10,
    "a statement about people, lists or tournaments in PostgreSQL",
    "time for it, and for a lock",
    "503 `api_unavailable`",
    "s",
)


class PostgresDatabase:
    """A database whose schema is up to date. Every method raises `UnavailableError` while it can't be reached."""

    restored = False
    """An operator who restores an earlier state counts that in `generation`: see docs/cluster.md."""
    stopped = hindered = False
    """The database recovers without a restart of this process."""

    def __init__(self, dsn: str, generation: int = 0) -> None:
        def connect() -> psycopg.Connection[tuple[object, ...]]:
            made = psycopg.connect(dsn, autocommit=True, application_name="canastra server", **WAYS)
            for timeout in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
                made.execute(f"SET {timeout} = '{WAIT}s'")
            made.autocommit = False
            return made

        self.name, self.generation = database_name(dsn), generation
        self._engine = create_engine(
            "postgresql+psycopg://",
            creator=connect,
            pool_size=THREADS,
            max_overflow=0,
            pool_timeout=CONNECT_SECONDS,
            pool_pre_ping=True,
            isolation_level="READ COMMITTED",
            hide_parameters=True,  # An error may be logged, and must not contain names, hashes or chat.
        )
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="storage-postgres")
        self._closed = False

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """Run a read-only function on one state of the database. Raises `StoppedError`."""
        return await self._run(lambda: self._read(work))

    async def write(self, work: Callable[[Connection], Value]) -> Value:
        """Run a function in a transaction, after all earlier writes. Returns its value after the commit. Raises
        `StoppedError`.

        If the connection is lost meanwhile, the transaction may have been committed or not.
        """
        return await self._run(lambda: self._write(work))

    async def probe(self) -> None:
        """Return at once: each request finds out for itself."""

    async def check_place(self) -> None:
        """Return at once: the database is another machine's."""

    async def close(self) -> None:
        """Finish the pending requests and close the connections."""
        self._closed = True
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    async def _run(self, work: Callable[[], Value]) -> Value:
        if self._closed:
            raise StoppedError("storage_closed", file=self.name)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except OperationalError as error:
            raise UnavailableError(str(error.orig).strip()) from error
        except PoolTimeoutError as error:
            raise UnavailableError(type(error).__name__) from error

    def _read(self, work: Callable[[Connection], Value]) -> Value:
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with self._engine.connect().execution_options(**options) as connection, connection.begin():
            return work(connection)

    def _write(self, work: Callable[[Connection], Value]) -> Value:
        # Each statement sees everything committed before it, so all earlier writes, once it holds the lock.
        with self._engine.begin() as connection:
            connection.execute(WRITING)
            return work(connection)
