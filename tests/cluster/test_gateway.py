"""Requests and sockets through a gateway to another node, with a small application and with the server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from canastra.client import Client, at_random, play
from canastra.cluster.routing.frames import read_envelope
from canastra.cluster.routing.gateway import Gateway
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.protocol.tables import NewTable
from canastra.server.app import Server
from canastra.server.limits import Rate
from canastra.server.settings import Caps, Settings
from tests.cluster.bot_workers import until
from tests.cluster.gateways import FixedDirectory, gateway, listening, nats_server
from tests.cluster.local_bus import LocalBus

TABLE = "/api/tables/t1"
LARGE = 3 * 2**20
FREE = Rate(1e6, 1e6)


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with its input."""
    if scope["type"] == "http":
        body, more = b"", True
        while more:
            event = await receive()
            body, more = body + event["body"], event["more_body"]
        if scope["path"].endswith("/large"):
            body = bytes(range(256)) * (LARGE // 256)
        if scope["path"].endswith("/client"):
            body = scope["client"][0].encode() + dict(scope["headers"]).get(b"x-one", b"")
        headers = [(b"content-type", b"text/plain"), (b"x-method", scope["method"].encode())]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        return
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    while (event := await receive())["type"] == "websocket.receive":
        text = event["text"]
        if text == "close":
            await send({"type": "websocket.close", "code": 4004, "reason": "no_table"})
            return
        if text.startswith("count "):
            for number in range(int(text.removeprefix("count "))):
                await send({"type": "websocket.send", "text": str(number)})
        else:
            await send({"type": "websocket.send", "text": text * (LARGE if text == "x" else 1)})


@asynccontextmanager
async def pair(bus: Any, app: Any = echo, other: Any = None, **options: Any) -> AsyncIterator[tuple[str, Gateway, Any]]:
    """Yield the address of node a, whose tables all belong to node b, then b's gateway, and the owners to change."""
    owners = {"*": "b"}
    async with (
        gateway(other or app, bus, FixedDirectory("a", owners), **options) as one,
        gateway(app, bus, FixedDirectory("b", owners), **options) as two,
        listening(one) as address,
    ):
        yield address, two, owners


def socket_of(address: str) -> Any:
    return connect(address.replace("http", "ws") + TABLE + "/socket", max_size=None, proxy=None, compression=None)


async def rest_of(socket: Any) -> tuple[list[str], int | None]:
    """Return all further messages, and the close code."""
    heard: list[str] = []
    try:
        while True:
            heard.append(await socket.recv())
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd else None


@pytest.fixture(params=["local", "nats"])
def make_bus(request: pytest.FixtureRequest) -> Iterable[Any]:
    @asynccontextmanager
    async def local() -> AsyncIterator[Any]:
        bus = LocalBus()
        yield bus
        assert bus.subscriptions == 0

    if request.param == "local":
        yield local
        return
    with nats_server() as server:

        @asynccontextmanager
        async def nats() -> AsyncIterator[Any]:
            bus = NatsBus(server)
            await bus.start()
            try:
                yield bus
            finally:
                await bus.close()

        yield nats


def test_requests_and_sockets(make_bus: Any) -> None:
    async def main() -> None:
        async with make_bus() as bus, pair(bus) as (address, _, _), httpx2.AsyncClient(base_url=address) as client:
            small = await client.post(TABLE, content=b"ola")
            assert (small.status_code, small.content, small.headers["x-method"]) == (201, b"ola", "POST")
            upload = bytes(900_000)
            assert (await client.put(TABLE, content=upload)).content == upload
            assert len((await client.get(f"{TABLE}/large")).content) == LARGE
            assert (await client.head(TABLE)).headers["x-method"] == "HEAD"
            assert (await client.get(f"{TABLE}/client", headers={"x-one": "1"})).text == "127.0.0.11"
            async with socket_of(address) as socket:
                await socket.send("count 1000")
                assert [await socket.recv() for _ in range(1000)] == [str(number) for number in range(1000)]
                await socket.send("x")
                assert len(await socket.recv()) == LARGE
                await socket.send("close")
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd is not None
                assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4004, "no_table")

    asyncio.run(main())


def test_without_an_owner() -> None:
    async def main() -> None:
        async with (
            pair(LocalBus(), patience=0.3) as (address, _, owners),
            httpx2.AsyncClient(base_url=address) as client,
        ):
            owners.clear()
            answer = await client.post(TABLE, content=b"x")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
            assert answer.json()["error"]["code"] == "api_unavailable"
            async with socket_of(address) as socket:
                assert "restart" in await socket.recv()
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            owners["*"] = "gone"
            assert (await client.get(TABLE)).status_code == 503

    asyncio.run(main())


