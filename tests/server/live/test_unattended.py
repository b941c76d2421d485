"""Tables where bots are among themselves: they move slowly, and not without end."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import pairwise
from random import Random

import pytest

from canastra.engine import Action, View
from canastra.server.bots import NOBODY, Asker
from canastra.server.live import Actor, Bots, EndedError, LocalBots, Subscription, TableManager
from canastra.server.storage import MemoryStore
from canastra.table import AddBots, Ready, ReturnToSeat, Sit, Stage, Table, TimeControl
from canastra.table.handlers.seats import UNATTENDED_TURNS
from tests.server.live.live_server import TABLE, FakeTime, opened, run, services, settle
from tests.server.live.test_actor import send

CLOCK = TimeControl(turn=5_000, grace=0, between=5_000)
QUARTER = 15 * 60_000


class Quick(LocalBots):
    """Plays what comes first in the list, and knows when it was asked."""

    def __init__(self, time: FakeTime) -> None:
        super().__init__()
        self.time, self.asked = time, list[int]()

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        self.asked.append(self.time.now())
        return Random(seed).choice(view.legal)


async def begun(store: MemoryStore, clock: TimeControl = CLOCK) -> tuple[TableManager, FakeTime, Quick]:
    """A match of a person against bots to a target that is never reached; no client is connected."""
    time = FakeTime()
    bots = Quick(time)
    host = TableManager(services(store, clock=time, bots=Bots(bots, ready=True)))
    await host.create(TABLE, opened("buraco", clock, target=1_000_000))
    await send(host, Sit(0, "p0", "Ana"), "s", "p0")
    await send(host, AddBots("random"), "f")
    await send(host, Ready(0), "r", "p0")
    await settle()
    return host, time, bots


async def read(subscription: Subscription) -> None:
    """A spectator."""
    with suppress(EndedError):
        while True:
            await subscription.get()


async def pass_time(time: FakeTime, milliseconds: int, actor: Actor, until: int = UNATTENDED_TURNS + 1) -> Table:
    """Advance the time in small steps, until this many turns were unattended, or the match is over."""
    for _ in range(milliseconds // 300):
        await time.advance(300)
        if actor.table.stage is Stage.FINISHED or actor.table.unattended >= until:
            break
    return actor.table


@pytest.mark.limit("turns_unattended")
def test_a_match_where_nobody_acts_or_is_connected_is_given_up_as_abandoned() -> None:
    async def main() -> None:
        host, time, bots = await begun(MemoryStore())
        actor = await host.table(TABLE)
        table = await pass_time(time, 2 * QUARTER, actor)
        assert table.result is not None
        assert (table.result.reason, table.result.winner) == ("abandoned", None)
        asked = len(bots.asked)
        await time.advance(QUARTER)
        assert len(bots.asked) == asked
        await host.drain(60)

    run(main)


def test_it_is_given_up_all_the_same_when_the_server_starts_again_on_the_way() -> None:
    async def main() -> None:
        store = MemoryStore()
        host, time, _ = await begun(store)
        await pass_time(time, QUARTER, await host.table(TABLE), until=50)
        await host.drain(60)
        later = FakeTime(time.now() + QUARTER)
        host = TableManager(services(store, clock=later, bots=Bots(Quick(later), ready=True)))
        await host.start()
        await settle()
        actor = await host.table(TABLE)
        assert actor.table.unattended < UNATTENDED_TURNS
        table = await pass_time(later, 2 * QUARTER, actor)
        assert table.result is not None
        assert table.result.reason == "abandoned"
        await host.drain(60)

    run(main)


def test_a_match_is_not_given_up_while_its_person_is_connected_though_a_bot_plays() -> None:
    async def main() -> None:
        host, time, _ = await begun(MemoryStore())
        actor = await host.table(TABLE)
        subscription = actor.subscribe(0)
        reader = asyncio.create_task(read(subscription))
        table = await pass_time(time, 2 * QUARTER, actor, until=2 * UNATTENDED_TURNS)
        assert table.unattended == 2 * UNATTENDED_TURNS
        assert table.result is None
        actor.unsubscribe(subscription)
        await reader
        await settle()
        assert actor.table.unattended < 10  # A player who left a moment ago has the same time to come back.
        await send(host, ReturnToSeat(0), "b", "p0")
        assert actor.table.result is None
        await host.drain(60)

    run(main)


@pytest.mark.limit("pace")
def test_bots_move_at_once_while_people_play_and_slowly_when_nobody_is_there() -> None:
    async def main() -> None:
        host, time, bots = await begun(MemoryStore())
        actor = await host.table(TABLE)
        await pass_time(time, QUARTER, actor, until=30)
        began, asked = time.now(), len(bots.asked)
        while time.now() < began + 60_000 and actor.table.stage is not Stage.FINISHED:
            await time.advance(100)
        assert 0 < len(bots.asked) - asked <= 60_000 / 300
        assert all(after - before >= 300 for before, after in pairwise(bots.asked[asked:]))
        await host.drain(60)

    run(main)


def test_who_connects_does_not_wait_for_the_slow_pace_to_end() -> None:
    async def main() -> None:
        host, time, bots = await begun(MemoryStore())
        actor = await host.table(TABLE)
        await pass_time(time, QUARTER, actor, until=70)
        await time.advance(60_000)  # A move is due now, and the next in some seconds.
        await asyncio.sleep(0)
        asked = len(bots.asked)
        actor.subscribe(0)
        await settle()
        await time.advance(300)
        assert len(bots.asked) > asked
        await host.drain(60)

    run(main)
