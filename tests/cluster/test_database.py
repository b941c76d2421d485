"""PostgreSQL's tables other than logs: reads, writes one after the other, and a database that is away."""

from __future__ import annotations

import asyncio
import time

import psycopg
import pytest
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError, InternalError

from canastra.cluster import database
from canastra.cluster.database import PostgresDatabase
from canastra.cluster.schema import bring_up_to_date
from canastra.server.storage import StoppedError, UnavailableError
from canastra.server.storage.tables import persons

ANA = {"player": "p-ana", "name": "Ana", "language": "pt", "since": 1}


def add(connection: Connection) -> None:
    connection.execute(insert(persons), ANA)


def count(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(persons)).scalar_one()


def test_a_write_is_done_or_not(empty_database: str) -> None:
    async def main() -> None:
        bring_up_to_date(empty_database)
        database = PostgresDatabase(empty_database)

        def fail(connection: Connection) -> None:
            add(connection)
            raise LookupError

        with pytest.raises(LookupError):
            await database.write(fail)
        assert await database.read(count) == 0
        await database.write(add)
        with pytest.raises(IntegrityError):
            await database.write(add)
        with pytest.raises(InternalError):  # Read-only.
            await database.read(add)
        assert await database.read(count) == 1
        await database.close()
        with pytest.raises(StoppedError):
            await database.read(count)

    asyncio.run(main())


def test_writes_of_all_nodes_take_turns(empty_database: str) -> None:
    async def main() -> None:
        bring_up_to_date(empty_database)
        nodes = [PostgresDatabase(empty_database) for _ in range(2)]

        def next_one(connection: Connection) -> None:
            known = count(connection)
            time.sleep(0.005)
            connection.execute(insert(persons), ANA | {"player": f"p{known}"})  # A repeated number violates the key.

        await asyncio.gather(*(node.write(next_one) for node in nodes for _ in range(10)))
        assert await nodes[0].read(count) == 20
        for node in nodes:
            await node.close()

    asyncio.run(main())


@pytest.mark.limit("node_database_wait")
def test_a_write_waits_so_long_for_its_turn(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert database.WAIT == 10
    monkeypatch.setattr(database, "WAIT", 1)

    async def main() -> None:
        bring_up_to_date(empty_database)
        mine = PostgresDatabase(empty_database)
        with psycopg.connect(empty_database) as other:
            other.execute(str(database.WRITING))
            asked = asyncio.create_task(mine.write(add))
            await asyncio.sleep(0.5)
            other.commit()
            await asked
            other.execute(str(database.WRITING))
            with pytest.raises(UnavailableError):
                await mine.write(add)
        assert await mine.read(count) == 1
        await mine.close()

    asyncio.run(main())


def test_a_database_that_went_away_comes_back(empty_database: str) -> None:
    async def main() -> None:
        bring_up_to_date(empty_database)
        database = PostgresDatabase(empty_database)
        await database.write(add)

        def lost(connection: Connection) -> None:
            with psycopg.connect(empty_database, autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'canastra server'"
                )
            count(connection)

        with pytest.raises(UnavailableError):
            await database.write(lost)
        assert await database.read(count) == 1
        await database.close()

    asyncio.run(main())
