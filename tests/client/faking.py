"""States for tests of the client, and a server in this process whose sockets break when the test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, cast

from canastra.client import LostError
from canastra.protocol import ServerMessage, State, encode, read_client
from canastra.protocol.commands import Hint, Ping, Preview, React, Say
from canastra.protocol.messages import Line, Missed, Pong, Reacted, Said, Talk, Update, Welcome
from canastra.rulebooks import official
from canastra.server.live import CommandRequest, EndedError, LiveError, TableManager
from canastra.server.ws.dispatch import answer_of, command_of
from canastra.table import opening, rebuild, snapshot
from tests.server.live.live_server import TABLE

TALK = Talk("presets", partners=False)


def any_state(seq: int = 1, **changes: Any) -> State:
    """Return a state that shows by its step which one it is."""
    table = rebuild([opening(official("buraco"), match="m1", now=0)])
    return cast(State, {**snapshot(table, 0), "step": seq, **changes})


def never() -> bool:
    return False


class HostedSocket:
    """A seat's socket to a host of this process. `breaks` is asked before and after each message."""

    def __init__(
        self, host: Callable[[], TableManager], seat: int | None, from_seq: int, breaks: Callable[[], bool]
    ) -> None:
        self._host, self._seat, self._from, self._breaks = host, seat, from_seq, breaks
        self._down: asyncio.Queue[ServerMessage | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._broken = False

    def start(self) -> HostedSocket:
        self._tasks.append(asyncio.create_task(self._follow()))
        return self

    async def _follow(self) -> None:
        with suppress(LiveError, EndedError):
            reader = await self._host().subscribe(TABLE, self._seat, self._from)
            first = await reader.get()
            assert isinstance(first, Missed)
            assert first.state is not None
            self._say(Welcome(1, TABLE, self._seat, first.seq, first.state, TALK, 20_000, first.events))
            while (update := await reader.get()) and isinstance(update, Update):
                self._say(update)
        self._say(None)

    def _say(self, message: ServerMessage | None) -> None:
        self._down.put_nowait(message)

    def _maybe_break(self) -> None:
        self._broken = self._broken or self._breaks()
        if self._broken:
            raise LostError

    async def send(self, text: str) -> None:
        self._maybe_break()
        message = read_client(text)
        if isinstance(message, Ping):
            self._say(Pong(message.n, 0))
        elif isinstance(message, Say):
            self._say(Said(Line(1, 5, "p0", "Ana", self._seat, message.text, message.preset), message.id))
        elif isinstance(message, React):
            self._say(Reacted(5, "p0", "Ana", message.reaction, self._seat, message.id))
        else:
            assert self._seat is not None
            assert not isinstance(message, Preview | Hint), "not asked here"
            ask = CommandRequest(command_of(message, self._seat), message.id, player=f"p{self._seat}")
            try:
                self._say(answer_of(message.id, await self._host().send(TABLE, ask)))
            except LiveError:
                self._broken = True
        self._maybe_break()

    async def receive(self) -> bytes:
        self._maybe_break()
        message = await self._down.get()
        self._maybe_break()
        if message is None:
            raise LostError(4011)
        return encode(message)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def dial_to(host: Callable[[], TableManager], seat: int | None, breaks: Callable[[], bool] = never) -> Any:
    """Return a function that opens sockets to a host for a `Table` of the client."""

    async def dial(from_seq: int) -> HostedSocket:
        if breaks():
            raise LostError
        return HostedSocket(host, seat, from_seq, breaks).start()

    return dial


def now_and_then(seed: int, one_in: int) -> Callable[[], bool]:
    random = Random(seed)
    return lambda: random.randrange(one_in) == 0
