"""Fences on real PostgreSQL: a former owner writes nothing, and no take-over comes between its check and its insert."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import psycopg
import pytest
from sqlalchemy import Connection

from canastra.cluster import SHARDS, LeaseFigures, appends, shard_of
from canastra.cluster.database import PostgresDatabase
from canastra.server.storage import FencedError, Point
from tests.cluster.nodes import node

TAKE_OVER = "UPDATE shards SET node = 'other', epoch = epoch + 1 WHERE shard = %s"


def take_over(dsn: str, table: str = "t", milliseconds: int = 300) -> bool:
    """Take the shard of a table from its owner. Return False if its row stays locked."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"SET lock_timeout = {milliseconds}".encode())
        try:
            connection.execute(TAKE_OVER, (shard_of(table),))
        except psycopg.errors.LockNotAvailable:
            return False
    return True


def test_a_former_owner_writes_nothing(database: str) -> None:
    async def main() -> None:
        async with node(database) as mine:
            await mine.store.create("t", "{}")
            await mine.store.append("t", 1, ["a"], "c1", "yes")
            before = rows(database)
            assert take_over(database)
            writes: list[Callable[[], Awaitable[None]]] = [
                lambda: mine.store.append("t", 2, ["b"], "c2", "yes"),
                lambda: mine.store.append("t", 9, ["b"]),
                lambda: mine.store.put_snapshot("t", 1, b"one"),
                lambda: mine.store.set_live("t", False),
                lambda: mine.store.create("t", "{}"),
            ]
            for write in writes:
                with pytest.raises(FencedError):
                    await write()
            assert rows(database) == before
            assert SHARDS - len(mine.leases.shards) == 0  # It notices when it renews.
            await mine.leases.beat()
            assert shard_of("t") not in mine.leases.shards
            assert [each.body for each in await mine.store.read("t")] == ["a"]

    asyncio.run(main())


def rows(dsn: str) -> list[object]:
    """Return the rows of the tables that appends write."""
    with psycopg.connect(dsn) as connection:
        return [
            connection.execute(f"SELECT * FROM {table}".encode()).fetchall()
            for table in ("tables", "events", "commands", "snapshots")
        ]


def between_check_and_insert(dsn: str) -> tuple[bool, bool]:
    """Try a take-over there. Return whether it succeeded, and whether the append succeeded as well."""
    taken = False

    def hook(point: Point) -> None:
        nonlocal taken
        if point is Point.BEFORE_APPEND:
            taken = take_over(dsn)

    async def main() -> bool:
        async with node(dsn, hook=hook) as mine:
            await mine.store.create("t", "{}")
            await mine.store.append("t", 1, ["a"], "c1", "yes")
            return len(await mine.store.read("t")) == 1

    done = asyncio.run(main())
    return taken, done


def test_no_takeover_comes_between_check_and_insert(database: str) -> None:
    assert between_check_and_insert(database) == (False, True)
    assert take_over(database)


def test_without_the_row_lock_it_would(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant appends with an epoch that has ended."""
    monkeypatch.setattr(appends, "_FENCE", appends._FENCE.replace(" FOR SHARE", ""))
    assert between_check_and_insert(database) == (True, True)


def test_without_the_epoch_a_former_owner_would_write(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant ignores that its shard was taken and given back: another node's events may lie between."""

    async def main() -> None:
        async with node(database) as mine:
            await mine.store.create("t", "{}")
            with psycopg.connect(database) as connection:
                connection.execute("UPDATE shards SET epoch = epoch + 2 WHERE shard = %s", (shard_of("t"),))
            with pytest.raises(FencedError):
                await mine.store.append("t", 1, ["a"])
            monkeypatch.setattr(appends.LockedState, "refusal", lambda self, claim, append=None: None)
            await mine.store.append("t", 1, ["a"])

    asyncio.run(main())


def test_a_holder_that_stops_in_a_transaction_is_cut_off(database: str) -> None:
    """Three seconds later its shard can be taken, and its transaction is rolled back."""

    async def main() -> None:
        async with node(database) as mine, node(database) as former:
            session = former.store._writer._session
            connection = await session.connected()
            claims = [appends.ShardClaim("t", shard_of("t"), mine.leases.epoch("t"))]
            await appends.lock_shards(connection, mine.leases.node, claims)
            assert not take_over(database)
            assert await asyncio.to_thread(take_over, database, "t", 4500)

    asyncio.run(main())


def test_a_node_that_is_not_renewed_stops_by_itself(database: str) -> None:
    async def main() -> None:
        async with node(database, LeaseFigures(lease=0.6, renew=0.1, guard=0.3)) as mine:
            await mine.store.create("t", "{}")
            await asyncio.sleep(0.31)
            with pytest.raises(FencedError):
                await mine.store.append("t", 1, ["a"])
            assert await mine.store.tables() == ["t"]
            assert not mine.leases.shards

    asyncio.run(main())


def test_who_has_lost_a_table_writes_nothing_about_it_for_lists(database: str) -> None:
    async def main() -> None:
        opened = PostgresDatabase(database)
        async with node(database) as one:
            assert await opened.write(lambda connection: one.leases.fence(connection, ["t1", "t2"])) == ["t1", "t2"]
            assert take_over(database, "t1")

            def held(connection: Connection) -> list[str]:
                found = one.leases.fence(connection, ["t1", "t2"])
                assert not take_over(database, "t2", 50)
                return found

            assert await opened.write(held) == ["t2"]
        await opened.close()

    asyncio.run(main())
