"""Uvicorn with this server's protocols round a small application, and peers that send bytes as they are."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from canastra.protocol import LARGEST_FRAME
from canastra.server.settings import Settings
from canastra.server.ws import Connections, protocols
from tests.server.run.process import SECONDS

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
BIG = b"x" * (32 * 1024 * 1024)


class Server:
    """Uvicorn round a small application, and its results."""

    def __init__(self, connections: Connections) -> None:
        self.connections = connections
        self.port = 0
        self.entered: list[str] = []
        self.left: list[str] = []
        self.peers: list[Peer] = []
        self.state: Any = None

    @property
    def app(self) -> Starlette:
        async def echo(request: Request) -> Response:
            self.entered.append(request.url.path)
            return PlainTextResponse(str(len(await request.body())))

        async def big(request: Request) -> Response:
            async def pieces() -> AsyncIterator[bytes]:
                for start in range(0, len(BIG), 2**16):
                    yield BIG[start : start + 2**16]

            return StreamingResponse(pieces())

        async def whole(request: Request) -> Response:
            return PlainTextResponse(BIG)

        async def health(request: Request) -> Response:
            return PlainTextResponse("ok")

        methods = ["GET", "POST"]
        return Starlette(
            routes=[
                Route("/", echo, methods=methods),
                Route("/big", big),
                Route("/whole", whole),
                Route("/healthz", health),
                WebSocketRoute("/socket", self._socket),
            ]
        )

    async def _socket(self, websocket: WebSocket) -> None:
        await websocket.accept()
        self.entered.append("socket")
        try:
            while True:
                text = await websocket.receive_text()
                await asyncio.sleep(0)
                if text == "how many":
                    await websocket.send_text(str(len(self.entered)))
                self.entered.append(text)
        except WebSocketDisconnect as error:
            self.left.append(f"socket {error.code}")

    def request(self, path: str = "/", *headers: str, method: str = "GET", host: str = "localhost") -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def open(self, **options: Any) -> Peer:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, **options)
        self.peers.append(Peer(reader, writer))
        return self.peers[-1]

    async def said(self, content: bytes) -> bytes:
        """All that is answered to something, up to the end of the connection."""
        peer = await self.open()
        peer.write(content)
        return await peer.rest()

    async def status(self, content: bytes) -> tuple[int, str]:
        """The status of what is answered at last, and the code of its error."""
        return parsed(await self.said(content))


def parsed(heard: bytes) -> tuple[int, str]:
    assert heard.startswith(b"HTTP/1.1 "), heard[:100]
    head, _, body = heard.partition(b"\r\n\r\n")
    status = int(head.split()[1])
    return status, json.loads(body)["error"]["code"] if b"application/json" in head else ""


class Peer:
    """The other end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard = b""

    def write(self, content: bytes) -> None:
        self.writer.write(content)

    async def until(self, words: bytes) -> bytes:
        async with asyncio.timeout(SECONDS):
            while words not in self.heard:
                chunk = await self.reader.read(2**16)
                assert chunk, self.heard[:200]
                self.heard += chunk
        return self.heard

    async def rest(self) -> bytes:
        """Read on to the end, whether it is an end or a break."""
        async with asyncio.timeout(SECONDS):
            try:
                while chunk := await self.reader.read(2**16):
                    self.heard += chunk
            except ConnectionError:
                pass
        self.writer.transport.abort()
        return self.heard

    async def flood(self, content: bytes, most: int) -> int:
        """Send something over and over until the server has had enough; how often."""
        sent = 0
        async with asyncio.timeout(SECONDS):
            try:
                while sent < most and not self.writer.transport.is_closing():
                    self.writer.write(content)
                    await self.writer.drain()
                    sent += 1
            except ConnectionError:
                pass
        return sent

    async def become_socket(self) -> None:
        self.write(UPGRADE)
        await self.until(b"\r\n\r\n")
        assert b" 101 " in self.heard
        self.heard = b""


@asynccontextmanager
async def serving(patience: float = SECONDS, heartbeat: float = 1000.0, **settings: Any) -> AsyncIterator[Server]:
    made = Server(Connections(Settings(hello=patience, **settings)))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
        made.port = listening.getsockname()[1]
        config = uvicorn.Config(
            made.app,
            **protocols(made.connections),
            ws_max_size=LARGEST_FRAME,
            ws_ping_interval=heartbeat,
            ws_ping_timeout=heartbeat,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=1,
            timeout_keep_alive=1,
        )
        server = uvicorn.Server(config)
        made.state = server.server_state
        task = asyncio.create_task(server._serve([listening]))
        try:
            yield made
        finally:
            server.should_exit = True
            await task
            for peer in made.peers:
                peer.writer.transport.abort()
            await asyncio.sleep(0)


def run(work: Callable[[Server], Awaitable[None]], **settings: Any) -> Server:
    async def main() -> Server:
        async with serving(**settings) as server:
            await asyncio.wait_for(work(server), 2 * SECONDS)
            return server

    return asyncio.run(main())


async def emptied(server: Server) -> None:
    """Until no connection is open."""
    async with asyncio.timeout(SECONDS):
        while server.connections.open or server.state.connections:
            await asyncio.sleep(0.01)
