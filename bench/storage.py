"""Appends a second to the database of the server, and how long one takes from the call to the acknowledgement.

A closed loop, in which each table appends again as soon as it was answered, shows the most that the store can do. An
open loop, in which appends arrive by the clock while the event loop is half busy with other work, shows what a server
sees. All depends on the disk under the folder for temporary files, so a bare write and fsync is measured beside it.
"""

from __future__ import annotations

import asyncio
import os
import platform
import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from canastra.server.storage import SqliteStore, Store

RUNS = 5
SECONDS = 1.0
TABLES = (1, 10, 100, 1000)
RATE = 1000
EVENT = '{"type":"action","seat":2,"text":"meld 5H 6H 7H","phase":"play","clock":[30000,30000,28417,30000]}'
ANSWER = '{"ok":true,"seq":1234}'


@dataclass(frozen=True, slots=True)
class Figures:
    """Of a run."""

    rate: float
    p50: float
    p99: float


Loop = Callable[[Store, list[str]], Awaitable[Figures]]


async def closed_loop(store: Store, tables: list[str]) -> Figures:
    """Every table appends as soon as it was answered."""
    taken: list[float] = []
    end = time.perf_counter() + SECONDS

    async def play(table: str) -> None:
        seq, now = 1, time.perf_counter()
        while now < end:
            await store.append(table, seq, [EVENT], f"{table}-{seq}", ANSWER)
            seq, before, now = seq + 1, now, time.perf_counter()
            taken.append(now - before)

    began = time.perf_counter()
    await asyncio.gather(*map(play, tables))
    return _figures(taken, time.perf_counter() - began)


async def open_loop(store: Store, tables: list[str]) -> Figures:
    """Appends arrive at a fixed rate, and the loop computes between them as it does under full load."""
    taken: list[float] = []
    seqs = dict.fromkeys(tables, 0)
    tasks = set()

    async def one(table: str, due: float) -> None:
        seqs[table] += 1
        await store.append(table, seqs[table], [EVENT], f"{table}-{seqs[table]}", ANSWER)
        taken.append(time.perf_counter() - due)

    began = time.perf_counter()
    for number in range(int(RATE * SECONDS)):
        due = began + number / RATE
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        tasks.add(asyncio.create_task(one(tables[number % len(tables)], due)))
        busy = time.perf_counter() + 0.5 / RATE
        while time.perf_counter() < busy:
            pass
    await asyncio.gather(*tasks)
    return _figures(taken, time.perf_counter() - began)


def _figures(taken: list[float], seconds: float) -> Figures:
    percentiles = statistics.quantiles(taken, n=100)
    return Figures(len(taken) / seconds, 1000 * percentiles[49], 1000 * percentiles[98])


async def run(count: int, loop: Loop, path: Path) -> Figures:
    """One run on a new database."""
    store = SqliteStore.open(path)
    tables = [f"table-{number:04}" for number in range(count)]
    await asyncio.gather(*(store.create(table, "{}") for table in tables))
    figures = await loop(store, tables)
    await store.close()
    return figures


def sync(folder: str) -> float:
    """The median milliseconds of writing a page to a file and waiting until it is on the disk."""
    taken = []
    with Path(folder, "bare").open("wb", buffering=0) as file:
        for _ in range(50):
            began = time.perf_counter()
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - began)
    return 1000 * statistics.median(taken)


def report() -> None:
    """Print appends a second and latencies for some numbers of tables."""
    print("| tables appending at once | appends/s | p50, ms | p99, ms | a bare fsync, ms |")
    print("|---|---|---|---|---|")
    for count in TABLES:
        _line(f"{count:,}", count, closed_loop)
    _line(f"{TABLES[-1]:,}, by the clock", TABLES[-1], open_loop)


def _line(name: str, count: int, loop: Loop) -> None:
    runs, syncs = [], []
    for _ in range(RUNS):
        with TemporaryDirectory() as folder:
            syncs.append(sync(folder))
            runs.append(asyncio.run(run(count, loop, Path(folder, "bench.db"))))
    rate, p50, p99 = (statistics.median(getattr(run, figure) for run in runs) for figure in Figures.__slots__)
    print(f"| {name} | {rate:,.0f} | {p50:.1f} | {p99:.1f} | {statistics.median(syncs):.2f} |")


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, {platform.machine()}, medians of {RUNS} runs\n")
    report()
