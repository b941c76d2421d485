"""The state of subscribers after each update, and the callbacks for changed tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from canastra import table as tables
from canastra.protocol import merged
from canastra.protocol.messages import Missed, Update
from canastra.rulebooks import OFFICIAL
from canastra.server.live import Clock, NoTableError, TableLimits, TableManager
from canastra.server.storage import MemoryStore
from canastra.table import Accept, AddBots, Offer, Ready, Stage, Table, load_event
from canastra.table.events import Plain
from tests.server.live.live_server import (
    TABLE,
    Client,
    FakeTime,
    Person,
    drained,
    finished,
    opened,
    players,
    run,
    seat_people,
    services,
    settle,
)
from tests.server.live.test_actor import send, table


async def all_tables(store: MemoryStore) -> dict[int, Table]:
    """The table after each event of its log."""
    events = [load_event(event.body) for event in await store.read(TABLE)]
    now = tables.rebuild(events[:1])
    found = {1: now}
    for seq, event in enumerate(events[1:], 2):
        now = found[seq] = tables.evolve(now, event)
    return found


def follow(updates: Sequence[Missed | Update], seat: int | None, history: dict[int, Table]) -> int:
    """Merge all updates, and compare with what the table was; how many states there were at the beginning of one."""
    state: Plain = {}
    begun = 0
    for update in updates:
        if isinstance(update, Missed):
            state, begun = dict(update.state or {}), begun + 1
        else:
            state = merged(state, update.changes)
        assert state == tables.snapshot(history[update.seq], seat)
    return begun


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_a_client_that_merges_changes_always_has_the_state(rulebook: str) -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store, seed=4, limits=TableLimits(queue=10_000)))
        await host.create(TABLE, opened(rulebook, target=600))
        persons = await seat_people(Client(lambda: host), rulebook, range(players(rulebook)))
        watcher = await host.subscribe(TABLE, None)
        await asyncio.wait_for(asyncio.gather(*(person.play() for person in persons)), 300)
        await finished(host)
        history = await all_tables(store)
        for person in persons:
            assert follow(person.updates, person.seat, history) == 1
        assert follow(await drained(watcher), None, history) == 1
        await host.drain(60)

    run(main)


def test_one_who_comes_back_begins_with_the_state_again() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await table(host)
        person = Person(Client(lambda: host), 0)
        for number in range(4):
            subscription = await host.subscribe(TABLE, 0, person.last + 1)
            await settle()
            if number == 1:
                await send(host, Ready(0), "r0", "p0")
            elif number == 2:
                await send(host, Ready(1), "r1", "p1")
            person.updates += await drained(subscription)
        assert follow(person.updates, 0, await all_tables(store)) == 4
        await host.drain(60)

    run(main)


def test_whoever_keeps_lists_is_told_of_every_change_after_it_was_published() -> None:
    async def main() -> None:
        told: list[tuple[str, Table]] = []
        store = MemoryStore()
        host = TableManager(services(store, changed=lambda *change: told.append(change)))
        actor = await table(host)
        await host.subscribe(TABLE, None)
        await send(host, Ready(0), "r0", "p0")
        await send(host, Ready(0), "r0", "p0")  # Answered, and nothing has changed.
        assert [table_id for table_id, _ in told] == [TABLE] * 3
        history = await all_tables(store)
        assert [change for _, change in told] == [history[2], history[3], history[4]]
        assert actor.table is told[-1][1]
        await host.drain(60)

    run(main)


def test_lists_are_not_told_of_what_only_the_cards_do() -> None:
    """They show the match, its points and its people: each callback has something new of these."""

    def shown(table: Table) -> tuple[object, ...]:
        return table.stage, table.match, table.result, *((seat.kind, seat.name) for seat in table.seats)

    async def main() -> None:
        told, store = list[Table](), MemoryStore()
        host = TableManager(services(store, changed=lambda table_id, table: told.append(table)))
        await host.create(TABLE, opened("canastra-duelo"))
        await send(host, AddBots("greedy"), "f")
        actor = await finished(host)
        history = await all_tables(store)
        assert {shown(each) for each in told} >= {shown(each) for each in history.values() if each.deal is not None}
        assert told[-1] is actor.table
        assert len(told) < len(history) / 5
        await host.drain(60)

    run(main)


def test_a_list_that_fails_stops_no_table(caplog: pytest.LogCaptureFixture) -> None:
    def fail(table_id: str, table: Table) -> None:
        raise ValueError("KD")

    async def main() -> None:
        host = TableManager(services(MemoryStore(), changed=fail))
        await host.create(TABLE, opened("canastra-duelo"))
        await send(host, AddBots("greedy"), "f")
        actor = await finished(host)
        assert actor.table.stage is Stage.FINISHED
        await host.drain(60)

    run(main)
    assert "event=changed_failed table=t1 error=ValueError" in caplog.text
    assert "KD" not in caplog.text


def test_looking_at_a_table_does_nothing_to_it() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        actor = await table(host, deal=True)
        assert await host.peek(TABLE) is actor.table
        await host.drain(60)
        head = len(await store.read(TABLE))
        host = TableManager(services(store))
        assert await host.peek(TABLE) == actor.table
        assert host.loaded == ()
        loading = asyncio.create_task(host.table(TABLE))
        await asyncio.sleep(0)
        assert await host.peek(TABLE) is (await loading).table
        for wrong in ("none", "a b", f"{TABLE}#secrets"):
            with pytest.raises(NoTableError):
                await host.peek(wrong)
        await host.drain(60)
        assert len(await store.read(TABLE)) == head + 1  # `resumed`, of the one that was loaded.

    run(main)


def test_a_finished_table_that_was_unloaded_is_watched_again_and_has_its_rematch() -> None:
    async def main() -> None:
        store = MemoryStore()
        made = services(store)
        host = TableManager(made)
        await host.create(TABLE, opened("canastra-duelo"))
        persons = await seat_people(Client(lambda: host), "canastra-duelo", range(2))
        await asyncio.wait_for(asyncio.gather(*(person.play() for person in persons)), 300)
        await asyncio.wait_for(unloaded(host, made.clock), 300)
        subscriptions = [await host.subscribe(TABLE, seat) for seat in (0, 1, None)]
        await send(host, Offer(0, "rematch"), "o", "p0")
        await send(host, Accept(1, "rematch"), "a", "p1")
        history = await all_tables(store)
        assert history[max(history)].rematch
        for subscription in subscriptions:
            assert follow(await drained(subscription), subscription.seat, history) == 1
        assert await store.tables(live=True) == []
        await host.drain(60)

    run(main)


async def unloaded(host: TableManager, time: Clock) -> None:
    """All leave, time passes, and the table is unloaded."""
    actor = await finished(host)
    for seat in range(2):
        actor.unsubscribe(await host.subscribe(TABLE, seat))
    assert isinstance(time, FakeTime)
    while host.loaded:
        await time.advance(300_000)
        host.sweep()
