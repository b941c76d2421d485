"""Tunnels over a bus that loses, delays and doubles: readers get all that was sent, up to the end or to a loss."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.cluster.routing.frames import Begin, BodyChunk, Head, TunnelEnd, envelope, read_answered, read_asked
from canastra.cluster.routing.tunnel import WINDOW, Loss, Tunnel, TunnelLostError
from canastra.cluster.routing.tunnels import Tunnels
from tests.cluster.local_bus import LocalBus

ONE, TWO = bytes(15) + b"1", bytes(15) + b"2"


async def read_all(tunnel: Tunnel) -> list[bytes]:  # type: ignore[type-arg]
    """Return all messages; a last empty one if the tunnel came to its end."""
    heard = []
    try:
        while not isinstance(part := await tunnel.next(), TunnelEnd):
            heard.append(part.data)
    except TunnelLostError:
        return heard
    return [*heard, b""]


async def send_all(tunnel: Tunnel, parts: list[bytes]) -> None:  # type: ignore[type-arg]
    try:
        for part in parts:
            await tunnel.send(BodyChunk(part, True))
        tunnel.send_now(TunnelEnd())
    except TunnelLostError:
        pass


@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.002, 0.02]), st.integers(1, 200))
def test_a_prefix_and_then_the_end(seed: int, odds: float, count: int) -> None:
    async def main() -> None:
        chance = Random(seed)

        def deliver(subject: str, data: bytes) -> tuple[float, ...]:
            if chance.random() >= odds:
                return (0.0,)
            return chance.choice([(), (0.0, 0.0), (0.004,), (0.0, 0.004)])

        bus = LocalBus(deliver)
        beat = 0.01 if odds else 1.0  # Without losses, a busy machine must not count as one.
        a, b = Tunnels(bus, "a", beat=beat), Tunnels(bus, "b", beat=beat)
        await a.start()
        await b.start()
        near = [a.dig(name, "b", read_answered) for name in (ONE, TWO)]
        far = [b.dig(name, "a", read_asked) for name in (ONE, TWO)]
        sent = [[f"{name} {number}".encode() for number in range(count)] for name in "xy"]
        async with asyncio.timeout(60):
            sending = [asyncio.create_task(send_all(*each)) for each in zip(far, sent, strict=True)]
            heard = await asyncio.gather(*map(read_all, near))
            await asyncio.gather(*sending)
        for each, parts, tunnel in zip(heard, sent, near, strict=True):
            if tunnel.lost is None:
                assert each == [*parts, b""]
            else:
                assert each == [*parts, b""][: len(each)]
        if not odds:
            assert [each.lost for each in near] == [None, None]
        for tunnel in near:
            tunnel.close()
        for other in far:
            other.close()
        await a.close()
        await b.close()
        assert (len(a), len(b), bus.subscriptions) == (0, 0, 0)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


def test_no_more_is_sent_than_is_read() -> None:
    async def main() -> None:
        bus = LocalBus()
        a, b = Tunnels(bus, "a"), Tunnels(bus, "b")
        await a.start()
        await b.start()
        near, far = a.dig(ONE, "b", read_answered), b.dig(ONE, "a", read_asked)
        sending = asyncio.create_task(send_all(far, [b"."] * 1000))
        await asyncio.sleep(0.01)
        assert far.numbers[1] == WINDOW
        assert len(await read_all(near)) == 1001
        await sending
        await a.close()
        await b.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    "data",
    [
        envelope("b", ONE, 1, Begin()),  # An owner never sends it.
        envelope("b", ONE, 1, Head(200, [(b"x", b"1\r\ny: 2")])),
        envelope("b", ONE, 1, Head(999, [])),
        envelope("b", ONE, 1, TunnelEnd())[:-1] + b"\xc1",
        envelope("b", ONE, 1, BodyChunk(bytes(65_537), False)),
    ],
)
def test_what_is_malformed_ends_that_tunnel_alone(data: bytes) -> None:
    async def main() -> None:
        bus = LocalBus()
        a = Tunnels(bus, "a")
        await a.start()
        near, other = a.dig(ONE, "b", read_answered), a.dig(TWO, "b", read_answered)
        bus.publish("canastra.frames.a", data)
        bus.publish("canastra.frames.a", b"\xff")
        bus.publish("canastra.frames.a", envelope("c", TWO, 1, TunnelEnd()))  # Its tunnel leads to b.
        await asyncio.sleep(0.01)
        assert (near.lost is Loss.MALFORMED) or a.malformed == 2
        assert other.lost is None
        bus.publish("canastra.frames.a", envelope("b", TWO, 1, TunnelEnd()))
        assert isinstance(await other.next(), TunnelEnd)
        await a.close()

    asyncio.run(main())
