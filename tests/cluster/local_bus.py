"""A bus within one event loop, which may lose, delay or double messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from itertools import count

from canastra.cluster.routing.bus import Answerer, Answering, BusSubscription, Handler, UnheardError

Delivery = Callable[[str, bytes], Iterable[float]]
"""After how many seconds each copy of a message comes: ``(0,)`` as it should, ``()`` if it is lost."""


def once(subject: str, data: bytes) -> Iterable[float]:
    """The default delivery: nothing is lost or late."""
    return (0.0,)


class LocalBus:
    """A bus within one event loop. `delivery` may be set to a function that loses, delays or doubles messages."""

    def __init__(self, delivery: Delivery = once) -> None:
        self.delivery = delivery
        self._handlers: dict[str, list[Handler]] = {}
        self._served: dict[str, list[_Served]] = {}
        self._turns = count()

    @property
    def subscriptions(self) -> int:
        """The number of handlers and answerers."""
        return sum(map(len, self._handlers.values())) + sum(map(len, self._served.values()))

    def publish(self, subject: str, data: bytes) -> None:
        """Send a message: it comes with the next round of the event loop."""
        self._send(subject, data, None)

    async def subscribe(self, subject: str, handler: Handler) -> BusSubscription:
        """Call a handler with every message to a subject."""
        self._handlers.setdefault(subject, []).append(handler)
        return _Local(self._handlers, subject, handler)

    async def serve(self, subject: str, answerer: Answerer, group: str = "") -> BusSubscription:
        """Answer requests to a subject; the members of a group take turns."""
        served = _Served(self._served, subject, answerer, group)
        self._served.setdefault(subject, []).append(served)
        return served

    async def request(self, subject: str, data: bytes, seconds: float) -> bytes:
        """Send a message and wait for its answer. Raises UnheardError."""
        if not (self._handlers.get(subject) or self._served.get(subject)):
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
        def reply(said: bytes) -> None:
            if answer is not None and not answer.done():
                answer.set_result(said)

        for handler in tuple(self._handlers.get(subject, ())):
            said = handler(data)
            if said is not None:
                reply(said)
        groups: dict[str, list[_Served]] = {}
        for served in self._served.get(subject, ()):
            groups.setdefault(served.group, []).append(served)
        for group, members in groups.items():
            for served in [members[next(self._turns) % len(members)]] if group else members:
                served.answering.begin(data, reply)


class _Served:
    def __init__(self, served: dict[str, list[_Served]], subject: str, answerer: Answerer, group: str) -> None:
        self._served, self._subject, self.group = served, subject, group
        self.answering = Answering(answerer)

    async def close(self) -> None:
        """Take no new requests, and answer the ones under way."""
        found = self._served.get(self._subject, [])
        if self in found:
            found.remove(self)
        if not found:
            self._served.pop(self._subject, None)
        await self.answering.finish()


class _Local:
    def __init__(self, handlers: dict[str, list[Handler]], subject: str, handler: Handler) -> None:
        self._handlers, self._subject, self._handler = handlers, subject, handler

    async def close(self) -> None:
        """Unsubscribe."""
        found = self._handlers.get(self._subject, [])
        if self._handler in found:
            found.remove(self._handler)
        if not found:
            self._handlers.pop(self._subject, None)
