"""Messages between servers: each to a subject, at most once, in the order of their sender; any may be lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

Handler = Callable[[bytes], bytes | None]
"""Takes a message without waiting. Its return value is the answer, if the message is a request."""
Answerer = Callable[[bytes], Awaitable[bytes]]
"""Works on a request, beside others, and returns the answer."""


class UnheardError(Exception):
    """A request without an answer. `certain` if no subscriber got it."""

    def __init__(self, certain: bool) -> None:
        super().__init__(certain)
        self.certain = certain


class BusSubscription(Protocol):
    """A handler subscribed to a subject until it is closed."""

    async def close(self) -> None:
        """Unsubscribe."""


class Bus(Protocol):
    """The port to a messaging system."""

    def publish(self, subject: str, data: bytes) -> None:
        """Send a message, without waiting and without knowing whether it arrives."""

    async def subscribe(self, subject: str, handler: Handler) -> BusSubscription:
        """Call a handler with every message to a subject, in order."""

    async def serve(self, subject: str, answerer: Answerer, group: str = "") -> BusSubscription:
        """Answer requests to a subject, each in a task of its own. In a group, one member gets each request.

        Closing the subscription takes no new requests, and waits until those under way are answered.
        """

    async def request(self, subject: str, data: bytes, seconds: float) -> bytes:
        """Send a message and wait for its answer. Raises UnheardError."""


class Answering:
    """The requests of one subscription that are being answered, each in a task."""

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, data: bytes, reply: Callable[[bytes], None]) -> None:
        """Start to answer a request; `reply` gets the answer."""
        task = asyncio.create_task(self._answer(data, reply))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait until all are answered."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _answer(self, data: bytes, reply: Callable[[bytes], None]) -> None:
        reply(await self._answerer(data))
