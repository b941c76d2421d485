"""A standstill of the server, a sleep of the machine and a set clock cost no player time and stop no table."""

from __future__ import annotations

import asyncio
import signal
import time as system
from pathlib import Path
from random import Random
from typing import Any

import pytest

from canastra.server.app import Overrides, Server
from canastra.server.clock import BEAT, LATE, DayClock, Interruption, SystemClock, keep_beating, of_day
from canastra.server.live import TableManager
from canastra.server.settings import Settings
from canastra.server.storage import MemoryStore
from canastra.table import Contribute
from tests.server.live.live_server import TABLE, FakeTime, run, services, settle
from tests.server.live.test_actor import send
from tests.server.live.test_time import shown, started, until_turn
from tests.server.run.process import Process, Seated, guest, serving
from tests.server.run.process import run as run_real
from tests.server.run.test_clock import HOUR, NOW, Clocks


def clock_of(clocks: Clocks) -> SystemClock:
    return SystemClock(lambda: clocks.wall, lambda: clocks.steady)


def test_time_waits_for_the_beat_that_tells_of_a_standstill() -> None:
    clocks = Clocks()
    clock = clock_of(clocks)
    clocks.go(25_000)
    assert clock.now() == NOW + 25_000, "nothing beats yet"
    assert clock.beat() is None
    clocks.go(25_000)
    assert clock.now() == NOW + 25_000 + BEAT + LATE
    assert clock.beat() == Interruption(25_000 - BEAT, 0)
    assert clock.now() == NOW + 50_000
    clocks.go(BEAT + LATE)
    assert clock.beat() is None
    clocks.go(25_000)
    clock.rest()
    assert clock.now() == NOW + 76_250, "it goes on without beats"
    assert clock.beat() is None


@pytest.mark.parametrize("jump", [HOUR, -2 * HOUR, LATE + 1])
def test_a_sleep_and_a_clock_that_is_set_are_told_once(jump: int) -> None:
    clocks = Clocks()
    clock = clock_of(clocks)
    day = of_day(clock)
    assert isinstance(day, DayClock)
    clock.beat()
    clocks.go(BEAT)
    clocks.set(jump)
    assert clock.beat() == Interruption(0, jump)
    assert (clock.now(), day.now()) == (NOW + BEAT, NOW + BEAT + jump)
    clocks.go(BEAT)
    assert clock.beat() is None


def test_a_clock_that_is_slewed_is_no_jump() -> None:
    clocks = Clocks()
    clock = clock_of(clocks)
    told = []
    for _ in range(20):
        told.append(clock.beat())
        clocks.go(BEAT)
        clocks.set(100)
    # Small changes are reported once they add up, because pages follow the time of day.
    assert [each.jumped for each in told if each] == [1_100]


def test_beats_end_with_the_server() -> None:
    async def main() -> None:
        clocks = Clocks()
        clock, found = clock_of(clocks), list[Interruption]()
        beating = asyncio.create_task(keep_beating(clock, found.append))
        await settle()
        clocks.go(10_000)
        while not found:
            await asyncio.sleep(0.01)
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)
        clocks.go(10_000)
        assert clock.now() == NOW + 20_000

    run(main)


def interrupt(host: TableManager, found: Interruption) -> None:
    for tell in host.services.interruptions:
        tell(found)


async def at_turn(time: FakeTime, store: MemoryStore | None = None) -> TableManager:
    """A duel where it is a person's turn, whose 30 s (and a bank of 10 s) just begin."""
    host = TableManager(services(store or MemoryStore(), clock=time))
    actor = await started(host)
    await send(host, Contribute(0), "c", "p0")
    await until_turn(actor)
    await shown(actor, time)
    return host


@pytest.mark.parametrize("times", [1, 3])
def test_what_a_standstill_took_is_given_back_and_no_more(times: int) -> None:
    async def main() -> None:
        time = FakeTime()
        host = await at_turn(time)
        actor = await host.table(TABLE)
        subscription = actor.subscribe(0)
        await subscription.get()
        await time.advance(35_000)
        for _ in range(times):
            time._now += 25_000  # No timer fires before the beat.
            interrupt(host, Interruption(25_000, 0))
        await settle()
        told = await subscription.get()
        assert [each.event["type"] for each in told.events if each.event] == ["resumed"]
        await time.advance(4_999)
        assert (actor.table.seats[0].timeouts, actor.table.seats[0].bank) == (0, 10_000)
        await time.advance(1)
        assert actor.table.seats[0].timeouts == 1
        await host.drain(60)

    run(main)


