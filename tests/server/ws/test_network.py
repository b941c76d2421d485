"""Sockets over the network: uvicorn on a loopback port, clients of another make."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from canastra.protocol import Close, encode, read_server
from canastra.protocol.commands import Ping, Ready
from canastra.protocol.messages import Closed, Done, Draining, Line, Pong, Said, Welcome
from canastra.server.live import Subscription
from canastra.server.ws import rooms, uvicorn_protocols
from canastra.server.ws.session import TableSession
from canastra.table import Stage
from tests.server.ws.world import SECONDS, run
from tests.server.ws.ws_server import Player, live, message


@pytest.fixture(autouse=True)
def without_tracebacks(caplog: pytest.LogCaptureFixture) -> object:
    """Whatever comes over the wire: no logger of the server's writes a traceback or what was sent."""
    caplog.set_level(logging.DEBUG)
    yield
    for record in caplog.get_records("call"):
        if record.name.startswith("websockets.client"):
            continue
        assert record.exc_info is None, record
        assert record.levelno < logging.ERROR, record
        assert "Traceback" not in record.getMessage()
        assert "SECRET" not in record.getMessage()


async def ended(connection: ClientConnection) -> tuple[list[object], int]:
    """All messages until the connection is closed, and the code."""
    found: list[object] = []
    try:
        while True:
            found.append(await message(connection))
    except ConnectionClosed as error:
        return found, error.rcvd.code if error.rcvd else 1006


async def ping(connection: ClientConnection) -> None:
    await connection.send(encode(Ping(7)).decode())
    while not isinstance(await message(connection), Pong):
        pass


def test_a_whole_match(tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            players = [Player(it, table, seat) for seat in range(2)]
            await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), 3 * SECONDS)
            after = (await it.lobby.host.peek(table)).result
            assert after is not None
            for player in players:
                assert player.seen == list(range(1, player.seen[-1] + 1))
                assert all(isinstance(answer, Done) for answer in player.answers)

    run(main)


def test_connections_that_come_and_go_miss_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            players = [Player(it, table, seat) for seat in range(2)]

            async def play(player: Player) -> None:
                while player.state.get("stage") != "finished":
                    await player.play(most=25)

            await asyncio.wait_for(asyncio.gather(*map(play, players)), 3 * SECONDS)
            assert (await it.lobby.host.peek(table)).stage is Stage.FINISHED
            for player in players:
                assert player.seen == list(range(1, player.seen[-1] + 1))

    run(main)


