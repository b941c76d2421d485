"""The cost of asking bots over the bus: `python -m bench.bot_workers`. The same views at home and by a worker.

A private NATS and a worker in processes of their own, all on one machine: no network is measured. At home the bots
think in one process beside this one, as in a server; so does the worker's. Without numbers, nothing is planned ahead.
"""

from __future__ import annotations

import asyncio
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from canastra.cluster.bots.pool import BusBots
from canastra.cluster.routing.nats_bus import NatsBus
from canastra.engine import View
from canastra.rulebooks import official
from canastra.server.bots import Asker, BotPool, PooledBots
from canastra.server.metrics import Metrics
from tests.cluster.bot_workers import Unasked, until, views
from tests.services import Nats

RUNS = 5
QUESTIONS = {"greedy": 400, "iniciante": 400, "mestre": 200}
TOGETHER = 16
"""Questions under way at once where decisions a second are counted."""
WORKER = [sys.executable, "-m", "canastra", "worker", "--lang", "en", "--log-level", "error"]


class Cost(NamedTuple):
    """Of one run: milliseconds of one question after the other, and answers a second of many at once."""

    median: float
    p99: float
    rate: float


async def measure(bots: BotPool, level: str, seen: Sequence[View]) -> Cost:
    """One run."""
    times = []
    for number, view in enumerate(seen):
        began = time.perf_counter()
        await bots.ask(view, level, number)
        times.append(1000 * (time.perf_counter() - began))
    places = asyncio.Semaphore(TOGETHER)

    async def ask(number: int, view: View) -> None:
        async with places:
            await bots.ask(view, level, number, Asker(owner=str(number % TOGETHER)))

    began = time.perf_counter()
    await asyncio.gather(*(ask(number, view) for number, view in enumerate(seen)))
    rate = len(seen) / (time.perf_counter() - began)
    times.sort()
    return Cost(statistics.median(times), times[int(0.99 * len(times))], rate)


def choices(number: int) -> list[View]:
    """Views of random deals that leave a choice."""
    found: list[View] = []
    seed = 0
    while len(found) < number:
        seed += 1
        found += [view for view in views(official("buraco"), seed)[::7] if len(view.legal) > 1]
    return found[:number]


async def report(url: str) -> None:
    """Print both, measured in turn."""
    bus = NatsBus(url)
    await bus.start()
    home, away = PooledBots(1), BusBots(bus, Unasked())
    await away.start(Metrics())
    await until(lambda: len(away.roster) == 1)
    await home.warm_up()
    print("| level | asked | one by one, median ms | p99 ms | 16 at once, decisions/s |")
    print("|---|---|---|---|---|")
    for level, number in QUESTIONS.items():
        seen = choices(number)
        runs: dict[str, list[Cost]] = {"at home": [], "over the bus": []}
        pools: tuple[BotPool, ...] = (home, away)
        for bots in pools:
            await measure(bots, level, seen[:40])
        for _ in range(RUNS):
            for bots, found in zip(pools, runs.values(), strict=True):
                found.append(await measure(bots, level, seen))
        for name, found in runs.items():
            median, p99, rate = (statistics.median(column) for column in zip(*found, strict=True))
            spread = f"{min(run.median for run in found):.2f} to {max(run.median for run in found):.2f}"
            print(f"| {level} | {name} | {median:.2f} ({spread}) | {p99:.1f} | {rate:,.0f} |", flush=True)
    await away.close()
    await home.close()
    await bus.close()


def main() -> None:
    """Start what is needed, measure, end it."""
    nats = Nats()
    child = subprocess.Popen([*WORKER, "--bus", nats.url, "--levels", ",".join(QUESTIONS)], stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None
        for _ in range(2):
            child.stdout.readline()
        print(f"Python {platform.python_version()}, {platform.machine()}, medians of {RUNS} runs\n")
        asyncio.run(report(nats.url))
    finally:
        child.terminate()
        child.wait()
        nats.close()


if __name__ == "__main__":
    main()
