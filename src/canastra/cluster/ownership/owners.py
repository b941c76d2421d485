"""The owner of each shard, according to the database's last answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from canastra.cluster.ownership.lease_rows import LeaseRows
from canastra.cluster.ownership.leases import Leases
from canastra.cluster.ownership.shards import SHARDS, shard_of
from canastra.server.logging import code_of, log
from canastra.server.storage import UnavailableError

LOOK = 1.0
"""Seconds between two looks, so that a shard whose lease is over is taken within one."""


class Owners:
    """The `canastra.cluster.routing.gateway.Directory` of a node; it also sees to it that free shards are taken."""

    def __init__(self, rows: LeaseRows, leases: Leases) -> None:
        self.node = leases.node
        self._rows, self._leases = rows, leases
        self._known: dict[int, str] = {}
        self.on_change: Callable[[], None] = lambda: None
        """Called when owners of shards have changed."""
        self._news = asyncio.Condition()
        self._wanted = asyncio.Event()

    def owner(self, key: str) -> str | None:
        """The node that owns a table or a tournament, as far as this node knows; None if no node does."""
        if self._leases.owns(key):
            return self.node
        found = self._known.get(shard_of(key))
        # A lease that this node can't rely on, although the database still has it.
        return None if found == self.node else found

    async def wait(self, key: str, seconds: float) -> str | None:
        """Wait up to `seconds` until the owner is known or changes. Returns the owner."""
        before = self.owner(key)
        self.look()
        try:
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: self.owner(key) not in (None, before))
        except TimeoutError:
            pass
        return self.owner(key)

    def look(self) -> None:
        """Query the database soon: something may have changed."""
        self._wanted.set()

    async def run(self) -> None:
        """Keep up with the database until cancelled."""
        while True:
            self._wanted.clear()
            try:
                async with asyncio.timeout(LOOK):
                    await self._look()
            except (UnavailableError, TimeoutError) as error:
                log(logging.WARNING, "owners_not_known", error=code_of(error))
            try:
                await asyncio.wait_for(self._wanted.wait(), LOOK)
            except TimeoutError:
                continue
            # However many callers ask, the database is queried twenty times a second at most.
            await asyncio.sleep(0.05)

    async def _look(self) -> None:
        before, self._known = self._known, await self._rows.owners()
        if len(self._known) < SHARDS:
            await self._leases.beat()
            self._known = await self._rows.owners()
        if self._known != before:
            self.on_change()
        async with self._news:
            self._news.notify_all()
