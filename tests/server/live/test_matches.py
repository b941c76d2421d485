"""Whole matches through hosted tables, of bots and of people, in memory and in a file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from canastra import table as tables
from canastra.records import replay
from canastra.rulebooks import OFFICIAL
from canastra.server.live import CommandRequest, Reason, TableManager
from canastra.server.storage import MemoryStore, SqliteStore, Store
from canastra.table import AddBots, load_event
from tests.server.history_checker import check
from tests.server.live.live_server import (
    TABLE,
    Client,
    drained,
    finished,
    opened,
    players,
    projection,
    run,
    seat_people,
    services,
)

every = pytest.mark.parametrize("rulebook", OFFICIAL)


async def people_play(store: Store, rulebook: str, people: int) -> None:
    host = TableManager(services(store, seed=4))
    await host.create(TABLE, opened(rulebook, target=600))
    client = Client(lambda: host)
    persons = await seat_people(client, rulebook, range(people))
    watcher = await host.subscribe(TABLE, None, 1)
    await asyncio.wait_for(asyncio.gather(*(person.play() for person in persons)), 300)
    actor = await finished(host)
    log = await store.read(TABLE)
    assert check(client.history, log) == []
    for person in persons:
        assert person.seen == projection(log, person.seat)[: len(person.seen)]
        assert person.seen[-1].event
    if watcher.ended is None:
        seen = [each for update in await drained(watcher) for each in update.events]
        assert seen == projection(log, None)
    else:
        assert watcher.ended is Reason.SLOW  # It never read, and the table didn't wait for it.
    assert tables.rebuild([load_event(event.body) for event in log]) == actor.table
    replayed = replay(tables.record(actor.table))
    assert replayed.match.finished
    assert all(deal.deal.fairness and "secret" in deal.deal.fairness for deal in replayed.deals)
    assert await host.drain(60)
    assert await store.tables(live=True) == []


@every
def test_bots_play_a_match(rulebook: str) -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store, seed=1))
        await host.create(TABLE, opened(rulebook, target=600))
        await host.send(TABLE, CommandRequest(AddBots("greedy"), "fill"))
        actor = await finished(host)
        assert actor.table.match
        assert actor.table.match.finished
        assert await host.drain(60)

    run(main)


@every
def test_people_play_a_match(rulebook: str) -> None:
    run(lambda: people_play(MemoryStore(), rulebook, players(rulebook)))


@pytest.mark.parametrize("rulebook", ["canastra-duelo", "tranca"])
def test_people_and_bots_play_a_match_in_a_file(rulebook: str, tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore.open(tmp_path / "a.db")
        await people_play(store, rulebook, 1)
        await store.close()

    run(main)
