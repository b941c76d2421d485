"""The cost of requests without a session: ``python -m bench.attacks.costs [--rounds N] [--times N]``.

A tournament with that many rounds of 200 tables is in memory. Each request is answered many times in a row, in turns
with ``GET /api/me``; it measures processor time, so that other programs don't count.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from canastra.tournament.table_codes import TablePlace, side_token
from tests.server.http.http_server import Server, serving
from tests.server.tournaments.large import large_tournament

Ask = Callable[[], Awaitable[Any]]


async def main(rounds: int, times: int) -> None:
    """Print the median of processor time of each request, and how many times that of ``GET /api/me`` it is."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as server:
            tournament = await large_tournament(server, rounds)
            asks = await requests(server, tournament, rounds)
            spent: dict[str, list[float]] = {name: [] for name in asks}
            for _ in range(times):
                for name, ask in asks.items():
                    began = time.process_time()
                    await ask()
                    spent[name].append((time.process_time() - began) * 1000)
    usual = statistics.median(spent["GET /api/me"])
    print(f"{rounds} rounds of 200 tables, median of {times}")
    for name, found in spent.items():
        middle = statistics.median(found)
        print(f"{name:34} {middle:7.2f} ms  x{middle / usual:5.1f}")


async def requests(server: Server, tournament: str, rounds: int) -> dict[str, Ask]:
    """The requests by name, each made once before. They go straight to the application: a client would cost more."""
    path, address = f"/api/tournaments/{tournament}", itertools.count()
    loaded = await server.context.tournaments.store.get(tournament)
    right = side_token(loaded.secret, TablePlace(1, rounds, 1), 0)

    def asked(method: str, target: str, body: bytes = b"") -> Ask:
        async def ask() -> None:
            number = next(address)
            scope = {
                "type": "http",
                "asgi": {"version": "3.0"},
                "http_version": "1.1",
                "method": method,
                "scheme": "http",
                "path": target,
                "raw_path": target.encode(),
                "query_string": b"",
                "root_path": "",
                "headers": [
                    (b"host", b"localhost"),
                    (b"accept-encoding", b"gzip"),
                    (b"content-type", b"application/json"),
                ],
                "client": (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}", 5000),
                "server": ("localhost", 80),
            }
            await server.app(scope, received, ignored)

        async def received() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        return ask

    def guest(token: str | None) -> Ask:
        admission = {"admission": {"tournament": tournament, "token": token}} if token else {}
        return asked("POST", "/api/guests", json.dumps({"name": "Eva", **admission}).encode())

    asks = {
        "GET /api/me": asked("GET", "/api/me"),
        "POST /api/guests": guest(None),
        "POST /api/guests, wrong code": guest("a" * 26),
        "POST /api/guests, right code": guest(right),
        "GET a tournament": asked("GET", path),
        "GET its tables": asked("GET", f"{path}/games"),
        "GET its public log": asked("GET", f"{path}/public/events.jsonl"),
        "GET /api/tables": asked("GET", "/api/tables"),
        "GET /api/words": asked("GET", "/api/words"),
        "GET /api/openapi.json": asked("GET", "/api/openapi.json"),
    }
    for ask in asks.values():
        await ask()
    return asks


async def ignored(message: Any) -> None:
    """Take what is answered."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=120)
    parser.add_argument("--times", type=int, default=200)
    given = parser.parse_args()
    asyncio.run(main(given.rounds, given.times))
