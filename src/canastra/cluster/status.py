"""The state of a cluster: nodes and shards from the database, and each node's own report over the bus."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import LiteralString

import msgspec
import nats.errors
import psycopg

from canastra.cluster.connections import WAYS
from canastra.cluster.ownership.holdings import fair_share
from canastra.cluster.ownership.shards import SHARDS
from canastra.cluster.routing.bus import UnheardError
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.cluster.schema import database_name
from canastra.server.storage import StorageFileError, UnavailableError

ANSWER_SECONDS = 2.0
LOOK = 0.5
"""Seconds between two looks at the database for a balance."""
_NODES: LiteralString = """
SELECT nodes.node, extract(epoch FROM nodes.until - now())::float,
    (SELECT count(*) FROM shards WHERE shards.node = nodes.node AND shards.until >= now()),
    (SELECT count(*) FROM tables JOIN shards USING (shard)
        WHERE live AND shards.node = nodes.node AND shards.until >= now())
FROM nodes WHERE nodes.until > now() ORDER BY nodes.node
"""
_OWNED: LiteralString = "SELECT count(*) FROM shards WHERE until >= now()"
_WAITING: LiteralString = """
SELECT count(*) FROM tables JOIN shards USING (shard) WHERE live AND shards.until < now()
"""
_STANDBYS: LiteralString = "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"


class NodeReport(msgspec.Struct, frozen=True):
    """A node's own report."""

    version: str
    tables: int
    """Tables in memory."""
    sockets: int
    draining: bool
    lost: int
    """Messages to other nodes, lost before they were sent."""
    malformed: int
    """Unreadable messages from other nodes."""


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """One node. `answer` stays None if the node was not asked or did not answer."""

    node: str
    lease: float
    """The seconds until the node counts as gone, unless it renews its lease."""
    shards: int
    tables: int
    """Live tables in its shards."""
    answer: NodeReport | None = None
    answered: float | None = None
    """The seconds until the answer came."""


@dataclass(frozen=True, slots=True)
class ClusterStatus:
    """All nodes, and the shards without a node."""

    nodes: tuple[NodeStatus, ...]
    free: int
    """Shards without an owner."""
    waiting: int
    """Live tables in these shards."""
    database: float
    """The seconds until the database answered."""
    standbys: int
    """Synchronous ones; without any, a failover of PostgreSQL may lose acknowledged data."""

    @property
    def is_balanced(self) -> bool:
        """Return whether every shard has an owner and no node exceeds its share, so that another may stop."""
        share = fair_share(max(1, len(self.nodes)))
        return not self.free and all(node.shards <= share for node in self.nodes)


def cluster_status(dsn: str, bus: str | None = None) -> ClusterStatus:
    """Query the database and, with a `bus`, each node. Raises `UnavailableError`, `StorageFileError` if it is no
    cluster's.
    """
    found = _asked_database(dsn)
    return found if bus is None else asyncio.run(_asked_nodes(found, bus))


def wait_balanced(dsn: str, seconds: float) -> ClusterStatus:
    """Return the status when the shards are balanced, or after `seconds`. Raises as `cluster_status` does."""
    end = time.monotonic() + seconds
    while not (found := cluster_status(dsn)).is_balanced and time.monotonic() < end:
        time.sleep(LOOK)
    return found


def drain_node(bus: str, node: str) -> bool:
    """Ask a node to stop in order. Returns whether it got the message. Raises `UnavailableError` without a bus."""
    return asyncio.run(_drained(bus, node))


def status_subject(node: str) -> str:
    """The subject for a node's report."""
    return f"canastra.status.{node}"


def drain_subject(node: str) -> str:
    """The subject for the order to drain."""
    return f"canastra.drain.{node}"


def _asked_database(dsn: str) -> ClusterStatus:
    try:
        with psycopg.connect(dsn, application_name="canastra status", **WAYS) as connection:
            began = time.perf_counter()
            ((owned,),) = connection.execute(_OWNED).fetchall()
            took = time.perf_counter() - began
            ((waiting,),) = connection.execute(_WAITING).fetchall()
            nodes = tuple(NodeStatus(*row) for row in connection.execute(_NODES).fetchall())
            ((standbys,),) = connection.execute(_STANDBYS).fetchall()
    except psycopg.errors.UndefinedTable:
        raise StorageFileError("cluster_none", file=database_name(dsn)) from None
    except psycopg.OperationalError as error:
        raise UnavailableError(str(error).strip()) from error
    return ClusterStatus(nodes, SHARDS - int(owned), int(waiting), took, int(standbys))


async def _asked_nodes(status: ClusterStatus, address: str) -> ClusterStatus:
    bus = await _connected(address)
    try:
        nodes = await asyncio.gather(*(_asked(bus, node) for node in status.nodes))
    finally:
        await bus.close()
    return ClusterStatus(tuple(nodes), status.free, status.waiting, status.database, status.standbys)


async def _asked(bus: NatsBus, node: NodeStatus) -> NodeStatus:
    began = time.perf_counter()
    try:
        data = await bus.request(status_subject(node.node), b"", ANSWER_SECONDS)
        answer = msgspec.json.decode(data, type=NodeReport)
    except (UnheardError, msgspec.DecodeError):
        return node
    return NodeStatus(node.node, node.lease, node.shards, node.tables, answer, time.perf_counter() - began)


async def _drained(address: str, node: str) -> bool:
    bus = await _connected(address)
    try:
        await bus.request(drain_subject(node), b"", ANSWER_SECONDS)
    except UnheardError:
        return False
    finally:
        await bus.close()
    return True


async def _connected(address: str) -> NatsBus:
    bus = NatsBus(address)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await bus.start()
    except (nats.errors.Error, OSError) as error:
        raise UnavailableError(str(error) or type(error).__name__) from error
    return bus
