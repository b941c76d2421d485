"""Clocks: turns run out by the injected time, bots take over, a restart costs no player time."""

from __future__ import annotations

import asyncio

from canastra.server.clock import SystemClock
from canastra.server.live import Actor, TableManager
from canastra.server.storage import MemoryStore
from canastra.table import AddBots, Contribute, Ready, Sit, TimeControl
from tests.server.live.live_server import TABLE, FakeTime, opened, run, services, settle
from tests.server.live.test_actor import send

CLOCK = TimeControl(turn=30_000, bank=10_000, between=5_000)


async def started(host: TableManager) -> Actor:
    """A duel of a person against a bot, with a clock, up to the commitment."""
    await host.create(TABLE, opened("canastra-duelo", CLOCK))
    await send(host, Sit(0, "p0", "Ana"), "s", "p0")
    await send(host, AddBots("random"), "f")
    await send(host, Ready(0), "r", "p0")
    await settle()
    return await host.table(TABLE)


async def until_turn(actor: Actor) -> None:
    while actor.table.clock is None:
        await asyncio.sleep(0.001)


async def shown(actor: Actor, time: FakeTime) -> None:
    """Advance to the start of the clock, when the bot's move has been shown."""
    assert actor.table.clock
    await time.advance(actor.table.clock.since - time.now())


def test_a_deal_does_not_wait_for_ever_for_contributions() -> None:
    async def main() -> None:
        made = services(MemoryStore())
        assert isinstance(made.clock, FakeTime)
        host = TableManager(made)
        actor = await started(host)
        await made.clock.advance(4_999)
        assert actor.table.deal is None
        await made.clock.advance(1)
        assert actor.table.step >= 1
        await host.drain(60)

    run(main)


def test_a_bot_plays_for_one_whose_time_is_up_and_holds_the_seat_after_two() -> None:
    async def main() -> None:
        made = services(MemoryStore())
        assert isinstance(made.clock, FakeTime)
        host = TableManager(made)
        actor = await started(host)
        await send(host, Contribute(0), "c", "p0")
        await until_turn(actor)
        await shown(actor, made.clock)
        await made.clock.advance(39_999)
        assert actor.table.seats[0].timeouts == 0
        await made.clock.advance(1)
        assert actor.table.seats[0].timeouts == 1
        await until_turn(actor)
        await shown(actor, made.clock)
        await made.clock.advance(30_000)
        assert actor.table.seats[0].held
        await host.drain(60)

    run(main)


def test_a_restart_charges_nobody() -> None:
    async def main() -> None:
        store = MemoryStore()
        made = services(store)
        host = TableManager(made)
        actor = await started(host)
        await send(host, Contribute(0), "c", "p0")
        await until_turn(actor)
        await host.drain(60)
        later = services(store, clock=FakeTime(made.clock.now() + 3_600_000))
        assert isinstance(later.clock, FakeTime)
        host = TableManager(later)
        await host.start()
        await settle()
        actor = await host.table(TABLE)
        await later.clock.advance(39_999)
        assert (actor.table.seats[0].timeouts, actor.table.seats[0].bank) == (0, 10_000)
        await later.clock.advance(1)
        assert actor.table.seats[0].timeouts == 1
        await host.drain(60)

    run(main)


def test_the_clock_of_the_system() -> None:
    async def main() -> None:
        time = SystemClock()
        before = time.now()
        await time.sleep(2)
        assert 1 <= time.now() - before < 60_000

    run(main)
