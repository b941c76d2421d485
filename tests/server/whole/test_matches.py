"""Whole matches of every rulebook over a bad network, at a server that is killed again and again: nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from canastra.client import Client, Reader, Table, by_bot, play
from canastra.protocol.tables import NewTable
from canastra.rulebooks import OFFICIAL, official
from tests.server.run.process import PLENTY
from tests.server.whole.judge import Told, heard, judge, judge_heard, judge_log, judge_record, left
from tests.server.whole.proxy import CALM, Proxy, Weather
from tests.server.whole.recorder import Guest, Notes
from tests.server.whole.restarts import Restarting, record

pytestmark = pytest.mark.slow

WEATHER = Weather(late=(0.0, 0.02), reset=0.002, hole=0.0005, refuse=0.05)
WATCHED = "canastra-regional"
"""The rulebook of the table that has a spectator."""
LONGEST_PAUSE = 2.0
"""Seconds."""
LEAST_KILLS = 2
"""In each match."""
LONGEST = 120
"""Seconds, after which the test has failed."""


@dataclass
class Played:
    """One table: its guests, their proxies, and their notes."""

    rulebook: str
    table_id: str
    guests: Sequence[Guest]
    proxies: Sequence[Proxy]
    tables: list[Table] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    kills: int = 0
    """Of the server, while the match went on."""

    @property
    def notes(self) -> list[Notes]:
        return [guest.notes for guest in self.guests]

    async def play(self, seed: int) -> None:
        """Play until the match is over for all."""
        async with AsyncExitStack() as stack:
            news: list[Reader] = []
            for guest in self.guests:
                table = guest.table(self.table_id, later=_impatient)
                news.append(table.news())
                self.tables.append(await stack.enter_async_context(table))
            self.begun.set()
            async with asyncio.TaskGroup() as group:
                for number, (guest, table) in enumerate(zip(self.guests, self.tables, strict=True)):
                    group.create_task(self._play(guest, table, seed + number))
        self.told = [await heard(each) for each in news]

    async def _play(self, guest: Guest, table: Table, seed: int) -> None:
        if guest.notes.seat is None:
            await table.until(lambda state: state["stage"] == "finished")
        else:
            await play(table, by_bot("greedy", seed, official(self.rulebook)))
        # The last shuffle is checked when it is known whether the own bytes were taken.
        await table.until(lambda state: state["last"] is not None)

    async def passed(self, events: int) -> None:
        """Wait until a client has this many more events, or the match is over."""
        await self.begun.wait()
        wanted = self.last + events
        while self.last < wanted and not self.over:
            await self.tables[0].changed()

    @property
    def last(self) -> int:
        return max((table.seq for table in self.tables), default=0)

    @property
    def over(self) -> bool:
        return any(table.state["stage"] == "finished" for table in self.tables)


def _impatient(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
    """Timers of a client that never waits long."""
    return asyncio.get_running_loop().call_later(min(seconds, LONGEST_PAUSE), call)


@asynccontextmanager
async def opened(server: Restarting, rulebook: str, target: int | None, seed: int) -> AsyncIterator[Played]:
    """A table with people on all seats, each behind a proxy of their own."""
    async with AsyncExitStack() as stack:
        seats: list[int | None] = list(range(official(rulebook).table.players))
        proxies, clients = [], []
        for number, seat in enumerate([*seats, *([None] if rulebook == WATCHED else [])]):
            proxies.append(await stack.enter_async_context(server.proxy(seed + number).running()))
            client = await stack.enter_async_context(Client(f"http://127.0.0.1:{proxies[-1].port}"))
            await client.account.guest(f"Ana {number}")
            clients.append((client, seat))
        card = await clients[0][0].tables.open(NewTable(rulebook, target=target))
        for client, seat in clients[1:]:
            if seat is not None:
                await client.tables.take_seat(card.table, seat)
        guests = [Guest(client, Notes((await client.account.me()).player, seat)) for client, seat in clients]
        yield Played(rulebook, card.table, guests, proxies)


async def kill(server: Restarting, matches: Sequence[Played], kills: int, random: Random) -> None:
    """Kill the server and start it again, at random moments."""
    for _ in range(kills):
        going = [asyncio.create_task(each.passed(random.randint(10, 30))) for each in matches if not each.over]
        if not going:
            break
        await asyncio.wait(going, return_when=asyncio.FIRST_COMPLETED)
        for task in going:
            task.cancel()
        await asyncio.sleep(random.uniform(0, 0.1))
        for each in matches:
            each.kills += not each.over
        await server.kill()
        await server.start()


async def strike(match: Played, random: Random) -> None:
    """See to it that each fault happens at this table, besides those of the weather."""
    for fault in ("reset", "hole"):
        await match.passed(random.randint(5, 30))
        await _strike(random.choice(match.proxies), fault)


async def _strike(proxy: Proxy, fault: str) -> None:
    """Have a fault happen to the next chunk that comes; none, if none comes for a while."""
    before = proxy.faults[fault]
    proxy.weather = replace(WEATHER, reset=1.0) if fault == "reset" else replace(WEATHER, hole=1.0)
    for _ in range(50):
        if proxy.faults[fault] > before:
            break
        await asyncio.sleep(0.01)
    proxy.weather = WEATHER


async def all_at_once(folder: Path, targets: dict[str, int | None], kills: int, seed: int) -> None:
    """A table of each of these rulebooks at one server; everything is judged in the end."""
    random = Random(seed)
    server = Restarting(folder, *PLENTY, "--heartbeat", "1")
    async with server.running(), AsyncExitStack() as stack:
        matches = [
            await stack.enter_async_context(opened(server, rulebook, target, 100 * number + seed))
            for number, (rulebook, target) in enumerate(targets.items())
        ]
        for proxy in server.proxies:
            proxy.weather = WEATHER
        async with asyncio.TaskGroup() as group:
            group.create_task(kill(server, matches, kills, random))
            for number, match in enumerate(matches):
                group.create_task(match.play(10 * number + seed))
                group.create_task(strike(match, random))
        for proxy in server.proxies:
            proxy.weather = CALM
        texts = [
            await record(server.process.address, match.guests[0].client.token, match.table_id) for match in matches
        ]
        await server.end()
    faults = {fault: sum(proxy.faults[fault] for proxy in server.proxies) for fault in ("reset", "hole", "down")}
    assert min(faults.values()) > 0, faults
    assert min(match.kills for match in matches) >= LEAST_KILLS
    secrets: list[str] = []
    for match, text in zip(matches, texts, strict=True):
        found = await left(server.file, match.table_id)
        judge(found, match.notes)
        for guest, told in zip(match.guests, match.told, strict=True):
            judge_heard(found, guest.notes.seat, told)
        judge_record(found, text, folder)
        secrets += found.secrets
    judge_log(server.process.log, secrets)


def run(work: Coroutine[Any, Any, None], seconds: float = LONGEST) -> None:
    asyncio.run(asyncio.wait_for(work, seconds))


def test_a_match_of_each_rulebook_while_everything_goes_wrong(tmp_path: Path) -> None:
    targets = {rulebook: 1 if official(rulebook).match.target else None for rulebook in OFFICIAL}
    run(all_at_once(tmp_path, targets, kills=3, seed=1))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 5))
def test_long_matches_of_each_rulebook_while_everything_goes_wrong(tmp_path: Path, seed: int) -> None:
    targets = {rulebook: 600 if official(rulebook).match.target else None for rulebook in OFFICIAL}
    run(all_at_once(tmp_path, targets, kills=12, seed=seed), 900)


@pytest.mark.soak
@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_a_whole_match_to_its_usual_target(tmp_path: Path, rulebook: str) -> None:
    run(all_at_once(tmp_path, {rulebook: None}, kills=8, seed=20), 900)
