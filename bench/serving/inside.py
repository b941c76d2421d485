"""The cost of an action inside the server, without a network: ``python -m bench.serving.inside [--actions N]``.

The server's own protocols, application, tables and database run in this process; only the sockets are stand-ins. So the
kernel's share is missing, little disturbs the figures, and a profiler can look: the process ends by itself, as in
``python -m cProfile -s tottime -m bench.serving.inside``.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import statistics
import struct
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, cast

import httpx2
import uvloop
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from bench.serving.crowd import Crowd, Seat
from bench.serving.process import CAPS
from canastra.server.app import Server, set_gc_policy
from canastra.server.run import uvicorn_config
from canastra.server.settings import Settings

_HEAD = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer {token}\r\n\r\n"
)


class Wire(asyncio.Transport):
    """The server's end of a simulated connection: sent frames wait in `frames`, the written answer in `answer`."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat, self.frames = seat, bytearray()
        self.answer, self.written = bytearray(), asyncio.Event()
        self._protocol: asyncio.BaseProtocol | None = None

    def send(self, message: bytes) -> None:
        """One text message of the client, for the next `flush`."""
        self.frames += Frame(Opcode.TEXT, message).serialize(mask=True)

    def flush(self) -> None:
        """Let the server read what waits."""
        data, self.frames = bytes(self.frames), bytearray()
        if data:
            cast(asyncio.Protocol, self._protocol).data_received(data)

    def hear(self) -> None:
        """Let the client read what waits: the answer to the handshake, or whole frames."""
        data, self.answer = bytes(self.answer), bytearray()
        self.written.clear()
        place = data.index(b"\r\n\r\n") + 4 if data.startswith(b"HTTP/") else 0
        while place < len(data):
            opcode, size, place = data[place] & 0x0F, data[place + 1], place + 2
            if size > 125:
                kind = "!H" if size == 126 else "!Q"
                (size,) = struct.unpack_from(kind, data, place)
                place += struct.calcsize(kind)
            message, place = data[place : place + size], place + size
            if opcode == Opcode.TEXT:
                self.seat.heard(message)
            elif opcode == Opcode.PING:
                self.frames += Frame(Opcode.PONG, message).serialize(mask=True)

    def write(self, data: Any) -> None:
        self.answer += data
        self.written.set()

    def is_closing(self) -> bool:
        return False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        assert self._protocol is not None
        return self._protocol

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        pass

    def abort(self) -> None:
        pass


class Inside(Crowd):
    """People whose connections are wires."""

    def __init__(self, server: Server, settings: Settings) -> None:
        super().__init__(0)
        self._server, self._config = server, uvicorn_config(server, settings)
        self._config.load()
        self._state = ServerState()

    async def open(self, tables: int, rulebook: str = "buraco") -> None:
        """Open this number of tables, with connected people on all seats, and deal."""
        transport = httpx2.ASGITransport(cast(Any, self._server.app))
        async with httpx2.AsyncClient(base_url="http://127.0.0.1", transport=transport) as http:
            for _ in range(tables):
                self.tables.append(await self._open(http, rulebook))
        for table in self.tables:
            for seat in table.seats:
                self._connect(seat)
        await self.until(lambda: all(seat.state for table in self.tables for seat in table.seats), 0)
        await self.begin()

    async def until(self, done: Any, seconds: float) -> None:
        while not done():
            await self._hear()

    async def act(self, random: Random, at_once: int) -> tuple[int, float, float]:
        """Some actions at the same time: how many, and seconds of the event loop's thread and of all others."""
        found = [(table, table.acting()) for table in random.sample(self.tables, at_once)]
        ready = [(table, seat) for table, seat in found if seat is not None]
        for table, seat in ready:
            table.act(seat, 0, random)
        whole, own = time.process_time(), time.thread_time()
        for _, seat in ready:
            self._wire(seat).flush()
        for table, _ in ready:
            for seated in table.seats:
                await self._wire(seated).written.wait()
        own, whole = time.thread_time() - own, time.process_time() - whole
        await self._hear()
        return len(ready), own, whole - own

    async def _hear(self) -> None:
        """Let all people read and answer, until no message is left."""
        wires = [self._wire(seat) for table in self.tables for seat in table.seats]
        for _ in range(3):
            await asyncio.sleep(0.003)
            for wire in wires:
                wire.hear()
                wire.flush()

    def _connect(self, seat: Seat) -> None:
        wire = Wire(seat)
        protocol = cast(Any, self._config.http_protocol_class)(self._config, self._state, {})
        wire.set_protocol(protocol)
        protocol.connection_made(wire)
        path = f"/api/tables/{seat.table.id}/socket?v=1"
        protocol.data_received(_HEAD.format(path=path, token=seat.token).encode())
        seat.socket = cast(Any, wire)

    @staticmethod
    def _wire(seat: Seat) -> Wire:
        return cast(Wire, seat.socket)


async def measure(folder: Path, tables: int, actions: int, at_once: int) -> None:
    """Play, and say what an action cost: the median of ten parts, so that what disturbs one part counts for little."""
    settings = Settings(database=folder / "bench.db", caps=CAPS)
    server = Server(settings)
    logging.getLogger("canastra").setLevel(logging.WARNING)
    set_gc_policy()
    async with server.app.router.lifespan_context(server.app):
        crowd, random = Inside(server, settings), Random(0)
        await crowd.open(tables)
        loop: list[float] = []
        others: list[float] = []
        for _ in range(10):
            done, own, rest = 0, 0.0, 0.0
            while done < actions / 10:
                more = await crowd.act(random, at_once)
                done, own, rest = done + more[0], own + more[1], rest + more[2]
            loop.append(own / done * 1e6)
            others.append(rest / done * 1e6)
    print(f"{statistics.median(loop):.0f} us an action in the event loop, {statistics.median(others):.0f} beside it")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--actions", type=int, default=4000)
    parser.add_argument("--at-once", type=int, default=4, help="tables at which an action comes at the same time")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(Path(folder), options.tables, options.actions, options.at_once))


if __name__ == "__main__":
    main()
