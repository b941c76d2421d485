"""A cluster node: leases decide which tables it runs, its gateway proxies the rest to their owners."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from importlib.metadata import version

import msgspec
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from canastra.cluster import schema
from canastra.cluster.bots.pool import BusBots
from canastra.cluster.cache_updates import update_cache
from canastra.cluster.changes import Changes
from canastra.cluster.database import PostgresDatabase
from canastra.cluster.ownership.lease_rows import PostgresLeaseRows
from canastra.cluster.ownership.leases import Leases
from canastra.cluster.ownership.owners import Owners
from canastra.cluster.ownership.shards import shard_of
from canastra.cluster.routing.gateway import Gateway
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.cluster.settings import ClusterSettings
from canastra.cluster.status import NodeReport, drain_subject, status_subject
from canastra.cluster.store import PostgresStore
from canastra.server.app import NOTHING, Overrides, Persistence, Server, own_pool
from canastra.server.limits import limit
from canastra.server.logging import code_of, log
from canastra.server.metrics import Metrics
from canastra.server.settings import Settings
from canastra.server.storage import UnavailableError

COME_BACK = 100
"""Milliseconds after which clients of a draining node reconnect: another node takes their tables at once."""
ISOLATED = limit("node_isolated", 3.0, "a node", "time away from the bus", "the nodes that have it get its tables", "s")
"""No other node could reach tables here."""
FREED = "canastra.freed"
"""The subject on which a node announces released shards: other nodes take them at once."""


class Node(Server):
    """A `Server` whose tables come and go with its leases. It migrates the schema at once.

    `settings.database` is not used. Raises `StorageFileError`, `UnavailableError`, `SettingsError`.
    """

    def __init__(self, settings: Settings, cluster: ClusterSettings, overrides: Overrides = NOTHING) -> None:
        self._generation = schema.bring_up_to_date(cluster.database)
        overrides = replace(overrides, clock=overrides.clock or schema.database_clock(cluster.database))
        self._rows, self._looks = (PostgresLeaseRows(cluster.database) for _ in range(2))
        self.leases = Leases(self._rows, cluster.node, cluster.leases, self._lost, self._taken)
        self.owners = Owners(self._looks, self.leases)
        self._dsn = cluster.database
        self.bus = NatsBus(cluster.bus)
        self._workers = BusBots(self.bus, overrides.bots or own_pool(settings)) if cluster.workers else None
        super().__init__(settings, replace(overrides, bots=self._workers or overrides.bots), self._opened)
        self.changes = Changes(cluster.database, self._changed, self._give_up)
        self.leases.is_reachable = lambda: self.bus.seconds_away < ISOLATED
        patience = cluster.leases.lease + 2
        self.gateway = Gateway(self.app, self.bus, self.owners, settings.root_path, patience=patience)
        self.entrance = self.gateway
        self.owners.on_change = self.gateway.follow
        self.sockets.come_back = COME_BACK
        self.metrics.watch("shards", "Shards that this node has", lambda: len(self.leases.shards))
        self.metrics.watch("lease_left_seconds", "Until shards are given up", lambda: self.leases.seconds_left)
        self.metrics.watch("cut_off", "1 while no other node reaches this one", lambda: self.leases.is_cut_off)
        self.metrics.watch("changes_age_seconds", "Since others' changes were read last", lambda: self.changes.age)
        self.metrics.registry.register(ShardTables(lambda: tuple(self.lobby.host.loaded)))
        self.health.cut_off = lambda: self.leases.is_cut_off
        self._beating: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Join the cluster and start."""
        await self._store.start()
        await self.bus.start()
        self.bus.warn_if_open()
        await self.bus.subscribe(FREED, lambda _: self.owners.look())
        await self.changes.start()
        if self._workers is not None:
            await self._workers.start(self.metrics)
        await self.leases.beat()
        self._wanted.clear()  # The start itself loads the tables of the shards taken.
        await super().start()
        await self.gateway.start()
        await self.bus.subscribe(status_subject(self.leases.node), self._reported)
        await self.bus.subscribe(drain_subject(self.leases.node), self._asked_to_end)
        works = (self.leases.run(), self.owners.run(), self.changes.run())
        self._beating += [asyncio.create_task(work) for work in works]

    async def close(self) -> None:
        """Drain, give the shards back, and end every part."""
        await super().close()
        await self.gateway.close()
        await self.bus.close()
        await self._store.close()
        await self.changes.close()
        for rows in (self._rows, self._looks):
            await rows.close()

    async def _drain(self) -> None:
        await self.gateway.drain()
        await super()._drain()
        for task in self._beating:
            task.cancel()
        await asyncio.gather(*self._beating, return_exceptions=True)
        try:
            await self.leases.release()
        except UnavailableError as error:
            log(logging.WARNING, "leases_not_released", error=code_of(error))
        self.bus.publish(FREED, b"")

    async def _written(self) -> None:
        """Return at once: a slow database is another machine's, and recovers without a restart here."""

    def _opened(self, settings: Settings, metrics: Metrics) -> Persistence:
        self._store = PostgresStore(self._dsn, self.leases, metrics=metrics)
        return Persistence(
            PostgresDatabase(self._dsn, self._generation), self._store, self.leases.owns, self.leases.fence
        )

    async def _changed(self, kind: str, subject: str) -> None:
        await update_cache(self, kind, subject)

    async def _lost(self, shards: Collection[int]) -> None:
        await self.let_go()

    def _reported(self, _: bytes) -> bytes:
        lost, malformed = self.bus.dropped, self.gateway.tunnels.malformed
        tables, sockets = len(self.lobby.host.loaded), self.sockets.open
        return msgspec.json.encode(
            NodeReport(version("canastra"), tables, sockets, self.health.draining, lost, malformed)
        )

    def _asked_to_end(self, _: bytes) -> bytes:
        log(logging.INFO, "asked_to_end", node=self.leases.node)
        self.request_end()
        return b"yes"

    def _taken(self) -> None:
        """Note that tables of newly taken shards have to be loaded."""
        self._wanted.set()


class Outsider(Server):
    """The parts of a server without tables, for an operator's commands on the nodes' database. It serves nothing."""

    def __init__(self, settings: Settings, dsn: str) -> None:
        leases = Leases(PostgresLeaseRows(dsn), "outsider")
        generation = schema.bring_up_to_date(dsn)

        def opened(settings: Settings, metrics: Metrics) -> Persistence:
            self._store = PostgresStore(dsn, leases, metrics=metrics)
            return Persistence(PostgresDatabase(dsn, generation), self._store, leases.owns)

        super().__init__(settings, NOTHING, opened)

    async def prepare(self) -> None:
        """Connect, and read the data that moderation needs."""
        await self._store.start()
        await super().prepare()

    async def close(self) -> None:
        """End every part."""
        await super().close()
        await self._store.close()


class ShardTables(Collector):
    """Counts the tables in memory by shard at each collection."""

    def __init__(self, loaded: Callable[[], Iterable[str]]) -> None:
        self._loaded = loaded

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """One gauge, with a value for each shard that has tables."""
        gauge = GaugeMetricFamily("canastra_shard_tables", "Tables in memory by shard", labels=["shard"])
        for shard, count in sorted(Counter(map(shard_of, self._loaded())).items()):
            gauge.add_metric([str(shard)], count)
        yield gauge
