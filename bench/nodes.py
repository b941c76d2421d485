"""Two servers on one PostgreSQL and one NATS: ``python -m bench.nodes [--tables N] [--rate N] [--seconds N]``.

Figures are in docs/lab/cluster.md. First all people connect to the server that runs their table, then to the other one,
which proxies them.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
from pathlib import Path

import psycopg

from bench.serving.__main__ import quantile
from bench.serving.crowd import Crowd
from bench.serving.process import CAPS, Server
from canastra.cluster.ownership.shards import SHARDS
from canastra.cluster.schema import bring_up_to_date
from canastra.server.settings import Settings
from tests.services import Nats, Postgres

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process and its children have used."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text("utf-8").rpartition(")")
        except OSError:  # It ended.
            continue
        fields = rest.split()
        if int(name.split()[0]) == pid or int(fields[1]) == pid:
            total += sum(map(int, fields[11:13]))
    return total / TICKS


async def shared_out(dsn: str) -> None:
    """Wait until both servers have their half of the shards."""
    while True:
        with psycopg.connect(dsn) as connection:
            rows = connection.execute("SELECT count(*) FROM shards WHERE until >= now() GROUP BY node").fetchall()
        if sorted(count for (count,) in rows) == [SHARDS // 2] * 2:
            return
        await asyncio.sleep(0.5)


async def measure(options: argparse.Namespace, dsn: str, servers: list[Server], services: dict[str, int]) -> None:
    """Say what each part costs, at the owner's and by a gateway."""
    await shared_out(dsn)
    crowds = [Crowd(server.port, seed=number) for number, server in enumerate(servers)]
    for crowd in crowds:
        await crowd.open(options.tables // 2)
    for way, ports in (
        ("owner", [server.port for server in servers]),
        ("gateway", [server.port for server in servers[::-1]]),
    ):
        for crowd, port in zip(crowds, ports, strict=True):
            crowd.disconnect()
            crowd.port = port
            await crowd.connect()
            await crowd.begin()
        gc.collect()
        gc.freeze()
        await play(crowds, options.rate, 3)
        for _ in range(options.runs):
            before = {name: cpu_of(pid) for name, pid in services.items()} | {"servers": sum(s.cpu() for s in servers)}
            done = await play(crowds, options.rate, options.seconds)
            after = {name: cpu_of(pid) for name, pid in services.items()} | {"servers": sum(s.cpu() for s in servers)}
            delays = [delay for crowd in crowds for delay in crowd.delays]
            costs = ", ".join(f"{name} {(after[name] - before[name]) / done * 1e6:.0f} us" for name in after)
            print(
                f"{way}: {done / options.seconds:.0f} actions/s, p50 {quantile(delays, 0.5):.1f} ms, "
                f"p99 {quantile(delays, 0.99):.1f} ms; an action: {costs}; "
                f"errors {sum(len(crowd.errors) for crowd in crowds)}",
                flush=True,
            )


async def play(crowds: list[Crowd], rate: float, seconds: float) -> float:
    """Play at all tables for a while; the number of actions."""
    for crowd in crowds:
        crowd.delays.clear()
    return sum(await asyncio.gather(*(crowd.play(rate / len(crowds), seconds) for crowd in crowds))) * seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    postgres, nats = Postgres(), Nats()
    dsn = postgres.dsn(postgres.create())
    bring_up_to_date(dsn)
    with tempfile.TemporaryDirectory() as folder:
        servers = [Server("bench.nodes", "node", folder, dsn, nats.url, name) for name in "ab"]
        try:
            for server in servers:
                server.start()
            asyncio.run(measure(options, dsn, servers, {"PostgreSQL": postgres.pid, "NATS": nats.pid}))
        finally:
            for server in servers:
                server.kill()
            nats.close()
            postgres.close()


def node() -> None:
    """One of the servers."""
    from canastra.cluster.node import Node
    from canastra.cluster.settings import ClusterSettings
    from canastra.server.run import serve

    _, _, folder, dsn, bus, name, port = sys.argv
    settings = Settings(database=Path(folder, name), port=int(port), web=None, log_level="warning", caps=CAPS)
    sys.exit(serve(settings, make=lambda made: Node(made, ClusterSettings(dsn, bus, name))))


if __name__ == "__main__":
    node() if sys.argv[1:2] == ["node"] else main()
