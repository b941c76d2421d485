"""The server under load (docs/lab/load.md): ``python -m bench.serving [WHAT] [--tables N] [--rate N] [--seconds N]``.

The server runs in a process of its own on one core, the crowd in this one on the other. Latency counts from the moment
an action was due, not from when it was sent: a generator that falls behind makes the figure worse, not better.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

from bench.serving.crowd import Crowd
from bench.serving.process import Server, pin
from bench.serving.socket import Socket

Measure = Callable[[Server, argparse.Namespace], Awaitable[None]]
MEGABYTE = 1024 * 1024


def quantile(figures: list[float], share: float) -> float:
    """Milliseconds."""
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * share))] * 1000 if figures else float("nan")


async def _load(server: Server, crowd: Crowd, rate: float, seconds: float) -> None:
    """Play for a while and say how it went."""
    crowd.delays.clear()
    cpu, own, heard = server.cpu(), time.process_time(), crowd.heard
    done = await crowd.play(rate, seconds)
    used, own = (server.cpu() - cpu) / seconds, (time.process_time() - own) / seconds
    print(
        f"{len(crowd.tables)} tables, {sum(len(table.seats) for table in crowd.tables)} sockets: "
        f"{done:.0f} actions/s, {(crowd.heard - heard) / seconds:.0f} updates/s, "
        f"p50 {quantile(crowd.delays, 0.5):.1f} ms, p99 {quantile(crowd.delays, 0.99):.1f} ms, "
        f"max {quantile(crowd.delays, 1):.1f} ms, server {used:.0%} of a core "
        f"({used / max(done, 1) * 1e6:.0f} us an action), the crowd {own:.0%}, "
        f"refused {crowd.refused}, no table free {crowd.late}, "
        f"errors {len(crowd.errors)} {crowd.errors[:1]}",
        flush=True,
    )


async def _full(server: Server, tables: int, bots: str | None = None) -> Crowd:
    """A crowd whose cards are dealt."""
    crowd = Crowd(server.port, bots=bots)
    await crowd.open(tables)
    await crowd.connect()
    await crowd.begin()
    gc.collect()
    gc.freeze()  # The crowd's own collections would be measured as the server's delays.
    return crowd


async def actions(server: Server, options: argparse.Namespace) -> None:
    """The first figure: people only."""
    crowd = await _full(server, options.tables)
    await crowd.play(options.rate, 5)  # Warm.
    for _ in range(options.runs):
        await _load(server, crowd, options.rate, options.seconds)


async def growth(server: Server, options: argparse.Namespace) -> None:
    """One action a second at each table, for more and more tables."""
    crowd = Crowd(server.port)
    for tables in (250, 500, 1000, 2000):
        await crowd.open(tables - len(crowd.tables))
        await crowd.connect()
        await crowd.begin()
        await _load(server, crowd, tables, options.seconds)


async def bots(server: Server, options: argparse.Namespace) -> None:
    """One person and three bots at each table."""
    crowd = await _full(server, options.tables, bots="greedy")
    for rate in (25, 50, 100):
        await _load(server, crowd, rate, options.seconds)


async def guests(server: Server, options: argparse.Namespace) -> None:
    """Twenty guests with three bots each, then 2,000; each acts once in ten seconds."""
    few = await _full(server, 20, bots="greedy")
    await few.play(2, 5)  # Warm.
    await _load(server, few, 2, 3 * options.seconds)
    many = await _full(server, 1980, bots="greedy")
    many.tables += few.tables
    await _load(server, many, 200, options.seconds)


async def restart(server: Server, options: argparse.Namespace) -> None:
    """Kill the server in the middle and start it again; all people come back."""
    crowd = await _full(server, options.tables)
    await crowd.play(options.rate, options.seconds)
    server.kill()
    crowd.disconnect()
    began = time.perf_counter()
    up = server.start()
    await crowd.connect()
    back = time.perf_counter() - began
    sockets = sum(len(table.seats) for table in crowd.tables)
    print(
        f"{sockets} sockets back {back:.1f} s after the kill; the server took connections after {up:.1f} s", flush=True
    )
    await _load(server, crowd, options.rate, options.seconds)


async def slow(server: Server, options: argparse.Namespace) -> None:
    """A spectator on every tenth table stops reading; the others don't notice."""
    crowd = await _full(server, options.tables)
    await crowd.play(options.rate, 5)
    await _load(server, crowd, options.rate, options.seconds)
    for table, other in pairwise(crowd.tables[::10]):
        path = f"/api/tables/{table.id}/socket?v=1&watch=true"
        deaf = await Socket.connect(server.port, path, other.seats[0].token, lambda message: None)
        deaf.pause()
    await _load(server, crowd, options.rate, options.seconds)


async def memory(server: Server, options: argparse.Namespace) -> None:
    """Bytes of an idle table with its people, and of a socket."""
    crowd = Crowd(server.port)
    await crowd.open(100)
    await crowd.connect()
    await crowd.begin()
    before = server.memory()
    more = Crowd(server.port)
    await more.open(options.tables)
    tables = server.memory()
    await more.connect()
    sockets = server.memory()
    await more.begin()
    dealt = server.memory()
    count = options.tables
    print(
        f"a table of four that nobody is at {(tables - before) / count / 1024:.1f} KB, "
        f"a socket {(sockets - tables) / count / 4 / 1024:.1f} KB, "
        f"a deal {(dealt - sockets) / count / 1024:.1f} KB; all {dealt / MEGABYTE:.0f} MB",
        flush=True,
    )


MEASURES: dict[str, Measure] = {
    measure.__name__: measure for measure in (actions, restart, slow, memory, growth, bots, guests)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", choices=[[], *MEASURES], default=[])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    pin(1)
    for name in options.what or MEASURES:
        with tempfile.TemporaryDirectory() as folder:
            server = Server("bench.serving.process", str(Path(folder, "bench.db")))
            up = server.start()
            print(f"{name}: the server took connections after {up:.2f} s", flush=True)
            try:
                _run(MEASURES[name](server, options))
            finally:
                server.stop()


def _run(measure: Awaitable[None]) -> None:
    async def whole() -> None:
        await measure

    if sys.platform == "win32":
        asyncio.run(whole())
        return
    import uvloop

    uvloop.run(whole())


if __name__ == "__main__":
    main()
