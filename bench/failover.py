"""How long tables stand still: when a node of three is killed, when it is told to end, and once the bus is back.

`python -m bench.failover` measures all three.

Nodes are processes with a PostgreSQL and a NATS of their own and leases of ten seconds. People play through all of them
and come back by themselves, as behind a balancer that skips a node refusing connections. The figure of each table of
the ended node is the longest time between two answered actions. For an outage of the bus it is the time from the bus'
return to the table's first answered action.
"""

from __future__ import annotations

import asyncio
import platform
import statistics
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from canastra.cluster.schema import bring_up_to_date
from tests.cluster import crowd as people
from tests.cluster.crowd import Crowd, Seated
from tests.cluster.processes import Member, Services, cluster
from tests.server.history_checker import Outcome
from tests.services import Nats, Postgres

RUNS = 3
HEARTBEAT = 5
"""Seconds. A client forgets that it was lost once it has been connected for one; then the next run may begin."""
TABLES = 30
PAUSES = (0.05, 0.1)
"""Seconds of thinking, so that gaps are the servers'."""
KILL, DRAIN, OUTAGE = "`kill -9`", "`canastra cluster drain`", "(bus away for 8 s)"
AWAY = 8.0
"""Seconds without the bus."""
USUAL, AT_ONCE = "as clients do", "at once"
PATIENCE = {USUAL: 60.0, AT_ONCE: 0.05}
"""The most seconds before a client reconnects. Usual clients spread their return over a second."""
OPENING = 12.0
BEFORE, WITHIN = 1.0, 25.0
"""Seconds of play before a node ends, and until all of its tables have to go on."""


def longest_gap(seated: Seated, since: float) -> float:
    """The longest time between two answers at a table from then on."""
    notes = (attempt for guest in seated.guests for attempt in guest.notes.attempts)
    found = [note.answered for note in notes if note.outcome is Outcome.ACKNOWLEDGED and note.answered is not None]
    later = sorted(time for time in found if time >= since - BEFORE)
    return max((after - before for before, after in pairwise(later)), default=float("inf"))


async def ended(made: Crowd, victim: Member, end: Callable[[Member], Awaitable[object]]) -> list[float]:
    """The gaps at the tables of a node that ends, which is then started again."""
    seated = made.of(victim)
    began = perf_counter()
    await end(victim)
    await made.progress(WITHIN, seated)
    await asyncio.sleep(BEFORE)
    gaps = [longest_gap(table, began) for table in seated]
    await victim.start()
    await made.cluster.shared_out()
    await asyncio.sleep(2 * HEARTBEAT)
    return gaps


async def measure(services: Services, folder: Path) -> dict[str, list[list[float]]]:
    """The gaps of several runs of each."""
    found: dict[str, list[list[float]]] = {}
    async with cluster(folder, services, f"--heartbeat={HEARTBEAT}") as made, people.crowd(made, TABLES) as playing:
        for run in range(RUNS):
            victim = made.members[run % len(made.members)]
            for name, come_back, way in (
                (KILL, USUAL, _kill),
                (DRAIN, USUAL, made.drain),
                (DRAIN, AT_ONCE, made.drain),
            ):
                people.LONGEST_PAUSE = PATIENCE[come_back]
                found.setdefault(f"{name} | {come_back}", []).append(await ended(playing, victim, way))
            people.LONGEST_PAUSE = PATIENCE[USUAL]
            found.setdefault(f"{OUTAGE} | {USUAL}", []).append(await without_bus(playing, services.nats))
    return found


async def without_bus(made: Crowd, bus: Nats) -> list[float]:
    """For each table, the seconds from the return of the bus to the first answered action."""
    bus.kill()
    await asyncio.sleep(AWAY)
    bus.start()  # In this thread: the process ends with the thread that starts it.
    back = perf_counter()
    await made.progress(WITHIN)
    await asyncio.sleep(BEFORE)
    return [first_answer(seated, back) - back for seated in made.seated if not seated.over]


def first_answer(seated: Seated, since: float) -> float:
    """The time of the first answer at a table from then on."""
    attempts = (attempt for guest in seated.guests for attempt in guest.notes.attempts)
    answered = [attempt.answered for attempt in attempts if attempt.outcome is Outcome.ACKNOWLEDGED]
    return min((time for time in answered if time is not None and time >= since), default=float("inf"))


async def _kill(victim: Member) -> None:
    await victim.kill()


def report(found: dict[str, list[list[float]]]) -> None:
    """Print a line for each way to end."""
    print("| a node ends by | people come back | runs | tables | median, s | longest of each run, s |")
    print("|---|---|---:|---:|---:|---|")
    for way, runs in found.items():
        gaps: Sequence[float] = [gap for run in runs for gap in run]
        longest = ", ".join(f"{max(run):.1f}" if max(run) > 2 else f"{max(run):.2f}" for run in runs if run)
        print(f"| {way} | {len(runs)} | {len(gaps)} | {statistics.median(gaps):.2f} | {longest} |")


def main() -> None:
    """Measure and print."""
    people.PAUSES, people.PATIENCE = PAUSES, OPENING
    postgres, nats = Postgres(), Nats()
    try:
        dsn = postgres.dsn(postgres.create())
        bring_up_to_date(dsn)
        with TemporaryDirectory() as folder:
            report(asyncio.run(measure(Services(postgres, nats, dsn), Path(folder))))
    finally:
        postgres.close()
        nats.close()


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    main()
