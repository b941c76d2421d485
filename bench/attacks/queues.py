"""An organiser's waiting times beside a crowd that asks for the most expensive work: ``python -m
bench.attacks.queues``.

Six guests of one address each have tournaments of 400 sides and ask without a pause for draws, sheets of 200 tables and
views of what they changed, as often as the limits let them. An organiser at another address has sixteen pairs and one
tournament of 64. Each step of the organiser is measured without the crowd and beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx2

from canastra.server.settings import Settings
from canastra.tournament.regulations import example_regulations
from tests.server.http.http_server import HOME, Server, serving

Asks = dict[str, Callable[[], Awaitable[int]]]
GUESTS, DEAREST = 6, 400
NUMBERS = count(1)


class Desk:
    """A guest who runs tournaments, at an address."""

    def __init__(self, server: Server, address: str) -> None:
        transport = httpx2.ASGITransport(server.app, client=(address, 5000))
        self.client = httpx2.AsyncClient(transport=transport, base_url=HOME, headers={"origin": HOME}, timeout=600)

    async def comes(self) -> None:
        """Begin as a guest."""
        (await self.client.post("/api/guests", json={"name": "Ana"})).raise_for_status()

    async def founds(self, sides: int, delegations: int = 0) -> str:
        """Found a tournament whose sides are all there; its path."""
        text = example_regulations("club-rounds").replace("most = 120", f"most = {DEAREST}")
        answer = await self.client.post("/api/tournaments", json={"id": f"n{next(NUMBERS)}", "regulations": text})
        answer.raise_for_status()
        path = f"/api/tournaments/{answer.json()['id']}"
        entries = [
            {
                "name": f"Dupla {number}",
                "players": [f"A{number}", f"B{number}"],
                "delegation": f"Clube {number % delegations}" if delegations else "",
            }
            for number in range(1, sides + 1)
        ]
        for first in range(0, sides, 200):
            await self.acts(path, "enter", sides=entries[first : first + 200])
        await self.acts(path, "check_in", sides=list(range(1, sides + 1)))
        await self.acts(path, "draw", seed="Loteria 5921")
        return path

    async def publishes(self, path: str) -> None:
        """Have a round published."""
        await self.acts(path, "pair")
        await self.acts(path, "round_published", phase=1, round=1)

    async def prints(self, path: str) -> int:
        """Print the sheets of a round; the status."""
        return (await self.client.get(f"{path}/prints/sheets")).status_code

    async def views(self, path: str) -> httpx2.Response:
        """Look at a tournament after it was changed."""
        await self.acts(path, "case_decided", article="Art. 16", reason="chuva")
        return await self.client.get(path)

    async def acts(self, path: str, act: str, **figures: Any) -> int:
        """Do something; the status."""
        body = {"id": f"c{next(NUMBERS)}", "act": {"type": act, **figures}}
        return (await self.client.post(f"{path}/commands", json=body)).status_code


async def attacks(desk: Desk, drafted: str, published: str, done: Counter[str]) -> None:
    """Ask for the dearest work without a pause, of each kind."""

    async def asks(kind: str, ask: Callable[[], Awaitable[Any]]) -> None:
        while True:
            answer = await ask()
            status = getattr(answer, "status_code", answer)
            done[f"{kind} {status}"] += 1
            await asyncio.sleep(0.1 if status == 429 else 0)

    await asyncio.gather(
        asks("draw", lambda: desk.acts(drafted, "pair")),
        asks("sheets", lambda: desk.prints(published)),
        asks("view", lambda: desk.views(drafted)),
    )


def steps(desk: Desk, small: str, printed: str, other: Desk, large: str) -> Asks:
    """The organisers' requests by name; each returns the status."""
    regulations = example_regulations("club-day")

    async def reads() -> int:
        return (await desk.client.post("/api/tournaments/regulations", json={"regulations": regulations})).status_code

    async def looks() -> int:
        return (await desk.views(small)).status_code

    return {
        "read regulations": reads,
        "pair 16": lambda: desk.acts(small, "pair"),
        "sheets of 16": lambda: desk.prints(printed),
        "view of 16": looks,
        "pair 64": lambda: other.acts(large, "pair"),
    }


async def measured(asks: Asks, times: int) -> dict[str, tuple[list[float], set[int]]]:
    """The seconds of each step, and the statuses."""
    found: dict[str, tuple[list[float], set[int]]] = {name: ([], set()) for name in asks}
    for _ in range(times):
        for name, ask in asks.items():
            began = time.perf_counter()
            found[name][1].add(await ask())
            found[name][0].append(time.perf_counter() - began)
    return found


async def main(times: int) -> None:
    """Print medians and the longest of each step, without the crowd and beside it."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), Settings()) as server:
            mine, other = Desk(server, "192.0.2.9"), Desk(server, "192.0.2.9")
            for founder in (mine, other):
                await founder.comes()
            small, printed, large = await mine.founds(16), await mine.founds(16), await other.founds(64)
            await mine.publishes(printed)
            asks = steps(mine, small, printed, other, large)
            await measured(asks, 1)
            alone = await measured(asks, max(2, times // 3))
            done: Counter[str] = Counter()
            crowd = [Desk(server, "192.0.2.1") for _ in range(GUESTS)]
            ready = []
            for founder in crowd:
                await founder.comes()
                ready.append((founder, await founder.founds(DEAREST, 2), await founder.founds(DEAREST)))
                await founder.publishes(ready[-1][2])
            tasks = [asyncio.create_task(attacks(*work, done)) for work in ready]
            await asyncio.sleep(5)
            beside = await measured(asks, times)
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
    print("the crowd:", dict(sorted(done.items())))
    for name in asks:
        for where, (seconds, statuses) in (("alone", alone[name]), ("beside the crowd", beside[name])):
            middle, longest = statistics.median(seconds), max(seconds)
            print(f"{name:18} {where:18} median {middle:6.2f} s  longest {longest:6.2f} s  {sorted(statuses)}")


if __name__ == "__main__":
    # Processes for long work would import this module and all that it needs, which a server's main module doesn't.
    sys.modules["__main__"].__spec__, sys.modules["__main__"].__file__ = None, None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--times", type=int, default=6)
    asyncio.run(main(parser.parse_args().times))
