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
"""How much sooner a renewal that failed is tried again."""
Lost = Callable[[Collection[int]], Awaitable[None]]
"""Ends what is run for shards, and returns once it has ended."""


async def nothing_runs(shards: Collection[int]) -> None:
    """What happens where nothing is run for shards."""


def nothing_begins() -> None:
    """What happens where nothing is begun for shards that were taken."""


class Leases:
    """The leases of this process. No two have the same name: what follows the node's is drawn at each start."""

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
        """Whether other nodes reach this one."""
        self.is_cut_off = False
        """Whether there are others, and none reaches this one."""
        self._beating = asyncio.Lock()
        self.node = f"{name}-{token_hex(4)}"
        self._holdings = Holdings(self._figures)
        self._members = 1

    @property
    def shards(self) -> frozenset[int]:
        """The shards that this node has and may rely on now."""
        now = self._now()
        return frozenset(each for each in self._holdings.epochs() if self._holdings.epoch(each, now) is not None)

    @property
    def seconds_left(self) -> float:
        """Until this node gives the first of its shards up, unless it is renewed; the whole time without any."""
        lapse = self._holdings.next_lapse()
        return self._figures.guard if lapse is None else max(0.0, lapse - self._now())

    def owns(self, table_id: str) -> bool:
        """Whether this node has a table or a tournament, and may rely on it now."""
        return self._holdings.epoch(shard_of(table_id), self._now()) is not None

    def epoch(self, table_id: str) -> int:
        """The epoch in which this node has the table. `FencedError` if it has it not, or can't be sure any more."""
        epoch = self._holdings.epoch(shard_of(table_id), self._now())
        if epoch is None:
            raise FencedError(table_id)
        return epoch

    def fence(self, connection: Connection, own_ids: Collection[str]) -> list[str]:
        """Which of these are this node's until a transaction ends: nobody takes their shards before that has."""
        now = self._now()
        epochs = {shard: self._holdings.epoch(shard, now) for shard in sorted(set(map(shard_of, own_ids)))}
        held = {
            shard
            for shard, epoch in epochs.items()
            if connection.execute(_HOLD, {"shard": shard, "node": self.node, "epoch": epoch}).first() is not None
        }
        return [each for each in own_ids if shard_of(each) in held]

    async def beat(self) -> None:
        """Say that the node is there, renew what it has, give back what is too much, take what is free.

        One that no other reaches is not there: it gives back all that it has to those that are. `UnavailableError`.
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
        # Where no node reaches any other, each goes on with what it has, for those who come to itself.
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
        """Beat until cancelled. A database that can't be reached is asked again; what is not renewed lapses."""
        watching = asyncio.create_task(self._watch())
        try:
            while True:
                began, pause = self._now(), self._figures.renew
                try:
                    async with asyncio.timeout(self._figures.renew):
                        await self.beat()
                except (UnavailableError, TimeoutError) as error:
                    log(logging.WARNING, "leases_not_renewed", node=self.node, error=code_of(error))
                    pause = self._figures.renew / SOONER  # The next one in its turn would come when the guard is over.
                await asyncio.sleep(max(0.0, began + pause - self._now()))
        finally:
            watching.cancel()

    async def release(self) -> None:
        """Give everything back, for a node that ends: others need not wait until its leases are over.

        `UnavailableError`; they are over by themselves then.
        """
        await self._give_back(self._holdings.epochs())
        await self._rows.leave(self.node)

    async def _watch(self) -> None:
        """End what lapses when it does, however long the database keeps the renewal waiting."""
        while True:
            first = self._holdings.next_lapse()
            await asyncio.sleep(self._figures.renew if first is None else max(0.01, first - self._now()))
            await self._end(self._holdings.lapse(self._now()), "shards_lapsed")

    async def _give_back(self, shards: dict[int, int]) -> None:
        if shards:
            self._holdings.drop(shards)  # From here on nothing more is written for them.
            await self._end(shards, "shards_given_back")
            await self._rows.release(self.node, shards)

    async def _end(self, shards: Collection[int], event: str) -> None:
        if shards:
            log(logging.INFO, event, node=self.node, shards=len(shards))
            await self._lost(shards)