def test_a_spectator_sees_no_hands(tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            players = [Player(it, table, seat) for seat in range(2)]
            # It hangs up with much unread, and doesn't wait for a farewell behind that.
            async with it.connect(table, None, "v=1&watch=true", close_timeout=0) as watcher:
                await asyncio.gather(*(player.play(most=30) for player in players))
                welcome = await message(watcher)
                assert isinstance(welcome, Welcome)
                assert welcome.seat is None
                texts: list[str] = []
                while not any('"playing"' in text for text in texts):
                    texts.append(str(await watcher.recv()))
                assert not any('"hand"' in text or '"legal"' in text for text in texts)

    run(main)


def test_the_newer_socket_wins_and_the_older_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            async with it.connect(table) as older:
                await message(older)
                newer = await it.connect(table)
                found, code = await ended(older)
                assert code == Close.REPLACED
                assert isinstance(found[-1], Closed)
                await ping(newer)
                await newer.close()

    run(main)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Frame(Opcode.TEXT, b"\xff\xfe SECRET"), 1007),
        (Frame(Opcode.TEXT, b"SECRET" * 4_000), 1009),
        (Frame(Opcode.PING, b"SECRET" * 30), 1002),
        (Frame(Opcode.CLOSE, struct.pack("!H", 9) + b"SECRET"), 1002),
        (Frame(Opcode.TEXT, b"SECRET", rsv1=True), 1002),
        (Frame(Opcode.CONT, b"SECRET"), 1002),
    ],
)
def test_frames_that_break_the_protocol_of_the_web(frame: Frame, code: int, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            async with it.connect(table, 1) as other, it.connect(table) as wrong:
                await message(wrong)
                wrong.transport.write(_raw(frame))
                assert (await ended(wrong))[1] == code
                await ping(other)

    run(main)


def _raw(frame: Frame) -> bytes:
    """A frame as a client that checks nothing would send it."""
    size, mask = len(frame.data), b"\x00" * 4
    first = 0x80 | (0x40 if frame.rsv1 else 0) | int(frame.opcode)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack("!H", size)
    return bytes([first]) + length + mask + bytes(frame.data)


def test_frames_that_are_no_messages(tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            async with it.connect(table) as connection:
                for _ in range(10):
                    await connection.send(b"SECRET")
                found, code = await ended(connection)
                assert code == Close.MALFORMED
                assert isinstance(found[-1], Closed)

    run(main)


def test_an_invitation_comes_without_standing_in_the_address(tmp_path: Path) -> None:
    """Proxies and browsers write addresses down. A program sends a header, a page a subprotocol."""

    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table(private=True)
            invitation = (await it.lobby.queries.card(table, it.persons[0][0], None)).invitation
            assert invitation
            ways: list[tuple[dict[str, Any], str | None]] = [
                ({"additional_headers": {"Canastra-Invitation": invitation}}, None),
                ({"subprotocols": ["canastra", f"invitation.{invitation}"]}, "canastra"),
                ({"subprotocols": ["other", f"invitation.{invitation}", "canastra"]}, "canastra"),
            ]
            address = f"ws://127.0.0.1:{it.port}/api/tables/{table}/socket?v=1&watch=true"
            for options, chosen in ways:
                async with connect(address, compression=None, **options) as connection:
                    assert isinstance(await message(connection), Welcome)
                    assert connection.subprotocol == chosen
            wrong: list[dict[str, Any]] = [
                {},
                {"subprotocols": ["canastra", "invitation.x"]},
                {"subprotocols": ["canastra"]},
            ]
            for options in wrong:
                async with connect(address, compression=None, **options) as connection:
                    found, code = await ended(connection)
                    assert (code, isinstance(found[-1], Closed)) == (Close.NO_TABLE, True)

    run(main)


def test_connections_that_are_reset_or_never_say_anything(tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            path = f"/api/tables/{table}/socket?v=1&watch=true&invitation=SECRET"
            hello = f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            async with it.connect(table, 1) as other:
                for said in ("", hello, hello + "SECRET", hello + "\r\n", hello + key, hello + key + "\x00\xff"):
                    _, writer = await asyncio.open_connection("127.0.0.1", it.port)
                    writer.write(said.encode("latin-1"))
                    await writer.drain()
                    reset = struct.pack("ii", 1, 0)
                    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
                    writer.transport.abort()
                for _ in range(3):
                    connection = await it.connect(table)
                    await connection.send(encode(Ready("c1")).decode())
                    connection.transport.abort()
                await ping(other)

    run(main)


def test_a_client_that_stops_reading_delays_nobody(tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, buffer=4_096, hello=0.2) as it:
            table = await it.table()
            small = socket.create_connection(("127.0.0.1", it.port))
            small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            async with (
                it.connect(table, 1) as other,
                it.connect(table, None, "v=1&watch=true", sock=small, close_timeout=0) as deaf,
            ):
                await message(deaf)
                deaf.transport.pause_reading()
                number = 0
                while it.sockets.open == 2:  # Until the buffers of both systems are full.
                    number += 1
                    line = json.dumps({"type": "say", "id": f"c{number}", "text": "x" * 200})
                    await other.send(line)
                    while not isinstance(await message(other), Said):
                        pass
                await ping(other)
                deaf.transport.abort()

    run(main)


@pytest.mark.limit("abort")
def test_who_never_reads_again_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though what it has not read is in the server's memory, which closing alone would wait for."""
    monkeypatch.setattr(uvicorn_protocols, "ABORT", 0.05)

    async def main() -> None:
        async with live(tmp_path, buffer=4_096, hello=0.2) as it:
            table = await it.table()
            lost, given_up = asyncio.Event(), uvicorn_protocols.WireProtocol.connection_lost

            def noted(protocol: uvicorn_protocols.WireProtocol, error: Exception | None) -> None:
                given_up(protocol, error)
                lost.set()

            monkeypatch.setattr(uvicorn_protocols.WireProtocol, "connection_lost", noted)
            small = socket.create_connection(("127.0.0.1", it.port))
            small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            deaf = await it.connect(table, sock=small)
            await message(deaf)
            deaf.transport.pause_reading()
            member = next(iter(next(iter(it.sockets.context.rooms))))
            for _ in range(190):
                member.deliver(Said(Line(1, 1, "p", "x" * 1_000)))
            await it.users.sign_out(it.persons[0][0])
            await asyncio.wait_for(lost.wait(), SECONDS)
            deaf.transport.abort()

    run(main)


def test_an_answer_and_what_it_changed_are_sent_in_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[list[str]] = []
    send_now = uvicorn_protocols.WireProtocol.send_now

    def noted(protocol: uvicorn_protocols.WireProtocol, messages: Iterable[bytes]) -> None:
        messages = list(messages)
        written.append([json.loads(each)["type"] for each in messages])
        send_now(protocol, messages)

    monkeypatch.setattr(uvicorn_protocols.WireProtocol, "send_now", noted)

    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            async with it.connect(table, 0) as own, it.connect(table, 1) as other:
                await ping(own)
                await ping(other)
                written.clear()
                await own.send(json.dumps({"type": "ready", "id": "c1"}))
                await message(other)
                await ping(own)
        assert sorted(written[:2]) == [["done", "update"], ["update"]]

    run(main)


def test_small_frames_are_sent_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []
    connection_made = uvicorn_protocols.WireProtocol.connection_made

    def noted(protocol: uvicorn_protocols.WireProtocol, transport: asyncio.BaseTransport) -> None:
        connection_made(protocol, transport)
        found = transport.get_extra_info("socket")
        made.append(bool(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))

    monkeypatch.setattr(uvicorn_protocols.WireProtocol, "connection_made", noted)

    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            async with it.connect(table) as connection:
                await ping(connection)
        assert made == [True]

    run(main)


@pytest.mark.slow
def test_connecting_leaves_nothing_to_a_search_for_garbage(tmp_path: Path) -> None:
    """Which looks at everything that is played at, and so is made seldom."""

    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            gc.collect()
            gc.disable()
            try:
                for _ in range(3):
                    async with it.connect(table) as connection:
                        await ping(connection)
                    connection = await it.connect(table)
                    connection.transport.abort()
                    del connection
                protocols = (uvicorn_protocols.RequestProtocol, uvicorn_protocols.WireProtocol, ServerProtocol)
                kinds = (*protocols, TableSession, Subscription, rooms.Room)
                until = asyncio.get_running_loop().time() + SECONDS
                # The server may not have noticed yet that these connections ended.
                while left := [type(each) for each in gc.get_objects() if type(each) in kinds]:
                    assert asyncio.get_running_loop().time() < until, left
                    await asyncio.sleep(0.01)
            finally:
                gc.enable()

    run(main)


def test_draining(tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            async with it.connect(table) as one, it.connect(table, 1) as other:
                await message(one)
                await message(other)
                await it.sockets.drain(SECONDS)
                for connection in (one, other):
                    found, code = await ended(connection)
                    assert code == Close.RESTART
                    assert any(isinstance(each, Draining) for each in found)
                    assert found[-1] == Closed("restart", True, found[-1].fault)  # type: ignore[attr-defined]

    run(main)


def test_a_page_of_another_site_is_turned_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """With one line in the log: it is no fault of this server."""
    caplog.set_level(logging.INFO)

    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            caplog.clear()
            with pytest.raises(InvalidStatus) as error:
                await it.connect(table, origin="https://evil.example")
            assert error.value.response.status_code == 403
            async with it.connect(table) as connection:  # The first one is at its end by then.
                await ping(connection)
            told = [each.getMessage() for each in caplog.records if each.levelno > logging.INFO or "away" in each.msg]
            assert told == ["event=turned_away code=ws_origin"]
            async with it.connect(table, origin=f"http://127.0.0.1:{it.port}") as connection:
                assert isinstance(await message(connection), Welcome)

    run(main)


def test_a_stream_over_the_network(tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            table = await it.table()
            reader, writer = await asyncio.open_connection("127.0.0.1", it.port)
            token = it.persons[0][1]
            writer.write(
                f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
            )
            assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
            while await reader.readline() != b"\r\n":
                pass
            assert isinstance(await _line(reader), Welcome)
            async with it.connect(table) as newer:
                await message(newer)
                last = await _line(reader)
                while not isinstance(last, Closed):
                    last = await _line(reader)
                assert last.reason == "replaced"
            writer.close()

    run(main)


async def _line(reader: asyncio.StreamReader) -> object:
    """The line of a chunk."""
    size = int(await asyncio.wait_for(reader.readline(), SECONDS), 16)
    content = await reader.readexactly(size + 2)
    return read_server(content[:-2])
