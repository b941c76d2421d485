"""A node for tests: leases and a store on a database. It owns all shards that no other node has."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from canastra.cluster import LeaseFigures, Leases, PostgresLeaseRows, PostgresStore
from canastra.server.storage.writer import Hook, no_hook

LONG = LeaseFigures(lease=1000.0, renew=300.0, guard=600.0, given_back=256)
"""Leases that outlast any test, so that none needs renewing."""


@dataclass(frozen=True)
class Node:
    leases: Leases
    store: PostgresStore


@asynccontextmanager
async def node(dsn: str, figures: LeaseFigures = LONG, hook: Hook = no_hook) -> AsyncIterator[Node]:
    """Run a node that has beaten once."""
    rows = PostgresLeaseRows(dsn)
    leases = Leases(rows, "test", figures)
    store = await PostgresStore.open(dsn, leases, hook=hook)
    try:
        await leases.beat()
        yield Node(leases, store)
    finally:
        await store.close()
        await rows.close()
