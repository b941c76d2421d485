"""How many connections there may be, which are only for health, and by which names a server is reached."""

from __future__ import annotations

import asyncio

import pytest

from canastra.server.settings import Caps, Settings
from canastra.server.ws import Connections, connection_limits
from tests.server.ws.raw import UPGRADE, Server, emptied, parsed, run

FEW = Caps(sockets=1, connections_beside=2, sockets_of_address=1, connections_beside_of_address=100)
"""Room for three connections."""


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


@pytest.mark.parametrize(
    ("client", "known"), [("::ffff:10.1.2.3", True), ("10.1.2.3", True), ("::ffff:11.1.2.3", False)]
)
def test_a_proxy_is_the_same_to_a_socket_that_listens_for_both_kinds(client: str, known: bool) -> None:
    connections = Connections(Settings(proxies=("10.0.0.0/8",)))
    assert connections.is_known((client, 1), [b"any.example"]) is known


@pytest.mark.limit("spare")
def test_of_connections_without_a_place_the_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "SPARE", 2)

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


class Cut(asyncio.Transport):
    """Counts how often it is cut, and is gone only when the loop comes to it, as transports are."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def abort(self) -> None:
        self.times += 1


def test_of_connections_that_come_in_one_turn_of_the_loop_each_is_cut_once() -> None:
    connections = Connections(Settings(caps=Caps(sockets=1, connections_beside=0)))
    came = [Cut() for _ in range(1 + 2 * connection_limits.SPARE)]
    places = [connections.enter(("192.0.2.1", 1), each) for each in came]
    assert [place is None for place in places] == [False] + [True] * 2 * connection_limits.SPARE
    assert [each.times for each in came] == [0] + [1] * connection_limits.SPARE + [0] * connection_limits.SPARE


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
