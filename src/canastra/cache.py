"""A cache of the latest values, bounded in number or in size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Values by key. `most` bounds the sum of their sizes; the value used longest ago is dropped first.

    >>> texts = Cache[str, str](most=10)
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
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self.size = 0
        """The size of all values together."""

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Key]:
        """The keys, the one used longest ago first."""
        return iter(tuple(self._values))

    def __contains__(self, key: Key) -> bool:
        """Return whether there is a value; this is no use of it."""
        return key in self._values

    def get(self, key: Key) -> Value | None:
        """A value by its key; None if it isn't cached."""
        found = self._values.get(key)
        if found is None:
            return None
        self._values.move_to_end(key)
        return found[0]

    def put(self, key: Key, value: Value, size: int = 1) -> None:
        """Store a value; one that is larger than the bound is not stored. Without sizes, the bound is a number."""
        self.drop(key)
        if size > self._most:
            return
        self._values[key] = value, size
        self.size += size
        while self.size > self._most:
            self.drop(next(iter(self._values)))

    def drop(self, key: Key) -> Value | None:
        """Remove and return the value of this key; None if it isn't cached."""
        found = self._values.pop(key, None)
        if found is None:
            return None
        self.size -= found[1]
        return found[0]
