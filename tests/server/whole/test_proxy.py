"""The proxy of the tests does what its weather says, so that tests behind it show something."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from tests.server.whole.proxy import CALM, Proxy, Weather


@asynccontextmanager
async def echo() -> AsyncIterator[int]:
    """The port of a server that says everything back."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while chunk := await reader.read(1000):
                writer.write(chunk)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


def through(weather: Weather, talk: Callable[[Proxy], Awaitable[None]]) -> Proxy:
    """The proxy after something was said through it to an echo."""

    async def main() -> Proxy:
        async with echo() as port, Proxy(port, weather).running() as proxy:
            await asyncio.wait_for(talk(proxy), 120)
            return proxy

    return asyncio.run(main())


async def said(proxy: Proxy, words: bytes) -> bytes:
    """The echo of some words before the end or a reset."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    heard = b""
    try:
        writer.write(words)
        while len(heard) < len(words) and (chunk := await reader.read(1000)):
            heard += chunk
    except OSError:
        pass
    finally:
        writer.transport.abort()
    return heard


@pytest.mark.parametrize("weather", [CALM, Weather(late=(0.01, 0.05))])
def test_nothing_is_lost_when_it_is_calm_or_late(weather: Weather) -> None:
    async def talk(proxy: Proxy) -> None:
        for number in range(5):
            words = bytes([number]) * 3000
            assert await said(proxy, words) == words

    assert set(through(weather, talk).faults.values()) == {0}


@pytest.mark.parametrize(
    ("fault", "weather"),
    [("reset", Weather(reset=1.0)), ("refuse", Weather(refuse=1.0))],
)
def test_a_fault_happens_and_is_counted(fault: str, weather: Weather) -> None:
    async def talk(proxy: Proxy) -> None:
        assert len(await said(proxy, b"words" * 100)) < 500

    assert through(weather, talk).faults[fault] == 1


def test_a_hole_says_nothing_and_is_counted() -> None:
    async def talk(proxy: Proxy) -> None:
        talking = asyncio.create_task(said(proxy, b"words" * 100))
        while not proxy.faults["hole"]:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)  # Time for an answer, if there were one.
        assert not talking.done()
        talking.cancel()
        await asyncio.wait([talking])

    assert through(Weather(hole=1.0), talk).faults["hole"] == 1


def test_a_server_that_is_down_resets_its_callers() -> None:
    async def talk(proxy: Proxy) -> None:
        proxy.target = 1
        assert await said(proxy, b"words") == b""

    assert through(CALM, talk).faults["down"] == 1


class Told(Proxy):
    """Tells when a direction has ended."""

    ended: asyncio.Event

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await super()._pass_on(reader, writer)
        self.ended.set()


@pytest.mark.parametrize("steps", range(6))
def test_nothing_is_left_open_where_a_connection_ends_with_the_proxy(steps: int) -> None:
    async def main() -> None:
        async with echo() as port:
            told = Told(port)
            told.ended = asyncio.Event()
            async with told.running() as proxy:
                assert await said(proxy, b"words") == b"words"
                await told.ended.wait()
                for _ in range(steps):
                    await asyncio.sleep(0)

    asyncio.run(main())
    gc.collect()  # A leaked connection warns now, and fails this test.
