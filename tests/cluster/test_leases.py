"""Leases on real PostgreSQL: taken, renewed, shared, given back, lapsed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection

import pytest

from canastra.cluster import SHARDS, LeaseFigures, Leases, PostgresLeaseRows, shard_of
from canastra.server.storage import FencedError, UnavailableError
from tests.services import Postgres

QUICK = LeaseFigures(lease=3.0, renew=0.3, guard=2.0, given_back=64)
"""Leases that survive a node without processor time for a second."""
SLOW = LeaseFigures(lease=100.0, renew=30.0, guard=60.0, given_back=64)


def test_nodes_share_gradually(database: str) -> None:
    async def main() -> None:
        rows = PostgresLeaseRows(database)
        ended: list[Collection[int]] = []

        async def lost(shards: Collection[int]) -> None:
            ended.append(list(shards))

        first, second = Leases(rows, "a", SLOW, lost), Leases(rows, "b", SLOW)
        await first.beat()
        assert len(first.shards) == SHARDS
        await second.beat()
        assert not second.shards
        for have in (192, 128, 128):
            await first.beat()
            await second.beat()
            assert (len(first.shards), len(second.shards)) == (have, SHARDS - have)
            assert not first.shards & second.shards
        assert [len(each) for each in ended] == [64, 64]
        await second.release()
        await first.beat()
        assert len(first.shards) == SHARDS
        await rows.close()

    asyncio.run(main())


def test_a_node_that_is_gone_is_followed(database: str) -> None:
    async def main() -> None:
        rows = PostgresLeaseRows(database)
        gone, heir = Leases(rows, "a", QUICK), Leases(rows, "b", QUICK)
        await gone.beat()
        before = gone.epoch("t")
        await heir.beat()
        assert not heir.shards
        await asyncio.sleep(QUICK.lease + 0.01)
        with pytest.raises(FencedError, match="table t"):
            gone.epoch("t")
        await heir.beat()
        assert len(heir.shards) == SHARDS
        assert heir.epoch("t") == before + 1
        await rows.close()

    asyncio.run(main())


def test_what_lapses_is_ended_and_had_again_in_another_epoch(postgres: Postgres, database: str) -> None:
    async def main() -> None:
        rows = PostgresLeaseRows(database)
        ended: list[int] = []

        async def lost(shards: Collection[int]) -> None:
            ended.extend(shards)

        leases = Leases(rows, "a", QUICK, lost)
        await leases.beat()
        before = leases.epoch("t")
        running = asyncio.create_task(leases.run())
        try:
            await asyncio.sleep(QUICK.guard + 0.5)
            assert leases.epoch("t") == before
            postgres.stop()
            while len(ended) < SHARDS:
                await asyncio.sleep(0.05)
            assert sorted(ended) == list(range(SHARDS))
            postgres.start()
            while shard_of("t") not in leases.shards:
                await asyncio.sleep(0.05)
            assert leases.epoch("t") > before
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await rows.close()

    asyncio.run(asyncio.wait_for(main(), 120))


def test_a_lost_answer_costs_an_epoch(database: str) -> None:
    async def main() -> None:
        rows = PostgresLeaseRows(database)
        leases = Leases(rows, "a", SLOW)
        await rows.take(leases.node, SLOW.lease, [], SHARDS)
        await leases.beat()
        assert leases.epoch("t") == 2
        await rows.close()

    asyncio.run(main())


def test_without_the_database_nothing_is_taken(empty_database: str) -> None:
    async def main() -> None:
        rows = PostgresLeaseRows(empty_database)
        with pytest.raises(UnavailableError):
            await Leases(rows, "a", SLOW).beat()
        await rows.close()

    asyncio.run(main())


@pytest.mark.parametrize(("lease", "renew", "guard"), [(1, 2, 3), (10, 3, 10), (10, 0, 6), (10, 6, 6)])
def test_a_guard_ends_between_renewal_and_lease(lease: float, renew: float, guard: float) -> None:
    with pytest.raises(ValueError, match="guard"):
        LeaseFigures(lease, renew, guard)


def test_shards_are_the_same_for_ever() -> None:
    assert [shard_of(each) for each in ("t1", "t2", "mesa-é")][:2] == [240, 119]
    assert {shard_of(str(number)) for number in range(5000)} == set(range(SHARDS))


def test_one_renewal_that_fails_costs_nothing(
    postgres: Postgres, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    figures = LeaseFigures(lease=7.0, renew=1.5, guard=4.0)
    caplog.set_level(logging.WARNING)

    async def main() -> None:
        rows = PostgresLeaseRows(database)
        leases = Leases(rows, "a", figures)
        await leases.beat()
        before = leases.epoch("t")
        running = asyncio.create_task(leases.run())
        await asyncio.sleep(0.2)
        postgres.stop()
        while "event=leases_not_renewed" not in caplog.text:
            await asyncio.sleep(0.01)
        postgres.start()
        await asyncio.sleep(figures.guard - figures.renew)  # The guard of the renewal before it would end now.
        assert leases.epoch("t") == before
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await rows.close()

    asyncio.run(main())


def test_a_node_that_no_other_reaches_leaves_its_shards_to_those_that_are_there(database: str) -> None:
    async def main() -> None:
        rows = [PostgresLeaseRows(database) for _ in "ab"]
        one, two = (Leases(each, name, QUICK) for each, name in zip(rows, "ab", strict=True))
        await one.beat()
        reachable = [False, False]
        one.is_reachable, two.is_reachable = (lambda: reachable[0]), (lambda: reachable[1])
        await one.beat()
        assert len(one.shards) == SHARDS  # It keeps them for its own clients, since no other node can.
        await two.beat()
        await one.beat()
        assert len(one.shards) == SHARDS
        reachable[1] = True
        await two.beat()
        await one.beat()
        assert not one.shards
        await one.beat()
        assert not one.shards
        assert (one.is_cut_off, two.is_cut_off) == (True, False)
        await two.beat()
        assert len(two.shards) == SHARDS
        reachable[0] = True
        for _ in range(SHARDS // 8):
            await two.beat()
            await one.beat()
        assert len(one.shards) == len(two.shards) == SHARDS // 2
        assert not one.is_cut_off
        for each in rows:
            await each.close()

    asyncio.run(main())
