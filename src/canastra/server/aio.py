"""Helpers for asyncio: a flag, a queue, background tasks, and callbacks in batches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Value = TypeVar("Value")


class Flag:
    """Like asyncio.Event without a preallocated deque of waiters: saves memory per socket."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Return whether `wait` returns at once."""
        return self._is_set

    def set(self) -> None:
        """Wake all waiters; later calls of `wait` return at once."""
        self._is_set = True
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)

    def clear(self) -> None:
        """Make later calls of `wait` wait."""
        self._is_set = False

    async def wait(self) -> None:
        """Return when it is set."""
        if not self._is_set:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            try:
                await waiting
            finally:
                self._waiting.remove(waiting)


class FrameQueue:
    """The part of `asyncio.Queue` that uvicorn uses, in a tenth of its memory."""

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._news = Flag()

    def qsize(self) -> int:
        """The number of waiting items."""
        return len(self._items)

    def empty(self) -> bool:
        """Return whether no item waits."""
        return not self._items

    def put_nowait(self, item: Any) -> None:
        """Add an item."""
        self._items.append(item)
        self._news.set()

    async def get(self) -> Any:
        """Wait for the next item and return it; for a single reader."""
        while not self._items:
            self._news.clear()
            await self._news.wait()
        return self._items.pop(0)


class Background:
    """Runs tasks that survive their callers: once the database has a change, memory has to follow it in any case."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Run a coroutine to its end; cancelling the caller does not cancel it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        await asyncio.wait([task])
        return task.result()

    async def close(self) -> None:
        """Wait for all tasks."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # Retrieved, so that asyncio logs nothing about an error whose caller left.


PERIOD = 0.008
"""The longest time that a callback waits for its batch, in seconds."""
FEW = 4
"""Callbacks called at once in each period; below this rate nothing is delayed."""


class Coalescer:
    """Batches incoming messages under load, like interrupt coalescing in network cards.

    All messages run the same code, and a single one finds little of it in the processor's caches: in a batch of
    sixteen, a message costs half as much (docs/lab/load.md).
    """

    def __init__(self) -> None:
        self._began, self._count = 0.0, 0
        self._waiting: list[Callable[[], None]] = []

    def call(self, hear: Callable[[], None]) -> None:
        """Call `hear` at once, or at the end of the period if a few were called in it already."""
        if self._waiting:
            self._waiting.append(hear)
            return
        loop = asyncio.get_running_loop()
        now = loop.time()
        if now >= self._began + PERIOD:
            self._began, self._count = now, 0
        self._count += 1
        if self._count <= FEW:
            hear()
        else:
            self._waiting.append(hear)
            loop.call_at(self._began + PERIOD, self._call_all)

    def _call_all(self) -> None:
        """Call all waiting callbacks; if there were more than a few, the next period batches from its first message."""
        waiting, self._waiting = self._waiting, []
        loop = asyncio.get_running_loop()
        self._began, self._count = loop.time(), len(waiting)
        for hear in waiting:
            loop.call_soon(hear)  # Separately: an error must not keep the rest waiting.


class SendBatch:
    """Sends for several connections in one callback: one callback for each would cost the event loop more."""

    def __init__(self) -> None:
        self._due: list[Callable[[], None]] = []

    def add(self, send: Callable[[], None]) -> None:
        """Call `send`, which must not raise, after the current callbacks."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._send_all)
        self._due.append(send)

    def _send_all(self) -> None:
        due, self._due = self._due, []
        for send in due:
            send()
