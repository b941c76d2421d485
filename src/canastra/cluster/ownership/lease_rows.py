"""The rows by which nodes agree who owns a shard. The database's clock alone decides; no node's time is ever sent."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, LiteralString, Protocol

import psycopg

from canastra.cluster.connections import PostgresSession
from canastra.server.storage import UnavailableError

Query = tuple[LiteralString, dict[str, Any]]
_HEARTBEAT: LiteralString = """
INSERT INTO nodes (node, until) VALUES (%(node)s, now() + %(lease)s * interval '1 second')
ON CONFLICT (node) DO UPDATE SET until = excluded.until
"""
_MEMBERS: LiteralString = "SELECT count(*) FROM nodes WHERE until > now()"
# Shards locked by an append under way are skipped: it is decided before they can be taken. A shard that this node owns
# in the database but not in its memory, because an answer was lost, is taken in another epoch.
_TAKE: LiteralString = """
WITH free AS MATERIALIZED (
    SELECT shard FROM shards
    WHERE until < now() OR (node = %(node)s AND shard <> ALL (%(held)s::smallint[]))
    ORDER BY random() LIMIT %(most)s FOR UPDATE SKIP LOCKED
)
UPDATE shards SET node = %(node)s, epoch = epoch + 1, until = now() + %(lease)s * interval '1 second'
FROM free WHERE shards.shard = free.shard RETURNING shards.shard, shards.epoch
"""
# Locked in the same order as appends lock them, to avoid a deadlock.
_MINE: LiteralString = """
WITH mine AS MATERIALIZED (
    SELECT shards.shard
    FROM shards JOIN unnest(%(shards)s::smallint[], %(epochs)s::bigint[]) AS held (shard, epoch)
    ON shards.shard = held.shard AND shards.epoch = held.epoch
    WHERE shards.node = %(node)s ORDER BY shards.shard FOR NO KEY UPDATE OF shards
)
"""
_RENEW: LiteralString = (
    _MINE
    + """
UPDATE shards SET until = now() + %(lease)s * interval '1 second' FROM mine WHERE shards.shard = mine.shard
RETURNING shards.shard
"""
)
_RELEASE: LiteralString = (
    _MINE
    + """
UPDATE shards SET node = '', until = '-infinity' FROM mine WHERE shards.shard = mine.shard RETURNING shards.shard
"""
)
_OWNERS: LiteralString = "SELECT shard, node FROM shards WHERE until >= now()"
_LEAVE: LiteralString = "DELETE FROM nodes WHERE node = %(node)s OR until < now()"


class LeaseRows(Protocol):
    """The nodes' queries to the database. Each call is one transaction; every method raises `UnavailableError`."""

    async def beat(self, node: str, lease: float) -> int:
        """Register a sign of life of a node. Returns the number of nodes."""

    async def take(self, node: str, lease: float, held: Collection[int], most: int) -> dict[int, int]:
        """Take up to `most` free shards. Returns each with its new epoch."""

    async def renew(self, node: str, lease: float, held: Mapping[int, int]) -> set[int]:
        """Renew leases by their epochs. Returns the shards that are still the node's."""

    async def release(self, node: str, held: Mapping[int, int]) -> None:
        """Give shards back by their epochs."""

    async def leave(self, node: str) -> int:
        """Remove a node. Returns the number of the others."""

    async def owners(self) -> dict[int, str]:
        """The owner of each shard; free shards are missing."""

    async def close(self) -> None:
        """Close the connection."""


class PostgresLeaseRows:
    """The rows in PostgreSQL, by a connection of their own: a renewal must not wait behind what is being written."""

    def __init__(self, dsn: str) -> None:
        self._session = PostgresSession(dsn, "canastra leases")

    async def beat(self, node: str, lease: float) -> int:
        """See `LeaseRows.beat`."""
        await self._rows(_HEARTBEAT, node=node, lease=lease)
        return await self._members()

    async def take(self, node: str, lease: float, held: Collection[int], most: int) -> dict[int, int]:
        """See `LeaseRows.take`."""
        rows = await self._rows(_TAKE, node=node, lease=lease, held=list(held), most=most)
        return {shard: epoch for shard, epoch in rows}  # noqa: C416 - rows are longer for a type checker

    async def renew(self, node: str, lease: float, held: Mapping[int, int]) -> set[int]:
        """See `LeaseRows.renew`."""
        rows = await self._rows(_RENEW, node=node, lease=lease, shards=list(held), epochs=list(held.values()))
        return {shard for (shard,) in rows}

    async def release(self, node: str, held: Mapping[int, int]) -> None:
        """See `LeaseRows.release`."""
        await self._rows(_RELEASE, node=node, shards=list(held), epochs=list(held.values()))

    async def leave(self, node: str) -> int:
        """See `LeaseRows.leave`."""
        await self._rows(_LEAVE, node=node)
        return await self._members()

    async def owners(self) -> dict[int, str]:
        """See `LeaseRows.owners`."""
        return dict(await self._rows(_OWNERS))

    async def close(self) -> None:
        """See `LeaseRows.close`."""
        await self._session.close()

    async def _members(self) -> int:
        ((count,),) = await self._rows(_MEMBERS)
        return int(count)

    async def _rows(self, statement: LiteralString, **values: Any) -> list[tuple[Any, ...]]:
        """Run one statement, which is one transaction. After any fault the next call makes a new session."""
        try:
            connection = await self._session.connected()
            cursor = await connection.execute(statement, values)
            return await cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            await self._session.close()
            raise UnavailableError(str(error).strip()) from error
        except BaseException:
            await self._session.close()
            raise
