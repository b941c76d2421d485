"""Messages between servers: each to a subject, at most once, in the order of their sender; any may be lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

Handler = Callable[[bytes], bytes | None]
"""Takes a message, at once; what it returns is the answer, if the message is a request."""
Delivery = Callable[[str, bytes], Iterable[float]]
"""After how many seconds each copy of a message comes: ``(0,)`` as it should, ``()`` if it is lost."""


class UnheardError(Exception):
    """Nobody answers a request. `certain` if nobody got it either."""

    def __init__(self, certain: bool) -> None:
        super().__init__(certain)
        self.certain = certain


class BusSubscription(Protocol):
    """A handler that hears a subject until it is closed."""

    async def close(self) -> None:
        """Hear no more."""


class Bus(Protocol):
    """The port to a system of messages."""

    def publish(self, subject: str, data: bytes) -> None:
        """Send a message, without waiting and without knowing whether it arrives."""

    async def subscribe(self, subject: str, handler: Handler) -> BusSubscription:
        """Have a handler called with every message to a subject, in order."""

    async def request(self, subject: str, data: bytes, seconds: float) -> bytes:
        """Send a message and wait for its answer. Raises UnheardError."""


def once(subject: str, data: bytes) -> Iterable[float]:
    """Nothing is lost or late."""
    return (0.0,)


class LocalBus:
    """A bus within one event loop. `delivery` may be set to a function that loses, delays or doubles messages."""

    def __init__(self, delivery: Delivery = once) -> None:
        self.delivery = delivery
        self._handlers: dict[str, list[Handler]] = {}

    @property
    def subscriptions(self) -> int:
        """How many handlers there are."""
        return sum(map(len, self._handlers.values()))

    def publish(self, subject: str, data: bytes) -> None:
        """Send a message: it comes with the next round of the event loop."""
        self._send(subject, data, None)

    async def subscribe(self, subject: str, handler: Handler) -> BusSubscription:
        """Have a handler called with every message to a subject."""
        self._handlers.setdefault(subject, []).append(handler)
        return _Local(self._handlers, subject, handler)

    async def request(self, subject: str, data: bytes, seconds: float) -> bytes:
        """Send a message and wait for its answer. Raises UnheardError."""
        if not self._handlers.get(subject):
            raise UnheardError(True)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._send(subject, data, answer)
        try:
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            raise UnheardError(False) from None

    def _send(self, subject: str, data: bytes, answer: asyncio.Future[bytes] | None) -> None:
        loop = asyncio.get_running_loop()
        for seconds in self.delivery(subject, data):
            if seconds:
                loop.call_later(seconds, self._deliver, subject, data, answer)
            else:
                loop.call_soon(self._deliver, subject, data, answer)

    def _deliver(self, subject: str, data: bytes, answer: asyncio.Future[bytes] | None) -> None:
        for handler in tuple(self._handlers.get(subject, ())):
            said = handler(data)
            if said is not None and answer is not None and not answer.done():
                answer.set_result(said)


class _Local:
    def __init__(self, handlers: dict[str, list[Handler]], subject: str, handler: Handler) -> None:
        self._handlers, self._subject, self._handler = handlers, subject, handler

    async def close(self) -> None:
        """Hear no more."""
        found = self._handlers.get(self._subject, [])
        if self._handler in found:
            found.remove(self._handler)
        if not found:
            self._handlers.pop(self._subject, None)
