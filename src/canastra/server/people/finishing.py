"""Work that goes on to its end when whoever asked for it has left."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Value = TypeVar("Value")


class Finishing:
    """What the database was given is done in any case, and what is kept in memory has to follow it in any case."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Do something; a caller that is cancelled leaves it running."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        await asyncio.wait([task])
        return task.result()

    async def close(self) -> None:
        """Wait for all of it."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # Asked for, so that nothing is logged of an error whose caller left.
