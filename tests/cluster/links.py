"""The connection from one node to a service; a test can cut it in each direction, slow it down and heal it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

CHUNK = 65_536
GIVEN_UP = 10.0
"""Seconds after which a system gives up a connection whose packets are not answered: see `connections.WAYS`."""


class Way(StrEnum):
    """The directions."""

    THERE = "from the node to the service"
    BACK = "from the service to the node"


@dataclass
class Link:
    """A proxy that listens on its own port and forwards to another port, or to a socket in a folder.

    A cut direction holds bytes back, as a network does that drops packets: the sender repeats them, and they arrive
    after `heal`. After `GIVEN_UP` seconds the node's end is reset; the service doesn't notice, and gets the bytes
    later.
    """

    target: int | Path
    port: int = 0
    delay: float = 0.0
    """Seconds by which all bytes are delayed."""
    _open: dict[Way, asyncio.Event] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Link]:
        """Listen, and close all connections at the end."""
        self._open = {way: asyncio.Event() for way in Way}
        self.heal()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self, *ways: Way) -> None:
        """Hold all bytes back in a direction, or in both."""
        for way in ways or Way:
            self._open[way].clear()

    def heal(self) -> None:
        """Pass all bytes on, first the ones held back."""
        for gate in self._open.values():
            gate.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        far: asyncio.StreamWriter | None = None
        try:
            far_reader, far = await self._connected()
            there = asyncio.create_task(self._pass_on(Way.THERE, reader, far))
            back = asyncio.create_task(self._pass_on(Way.BACK, far_reader, writer))
            watching = asyncio.create_task(self._give_up(writer))
            try:
                await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
                if not there.done():  # The service has closed; the node learns of it once its direction is open.
                    there.cancel()
                else:
                    back.cancel()
            finally:
                for each in (there, back, watching):
                    each.cancel()
                await asyncio.gather(there, back, watching, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass  # The service is down; or the link ends: asyncio would log the cancellation as an error.
        finally:
            for end in (writer, far):
                if end is not None:
                    end.transport.abort()
            self._tasks.discard(task)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, Path):
            return await asyncio.open_unix_connection(self.target)
        return await asyncio.open_connection("127.0.0.1", self.target)

    async def _pass_on(self, way: Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one direction until its end, which is delayed too."""
        gate = self._open[way]
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await gate.wait()
                writer.write(chunk)
                await writer.drain()
        await gate.wait()

    async def _give_up(self, writer: asyncio.StreamWriter) -> None:
        """Reset the node's end if its bytes stay unanswered for long."""
        loop = asyncio.get_running_loop()
        since = loop.time()
        while loop.time() - since < GIVEN_UP:
            await asyncio.sleep(0.2)
            if all(gate.is_set() for gate in self._open.values()):
                since = loop.time()
        writer.transport.abort()
