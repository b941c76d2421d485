"""A proxy as bad as a mobile network: late, silent, cut off. For tests of clients and servers on one machine."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random

CHUNK = 4096


@dataclass(frozen=True)
class Weather:
    """How often what goes wrong; the chances are per chunk of bytes, the seconds are bounds of a uniform choice."""

    late: tuple[float, float] = (0.0, 0.0)
    """Delay of every chunk in seconds; order stays."""
    reset: float = 0.0
    """Both sides are reset in the middle of the chunk, of which a part may still arrive."""
    hole: float = 0.0
    """From here on the connection swallows everything in this direction, and says nothing."""
    refuse: float = 0.0
    """A new connection is reset at once."""


CALM = Weather()


@dataclass
class Proxy:
    """Listens on a port of its own and passes on to another, which may be down for a while."""

    target: int
    weather: Weather = CALM
    seed: int = 0
    port: int = 0
    faults: dict[str, int] = field(default_factory=lambda: {"reset": 0, "hole": 0, "refuse": 0, "down": 0})
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Proxy]:
        self._random = Random(self.seed)
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            await asyncio.sleep(0.01)  # All accepted connections have their task now.
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._connect(reader, writer)
        except asyncio.CancelledError:
            pass  # The proxy ends; a cancelled task is an error for asyncio's stream servers.
        finally:
            _reset(writer)
            self._tasks.discard(task)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on between a new connection and another to the target, until one direction ends."""
        if self._happens("refuse", self.weather.refuse):
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            self.faults["down"] += 1
            return
        ways = [asyncio.create_task(self._pass_on(*each)) for each in ((reader, far_writer), (far_reader, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in ways:
                each.cancel()
            _reset(far_writer)  # Before anything is awaited: the proxy may end at that moment.
            await asyncio.gather(*ways, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction, until its end or a reset."""
        silent = False
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                weather = self.weather
                if weather.late[1]:
                    await asyncio.sleep(self._random.uniform(*weather.late))
                silent = silent or self._happens("hole", weather.hole)
                if silent:
                    continue
                if self._happens("reset", weather.reset):
                    writer.write(chunk[: self._random.randrange(len(chunk))])
                    await writer.drain()
                    return
                writer.write(chunk)
                await writer.drain()
            await asyncio.sleep(0.05)  # Data still on its way in the other direction may arrive.

    def _happens(self, fault: str, chance: float) -> bool:
        if not chance or self._random.random() >= chance:
            return False
        self.faults[fault] += 1
        return True


def _reset(writer: asyncio.StreamWriter) -> None:
    """Close without a word: the other end gets a reset, not an end."""
    with suppress(OSError):
        plain = writer.get_extra_info("socket")
        if plain is not None:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()
