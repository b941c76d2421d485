"""Limits of the server, and the token buckets that enforce its rates.

Each limit is declared once, where its value is defined, with the consequence of exceeding it.

A limit that an operator may set is a field of `canastra.server.settings.Caps`, made with `bound`:

    seats_of_person: int = bound(3, "a person", "waiting tables at which one sits", "429 `lobby_too_many_seats`")

So is one that only tests set, in a class like `canastra.server.live.services.TableLimits`. Any other limit is a
constant, made with `limit`, in the module that enforces it:

    WAITING = limit("passwords_waiting", 32, "the server", "callers that wait for a hash", "429 `users_busy`")

`per` is the party that the limit holds for, `what` a noun for the counted things, `past` a code (``429 `x` ``,
``close 4029 `x` ``, ``refused: `x` ``) or a clause for the consequence. A code in backquotes is stable. The tables in
docs/operating.md are made of the declarations (`make docs`), and tests/server/test_limits.py wants a test marked
`@pytest.mark.limit("passwords_waiting")` for each of them: one that goes up to the limit and past it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, cast

from canastra.cache import Cache

Value = TypeVar("Value")
Class = TypeVar("Class")
_KEY = "limit"


@dataclass(frozen=True, slots=True)
class Limit:
    """One declaration. `per` is the party that it holds for, `past` the consequence of exceeding it."""

    name: str
    value: object
    per: str
    what: str
    past: str
    unit: str = ""
    option: str = ""
    """The option that sets it; empty for one that is fixed."""


_declared: dict[str, Limit] = {}


def limit(name: str, value: Value, per: str, what: str, past: str, unit: str = "") -> Value:
    """Declare a limit that is a constant; return its value. Raises ValueError if another one has the name."""
    _declare(Limit(name, value, per, what, past, unit))
    return value


def bound(default: Value, per: str, what: str, past: str, unit: str = "", option: str = "") -> Value:
    """Declare a limit that is a field of a dataclass below `limits`. `option` is its own option, if it has one."""
    return field(default=default, metadata={_KEY: (per, what, past, unit, option)})


def limits(declaring: type[Class]) -> type[Class]:
    """Class decorator: the fields of a dataclass that are made with `bound` are limits by their names."""
    for declared_field in fields(cast(Any, declaring)):
        if _KEY in declared_field.metadata:
            per, what, past, unit, option = declared_field.metadata[_KEY]
            _declare(Limit(declared_field.name, declared_field.default, per, what, past, unit, option))
    return declaring


def declared() -> tuple[Limit, ...]:
    """All limits of the modules that have been imported, in the order of their declaration."""
    return tuple(_declared.values())


def _declare(new_limit: Limit) -> None:
    present = _declared.setdefault(new_limit.name, new_limit)
    if present != new_limit:  # The same one again comes from a module that a test loads twice.
        raise ValueError(f"two limits are called {new_limit.name}")


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: its size, and the tokens that it gains each second."""

    burst: float
    per_second: float

    def __str__(self) -> str:
        """As ``--cap`` takes it.

        >>> str(Rate(20, 1 / 60))
        '20/0.016667'
        """
        return f"{self.burst:g}/{self.per_second:.6f}".rstrip("0").rstrip(".")


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
