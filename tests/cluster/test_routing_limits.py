"""The bounds of gateways, tunnels and the bus: each up to it, and past it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx2
import msgspec
import pytest

from canastra.cluster.routing import gateway as gateway_module
from canastra.cluster.routing import nats_bus, outlet, tunnel, tunnels, visit
from canastra.cluster.routing.frames import (
    CHUNK,
    HEADS,
    NOWHERE,
    BodyChunk,
    Opening,
    encode_opening,
    envelope,
    read_answered,
    read_asked,
    read_beats,
    read_envelope,
    read_opening,
)
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.cluster.routing.tunnel import FRAME_SIZE, Loss, Tunnel, TunnelLostError
from canastra.cluster.routing.tunnels import Tunnels
from canastra.server.ws.uvicorn_protocols import LARGEST_HEAD
from tests.cluster.bot_workers import until
from tests.cluster.gateways import FixedDirectory, gateway, listening
from tests.cluster.local_bus import LocalBus
from tests.cluster.test_gateway import TABLE, echo, pair, rest_of, socket_of
from tests.services import Nats

ONE = bytes(15) + b"1"


async def status(address: str, **options: Any) -> int:
    """Return the status of a request for another node's table."""
    async with httpx2.AsyncClient(base_url=address, timeout=20) as client:
        return (await client.get(TABLE, **options)).status_code


async def hang(scope: Any, receive: Any, send: Any) -> None:
    """An application that never answers."""
    await asyncio.sleep(3600)


@pytest.mark.limit("gateway_wait")
def test_a_request_waits_so_long_for_an_owner() -> None:
    assert gateway_module.PATIENCE == 12

    async def main() -> None:
        loop = asyncio.get_running_loop()
        async with pair(LocalBus(), patience=1) as (address, _, owners):
            for seconds, expected in ((0.1, 201), (1.4, 503)):
                owners.clear()
                loop.call_later(seconds, owners.update, {"*": "b"})
                assert await status(address) == expected
                await until(lambda: "*" in owners)

    asyncio.run(main())


