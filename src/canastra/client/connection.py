"""Carries out what `canastra.client.reconnection` decides: opens sockets, sends, sets timers, hands messages on."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from functools import partial

from canastra.client.reconnection import (
    Action,
    Arrived,
    Connect,
    Deliver,
    Drop,
    Event,
    Fired,
    Link,
    LinkReport,
    LinkTimer,
    Lost,
    Offline,
    Online,
    Queued,
    Request,
    Send,
    SocketOpened,
    Stopped,
    Wait,
    decide,
)
from canastra.client.transport import Dial, LostError, Socket
from canastra.protocol import ProtocolError, encode, read_server

Hear = Callable[[Deliver | LinkReport], None]
Later = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
"""Calls a function after a number of seconds."""


def later(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
    """Call a function after some seconds by the event loop's clock."""
    return asyncio.get_running_loop().call_later(seconds, call)


class Connection:
    """The connection to one table over any number of sockets. `hear` gets messages and reports of the connection."""

    def __init__(
        self,
        dial: Dial,
        hear: Hear,
        start: int = 0,
        chance: Callable[[], float] = random.random,
        later: Later = later,
    ) -> None:
        self.link = Link(start=start)
        self._dial, self._hear, self._chance, self._later = dial, hear, chance, later
        self._pending: deque[Event] = deque()
        self._busy = False
        self._timers: dict[LinkTimer, asyncio.TimerHandle] = {}
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._socket: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def network(self, there: bool) -> None:
        """Report whether there is a network. The first network starts the connection."""
        self._happen(Online() if there else Offline())

    def ask(self, request: Request) -> None:
        """Send a request, again and again until it is answered."""
        self._happen(Queued(request))

    async def close(self) -> None:
        """End the connection for good."""
        self._happen(Stopped())
        for timer in self._timers.values():
            timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _happen(self, event: Event) -> None:
        """Decide and act. Events that come while acting wait, so that actions keep their order."""
        self._pending.append(event)
        if self._busy:
            return
        self._busy = True
        try:
            while self._pending:
                self.link, actions = decide(self.link, self._pending.popleft(), self._chance())
                for action in actions:
                    self._perform(action)
        finally:
            self._busy = False

    def _perform(self, action: Action) -> None:
        match action:
            case Connect(number, from_seq):
                self._outbox = asyncio.Queue()
                self._socket = asyncio.create_task(self._run(number, from_seq, self._outbox))
                self._tasks.add(self._socket)
                self._socket.add_done_callback(self._tasks.discard)
            case Drop():
                if self._socket is not None:
                    self._socket.cancel()
            case Send(message):
                self._outbox.put_nowait(encode(message).decode())
            case Wait(timer, ms):
                self._wait(timer, ms)
            case Deliver() | LinkReport():
                self._hear(action)

    def _wait(self, timer: LinkTimer, ms: int) -> None:
        if timer in self._timers:
            self._timers[timer].cancel()
        self._timers[timer] = self._later(ms / 1000, partial(self._happen, Fired(timer)))

    async def _run(self, number: int, from_seq: int, outbox: asyncio.Queue[str]) -> None:
        """Run one socket, from the attempt to open it to its end."""
        code = None
        try:
            socket = await self._dial(from_seq)
            try:
                self._happen(SocketOpened(number))
                await self._talk(number, socket, outbox)
            finally:
                await socket.close()
        except LostError as error:
            code = error.code
        except ProtocolError:
            pass  # A server with an invalid answer counts as gone.
        self._happen(Lost(number, code))

    async def _talk(self, number: int, socket: Socket, outbox: asyncio.Queue[str]) -> None:
        writing = asyncio.create_task(_write(socket, outbox))
        try:
            while True:
                self._happen(Arrived(number, read_server(await socket.receive())))
        finally:
            writing.cancel()


async def _write(socket: Socket, outbox: asyncio.Queue[str]) -> None:
    try:
        while True:
            await socket.send(await outbox.get())
    except LostError:
        pass  # The reader notices it too, and knows the code.
