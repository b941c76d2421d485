"""One server of several: leases decide what it runs, a gateway leads everybody else to whoever runs theirs."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Collection
from dataclasses import dataclass, field

from canastra.cluster import schema
from canastra.cluster.ownership.holdings import LeaseFigures
from canastra.cluster.ownership.lease_rows import PostgresLeaseRows
from canastra.cluster.ownership.leases import Leases
from canastra.cluster.ownership.owners import Owners
from canastra.cluster.routing.gateway import Gateway
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.cluster.store import PostgresStore
from canastra.server.app import NOTHING, Overrides, Persistence, Server
from canastra.server.logging import code_of, log
from canastra.server.metrics import Metrics
from canastra.server.settings import Settings
from canastra.server.storage import Database, UnavailableError

FREED = "canastra.freed"
"""Said by a node that gave its shards back: whoever hears it takes them at once."""


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """What a server of several needs besides: the addresses of PostgreSQL and NATS, and its name."""

    database: str
    bus: str
    node: str = field(default_factory=socket.gethostname)
    leases: LeaseFigures = field(default_factory=LeaseFigures)


class Node(Server):
    """A `Server` whose tables come and go with its leases. The schema is brought up to date at once.

    The logs of tables are in PostgreSQL. All else is in a `database` that the nodes have to share: a file of SQLite, as
    long as the lobby knows no other, and so nodes of one process. `StorageFileError`,
    `UnavailableError`, `SettingsError`.
    """

    def __init__(
        self, settings: Settings, cluster: ClusterSettings, database: Database, given: Overrides = NOTHING
    ) -> None:
        schema.bring_up_to_date(cluster.database)
        self._rows, self._looks = (PostgresLeaseRows(cluster.database) for _ in range(2))
        self.leases = Leases(self._rows, cluster.node, cluster.leases, self._lost, self._taken)
        self.owners = Owners(self._looks, self.leases)
        self._dsn, self._shared = cluster.database, database
        super().__init__(settings, given, self._opened)
        self.bus = NatsBus(cluster.bus)
        self.gateway = Gateway(self.app, self.bus, self.owners, settings.root_path)
        self.entrance = self.gateway
        self._gained = asyncio.Event()
        self._beating: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Join the others, and begin."""
        await self._store.start()
        await self.bus.start()
        await self.bus.subscribe(FREED, lambda _: self.owners.look())
        await self.leases.beat()
        self._gained.clear()  # What was taken is loaded by the start itself.
        await super().start()
        await self.gateway.start()
        works = (self.leases.run(), self.owners.run(), self._keep_taking_over())
        self._beating += [asyncio.create_task(work) for work in works]

    async def close(self) -> None:
        """Drain, give the shards back, and end every part."""
        await super().close()
        await self.gateway.close()
        await self.bus.close()
        await self._store.close()
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

    def _opened(self, settings: Settings, metrics: Metrics) -> Persistence:
        self._store = PostgresStore(self._dsn, self.leases, metrics=metrics)
        return Persistence(self._shared, self._store, self.leases.owns)

    async def _lost(self, shards: Collection[int]) -> None:
        await self.let_go()

    def _taken(self) -> None:
        self._gained.set()

    async def _keep_taking_over(self) -> None:
        """Run what was gained. What comes meanwhile is looked for again."""
        while True:
            await self._gained.wait()
            self._gained.clear()
            try:
                await self.take_over()
            except Exception as error:  # noqa: BLE001 - the tables are loaded when somebody comes; tried again here
                log(logging.ERROR, "not_taken_over", error=code_of(error))
                await asyncio.sleep(1)
                self._gained.set()
