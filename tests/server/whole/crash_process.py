"""`canastra serve` that is killed at one point of one append, told by the environment as ``POINT:NUMBER``.

A process of its own: ``python crash_process.py serve …``. The server has a hook for tests and no way to set it from
outside, so this module does; and it draws the same secrets each time, so that the deal is the same after every crash.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from canastra.cli.main import main
from canastra.server import app
from canastra.server.bots import Bots
from canastra.server.live import Clock, Point, Services
from canastra.server.storage import SqliteStore, Store

WHERE = "CANASTRA_TEST_DIES"
NOWHERE = ""
SEED = 12
MOMENT = 0.01
"""Seconds for what was said to leave the process."""


class Same(Random):
    """Returns the same bytes for the same length: the secret of a deal is the same in every life."""

    def randbytes(self, n: int) -> bytes:
        """See above."""
        return Random(SEED + n).randbytes(n)

    def sample(self, population: Sequence[Any], k: int, *, counts: Iterable[int] | None = None) -> list[Any]:
        """The same order each time."""
        return Random(SEED).sample(population, k, counts=counts)


class DyingError(Exception):
    """The process has moments to live, and this table none."""


class Death:
    """Where and when the process dies."""

    def __init__(self, where: str) -> None:
        name, _, number = where.partition(":")
        self._point = Point[name] if name else None
        self._left = int(number or 0)

    def has_come(self, point: Point) -> bool:
        """Count the passes of the point. Returns whether this is the named one."""
        self._left -= point is self._point
        return point is self._point and self._left == 0

    def hook(self, point: Point) -> None:
        """The server's hook: the sender gets the answer, and no other client gets anything."""
        if point is Point.AFTER_ANSWER and self.has_come(point):
            asyncio.get_running_loop().call_later(MOMENT, _kill)
            raise DyingError


DEATH = Death(os.environ.get(WHERE, NOWHERE))


class DyingStore(SqliteStore):
    """Dies before or after an append, a moment later: messages that were sent arrive."""

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[str],
        command_id: str | None = None,
        answer: str | None = "",
    ) -> None:
        """Append, if life is long enough."""
        if DEATH.has_come(Point.BEFORE_APPEND):
            await _die()
        await super().append(table_id, expected_seq, events, command_id, answer)
        if DEATH.has_come(Point.AFTER_APPEND):
            await _die()


def services(store: Store, bots: Bots, time: Clock, random: Random, generation: int, **more: Any) -> Services:
    """Those of the server, with the hook, and with secrets of ours."""
    return Services(store, bots, time, Same(), generation, **more, hook=DEATH.hook)


async def _die() -> None:
    await asyncio.sleep(MOMENT)
    _kill()


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    vars(app).update(SqliteStore=DyingStore, Services=services)
    main()