@pytest.mark.limit("gateway_opening")
def test_an_owner_has_so_long_to_take_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the gateway looks for the owner again, which may be another node."""
    assert gateway_module.OPENING == 2
    monkeypatch.setattr(gateway_module, "OPENING", 0.8)

    async def main() -> None:
        bus = LocalBus()
        async with pair(bus, patience=4) as (address, _, _):
            asked: list[str] = []

            def late(seconds: float) -> Any:
                def delivery(subject: str, data: bytes) -> tuple[float, ...]:
                    if "open" not in subject:
                        return (0.0,)
                    asked.append(subject)
                    return (seconds if len(asked) == 1 else 0.0,)

                return delivery

            for seconds, times in ((0.05, 1), (1.2, 2)):
                asked.clear()
                bus.delivery = late(seconds)
                assert await status(address) == 201
                assert len(asked) == times
            await asyncio.sleep(0.6)  # The late request is not run.

    asyncio.run(main())


@pytest.mark.limit("gateway_visitors")
def test_a_node_serves_so_many_of_other_nodes_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    assert gateway_module.MOST == 20_000
    monkeypatch.setattr(gateway_module, "MOST", 1)

    async def main() -> None:
        async with pair(LocalBus(), patience=0.3) as (address, _, _):
            async with socket_of(address) as first:
                await first.send("count 1")
                assert await first.recv() == "0"
                assert await status(address) == 503
                async with socket_of(address) as second:
                    assert (await rest_of(second))[1] == 1012
            while (found := await status(address)) == 503:  # The node has not noticed yet that they left.
                pass
            assert found == 201

    asyncio.run(main())


@pytest.mark.limit("gateway_ending")
def test_what_a_node_serves_at_its_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert gateway_module.ENDING == 5
    monkeypatch.setattr(gateway_module, "ENDING", 0.2)

    async def main() -> None:
        bus, owners, ended = LocalBus(), {"*": "b"}, list[str]()

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            try:
                await asyncio.sleep(0.1 if b"short" in scope["query_string"] else 3600)
                ended.append("done")
            except asyncio.CancelledError:
                ended.append("cut off")
                raise

        async with (
            gateway(echo, bus, FixedDirectory("a", owners), patience=0.1) as one,
            gateway(slow, bus, FixedDirectory("b", owners)) as two,
            listening(one) as address,
            httpx2.AsyncClient(base_url=address, timeout=20) as client,
        ):
            asking = [asyncio.create_task(client.get(f"{TABLE}?{each}")) for each in ("short", "long")]
            await until(lambda: len(two.tunnels) == 2)
            await asyncio.sleep(0.02)  # Both have begun.
            await two.close()
            assert ended == ["done", "cut off"]
            assert {(await each).status_code for each in asking} == {503}

    asyncio.run(main())


@pytest.mark.limit("gateway_headers")
def test_a_request_of_another_node_has_so_many_headers() -> None:
    scope = {"type": "http", "path": TABLE, "headers": [(b"a", b"")] * HEADS}
    whole = encode_opening(Opening.of(bytes(16), "a", scope))
    assert len(read_opening(whole).headers) == HEADS
    longer = encode_opening(Opening.of(bytes(16), "a", scope | {"headers": [(b"a", b"")] * (HEADS + 1)}))
    with pytest.raises(msgspec.ValidationError):
        read_opening(longer)


def test_as_many_headers_as_fit_into_a_request_go_to_another_node() -> None:
    """The shortest have four bytes."""
    assert LARGEST_HEAD // len(b"a:\r\n") <= HEADS
    many = b"a:\r\n" * (LARGEST_HEAD // 4 - 100)

    async def main() -> None:
        async with pair(LocalBus()) as (address, _, _):
            url = httpx2.URL(address)
            reader, writer = await asyncio.open_connection(url.host, url.port)
            writer.write(b"GET %s HTTP/1.1\r\nhost: here\r\nconnection: close\r\n%s\r\n" % (TABLE.encode(), many))
            assert (await reader.read()).startswith(b"HTTP/1.1 201 ")
            writer.close()

    asyncio.run(main())


@pytest.mark.limit("gateway_message")
def test_a_message_to_a_socket_at_another_node_has_a_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    assert visit.LARGEST_MESSAGE == 8 * 2**20
    monkeypatch.setattr(visit, "LARGEST_MESSAGE", 10)

    async def main() -> None:
        async with pair(LocalBus()) as (address, _, _), socket_of(address) as socket:
            await socket.send("0123456789")
            assert await socket.recv() == "0123456789"
            await socket.send("0123456789a")
            assert (await rest_of(socket))[1] == 4011

    asyncio.run(main())


@asynccontextmanager
async def ends(bus: LocalBus, **options: Any) -> AsyncIterator[tuple[Tunnels, Tunnel[Any], Tunnel[Any]]]:
    """Yield a's tunnels and both ends of one: a's, then b's."""
    a, b = Tunnels(bus, "a", **options), Tunnels(bus, "b", **options)
    await a.start()
    await b.start()
    try:
        yield a, a.dig(ONE, "b", read_answered), b.dig(ONE, "a", read_asked)
    finally:
        await a.close()
        await b.close()


async def sent(far: Tunnel[Any], size: int) -> tuple[int, asyncio.Task[None]]:
    """Send frames of a size that the other end does not read. Return the number sent, and the task that sends on."""

    async def keep_sending() -> None:
        with suppress(TunnelLostError):
            while True:
                await far.send(BodyChunk(bytes(size), True))

    sending = asyncio.create_task(keep_sending())
    await asyncio.sleep(0.02)
    return far.numbers[1], sending


