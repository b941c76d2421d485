"""A node's leases: shards that it took, renews while it lives, and gives back; see docs/cluster.md."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from secrets import token_hex

from sqlalchemy import Connection, text

from canastra.cluster.ownership.holdings import Holdings, LeaseFigures
from canastra.cluster.ownership.lease_rows import LeaseRows
from canastra.cluster.ownership.shards import shard_of
from canastra.server.logging import code_of, log
from canastra.server.storage import FencedError, UnavailableError

_HOLD = text("SELECT 1 FROM shards WHERE shard = :shard AND node = :node AND epoch = :epoch FOR SHARE")
SOONER = 6
"""A failed renewal is tried again this many times sooner."""
Lost = Callable[[Collection[int]], Awaitable[None]]
"""Ends the work for lost shards, and returns once it has ended."""


async def nothing_runs(shards: Collection[int]) -> None:
    """The default for `Lost`: nothing runs for shards."""


def nothing_begins() -> None:
    """The default callback for taken shards: does nothing."""


class Leases:
    """The leases of this process. Their name is unique: a random part, drawn at each start, follows the node's name."""

    def __init__(
        self,
        rows: LeaseRows,
        name: str,
        figures: LeaseFigures | None = None,
        lost: Lost = nothing_runs,
        taken: Callable[[], None] = nothing_begins,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rows, self._figures, self._now = rows, figures or LeaseFigures(), now
        self._lost, self._taken = lost, taken
        self.is_reachable: Callable[[], bool] = lambda: True
        """Returns whether other nodes reach this one."""
        self.is_cut_off = False
        """True if there are other nodes, and none reaches this one."""
        self._beating = asyncio.Lock()
        self.node = f"{name}-{token_hex(4)}"
        self._holdings = Holdings(self._figures)
        self._members = 1

    @property
    def shards(self) -> frozenset[int]:
        """The shards that this node has and may rely on now."""
        now = self._now()
        return frozenset(epoch for epoch in self._holdings.epochs() if self._holdings.epoch(epoch, now) is not None)

    @property
    def seconds_left(self) -> float:
        """The seconds until this node loses its first shard unless it is renewed; without any shard, the guard time."""
        lapse = self._holdings.next_lapse()
        return self._figures.guard if lapse is None else max(0.0, lapse - self._now())

    def owns(self, table_id: str) -> bool:
        """Return whether this node has a table or a tournament, and may rely on it now."""
        return self._holdings.epoch(shard_of(table_id), self._now()) is not None

    def epoch(self, table_id: str) -> int:
        """The epoch in which this node has the table. Raises `FencedError` if it doesn't have it, or can't be sure."""
        epoch = self._holdings.epoch(shard_of(table_id), self._now())
        if epoch is None:
            raise FencedError(table_id)
        return epoch

    def fence(self, connection: Connection, own_ids: Collection[str]) -> list[str]:
        """Return which of these ids are this node's, and lock their shards until the transaction ends."""
        now = self._now()
        epochs = {shard: self._holdings.epoch(shard, now) for shard in sorted(set(map(shard_of, own_ids)))}
        held = {
            shard
            for shard, epoch in epochs.items()
            if connection.execute(_HOLD, {"shard": shard, "node": self.node, "epoch": epoch}).first() is not None
        }
        return [own_id for own_id in own_ids if shard_of(own_id) in held]

    async def beat(self) -> None:
        """One heartbeat: renew leases, release surplus shards, acquire free ones.

        A node that no other reaches counts as gone: it releases all its shards to the others. Raises
        `UnavailableError`.
        """
        async with self._beating:
            await self._beat()

    async def _beat(self) -> None:
        rows, node, lease = self._rows, self.node, self._figures.lease
        sent, asked = self._now(), self._holdings.epochs()
        kept = await rows.renew(node, lease, asked) if asked else set()
        await self._end(self._holdings.renew(sent, asked, kept), "shards_lost")
        is_reachable = self.is_reachable()
        self._members = await (rows.beat(node, lease) if is_reachable else rows.leave(node))
        self.is_cut_off = not is_reachable and self._members > 0
        if self.is_cut_off:
            await self._give_back(self._holdings.epochs())
            return
        # If no node reaches any other, each keeps its shards, for its own clients.
        await self._give_back(self._holdings.surplus(self._members) if is_reachable else {})
        room = self._holdings.room(self._members)
        if room:
            sent = self._now()
            taken = await rows.take(node, lease, list(self._holdings.epochs()), room)
            self._holdings.take(sent, taken)
            if taken:
                log(logging.INFO, "shards_taken", node=node, shards=len(taken), members=self._members)
                self._taken()

    async def run(self) -> None:
        """Send heartbeats until cancelled. An unreachable database is asked again; leases without renewal lapse."""
        watching = asyncio.create_task(self._watch())
        try:
            while True:
                began, pause = self._now(), self._figures.renew
                try:
                    async with asyncio.timeout(self._figures.renew):
                        await self.beat()
                except (UnavailableError, TimeoutError) as error:
                    log(logging.WARNING, "leases_not_renewed", node=self.node, error=code_of(error))
                    pause = self._figures.renew / SOONER  # The next regular one would come when the guard is over.
                await asyncio.sleep(max(0.0, began + pause - self._now()))
        finally:
            watching.cancel()

    async def release(self) -> None:
        """Release all shards before the node ends: others need not wait until its leases are over.

        Raises `UnavailableError`; then the leases end by themselves.
        """
        await self._give_back(self._holdings.epochs())
        await self._rows.leave(self.node)

    async def _watch(self) -> None:
        """End the work for lapsed shards in time, however long the database delays the renewal."""
        while True:
            first = self._holdings.next_lapse()
            await asyncio.sleep(self._figures.renew if first is None else max(0.01, first - self._now()))
            await self._end(self._holdings.lapse(self._now()), "shards_lapsed")

    async def _give_back(self, shards: dict[int, int]) -> None:
        if shards:
            self._holdings.drop(shards)  # From here on nothing is written for them.
            await self._end(shards, "shards_given_back")
            await self._rows.release(self.node, shards)

    async def _end(self, shards: Collection[int], event: str) -> None:
        if shards:
            log(logging.INFO, event, node=self.node, shards=len(shards))
            await self._lost(shards)
