"""The `Store` in PostgreSQL, for several servers: each reads and writes the tables of the shards that it owns."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import Any, LiteralString, Protocol

import psycopg
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from canastra.cluster import schema
from canastra.cluster.appends import ShardClaim
from canastra.cluster.batch_writer import BatchWriter
from canastra.cluster.connections import CONNECT_SECONDS, WAYS
from canastra.cluster.ownership.shards import shard_of
from canastra.server.metrics import Metrics
from canastra.server.storage import (
    Event,
    NoSuchTableError,
    SequenceError,
    Snapshot,
    TableExistsError,
    UnavailableError,
    WriterLimits,
)
from canastra.server.storage.store import Append, check_text
from canastra.server.storage.writer import Hook, no_hook

HIGHEST = 2**63 - 1
READERS = 4
"""Connections that read."""
_HEAD: LiteralString = "SELECT (SELECT coalesce(max(seq), 0) FROM events WHERE table_id = id) FROM tables WHERE id = %s"
_SNAPSHOT: LiteralString = """
INSERT INTO snapshots (table_id, seq, data) VALUES (%s, %s, %s) ON CONFLICT (table_id)
DO UPDATE SET seq = excluded.seq, data = excluded.data WHERE excluded.seq >= snapshots.seq
"""


class Ownership(Protocol):
    """The server's name and its tables: `canastra.cluster.ownership.leases.Leases`."""

    @property
    def node(self) -> str:
        """The node's name, as the leases have it."""

    def epoch(self, table_id: str) -> int:
        """The epoch in which the node has a table. Raises `FencedError` if it doesn't have it, or can't be sure."""


