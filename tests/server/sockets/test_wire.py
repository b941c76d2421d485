"""Connections that are half-sent, endless, silent or deaf, over plain sockets: each ends, and costs others nothing."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from canastra.protocol import LARGEST_FRAME, Close
from canastra.server.settings import Caps, Rate, Settings
from canastra.server.sockets import Connections, caps, protocols, wire
from tests.server.operating.running import SECONDS
from tests.server.whole.framing import CONTINUED, PING, PONG, TEXT, Frame

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
BIG = b"x" * (32 * 1024 * 1024)
FEW = Caps(sockets=1, connections_beside=2, sockets_of_address=1, connections_beside_of_address=100)
"""Room for three connections."""


class Server:
    """Uvicorn round a small application, and what came of it."""

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


Attack = Callable[[Server], Coroutine[Any, Any, None]]


@pytest.mark.limit("head")
@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"A: " + b"b" * 1_000 + b"\r\n"),
        (b"GET / HTTP/1.1\r\nA: ", b"b" * 1_000),
        (b"GET /", b"a" * 1_000),
        (b"GET / HTTP/1.1\r\n", b"a" * 1_000),
        (b"", b"\r\n" * 500),
        (GET * 3, b"\r\n" * 500),
    ],
    ids=["headers", "one header", "address", "name", "empty lines", "empty lines after requests"],
)
def test_a_head_without_end_is_refused(begin: bytes, more: bytes) -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        peer.write(begin)
        assert await peer.flood(more, 100_000) < 50_000
        await emptied(server)
        assert await server.status(server.request("/", "A: " + "b" * 40_000)) == (431, "wire_head")
        whole = await server.open()
        whole.write(server.request("/", "A: " + "b" * 20_000))
        assert (await whole.until(b"\r\n\r\n0")).startswith(b"HTTP/1.1 200")

    run(work)


@pytest.mark.parametrize("content", [b"", b"GET / HTTP/1.1\r\nHo", b"\r\n", GET, GET + b"GET / HT"])
def test_who_never_finishes_a_head_is_not_waited_for(content: bytes) -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        peer.write(content)
        heard = await peer.rest()
        begun = not content.endswith(b"\r\n\r\n") and bool(content)
        assert heard.endswith(b"}") is (begun and content != GET + b"GET / HT") or b"wire_slow" in heard
        await emptied(server)

    run(work, patience=0.2)


def test_bytes_one_by_one_do_not_keep_a_connection() -> None:
    async def work(server: Server) -> None:
        for before in (b"", GET):
            peer = await server.open()
            peer.write(before)
            if before:
                await peer.until(b"\r\n\r\n0")
            async with asyncio.timeout(SECONDS):
                while not peer.reader.at_eof() and peer.reader.exception() is None:
                    peer.write(b"G")
                    await asyncio.sleep(0.02)
        await emptied(server)

    run(work, patience=0.3)


@pytest.mark.limit("request")
@pytest.mark.parametrize(
    ("header", "more"),
    [
        ("Transfer-Encoding: chunked", b"1\r\nx\r\n" * 100),
        ("Content-Length: 99999999999", b"x" * 600),
    ],
)
@pytest.mark.parametrize("path", ["/", "/healthz"])
def test_a_body_without_end_is_cut(header: str, more: bytes, path: str) -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        peer.write(server.request(path, header, method="GET"))
        assert await peer.flood(more, 100_000) < 100_000
        await emptied(server)

    run(work)


@pytest.mark.parametrize("more", [b"1;" + b"a" * 1_000, b"0\r\n" + b"A: b\r\n" * 100])
def test_what_stands_round_a_body_is_bounded(more: bytes) -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        peer.write(server.request("/", "Transfer-Encoding: chunked", method="POST") + more)
        assert await peer.flood(b"a" * 1_000, 100_000) < 50_000
        await emptied(server)

    run(work)


@pytest.mark.limit("linger")
def test_a_body_that_was_answered_already_has_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LINGER", 0.2)

    async def work(server: Server) -> None:
        peer = await server.open()
        peer.write(server.request("/healthz", "Content-Length: 1000"))
        await peer.until(b"ok")
        async with asyncio.timeout(SECONDS):
            while server.state.connections:
                peer.write(b"x")  # Which keeps it from being idle.
                await asyncio.sleep(0.05)
        await emptied(server)

    run(work)


@pytest.mark.limit("pipelined")
def test_requests_by_the_thousand_in_one_packet_are_cut() -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        peer.write(GET * 4)
        heard = b""
        while heard.count(b"HTTP/1.1 200") < 4:
            heard = await peer.until(b"HTTP/1.1 200")
            peer.heard = heard
            if heard.count(b"HTTP/1.1 200") < 4:
                peer.heard += await peer.reader.read(2**16)
        await server.said(b"GET / HTTP/1.1\r\n\r\n" * 10_000)
        assert len(server.entered) < 500
        await emptied(server)

    run(work)


@pytest.mark.parametrize(
    "content",
    [
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length : 5\r\n\r\nabcde",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n folded: x\r\n\r\nabcde",
        b"GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n: nothing\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(content: bytes) -> None:
    async def work(server: Server) -> None:
        assert await server.status(content) == (400, "wire_malformed")
        assert server.entered == []

    run(work)


def test_a_coding_that_nobody_knows_is_no_body() -> None:
    async def work(server: Server) -> None:
        head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n"
        await server.said(head + b"0\r\n\r\n" + GET)
        assert server.entered == []
        await emptied(server)

    run(work)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"GET / HTTP/1.0\r\n\r\n", b"HTTP/1.1 200"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nRange: bytes=0-0,1-1,2-2\r\nConnection: close\r\n\r\n", b"HTTP/1.1 200"),
        (b"TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"HTTP/1.1 405"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n", b"HTTP/1.1 200"),
    ],
)
def test_what_is_old_or_odd_is_answered(content: bytes, status: bytes) -> None:
    async def work(server: Server) -> None:
        heard = await server.said(content)
        assert heard.startswith(status)
        assert b"content-range" not in heard.lower()

    run(work)


@pytest.mark.parametrize(
    "content", [b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"]
)
def test_requests_of_no_path_end(content: bytes) -> None:
    async def work(server: Server) -> None:
        await server.said(content + GET)
        await emptied(server)

    run(work, patience=0.5)


def test_an_upgrade_behind_an_answer_that_is_under_way_is_refused() -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        peer.write(server.request("/big") + UPGRADE)
        heard = await peer.rest()
        assert b" 101 " not in heard
        assert "socket" not in server.entered
        await emptied(server)

    run(work)


@pytest.mark.limit("stalled")
@pytest.mark.parametrize("path", ["/big", "/whole"])
def test_who_does_not_read_an_answer_is_cut(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "STALLED", 0.3)

    async def work(server: Server) -> None:
        deaf = socket.create_connection(("127.0.0.1", server.port))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        with deaf:
            deaf.sendall(server.request(path))
            while not server.state.connections:
                await asyncio.sleep(0.01)
            await emptied(server)

    run(work)


def test_who_closes_one_half_and_reads_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "STALLED", 0.3)

    async def work(server: Server) -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            deaf.sendall(server.request("/whole"))
            deaf.shutdown(socket.SHUT_WR)
            while not server.state.connections:
                await asyncio.sleep(0.01)
            await emptied(server)

    run(work)


@pytest.mark.limit("connections_beside")
def test_a_full_server_answers_questions_of_health() -> None:
    async def work(server: Server) -> None:
        held = [await server.open() for _ in range(3)]
        while server.connections.open < 3:
            await asyncio.sleep(0.01)
        assert await server.status(server.request()) == (503, "wire_full")
        assert await server.status(UPGRADE) == (503, "wire_full")
        assert (await server.said(server.request("/healthz?x=1", "Connection: close"))).endswith(b"ok")
        held[0].writer.close()
        while server.connections.open == 3:
            await asyncio.sleep(0.01)
        assert (await server.said(server.request("/", "Connection: close"))).endswith(b"0")
        held[1].write(server.request("/", "Connection: close"))
        assert (await held[1].rest()).endswith(b"0")
        held[2].writer.transport.abort()

    run(work, caps=FEW)


@pytest.mark.limit("connections_beside_of_address")
def test_one_address_has_so_many_connections() -> None:
    async def work(server: Server) -> None:
        held = [await server.open() for _ in range(3)]
        while server.connections.open < 3:
            await asyncio.sleep(0.01)
        assert await server.status(server.request()) == (429, "wire_connections")
        assert (await server.said(server.request("/healthz", "Connection: close"))).endswith(b"ok")
        await held[0].become_socket()
        assert server.connections.open == 3  # A connection keeps its place when it becomes one of WebSocket.
        for each in held:
            each.writer.transport.abort()
        await emptied(server)

    run(work, caps=Caps(sockets_of_address=1, connections_beside_of_address=2))


def test_a_believed_proxy_brings_as_many_as_it_likes() -> None:
    async def work(server: Server) -> None:
        held = [await server.open() for _ in range(5)]
        while server.connections.open < 5:
            await asyncio.sleep(0.01)
        answer = await server.said(server.request("/", "Connection: close", host="canastra.example"))
        assert answer.startswith(b"HTTP/1.1 200")
        for each in held:
            each.writer.transport.abort()

    run(work, proxies=("127.0.0.0/8",), caps=Caps(sockets_of_address=1, connections_beside_of_address=2))


@pytest.mark.limit("spare")
def test_of_connections_without_a_place_the_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "SPARE", 2)

    async def work(server: Server) -> None:
        held = [await server.open() for _ in range(3)]
        while server.connections.open < 3:
            await asyncio.sleep(0.01)
        spare = []
        for number in range(3):
            spare.append(await server.open())
            while len(server.state.connections) < min(3 + number + 1, 5):
                await asyncio.sleep(0.01)
        assert await spare[0].rest() == b""
        spare[2].write(server.request("/healthz"))
        await spare[2].until(b"ok")
        for each in (*held, *spare):
            each.writer.transport.abort()

    run(work, caps=FEW)


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("evil.example", False),
        ("evil.example:80", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost", True),
        ("LOCALHOST.:8080", True),
        ("192.168.1.7:8080", True),
        ("[fe80::1]:8080", True),
        ("[::ffff:192.168.1.7]:8080", True),
        ("meupc", True),
        ("meupc.local:8080", True),
        ("canastra.example", True),
        ("mesa.example", True),
        ("mesa.example:9000", True),
    ],
)
def test_a_page_of_another_name_is_not_served(host: str, known: bool) -> None:
    async def work(server: Server) -> None:
        heard = await server.said(server.request("/", "Connection: close", host=host))
        assert parsed(heard) == ((200, "") if known else (421, "wire_host"))
        socket_there = UPGRADE.replace(b"localhost", host.encode())
        if known:
            peer = await server.open()
            peer.write(socket_there)
            await peer.until(b" 101 ")
            peer.writer.transport.abort()
        else:
            assert await server.status(socket_there) == (421, "wire_host")
            assert server.entered == []

    run(work, origins=("https://canastra.example",), allowed_hosts=("Mesa.example",))


def test_two_hosts_are_none_and_every_host_may_be_allowed() -> None:
    async def work(server: Server) -> None:
        assert await server.status(server.request("/", "Host: localhost")) == (421, "wire_host")

    async def open_to_all(server: Server) -> None:
        assert (await server.said(server.request("/", "Connection: close", host="any.example"))).endswith(b"0")

    run(work)
    run(open_to_all, allowed_hosts=("*",))


@pytest.mark.limit("control_frames_of_socket")
@pytest.mark.parametrize("opcode", [PING, PONG])
def test_a_flood_of_control_frames_is_ended(opcode: int) -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        await peer.become_socket()
        for number in range(3):
            peer.write(Frame(b"%d" % number, opcode).encode())
        if opcode == PING:
            await peer.until(b"\x8a\x012")
        await peer.flood(Frame(b"x" * 125, opcode).encode() * 100, 2_000)
        assert (await peer.rest()).count(b"x" * 125) <= 3
        await emptied(server)

    server = run(work, caps=replace(Caps(), control_frames_of_socket=Rate(6, 0.001)))
    assert server.left == [f"socket {Close.TOO_MANY}"]


def test_an_honest_ping_is_answered_as_often_as_a_library_sends_it() -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        await peer.become_socket()
        for number in range(50):
            peer.write(Frame(b"%02d" % number, PING).encode())
            await peer.until(b"\x8a\x02%02d" % number)
        peer.writer.transport.abort()

    run(work)


@pytest.mark.limit("unread")
def test_who_has_too_much_unread_hears_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "LARGEST_UNREAD", -1)

    async def work(server: Server) -> None:
        peer = await server.open()
        await peer.become_socket()
        await peer.flood(Frame(b"", PING).encode(), 2_000)
        assert b"too_many" not in await peer.rest()
        await emptied(server)

    run(work, caps=replace(Caps(), control_frames_of_socket=Rate(1, 0.001)))


@pytest.mark.limit("fragments")
def test_a_message_in_too_many_pieces_ends_the_socket() -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        await peer.become_socket()
        peer.write(Frame(b"how", TEXT, final=False).encode() + Frame(b" many", CONTINUED).encode())
        await peer.until(b"\x81\x011")
        peer.write(Frame(b"", TEXT, final=False).encode())
        await peer.flood(Frame(b"", CONTINUED, final=False).encode() * 10, 10_000)
        assert Close.TOO_MANY.to_bytes(2) in await peer.rest()
        await emptied(server)

    run(work)


def test_thousands_of_messages_at_once_wait_until_they_are_read() -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        await peer.become_socket()
        peer.write(Frame(b"a").encode() * 20_000 + Frame(b"how many").encode())
        most = 0
        async with asyncio.timeout(SECONDS):
            while b"\x81\x0520001" not in peer.heard:
                reading = asyncio.ensure_future(peer.reader.read(1000))
                while not reading.done():
                    (protocol,) = server.state.connections
                    most = max(most, protocol.queue.qsize() + len(protocol._held) // 10_000_000)
                    await asyncio.sleep(0)
                peer.heard += reading.result()
        assert most < wire.PIECE  # A frame has more than one byte, and only one piece is parsed at a time.
        assert len(server.entered) == 20_002
        peer.writer.transport.abort()

    run(work)


def test_who_answers_no_ping_is_cut_though_it_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "SILENT", 0.1)

    async def work(server: Server) -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            deaf.sendall(UPGRADE)
            while "socket" not in server.entered:
                await asyncio.sleep(0.01)
            (protocol,) = server.state.connections
            protocol.transport.write(BIG)  # As much as may wait for it.
            await emptied(server)

    assert run(work, heartbeat=0.2).left


@pytest.mark.parametrize("compressed", [True, False])
def test_compression_is_not_agreed_upon(compressed: bool) -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        peer.write(UPGRADE.replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"))
        assert b"permessage-deflate" not in await peer.until(b"\r\n\r\n")
        peer.write(Frame(b"how many", reserved=4 if compressed else 0).encode())
        if compressed:
            assert (1002).to_bytes(2) in await peer.rest()
        else:
            await peer.until(b"\x81\x011")
            peer.writer.transport.abort()

    run(work)


def test_frames_before_the_answer_to_the_handshake_do_no_harm() -> None:
    async def work(server: Server) -> None:
        peer = await server.open()
        peer.write(UPGRADE + Frame(b"", PING).encode() * 5_000)
        await peer.flood(Frame(b"", PING).encode() * 100, 2_000)
        await peer.rest()
        await emptied(server)

    run(work)
