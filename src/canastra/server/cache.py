"""The latest of what took work to make, as much of it as a bound allows."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Values by name. `most` bounds the sum of their sizes; what was used longest ago goes first.

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
        """What is kept, the one used longest ago first."""
        return tuple(self._values)

    def get(self, name: str) -> Value | None:
        """A value that is kept."""
        found = self._values.get(name)
        if found is None:
            return None
        self._values.move_to_end(name)
        return found[0]

    def put(self, name: str, value: Value, size: int) -> None:
        """Keep a value; one that is larger than the bound is not kept."""
        self.drop(name)
        if size > self._most:
            return
        self._values[name] = value, size
        self.size += size
        while self.size > self._most:
            self.drop(next(iter(self._values)))

    def drop(self, name: str) -> None:
        """Keep no value of this name."""
        found = self._values.pop(name, None)
        if found is not None:
            self.size -= found[1]