async def check_window(size: int, most: int) -> None:
    """Check that a sender stops at the bound, and continues after reads."""
    async with ends(LocalBus()) as (_, near, far):
        count, sending = await sent(far, size)
        assert count == most
        for _ in range(most // 2 + 1):
            await near.next()
        await asyncio.sleep(0.02)
        assert far.numbers[1] > most
        sending.cancel()


@pytest.mark.limit("tunnel_frames")
def test_a_sender_waits_once_so_many_frames_are_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tunnel.WINDOW == 64
    monkeypatch.setattr(tunnel, "WINDOW", 8)
    asyncio.run(check_window(1, 8))


@pytest.mark.limit("tunnel_bytes")
def test_a_sender_waits_once_so_many_bytes_are_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tunnel.WINDOW_BYTES == 256 * 1024
    monkeypatch.setattr(tunnel, "WINDOW_BYTES", 5_000)
    asyncio.run(check_window(1_000 - FRAME_SIZE, 5))


@pytest.mark.limit("tunnel_frames")
def test_a_sender_that_does_not_wait_loses_the_tunnel() -> None:
    async def main() -> None:
        bus = LocalBus()
        async with ends(bus) as (_, near, _):
            most = tunnel.WINDOW + tunnel.SLACK
            for number in range(1, most + 2):
                assert near.lost is None
                bus.publish("canastra.frames.a", envelope("b", ONE, number, BodyChunk(b"", True)))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
            assert near.lost is Loss.MALFORMED

    asyncio.run(main())


@pytest.mark.limit("tunnel_frame")
def test_a_frame_with_more_ends_its_tunnel() -> None:
    async def main() -> None:
        bus = LocalBus()
        async with ends(bus) as (_, near, _):
            bus.publish("canastra.frames.a", envelope("b", ONE, 1, BodyChunk(bytes(CHUNK), True)))
            assert len((await near.next()).data) == CHUNK
            bus.publish("canastra.frames.a", envelope("b", ONE, 2, BodyChunk(bytes(CHUNK + 1), True)))
            await until(lambda: near.lost is not None)
            assert near.lost is Loss.MALFORMED

    asyncio.run(main())


@pytest.mark.limit("tunnel_begin")
def test_nothing_is_run_for_a_gateway_that_waits_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outlet.BEGINNING == 2
    monkeypatch.setattr(outlet, "BEGINNING", 0.8)

    async def main() -> None:
        bus, ran = LocalBus(), list[str]()

        async def count(scope: Any, receive: Any, send: Any) -> None:
            ran.append(scope["method"])
            await echo(scope, receive, send)

        def late(seconds: float) -> Any:
            return lambda subject, data: (seconds if subject.endswith("frames.b") else 0.0,)

        async with pair(bus, count, patience=1) as (address, owner, _), httpx2.AsyncClient(base_url=address) as client:
            for seconds, expected in ((0.05, 201), (1.2, 503)):
                ran.clear()
                bus.delivery = late(seconds)
                assert (await client.delete(TABLE)).status_code == expected
                assert len(ran) == (expected == 201)
            await until(lambda: len(owner.tunnels) == 0)
            assert not ran

    asyncio.run(main())


@pytest.mark.limit("tunnel_silence")
def test_a_tunnel_whose_other_end_is_silent_is_given_up() -> None:
    assert (tunnels.SILENCE, tunnels.BEAT) == (15, 5)

    async def main() -> None:
        bus, loop = LocalBus(), asyncio.get_running_loop()
        beat = 0.4
        async with ends(bus, beat=beat) as (_, near, _):
            await asyncio.sleep(4 * beat)
            assert near.lost is None  # The other end beats.
            bus.delivery = lambda subject, data: ()
            last = near.heard_at
            await until(lambda: near.lost is Loss.SILENT)
            assert loop.time() - last >= 3 * beat

    asyncio.run(main())


@pytest.mark.limit("tunnel_beats")
def test_a_sign_of_life_tells_of_so_many_tunnels(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tunnels.BEATS == 500
    monkeypatch.setattr(tunnels, "BEATS", 2)

    async def main() -> None:
        bus, told = LocalBus(), list[int]()
        async with ends(bus, beat=0.4) as (a, _, _):

            def note(data: bytes) -> None:
                found = read_envelope(data)
                if found.tunnel == NOWHERE:
                    told.append(len(read_beats(found.content).tunnels))

            await bus.subscribe("canastra.frames.b", note)
            for number in (2, 3, 4, 5):
                a.dig(bytes([number]) * 16, "b", read_answered)
            await until(lambda: len(told) >= 3)
            assert told[:3] == [2, 2, 1]

    asyncio.run(main())


async def check_that_some_are_lost(nats: Nats, most: int) -> None:
    """Check that `most` messages at once all arrive, and that some of 2,000 are lost."""
    here, there, heard = NatsBus(nats.url), NatsBus(nats.url), list[bytes]()
    await here.start()
    await there.start()
    await here.subscribe("limits", lambda data: heard.append(data))
    while not heard:  # Until the server knows the subscriber.
        there.publish("limits", b"begin")
        await asyncio.sleep(0.1)
    for count in (most, 2_000):
        await asyncio.sleep(0.1)
        heard.clear()
        for number in range(count):
            there.publish("limits", b"%010d" % number)
        there.publish("limits.end", b"")
        async with asyncio.timeout(20):
            while there._waiting:
                await asyncio.sleep(0.01)
        if count == most:
            await until(lambda: len(heard) >= most)
        await asyncio.sleep(0.3)
        if count == most:
            assert len(heard) == count
    assert 0 < len(heard) < 2_000
    assert heard == sorted(heard)
    await here.close()
    await there.close()


@pytest.mark.limit("bus_incoming")
def test_messages_that_wait_to_be_handled(nats: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    assert nats_bus.INCOMING == 65_536
    monkeypatch.setattr(nats_bus, "INCOMING", 5)
    asyncio.run(check_that_some_are_lost(nats, 5))


@pytest.mark.limit("bus_incoming_bytes")
def test_bytes_that_wait_to_be_handled(nats: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    assert nats_bus.INCOMING_BYTES == 64 * 2**20
    monkeypatch.setattr(nats_bus, "INCOMING_BYTES", 50)
    asyncio.run(check_that_some_are_lost(nats, 4))


@pytest.mark.limit("bus_pending")
def test_bytes_that_wait_to_be_sent(nats: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    assert nats_bus.PENDING == 8 * 2**20
    monkeypatch.setattr(nats_bus, "PENDING", 100)

    async def main() -> None:
        bus = NatsBus(nats.url)
        await bus.start()
        for _ in range(10):
            bus.publish("limits", bytes(10))
        assert bus.dropped == 0
        bus.publish("limits", b"1")
        assert bus.dropped == 1
        await until(lambda: not bus._waiting)
        bus.publish("limits", bytes(100))
        assert bus.dropped == 1
        await bus.close()

    asyncio.run(main())


@pytest.mark.limit("bus_leaving")
def test_the_end_of_a_subscription_is_not_waited_for_for_ever(nats: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    assert nats_bus.LEAVING == 2
    monkeypatch.setattr(nats_bus, "LEAVING", 1)

    async def answer(data: bytes) -> bytes:
        return data

    async def main() -> None:
        bus = NatsBus(nats.url)
        await bus.start()
        took = []
        for stopped in (False, True):
            served = await bus.serve("limits", answer)
            if stopped:
                os.kill(nats.pid, signal.SIGSTOP)
                await asyncio.sleep(0.1)
            began = asyncio.get_running_loop().time()
            try:
                await served.close()
            finally:
                os.kill(nats.pid, signal.SIGCONT)
            took.append(asyncio.get_running_loop().time() - began)
        assert took[0] < 1 <= took[1] < 20
        await bus.close()

    asyncio.run(main())