def test_a_sleep_of_the_machine_is_told_and_takes_and_gives_nothing() -> None:
    async def main() -> None:
        time = FakeTime()
        host = await at_turn(time)
        actor = await host.table(TABLE)
        await time.advance(20_000)
        head = actor.head
        interrupt(host, Interruption(0, HOUR))
        await settle()
        assert actor.head == head + 1
        await time.advance(19_999)
        assert actor.table.seats[0].timeouts == 0
        await time.advance(1)
        assert actor.table.seats[0].timeouts == 1
        await host.drain(60)

    run(main)


def test_whoever_lost_the_connection_meanwhile_has_time_to_come_back() -> None:
    async def main() -> None:
        time = FakeTime()
        host = await at_turn(time)
        actor = await host.table(TABLE)
        subscription = actor.subscribe(0)
        await time.advance(100_000 - 70_000)
        assert actor.table.seats[0].away is None
        time._now += 600_000
        interrupt(host, Interruption(600_000, 0))
        actor.unsubscribe(subscription)
        await settle()
        assert actor.table.seats[0].away is None
        actor.subscribe(0)
        await settle()
        assert actor.table.seats[0].away is None
        await host.drain(60)

    run(main)


@pytest.mark.parametrize("behind", [HOUR, 200 * 24 * HOUR])
def test_a_table_written_by_a_clock_that_was_ahead_does_not_stand_still(behind: int) -> None:
    async def main() -> None:
        store = MemoryStore()
        host = await at_turn(FakeTime(NOW), store)
        await host.drain(60)
        for timeouts in (1, 2):  # And after another restart by the right clock.
            time = FakeTime(NOW - behind)
            host = TableManager(services(store, clock=time))
            await host.start()
            await settle()
            actor = await host.table(TABLE)
            assert actor.now() >= NOW
            await time.advance(39_999 if actor.table.seats[0].bank else 29_999)
            assert actor.table.seats[0].timeouts == timeouts - 1
            await time.advance(1)
            assert actor.table.seats[0].timeouts == timeouts
            if timeouts == 1:
                await until_turn(actor)
            await host.drain(60)

    run(main)


async def serving_by(path: Path, clocks: Clocks) -> Server:
    composed = Server(Settings(database=path, bot_processes=0), Overrides(clock=clock_of(clocks)))
    await composed.start()
    while not composed.health.ready:
        await asyncio.sleep(0.001)
    return composed


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_tournaments_and_talk_follow_the_machine_and_turns_do_not(tmp_path: Path, jump: int) -> None:
    async def main() -> None:
        clocks = Clocks()
        composed = await serving_by(tmp_path / "a.db", clocks)
        clocks.set(jump)
        assert composed.tournaments.now() == NOW + jump
        assert composed.lobby.host.services.clock.now() == NOW
        await composed.close()

    run(main)


class Timed(Seated):
    """A client that sends nothing and reads what comes."""

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            message = await self.hear()
            for event in (each["event"] for each in message.get("events", ())):
                if event and event["type"] == kind:
                    found: dict[str, Any] = event
                    return found


@pytest.mark.slow
@pytest.mark.limit("heartbeat")
def test_a_stopped_process_times_nobody_out_and_closes_no_socket(tmp_path: Path) -> None:
    """Twice in a row, just before the time is up, each for longer than the turn and than a socket may be silent."""

    async def play(process: Process) -> None:
        person = await guest(process.address, "Ana")
        clock = {"turn": 5000, "bank": 0, "between": 1000, "grace": 0}
        body = {"rulebook": "canastra-duelo", "seat": 0, "bots": "random", "private": True, "clock": clock}
        table = (await person.done("POST", "/api/tables", body))["table"]
        async with person.socket(table) as socket:
            seated = Timed(person, socket, Random(1))
            await seated.play(until=lambda state: bool(state["clock"] and state["play"]["to_act"] == 0))
            due = seated.state["clock"]["due"] / 1000
            for _ in range(2):
                await asyncio.sleep(max(0.0, due - system.time() - 0.7))
                process.child.send_signal(signal.SIGSTOP)
                await asyncio.sleep(7)
                process.child.send_signal(signal.SIGCONT)
                event = await asyncio.wait_for(seated.until("resumed"), 10)
                assert event["lost"] > 5_500
                due = seated.state["clock"]["due"] / 1000
                assert 0 < due - system.time() < 5.3
            began = system.monotonic()
            event = await seated.until("timed_out")
            assert event["seat"] == 0
            assert system.monotonic() - began < 6, "and the table goes on"

    with serving(
        tmp_path, "--bot-processes", "0", "--plain-bots", "--heartbeat", "1", "--log-level", "warning"
    ) as process:
        process.wait_ready()
        run_real(play(process))
        assert process.log.count("event=interrupted") >= 2
        assert "canastra_sockets_cut_off_total 0.0" in process.get("/metrics").text
