"""The server dies at every append of a deal, at each point of it: nothing told is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from canastra import table as tables
from canastra.protocol.messages import Missed
from canastra.server.live import CommandRequest, Completed, Point, Services, TableManager
from canastra.server.storage import MemoryStore
from canastra.server.storage import Point as StorePoint
from canastra.table import Sit, Stage, load_event
from tests.samples import sample
from tests.server.history_checker import check
from tests.server.live.live_server import (
    TABLE,
    Client,
    Person,
    opened,
    players,
    projection,
    run,
    seat_people,
    services,
)
from tests.server.storage.faults import CrashError, FaultyStore

pytestmark = pytest.mark.slow

APART = 12
"""Appends from one crash to the next in the same deal."""


class Machine:
    """A server that crashes when told to, and is started anew on what its store holds."""

    def __init__(self, store: MemoryStore, seed: int = 0) -> None:
        self.store, self.seed = store, seed
        self.passed = dict.fromkeys(Point, 0)
        self.crashes = 0
        self.at: tuple[Point, int] | None = None
        """Crash at this point of this append, and of every `APART`th after it."""
        self.chance: Random | None = None
        self._host: TableManager | None = None

    def host(self) -> TableManager:
        if self._host is None:
            # Another seed each time: values that must stay the same after a crash can't come from chance.
            made: Services = services(self.store, self.seed + self.crashes, hook=self.hook)
            self._host = TableManager(made)
        return self._host

    def hook(self, point: Point) -> None:
        self.passed[point] += 1
        if self._is_due(point) or (self.chance and self.chance.random() < 0.03):
            self.crashes += 1
            self._host = None
            raise CrashError(point)

    def _is_due(self, point: Point) -> bool:
        return self.at is not None and self.at[0] is point and self.passed[point] % APART == self.at[1]


async def play(machine: Machine, rulebook: str, people: int) -> tuple[Client, list[Person]]:
    await machine.host().create(TABLE, opened(rulebook, target=100))
    client = Client(machine.host)
    persons = await seat_people(client, rulebook, range(people))
    for person in persons:
        person.seed = 1 + 2 * person.seat  # Those play well, and so not for long.
    await asyncio.wait_for(asyncio.gather(*(person.play() for person in persons)), 300)
    return client, persons


async def judge(machine: Machine, client: Client, persons: list[Person]) -> None:
    log = await machine.store.read(TABLE)
    assert check(client.history, log) == []
    table = tables.rebuild(load_event(event.body) for event in log)
    assert table.stage is Stage.FINISHED
    for person in persons:
        assert person.seen == projection(log, person.seat)[: len(person.seen)]
    commitments = [body for event in log if '"committed"' in (body := event.body)]
    assert len(commitments) == len(table.deals)
    await machine.host().drain(60)


@pytest.mark.parametrize("first", sample(range(APART), 3))
@pytest.mark.parametrize("point", Point)
def test_every_append_of_a_deal(point: Point, first: int) -> None:
    async def main() -> None:
        machine = Machine(MemoryStore())
        machine.at = (point, first)
        client, persons = await play(machine, "canastra-duelo", 1)
        assert machine.crashes > 5
        machine.at = None
        await judge(machine, client, persons)

    run(main)


@pytest.mark.parametrize("rulebook", ["canastra-regional", "canastra-curinguinha", "tranca", "buraco"])
def test_many_crashes_in_one_match(rulebook: str) -> None:
    async def main() -> None:
        machine = Machine(MemoryStore(), seed=5)
        machine.chance = Random(1)
        client, persons = await play(machine, rulebook, players(rulebook))
        assert machine.crashes > 5
        machine.chance = None
        await judge(machine, client, persons)

    run(main)


@pytest.mark.parametrize("point", [StorePoint.BEFORE_APPEND, StorePoint.AFTER_COMMIT])
def test_a_store_that_dies_answers_nobody_and_stops_the_table(point: StorePoint) -> None:
    async def main() -> None:
        inner = MemoryStore()
        store = FaultyStore(inner, point, 3)
        host = TableManager(services(store))
        await host.create(TABLE, opened("canastra-duelo"))
        client = Client(lambda: host)
        await client.surely(CommandRequest(Sit(0, "p0", "Ana"), "c1", "p0"))
        watcher = await host.subscribe(TABLE, None, 1)
        lost = CommandRequest(Sit(1, "p1", "Bia"), "c2", "p1")
        assert await client.once(lost) is None
        assert watcher.ended
        assert [update.seq for update in watcher._waiting if isinstance(update, Missed)] == [2]
        assert len(watcher) == 1
        host = TableManager(services(inner))
        assert isinstance(await client.surely(lost), Completed)
        log = await inner.read(TABLE)
        assert len(log) == 3
        assert check(client.history, log) == []
        await host.drain(60)

    run(main)