def test_an_owner_that_comes_in_time() -> None:
    async def main() -> None:
        async with pair(LocalBus()) as (address, _, owners), httpx2.AsyncClient(base_url=address) as client:
            owners["*"] = "gone"
            asking = asyncio.create_task(client.get(TABLE, timeout=20))
            await asyncio.sleep(0.1)
            owners["*"] = "b"
            assert (await asking).status_code == 201

    asyncio.run(main())


def test_a_lost_frame_ends_a_socket() -> None:
    async def main() -> None:
        bus = LocalBus()
        async with pair(bus) as (address, _, _), socket_of(address) as socket:
            await socket.send("count 1")
            assert await socket.recv() == "0"

            def lose(subject: str, data: bytes) -> tuple[float, ...]:
                return () if subject.endswith("frames.a") and read_envelope(data).number == 10 else (0.0,)

            bus.delivery = lose
            await socket.send("count 100")
            heard, code = await rest_of(socket)
            assert code == 4011
            assert heard[:-1] == [str(number) for number in range(len(heard) - 1)]
            assert 0 < len(heard) < 100

    asyncio.run(main())


def test_an_owner_that_another_follows() -> None:
    """The owner may have died: the socket waits until the silence is long, or until another owner follows."""

    async def main() -> None:
        bus, owners = LocalBus(), {"*": "b"}
        async with (
            gateway(echo, bus, FixedDirectory("a", owners)) as one,
            gateway(echo, bus, FixedDirectory("b", owners)),
            listening(one) as address,
            socket_of(address) as socket,
        ):
            await socket.send("count 1")
            assert await socket.recv() == "0"
            owners.clear()
            one.follow()  # No owner follows yet: the first may come back.
            await socket.send("count 1")
            assert await socket.recv() == "0"
            owners["*"] = "c"
            one.follow()
            assert (await rest_of(socket))[1] == 4011

    asyncio.run(main())


def test_an_owner_that_falls_silent() -> None:
    async def main() -> None:
        bus = LocalBus()
        async with pair(bus, beat=0.1) as (address, owner, _), socket_of(address) as socket:
            await socket.send("count 1")
            assert await socket.recv() == "0"
            bus.delivery = lambda subject, data: ()
            assert (await rest_of(socket))[1] == 4011
            await until(lambda: len(owner.tunnels) == 0)

    asyncio.run(main())


@pytest.mark.slow
def test_a_slow_reader_is_felt_by_the_owner() -> None:
    async def main() -> None:
        sent = 0

        async def flood(scope: Any, receive: Any, send: Any) -> None:
            nonlocal sent
            await receive()
            await send({"type": "websocket.accept"})
            while True:
                await send({"type": "websocket.send", "text": "x" * 50_000})
                sent += 1

        async with (
            pair(LocalBus(), flood) as (address, _, _),
            connect(
                address.replace("http", "ws") + TABLE + "/socket", proxy=None, max_queue=1, compression=None
            ) as socket,
        ):
            await socket.recv()
            before = -1
            while before != sent:
                before = sent
                await asyncio.sleep(0.3)
            assert sent < 400  # The window, and what the system takes.

    asyncio.run(main())


@asynccontextmanager
async def servers(path: Path, bus: Any, caps: Caps, **settings: Any) -> AsyncIterator[tuple[str, Server]]:
    """Node b has the server. Node a serves only requests without a table, by the same server."""
    server = Server(Settings(database=path / "b.db", caps=caps, **settings))

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        await server.app(scope, receive, send)

    async with pair(bus, server.app, nothing) as (address, _, _):
        await server.start()
        while not server.health.ready:
            await asyncio.sleep(0.01)
        try:
            yield address, server
        finally:
            await server.close()


def test_a_match(make_bus: Any, tmp_path: Path) -> None:
    async def main() -> None:
        caps = Caps(messages_of_socket=FREE, messages_of_session=FREE, messages_of_address=FREE)
        async with make_bus() as bus, servers(tmp_path, bus, caps) as (address, _):
            async with Client(address) as ana, Client(address) as bia:
                await ana.account.guest("Ana")
                await bia.account.guest("Bia", "en")
                card = await ana.tables.open(NewTable("canastra-duelo"))
                await bia.tables.take_seat(card.table, 1)
                async with ana.table(card.table, from_seq=1) as one, bia.table(card.table) as two:
                    await asyncio.gather(play(one, at_random(1)), play(two, at_random(2)))
                assert len(await ana.tables.record(card.table)) > 100
            headers = {"Origin": "http://evil.example"}
            where = address.replace("http", "ws") + f"/api/tables/{card.table}/socket?v=1"
            with pytest.raises(InvalidStatus) as refused:
                await connect(where, additional_headers=headers, proxy=None)
            assert refused.value.response.status_code == 403
            assert b"ws_origin" in refused.value.response.body

    asyncio.run(main())


