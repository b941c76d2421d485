"""A player closes the page at a table without a clock: the others are not left alone."""

from __future__ import annotations

import asyncio

from canastra.server.live import Actor, TableManager
from canastra.server.live.services import DEFAULT_LIMITS
from canastra.server.storage import MemoryStore
from canastra.table import Contribute, Ready, ReturnToSeat, Sit, StandIn
from canastra.table.handlers.absence import LONGEST_WAIT
from tests.server.live.live_server import TABLE, FakeTime, opened, run, services, settle
from tests.server.live.test_actor import refuse, send
from tests.server.live.test_unattended import read

PATIENCE = 30_000


async def started(store: MemoryStore) -> tuple[TableManager, FakeTime, Actor, int]:
    """Two people at a table, and whose turn it is."""
    made = services(store)
    assert isinstance(made.clock, FakeTime)
    host = TableManager(made)
    await host.create(TABLE, opened("canastra-duelo"))
    for seat in (0, 1):
        await send(host, Sit(seat, f"p{seat}", f"Ana {seat}"), f"s{seat}", f"p{seat}")
    for seat in (0, 1):
        await send(host, Ready(seat), f"r{seat}", f"p{seat}")
    await settle()
    actor = await host.table(TABLE)
    for seat in (0, 1):
        await send(host, Contribute(seat), f"c{seat}", f"p{seat}")
    while actor.table.to_act is None:
        await asyncio.sleep(0.001)
    return host, made.clock, actor, actor.table.to_act


async def stay(host: TableManager, seat: int) -> asyncio.Task[None]:
    """A person whose page is open, until the task is cancelled."""
    reading = asyncio.create_task(read(await host.subscribe(TABLE, seat, 1)))
    await settle()
    return reading


async def leave(host: TableManager, actor: Actor, seat: int) -> None:
    """A person whose page was open closes it."""
    subscription = await host.subscribe(TABLE, seat, 1)
    await settle()
    host.unsubscribe(TABLE, subscription)
    await settle()
    assert actor.table.seats[seat].away is not None


async def bot_has_played(actor: Actor, seat: int) -> None:
    async with asyncio.timeout(30):
        while actor.table.to_act == seat:
            await asyncio.sleep(0.001)


def test_a_bot_plays_for_who_left_once_another_asks_and_a_restart_keeps_it() -> None:
    async def main() -> None:
        store = MemoryStore()
        host, time, actor, gone = await started(store)
        stays = await stay(host, 1 - gone)
        await leave(host, actor, gone)
        await time.advance(PATIENCE - 1)
        asked = StandIn(1 - gone, gone)
        assert (await refuse(host, asked, "a1", f"p{1 - gone}")).refusal.code == "table_away_shortly"
        assert (await refuse(host, asked, "a2", f"p{gone}")).refusal.code == "live_not_yours"
        await time.advance(1)
        await send(host, asked, "a3", f"p{1 - gone}")
        await bot_has_played(actor, gone)
        stays.cancel()
        await host.drain(60)
        again = TableManager(services(store))
        assert (await again.table(TABLE)).table.seats[gone].held
        await send(again, ReturnToSeat(gone), "b", f"p{gone}")
        assert not (await again.table(TABLE)).table.seats[gone].held
        await again.drain(60)

    run(main)


def test_a_bot_comes_by_itself_after_three_minutes() -> None:
    async def main() -> None:
        host, time, actor, gone = await started(MemoryStore())
        stays = await stay(host, 1 - gone)
        await leave(host, actor, gone)
        await time.advance(LONGEST_WAIT * PATIENCE - 1)
        assert not actor.table.seats[gone].held
        await time.advance(1)
        assert actor.table.seats[gone].held
        await bot_has_played(actor, gone)
        stays.cancel()
        await host.drain(60)

    run(main)


def test_who_never_came_back_after_a_restart_is_away_for_the_first_who_does() -> None:
    async def main() -> None:
        store = MemoryStore()
        host, _, _, gone = await started(store)
        await host.drain(60)
        made = services(store)
        assert isinstance(made.clock, FakeTime)
        again = TableManager(made)
        actor = await again.table(TABLE)
        await settle()
        await made.clock.advance(2 * DEFAULT_LIMITS.arrival)
        stays = await stay(again, 1 - gone)
        assert actor.table.seats[gone].away is None
        await made.clock.advance(DEFAULT_LIMITS.arrival)
        assert actor.table.seats[gone].away is not None
        stays.cancel()
        await again.drain(60)

    run(main)
