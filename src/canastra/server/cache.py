"""A cache of the latest values, bounded in size."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Values by name. `most` bounds the sum of their sizes; the value used longest ago is dropped first.

    >>> texts = Cache[str](most=10)
    >>> texts.put("a", "aaaa", 4)
    >>> texts.put("b", "bbbb", 4)
    >>> texts.get("a")
    'aaaa'
    >>> texts.put("c", "cccc", 4)
    >>> texts.get("b"), texts.size
    (None, 8)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, tuple[Value, int]] = OrderedDict()
        self.size = 0
        """The size of all values together."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the values, the one used longest ago first."""
        return tuple(self._values)

    def get(self, name: str) -> Value | None:
        """A value by its name; None if it isn't cached."""
        found = self._values.get(name)
        if found is None:
            return None
        self._values.move_to_end(name)
        return found[0]

    def put(self, name: str, value: Value, size: int) -> None:
        """Store a value; one that is larger than the bound is not stored."""
        self.drop(name)
        if size > self._most:
            return
        self._values[name] = value, size
        self.size += size
        while self.size > self._most:
            self.drop(next(iter(self._values)))

    def drop(self, name: str) -> None:
        """Drop the value of this name."""
        found = self._values.pop(name, None)
        if found is not None:
            self.size -= found[1]
