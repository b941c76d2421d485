"""What waits to be sent to one reader: bounded, filled by whoever has something, emptied by one writer."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Outbox(Generic[Item]):
    """Filling it never waits. With the first item beyond the bound everything in it is dropped, and `overflow` told.

    What was dropped can be had again: a reader resumes from the number after its last.
    """

    def __init__(self, bound: int, overflow: Callable[[], None]) -> None:
        self._bound, self._overflow = bound, overflow
        self._items: deque[Item] = deque()
        self._news = asyncio.Event()
        self._finished = False

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: Item) -> None:
        """One more; nothing, once it is finished."""
        if self._finished:
            return
        if len(self._items) >= self._bound:
            self._items.clear()
            self.finish()
            self._overflow()
            return
        self._items.append(item)
        self._news.set()

    def finish(self) -> None:
        """Take nothing more; what waits is still sent."""
        self._finished = True
        self._news.set()

    async def get(self) -> Item | None:
        """The next; None after the last."""
        while not self._items:
            if self._finished:
                return None
            self._news.clear()
            await self._news.wait()
        return self._items.popleft()