class PostgresStore:
    """A `Store`. Writing methods also raise a `FencedError`, and every method an `UnavailableError`."""

    def __init__(
        self,
        dsn: str,
        ownership: Ownership,
        limits: WriterLimits | None = None,
        hook: Hook = no_hook,
        metrics: Metrics | None = None,
    ) -> None:
        self._ownership, self._metrics = ownership, metrics or Metrics()
        self._writer = BatchWriter(dsn, ownership.node, schema.database_name(dsn), limits or WriterLimits(), hook)
        self._readers = AsyncConnectionPool(
            dsn,
            kwargs={"autocommit": True, "application_name": "canastra readers", **WAYS},
            min_size=1,
            max_size=READERS,
            timeout=CONNECT_SECONDS,
            check=AsyncConnectionPool.check_connection,
            open=False,
        )

    @classmethod
    async def open(
        cls,
        dsn: str,
        ownership: Ownership,
        limits: WriterLimits | None = None,
        hook: Hook = no_hook,
        metrics: Metrics | None = None,
    ) -> PostgresStore:
        """Open a database and migrate it. Raises `StorageFileError`, `UnavailableError`."""
        await asyncio.to_thread(schema.bring_up_to_date, dsn)
        store = cls(dsn, ownership, limits, hook, metrics)
        await store.start()
        return store

    async def start(self) -> None:
        """Connect to a database whose schema is up to date, and begin to write."""
        await self._readers.open()
        self._writer.start()

    async def create(self, table_id: str, header: str) -> None:
        """See `Store.create`."""
        check_text(table_id, header)
        claim = self._claim(table_id)

        async def work(connection: psycopg.AsyncConnection[Any]) -> None:
            done = await connection.execute(
                "INSERT INTO tables (id, shard, header) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
                (table_id, claim.shard, header),
            )
            if not done.rowcount:
                raise TableExistsError(table_id)

        await self._writer.submit(claim, work)

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
        append = Append(table_id, expected_seq, tuple(events), command_id, answer)
        try:
            await self._writer.submit(self._claim(table_id), append)
        finally:
            metrics.appends.observe(perf_counter() - began)
        metrics.events.inc(len(events))

    async def read(self, table_id: str, from_seq: int = 1) -> list[Event]:
        """See `Store.read`."""
        await self.header(table_id)
        rows = await self._rows(
            "SELECT seq, start, command_id, body FROM events WHERE table_id = %s AND seq >= %s ORDER BY seq",
            (table_id, max(0, min(from_seq, HIGHEST))),
        )
        return [Event(*row) for row in rows]

    async def answer_of(self, table_id: str, command_id: str) -> str | None:
        """See `Store.answer_of`."""
        statement: LiteralString = "SELECT answer FROM commands WHERE table_id = %s AND command_id = %s"
        rows = await self._rows(statement, (table_id, command_id))
        return str(rows[0][0]) if rows else None

    async def numbers_of(self, table_id: str, command_id: str, from_seq: int = 1) -> tuple[int, int] | None:
        """See `Store.numbers_of`."""
        statement: LiteralString = (
            "SELECT start, max(seq) FROM events WHERE table_id = %s AND seq >= %s AND command_id = %s"
            " GROUP BY start ORDER BY start LIMIT 1"
        )
        rows = await self._rows(statement, (table_id, max(0, min(from_seq, HIGHEST)), command_id))
        return (rows[0][0], rows[0][1]) if rows else None

    async def header(self, table_id: str) -> str:
        """See `Store.header`. Raises `NoSuchTableError`."""
        rows = await self._rows("SELECT header FROM tables WHERE id = %s", (table_id,))
        if not rows:
            raise NoSuchTableError(table_id)
        return str(rows[0][0])

    async def tables(self, live: bool | None = None, after: str = "", limit: int = 1000) -> list[str]:
        """See `Store.tables`. Lists the tables of every node: lists have no owner."""
        states = [False, True] if live is None else [live]
        statement: LiteralString = "SELECT id FROM tables WHERE live = ANY (%s) AND id > %s ORDER BY id LIMIT %s"
        return [row[0] for row in await self._rows(statement, (states, after, limit))]

    async def set_live(self, table_id: str, live: bool) -> None:
        """See `Store.set_live`."""

        async def work(connection: psycopg.AsyncConnection[Any]) -> None:
            done = await connection.execute("UPDATE tables SET live = %s WHERE id = %s", (live, table_id))
            if not done.rowcount:
                raise NoSuchTableError(table_id)

        await self._writer.submit(self._claim(table_id), work)

    async def put_snapshot(self, table_id: str, seq: int, data: bytes) -> None:
        """See `Store.put_snapshot`."""

        async def work(connection: psycopg.AsyncConnection[Any]) -> None:
            row = await (await connection.execute(_HEAD, (table_id,))).fetchone()
            if row is None:
                raise NoSuchTableError(table_id)
            if seq > row[0]:
                raise SequenceError(table_id, seq, row[0])
            await connection.execute(_SNAPSHOT, (table_id, seq, data))

        await self._writer.submit(self._claim(table_id), work)

    async def latest_snapshot(self, table_id: str) -> Snapshot | None:
        """See `Store.latest_snapshot`."""
        rows = await self._rows("SELECT seq, data FROM snapshots WHERE table_id = %s", (table_id,))
        return Snapshot(*rows[0]) if rows else None

    async def flush(self) -> None:
        """See `Store.flush`."""
        await self._writer.flush()

    async def close(self) -> None:
        """See `Store.close`."""
        await self._writer.close()
        await self._readers.close()

    def _claim(self, table_id: str) -> ShardClaim:
        self._writer.check()
        return ShardClaim(table_id, shard_of(table_id), self._ownership.epoch(table_id))

    async def _rows(self, statement: LiteralString, values: Sequence[object]) -> list[tuple[Any, ...]]:
        """The rows of a read-only query. Committed data is valid whichever node owns the table."""
        self._writer.check()
        try:
            async with self._readers.connection() as connection:
                return await (await connection.execute(statement, values)).fetchall()
        except (psycopg.OperationalError, PoolTimeout) as error:
            raise UnavailableError(str(error).strip()) from error