def test_limits_count_the_address_of_the_client(tmp_path: Path) -> None:
    async def main() -> None:
        caps = Caps(new_sockets_of_address=Rate(2, 0.001))
        async with servers(tmp_path, LocalBus(), caps) as (address, _):
            where = address.replace("http", "ws") + "/api/tables/none/socket?v=1&watch=true"
            codes = []
            for source in ("127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.2"):
                async with connect(where, proxy=None, local_addr=(source, 0)) as socket:
                    codes.append((await rest_of(socket))[1])
            assert codes == [4004, 4004, 4029, 4004]

    asyncio.run(main())


def test_a_gateway_that_stops() -> None:
    async def main() -> None:
        owners = {"*": "b"}
        bus = LocalBus()
        async with (
            gateway(echo, bus, FixedDirectory("a", owners)) as one,
            gateway(echo, bus, FixedDirectory("b", owners)) as two,
            listening(one) as address,
            socket_of(address) as socket,
        ):
            await socket.send("count 1")
            assert await socket.recv() == "0"
            await one.drain()
            assert (await rest_of(socket))[1] == 1012
            await until(lambda: len(two.tunnels) == 0)
            async with httpx2.AsyncClient(base_url=address) as client:
                assert (await client.get(TABLE)).status_code == 503

    asyncio.run(main())


def test_nothing_runs_that_was_given_up() -> None:
    async def main() -> None:
        ran = 0

        async def count(scope: Any, receive: Any, send: Any) -> None:
            nonlocal ran
            ran += 1
            await echo(scope, receive, send)

        bus = LocalBus()
        async with (
            pair(bus, count, patience=1) as (address, _, _),
            httpx2.AsyncClient(base_url=address) as client,
        ):
            bus.delivery = lambda subject, data: (0.0, 0.01) if "open" in subject else (0.0,)
            assert (await client.post(TABLE, content=b"x")).status_code == 201
            bus.delivery = lambda subject, data: (2.1,) if "open" in subject else (0.0,)
            assert (await client.post(TABLE, content=b"x")).status_code == 503
            await asyncio.sleep(0.3)
            assert ran == 1

    asyncio.run(main())


def test_nobody_who_has_gone_meanwhile_is_led_to_the_owner() -> None:
    """A client that left may have its seat through another node, and a late request would take it away."""

    async def main() -> None:
        ran = 0

        async def count(scope: Any, receive: Any, send: Any) -> None:
            nonlocal ran
            ran += 1
            await echo(scope, receive, send)

        async with pair(LocalBus(), count, count) as (address, _, owners):
            for owner in "ba":
                owners.clear()
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.2), socket_of(address):
                        pass
                await asyncio.sleep(0.1)
                owners["*"] = owner
                await asyncio.sleep(0.3)
                assert ran == 0
            owners.clear()
            opening = asyncio.create_task(counted(address))
            await asyncio.sleep(0.1)
            owners["*"] = "a"  # A waiting client may find the owner at its own node.
            assert await opening == "0"

    async def counted(address: str) -> str:
        async with socket_of(address) as socket:
            await socket.send("count 1")
            return str(await socket.recv())

    asyncio.run(main())


class GoingMeanwhile(LocalBus):
    """The bus of an owner that answers after the client has left, before the gateway's loop has noticed."""

    client: socket.socket

    async def request(self, subject: str, data: bytes, seconds: float) -> bytes:
        answer = await super().request(subject, data, seconds)
        self.client.close()
        return answer


def test_nobody_is_led_who_went_as_the_owner_answered() -> None:
    """The gateway's machine had no time to notice."""

    async def main() -> None:
        ran, bus = 0, GoingMeanwhile()

        async def count(scope: Any, receive: Any, send: Any) -> None:
            nonlocal ran
            ran += 1
            await echo(scope, receive, send)

        async with pair(bus, count) as (address, _, _):
            url = httpx2.URL(address)
            bus.client = socket.create_connection((url.host, url.port))
            bus.client.sendall(
                b"GET %s HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n" % TABLE.encode()
            )
            await asyncio.sleep(0.5)
            assert ran == 0

    asyncio.run(main())


def test_nats_that_goes_and_comes_back() -> None:
    async def main() -> None:
        with ExitStack() as stop:
            where = stop.enter_context(nats_server())
            bus = NatsBus(where)
            await bus.start()
            async with pair(bus, beat=0.1) as (address, _, _), httpx2.AsyncClient(base_url=address) as client:
                async with socket_of(address) as socket:
                    await socket.send("count 1")
                    assert await socket.recv() == "0"
                    stop.close()
                    assert (await rest_of(socket))[1] == 4011
                with nats_server(int(where.rpartition(":")[2])):
                    assert (await client.get(TABLE, timeout=20)).status_code == 201
            await bus.close()

    asyncio.run(main())
