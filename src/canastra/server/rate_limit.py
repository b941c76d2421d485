"""Token buckets: how often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from canastra.server.limits import limit
from canastra.server.settings import Rate

Monotonic = Callable[[], float]
MOST = limit("buckets", 100_000, "the server", "token buckets of one kind", "the oldest is forgotten")
"""Buckets of one kind that are remembered; the one used longest ago is forgotten first, and was full by then."""


@dataclass(slots=True)
class Bucket:
    """Filled to its burst at first.

    >>> now = 0.0
    >>> bucket = Bucket(Rate(burst=2, per_second=0.5), clock=lambda: now)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    >>> bucket.wait()
    2.0
    >>> now = 2.0
    >>> bucket.take()
    True
    """

    rate: Rate
    clock: Monotonic = time.monotonic
    _left: float = -1.0
    _at: float = 0.0

    def take(self) -> bool:
        """Take one, if there is one."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """Put one back that was taken for what turned out to cost nothing."""
        self._fill()
        self._left = min(self.rate.burst, self._left + 1)

    def wait(self) -> float:
        """Seconds until there is one."""
        self._fill()
        return max(0.0, (1 - self._left) / self.rate.per_second)

    def _fill(self) -> None:
        now = self.clock()
        if self._left < 0:
            self._left = self.rate.burst
        else:
            self._left = min(self.rate.burst, self._left + (now - self._at) * self.rate.per_second)
        self._at = now


class Buckets:
    """One bucket for each key: an address, a session, a login."""

    def __init__(self, rate: Rate, clock: Monotonic = time.monotonic, most: int = MOST) -> None:
        self._rate, self._clock, self._most = rate, clock, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take one of a key's."""
        return self.of(key).take()

    def of(self, key: str) -> Bucket:
        """The bucket of a key, made if there is none."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._clock)
        self._buckets[key] = bucket
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket
