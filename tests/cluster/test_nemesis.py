"""Three nodes as processes, and every fault while people play at many tables.

Each table goes on within `HEALED` seconds after a fault. At the end, the logs and all received messages are judged: see
`tests.cluster.crowd`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.cluster import nemeses
from tests.cluster.crowd import Crowd, crowd
from tests.cluster.nemeses import LEASE, NEMESES, OF_NODES, OF_SERVICES, Nemesis
from tests.cluster.processes import Cluster, Services, cluster
from tests.services import Nats, Postgres

LOGGER = logging.getLogger(__name__)
OPTIONS = (f"--lease={LEASE}", "--heartbeat=1")
HEALED = 15.0
TABLES = 20
LONGEST = 1800
"""Seconds of the long run."""


@pytest.fixture
def services(postgres: Postgres, nats: Nats, database: str) -> Services:
    return Services(postgres, nats, database)


def while_people_play(
    folder: Path, services: Services, tables: int, work: Callable[[Cluster, Crowd], Awaitable[None]]
) -> None:
    """Run people at tables of a cluster, do the work meanwhile, and judge everything."""
    gc.disable()  # A search of all records takes seconds, in which the links forward nothing.

    async def main() -> None:
        async with cluster(folder, services, *OPTIONS) as made, crowd(made, tables) as people:
            await work(made, people)

    try:
        asyncio.run(main())
    finally:
        gc.enable()


async def disturb(made: Cluster, people: Crowd, plan: Sequence[Nemesis], random: Random) -> None:
    """Cause one fault after the other; every table goes on soon after each."""
    for nemesis in plan:
        await nemesis(made, random)
        took = await people.progress(HEALED)
        LOGGER.info("%s: %.1f s", nemesis.__name__, took)


def test_a_killed_node_is_followed_before_it_is_back(tmp_path: Path, services: Services) -> None:
    async def work(made: Cluster, people: Crowd) -> None:
        victim = made.members[0]
        theirs = people.of(victim)
        await victim.kill()
        await people.progress(HEALED, theirs)
        await victim.start()
        await made.shared_out()
        await people.progress(HEALED)

    while_people_play(tmp_path, services, 12, work)


@pytest.mark.slow
@pytest.mark.limit("node_isolated")
def test_a_node_without_the_bus_is_followed_before_it_has_it_again(tmp_path: Path, services: Services) -> None:
    async def work(made: Cluster, people: Crowd) -> None:
        victim = made.members[1]
        theirs = people.of(victim)
        victim.bus_link.cut()
        async with asyncio.timeout(HEALED):
            while people.of(victim):
                await asyncio.sleep(0.1)
        await people.progress(HEALED, theirs)
        victim.bus_link.heal()
        await made.shared_out()
        await disturb(made, people, [nemeses.drain, nemeses.restart_bus], Random(3))

    while_people_play(tmp_path, services, TABLES, work)


@pytest.mark.slow
def test_nodes_that_stand_still_and_lose_the_database(tmp_path: Path, services: Services) -> None:
    plan = [nemeses.stop, nemeses.lose_database_back, nemeses.restart_database]
    while_people_play(tmp_path, services, TABLES, lambda made, people: disturb(made, people, plan, Random(4)))


@pytest.mark.soak
@pytest.mark.alone
@pytest.mark.parametrize("nemesis", NEMESES)
def test_each_alone(tmp_path: Path, services: Services, nemesis: Nemesis) -> None:
    plan = [nemesis] * 3
    while_people_play(tmp_path, services, TABLES, lambda made, people: disturb(made, people, plan, Random(1)))


@pytest.mark.soak
@pytest.mark.alone
def test_everything_for_long(tmp_path: Path, services: Services) -> None:
    """Causes pairs of faults too."""
    random = Random(1)

    async def work(made: Cluster, people: Crowd) -> None:
        end = monotonic() + LONGEST
        while monotonic() < end:
            await disturb(
                made,
                people,
                [random.choice(NEMESES), both(random.choice(OF_NODES), random.choice(OF_SERVICES))],
                random,
            )

    while_people_play(tmp_path, services, 100, work)


def both(one: Nemesis, other: Nemesis) -> Nemesis:
    """Cause two faults at once."""

    async def nemesis(made: Cluster, random: Random) -> None:
        await asyncio.gather(one(made, random), other(made, random))

    nemesis.__name__ = f"{one.__name__} and {other.__name__}"
    return nemesis
