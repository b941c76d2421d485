"""Floods of frames, and sockets that read nothing: each ends, and costs others nothing."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace

import pytest
from websockets import frames

from canastra.protocol import Close
from canastra.server import aio
from canastra.server.aio import FEW
from canastra.server.limits import Rate
from canastra.server.settings import Caps
from canastra.server.ws import uvicorn_protocols
from canastra.server.ws.uvicorn_protocols import WireProtocol
from tests.server.run.process import SECONDS
from tests.server.whole.frames import CONTINUED, PING, PONG, TEXT, Frame
from tests.server.ws.raw import BIG, UPGRADE, Peer, Server, emptied, run


async def listened_to(server: Server) -> tuple[Peer, WireProtocol, list[str]]:
    """A socket whose messages are handled at once, its protocol at the server, and the handled messages."""
    peer = await server.open()
    await peer.become_socket()
    (protocol,) = server.state.connections
    heard: list[str] = []
    protocol.on_text = heard.append
    return peer, protocol, heard


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
    monkeypatch.setattr(uvicorn_protocols, "LARGEST_UNREAD", -1)

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
        assert most < uvicorn_protocols.PIECE  # A frame has more than one byte, and only one piece is parsed at a time.
        assert len(server.entered) == 20_002
        peer.writer.transport.abort()

    run(work)


def test_the_first_message_of_a_packet_waits_for_no_task() -> None:
    async def work(server: Server) -> None:
        peer, _, at_once = await listened_to(server)
        peer.write(Frame(b"a").encode() + Frame(b"b").encode() + Frame(b"how many").encode())
        await peer.until(b"\x81\x012")
        assert (at_once, server.entered) == (["a"], ["socket", "b", "how many"])
        peer.write(Frame(b"c", TEXT, final=False).encode() + Frame(b"d", CONTINUED).encode())
        while server.entered[-1] != "cd":
            await asyncio.sleep(0.01)
        peer.write(Frame(b"e").encode())
        while at_once[-1] != "e":
            await asyncio.sleep(0.01)
        peer.write(Frame(b"\xff").encode())
        assert (1007).to_bytes(2) in await peer.rest()
        assert at_once == ["a", "e"]
        await emptied(server)

    run(work)


def test_who_answers_no_ping_is_cut_though_it_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_protocols, "SILENT", 0.1)

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


@pytest.mark.parametrize("size", [0, 1, 125, 126, 450, 65_535, 65_536, 100_000])
def test_the_head_of_a_text_is_the_one_that_websockets_writes(size: int) -> None:
    written = frames.Frame(frames.Opcode.TEXT, b"x" * size).serialize(mask=False)
    assert uvicorn_protocols.text_head(size) + b"x" * size == written


def test_what_waits_to_be_heard_is_heard_in_order_and_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aio, "PERIOD", 3600.0)

    async def work(server: Server) -> None:
        peer, protocol, heard = await listened_to(server)

        async def until(number: int) -> None:
            async with asyncio.timeout(SECONDS):
                while len(heard) < number:
                    await asyncio.sleep(0.001)

        for number in range(FEW):
            peer.write(Frame(b"%d" % number).encode())
            await until(number + 1)
        peer.write(Frame(b"waits").encode())
        async with asyncio.timeout(SECONDS):
            while not protocol._held:
                await asyncio.sleep(0.001)
        assert len(heard) == FEW
        peer.writer.write_eof()
        await until(FEW + 1)
        assert heard == [*map(str, range(FEW)), "waits"]

    run(work)


def test_no_more_than_a_piece_waits_to_be_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aio, "FEW", 0)
    monkeypatch.setattr(aio, "PERIOD", 3600.0)

    async def work(server: Server) -> None:
        peer, _, heard = await listened_to(server)
        peer.write(Frame(b"x" * uvicorn_protocols.PIECE).encode())
        async with asyncio.timeout(SECONDS):
            while not heard:
                await asyncio.sleep(0.001)
        peer.writer.transport.abort()

    run(work)
