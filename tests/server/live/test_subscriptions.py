"""Subscribers: tails and snapshots, slow readers, two on a seat, arrivals and departures."""

from __future__ import annotations

import asyncio

import pytest

from canastra import table as tables
from canastra.protocol.messages import Missed, Pong
from canastra.server.live import Actor, EndedError, Reason, Subscription, TableLimits, TableManager
from canastra.server.storage import MemoryStore
from canastra.table import Leave, Ready, RefusalError, Sit, TimeControl
from tests.server.live.live_server import TABLE, drained, opened, projection, run, services, settle
from tests.server.live.test_actor import send, table


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("first", [1, 2, 5, 9])
def test_a_tail_begins_with_the_number_asked_for(seat: int | None, first: int) -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await table(host, deal=True)
        update = await (await host.subscribe(TABLE, seat, first)).get()
        assert list(update.events) == projection(await store.read(TABLE), seat)[first - 1 : update.seq]
        assert isinstance(update, Missed)
        assert update.state == tables.snapshot((await host.peek(TABLE)), seat)
        await host.drain(60)

    run(main)


def test_one_who_is_up_to_date_gets_no_events_but_the_state() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        actor = await table(host)
        update = await actor.subscribe(0, actor.head + 1).get()
        assert (update.seq, update.events) == (3, ())
        assert isinstance(update, Missed)
        assert update.state == tables.snapshot(actor.table, 0)
        await host.drain(60)

    run(main)


@pytest.mark.parametrize("first", [0, -5, 3, 100])
def test_a_number_that_is_not_at_hand_gives_the_state_alone(first: int) -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore(), limits=TableLimits(tail=3)))
        actor = await table(host, deal=True)
        update = await actor.subscribe(1, first).get()
        assert update.seq == actor.head
        assert update.events == ()
        assert isinstance(update, Missed)
        assert update.state
        assert update.state["you"] == 1
        await host.drain(60)

    run(main)


@pytest.mark.limit("queue")
def test_a_slow_reader_is_cut_off_and_delays_nobody_and_resumes() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store, limits=TableLimits(queue=4)))
        await table(host, 1)
        slow, quick = await host.subscribe(TABLE, 0, 1), await host.subscribe(TABLE, None, 1)
        read = list((await quick.get()).events)
        last = (await slow.get()).seq
        for number in range(6):
            command = Sit(1, "p1", "Bia") if number % 2 == 0 else Leave(1)
            await send(host, command, f"n{number}", "p1")
            read += (await quick.get()).events
        assert slow.ended is Reason.SLOW
        with pytest.raises(EndedError):
            await slow.get()
        again = await host.subscribe(TABLE, 0, last + 1)
        missed = (await again.get()).events
        assert [each.seq for each in missed] == list(range(last + 1, 9))
        assert read == projection(await store.read(TABLE), None)
        await host.drain(60)

    run(main)


def test_the_newer_of_two_on_a_seat_wins_and_spectators_are_many() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await table(host)
        first, second = await host.subscribe(TABLE, 0, 1), await host.subscribe(TABLE, 0, 1)
        watchers = [await host.subscribe(TABLE, None, 1) for _ in range(3)]
        assert first.ended is Reason.REPLACED
        host.unsubscribe(TABLE, first)
        await send(host, Ready(0), "r", "p0")
        assert [update.seq for update in await drained(first)] == [3]
        for each in (second, *watchers):
            assert [update.seq for update in await drained(each)] == [3, 4]
        await host.drain(60)
        assert second.ended is Reason.STOPPED

    run(main)


def test_nobody_subscribes_to_a_seat_without_a_person() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await table(host, 1)
        for seat in (1, 2, -1):
            with pytest.raises(RefusalError):
                await host.subscribe(TABLE, seat)
        await host.drain(60)

    run(main)


def test_who_gives_the_seat_up_sees_nothing_more_of_it() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await table(host)
        subscription = await host.subscribe(TABLE, 1, 4)
        await send(host, Leave(1), "l", "p1")
        assert subscription.ended is Reason.LEFT
        await send(host, Sit(1, "p9", "Caio"), "s", "p9")
        assert [update.seq for update in await drained(subscription)] == [3, 4]
        await host.drain(60)

    run(main)


def test_the_table_is_told_who_is_connected() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        actor = await table(host, deal=True)
        assert away(actor) == [False, False]
        subscription = await host.subscribe(TABLE, 0)
        await settle()
        host.unsubscribe(TABLE, subscription)
        await settle()
        assert away(actor) == [True, False]
        await host.subscribe(TABLE, 0)
        await settle()
        assert away(actor) == [False, False]
        await host.drain(60)

    run(main)


def away(actor: Actor) -> list[bool]:
    return [seat.away is not None for seat in actor.table.seats]


@pytest.mark.limit("arrival")
def test_after_a_restart_those_who_do_not_come_back_are_away() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await host.create(TABLE, opened("canastra-duelo", TimeControl(turn=10_000_000)))
        for seat in range(2):
            await send(host, Sit(seat, f"p{seat}", "Ana"), "s", f"p{seat}")
            await send(host, Ready(seat), "r", f"p{seat}")
        await settle()
        await host.drain(60)
        made = services(store)
        host = TableManager(made)
        await host.start()
        await host.subscribe(TABLE, 1)
        await made.clock.advance(made.limits.arrival - 1)  # type: ignore[attr-defined]
        actor = await host.table(TABLE)
        assert away(actor) == [False, False]
        await made.clock.advance(1)  # type: ignore[attr-defined]
        assert away(actor) == [True, False]
        await host.drain(60)

    run(main)


def test_a_reader_waits_for_news() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        actor = await table(host)
        subscription = actor.subscribe(0, actor.head + 1)
        await subscription.get()
        reading = asyncio.create_task(subscription.get())
        await settle()
        assert not reading.done()
        await send(host, Ready(0), "r", "p0")
        assert (await reading).seq == 4
        await host.drain(60)

    run(main)


def test_a_queue_that_runs_over_is_emptied_and_takes_nothing_more() -> None:
    async def main() -> None:
        told: list[Reason] = []
        queue = Subscription(None, 2, on_end=told.append)
        for number in range(5):
            queue.offer(Pong(number, 0))
        assert (told, len(queue)) == ([Reason.SLOW], 0)
        assert await queue.next() is None

    run(main)


def test_a_queue_is_emptied_in_order_and_then_at_its_end() -> None:
    async def main() -> None:
        one, two, three, four = (Pong(number, 0) for number in range(4))
        queue = Subscription(None, 2)
        waiting = asyncio.create_task(queue.next())
        await asyncio.sleep(0)
        queue.offer(one)
        assert await waiting == one
        queue.offer(three)
        queue.put_first(two)
        queue.end(Reason.LEFT)  # Updates have ended; answers still come.
        queue.finish()
        queue.offer(four)
        assert [await queue.next() for _ in range(4)] == [two, three, None, None]

    run(main)
