"""Tables that are not in memory: looking at them costs a bounded amount of work, however often and by how many."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from canastra.cache import Cache
from canastra.server.http.errors import ApiError
from canastra.server.http.rate_limits import RateLimits
from canastra.server.http.tables import OPERATIONS
from canastra.server.limits import Rate
from canastra.server.live import TableManager
from canastra.server.live.services import TableLimits
from canastra.server.lobby import queries
from canastra.server.settings import Caps
from canastra.server.storage import Event, MemoryStore
from canastra.table import Table
from tests.server.live.live_server import opened, services
from tests.server.lobby.world import ANA, BIA, CIDA, World, run


@dataclass
class CountingStore(MemoryStore):
    """Counts how often each log is read, and how many are read at a time."""

    reads: Counter[str] = field(default_factory=Counter)
    going_on: int = 0
    most: int = 0
    held: set[str] = field(default_factory=set)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        super().__init__()

    async def read(self, table_id: str, from_seq: int = 1) -> list[Event]:
        self.reads[table_id] += 1
        self.going_on += 1
        self.most = max(self.most, self.going_on)
        for _ in range(10):
            await asyncio.sleep(0)
        if table_id in self.held:
            await self.released.wait()
        self.going_on -= 1
        return await super().read(table_id, from_seq)


async def cold(number: int, **limits: float) -> tuple[TableManager, CountingStore]:
    """A host none of whose tables is in memory."""
    store = CountingStore()
    host = TableManager(services(store, limits=TableLimits(**limits)))  # type: ignore[arg-type]
    for each in range(number):
        await host.create(f"t{each}", opened("canastra-duelo"))
    return host, store


def test_a_table_that_many_look_at_is_read_once() -> None:
    async def main() -> None:
        host, store = await cold(1)
        await asyncio.gather(*(host.peek("t0") for _ in range(50)))
        for _ in range(50):
            await host.peek("t0")
        assert store.reads == {"t0": 1}
        table = (await host.table("t0")).table
        assert await host.peek("t0") is table
        assert store.reads == {"t0": 2}

    asyncio.run(main())


@pytest.mark.limit("cold")
def test_few_logs_are_read_at_a_time() -> None:
    async def main() -> None:
        host, store = await cold(20, cold=2)
        await asyncio.gather(*(host.peek(f"t{each}") for each in range(20)))
        assert (store.most, store.reads.total()) == (2, 20)

    asyncio.run(main())


@pytest.mark.limit("peeked")
def test_what_was_looked_at_is_kept_up_to_a_bound() -> None:
    async def main() -> None:
        host, store = await cold(4, peeked=3)  # Each of these logs has one event.
        for each in (0, 1, 2, 0, 3, 0, 1):
            await host.peek(f"t{each}")
        assert store.reads == {"t0": 1, "t1": 2, "t2": 1, "t3": 1}
        assert host._peeked.size == 3

    asyncio.run(main())


def test_what_is_larger_than_the_bound_is_not_kept() -> None:
    cache = Cache[str, str](3)
    cache.put("a", "aaa", 3)
    cache.put("b", "bbbb", 4)
    assert (cache.get("a"), cache.get("b"), cache.size) == ("aaa", None, 3)
    cache.put("a", "a", 1)
    assert cache.size == 1
    cache.drop("a")
    cache.drop("a")
    assert cache.size == 0


def test_a_table_that_is_loaded_while_it_is_read_is_not_kept_as_it_was() -> None:
    async def main() -> None:
        host, store = await cold(1)
        store.held.add("t0")
        peeking = asyncio.create_task(host.peek("t0"))
        loading = asyncio.create_task(host.table("t0"))
        await asyncio.sleep(0.01)
        store.released.set()
        await asyncio.gather(peeking, loading)
        assert host._peeked.size == 0

    asyncio.run(main())


@pytest.mark.limit("load_seconds")
def test_one_long_log_holds_no_start_up() -> None:
    async def main() -> None:
        _, store = await cold(12)
        store.held.add("t0")
        host = TableManager(services(store, limits=TableLimits(load_seconds=0.05)))
        assert await host.start() == 12
        assert "t0" not in host.loaded
        assert len(host.loaded) == 11
        assert 1 < store.most <= 8
        store.released.set()
        await host.table("t0")
        assert await host.drain(60)

    asyncio.run(main())


@pytest.mark.limit("records_kept")
def test_the_record_of_a_match_that_is_over_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    write = queries._written

    async def counted(table: Table, seat: int | None) -> str:
        made.append(table.settings.match)
        return await write(table, seat)

    monkeypatch.setattr(queries, "_written", counted)

    async def main(world: World) -> None:
        tables = []
        for _ in range(2):
            tables.append(await world.full(ANA, BIA))
            await world.resign(tables[-1])
        texts = {each: await world.lobby.queries.record(each, ANA) for each in tables}
        monkeypatch.setattr(queries, "RECORDS_KEPT", max(map(len, texts.values())) + 1)
        await world.restart()
        made.clear()
        for _ in range(3):
            assert {await world.lobby.queries.record(tables[0], who) for who in (ANA, CIDA, None)} == {texts[tables[0]]}
        assert len(made) == 1
        assert await world.lobby.queries.record(tables[1], None) == texts[tables[1]]
        assert await world.lobby.queries.record(tables[0], None) == texts[tables[0]]
        assert len(made) == 3, "only one has room"

    run(tmp_path, main)


@pytest.mark.limit("records_of_address")
def test_records_are_asked_for_at_a_rate() -> None:
    assert [each.attempts for each in OPERATIONS if each.path.endswith("/record")] == ["records"]
    gate = RateLimits(Caps(records_of_address=Rate(3, 1)), lambda: 0.0)
    scope = {"type": "http", "client": ("192.0.2.1", 1), "headers": []}
    for _ in range(3):
        gate.attempt("records", scope)
    with pytest.raises(ApiError):
        gate.attempt("records", scope)
    gate.attempt("records", {**scope, "client": ("192.0.2.2", 1)})
