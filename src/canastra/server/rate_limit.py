"""Token buckets, which limit how often something may be done."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from canastra.cache import Cache
from canastra.server.limits import limit
from canastra.server.settings import Rate

Monotonic = Callable[[], float]
MOST = limit("buckets", 100_000, "the server", "token buckets of one kind", "the oldest is forgotten")
"""Buckets of one kind in memory; the one used longest ago is dropped first, and is full again."""


@dataclass(slots=True)
class Bucket:
    """A token bucket, full at first.

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
        """Take a token. Returns False if the bucket is empty."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """Put a token back that turned out not to be needed."""
        self._fill()
        self._left = min(self.rate.burst, self._left + 1)

    def wait(self) -> float:
        """Seconds until there is a token."""
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
        self._rate, self._clock = rate, clock
        self._buckets = Cache[str, Bucket](most)

    def take(self, key: str) -> bool:
        """Take a token from a key's bucket. Returns False if it is empty."""
        return self.of(key).take()

    def of(self, key: str) -> Bucket:
        """The bucket of a key, made on demand."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = Bucket(self._rate, self._clock)
            self._buckets.put(key, bucket)
        return bucket
