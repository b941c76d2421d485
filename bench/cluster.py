"""The cost of an append in PostgreSQL, beside SQLite in the same run: `python -m bench.cluster`.

A private PostgreSQL is started as for tests, but with its folder on the disk, beside that of SQLite. It answers through
a socket on the same machine: no network is measured. Each table appends again as soon as it was answered.
"""

from __future__ import annotations

import asyncio
import platform
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.storage import Figures, closed_loop, sync
from bench.storage import run as run_sqlite
from canastra.cluster import LeaseFigures, Leases, PostgresLeaseRows, PostgresStore
from tests import services

RUNS = 5
TABLES = (1, 300)
FIGURES = LeaseFigures(lease=1000.0, renew=300.0, guard=600.0)


async def run_postgres(count: int, dsn: str) -> Figures:
    """One run on a new database."""
    rows = PostgresLeaseRows(dsn)
    leases = Leases(rows, "bench", FIGURES)
    store = await PostgresStore.open(dsn, leases)
    await leases.beat()
    tables = [f"table-{number:04}" for number in range(count)]
    await asyncio.gather(*(store.create(table, "{}") for table in tables))
    figures = await closed_loop(store, tables)
    await store.close()
    await rows.close()
    return figures


def report() -> None:
    """Print appends a second and latencies of both, measured in turn."""
    services.MEMORY = Path("nowhere")  # Commits are to reach a disk.
    postgres = services.Postgres()
    print("| store | tables appending at once | appends/s | p50, ms | p99, ms | a bare fsync, ms |")
    print("|---|---|---|---|---|---|")
    try:
        for count in TABLES:
            runs: dict[str, list[Figures]] = {"SQLite": [], "PostgreSQL": []}
            syncs = []
            for _ in range(RUNS):
                with TemporaryDirectory() as folder:
                    syncs.append(sync(folder))
                    runs["SQLite"].append(asyncio.run(run_sqlite(count, closed_loop, Path(folder, "bench.db"))))
                name = postgres.create()
                runs["PostgreSQL"].append(asyncio.run(run_postgres(count, postgres.dsn(name))))
                postgres.drop(name)
            for store, found in runs.items():
                rate, p50, p99 = (
                    statistics.median(getattr(figures, name) for figures in found) for name in Figures.__slots__
                )
                print(f"| {store} | {count} | {rate:,.0f} | {p50:.2f} | {p99:.2f} | {statistics.median(syncs):.2f} |")
    finally:
        postgres.close()


def _line(name: str, runs: list[Figures], syncs: list[float]) -> None:
    rate, p50, p99 = (statistics.median(getattr(run, figure) for run in runs) for figure in Figures.__slots__)
    print(f"| {name} | {rate:,.0f} | {p50:.2f} | {p99:.2f} | {statistics.median(syncs):.2f} |")


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, {platform.machine()}, medians of {RUNS} runs\n")
    report()
