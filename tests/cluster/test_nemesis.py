"""Three nodes as processes, and everything that can go wrong with them while people play at many tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.cluster.crowd import crowd
from tests.cluster.processes import cluster
from tests.services import Nats, Postgres

LEASE = 4.0
HEALED = 15.0
"""Seconds after which each table goes on, once everything is as it should be."""


def test_a_killed_node(tmp_path: Path, postgres: Postgres, nats: Nats, database: str) -> None:
    async def main() -> None:
        async with cluster(tmp_path, postgres, nats, database, LEASE) as made, crowd(made, 12) as people:
            victim = made.members[0]
            theirs = made.tables_of(victim, [each.table_id for each in people.seated])
            await victim.kill()
            await people.progress(HEALED, [each for each in people.seated if each.table_id in theirs])
            await victim.start()
            await made.shared_out()
            await people.progress(HEALED)

    asyncio.run(asyncio.wait_for(main(), 120))
