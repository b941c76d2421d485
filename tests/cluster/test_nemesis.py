"""Three nodes as processes, and everything that can go wrong with them while people play at many tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.cluster.crowd import crowd
from tests.cluster.nemeses import NEMESES, Nemesis
from tests.cluster.processes import Services, cluster
from tests.services import Nats, Postgres

LOGGER = logging.getLogger(__name__)
LEASE = 4.0
HEALED = 15.0
"""Seconds after which each table goes on, once everything is as it should be."""
TABLES = 20


@pytest.fixture
def services(postgres: Postgres, nats: Nats, database: str) -> Services:
    return Services(postgres, nats, database)


def disturb(folder: Path, services: Services, plan: Sequence[Nemesis], tables: int, seed: int) -> None:
    """People play while one thing after the other happens; each table goes on soon after each."""

    async def main() -> None:
        async with cluster(folder, services, LEASE) as made, crowd(made, tables) as people:
            for nemesis in plan:
                await nemesis(made, random)
                took = await people.progress(HEALED)
                LOGGER.info("%s: %.1f s", nemesis.__name__, took)

    random = Random(seed)
    asyncio.run(main())


def test_a_killed_node_is_followed_before_it_is_back(tmp_path: Path, services: Services) -> None:
    async def main() -> None:
        async with cluster(tmp_path, services, LEASE) as made, crowd(made, 12) as people:
            victim = made.members[0]
            theirs = made.tables_of(victim, [each.table_id for each in people.seated])
            await victim.kill()
            await people.progress(HEALED, [each for each in people.seated if each.table_id in theirs])
            await victim.start()
            await made.shared_out()
            await people.progress(HEALED)

    asyncio.run(asyncio.wait_for(main(), 120))


@pytest.mark.soak
@pytest.mark.parametrize("nemesis", NEMESES)
def test_each_alone(tmp_path: Path, services: Services, nemesis: Nemesis) -> None:
    disturb(tmp_path, services, [nemesis] * 3, TABLES, 1)
