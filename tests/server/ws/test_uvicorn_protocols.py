"""Requests that are half-sent, endless, ambiguous or never read: each ends, and costs others nothing."""

from __future__ import annotations

import asyncio
import socket

import pytest

from canastra.server.ws import uvicorn_protocols
from tests.server.run.process import SECONDS
from tests.server.ws.raw import GET, UPGRADE, Server, emptied, run


@pytest.fixture(autouse=True)
def little_lingering(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused connection is read for a moment, which is long enough here to read the answer."""
    monkeypatch.setattr(uvicorn_protocols, "LINGER", 0.3)


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
    monkeypatch.setattr(uvicorn_protocols, "LINGER", 0.2)

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
    monkeypatch.setattr(uvicorn_protocols, "STALLED", 0.3)

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
    monkeypatch.setattr(uvicorn_protocols, "STALLED", 0.3)

    async def work(server: Server) -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            deaf.sendall(server.request("/whole"))
            deaf.shutdown(socket.SHUT_WR)
            while not server.state.connections:
                await asyncio.sleep(0.01)
            await emptied(server)

    run(work)
