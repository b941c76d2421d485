"""Readers that don't read: cut off, without harm to others, and free to come back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from canastra.protocol import Close
from canastra.protocol.messages import Closed, Done, Error, Pong, Update
from canastra.server.ws import connection
from tests.server.live.live_server import settle
from tests.server.ws.world import SECONDS, Wire, World, run, world


def bound(it: World, queue: int = 192, **limits: float) -> None:
    services = it.host._services
    it.host._services = replace(services, limits=replace(services.limits, queue=queue))
    it.sockets.context.limits = replace(it.sockets.context.limits, **{"goodbye": 0.01, **limits})  # type: ignore[arg-type]


async def blocked(it: World, wire: Wire) -> None:
    """Have a socket's next frame never get through, and another's answered all the same."""
    wire.blocked = True
    wire.say(type="ping")
    await asyncio.wait_for(wire.stuck.wait(), SECONDS)


@pytest.mark.limit("goodbye")
def test_who_reads_nothing_for_too_long_is_cut_off(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, hello=0.05) as it:
            bound(it)
            await it.seat()
            wire, _ = await it.welcomed(0)
            await blocked(it, wire)
            await asyncio.wait_for(wire.task, SECONDS)
            assert it.sockets.open == 0
            assert it.counted.cut == 1
            assert wire.news() == 0

    run(main)


def test_who_leaves_too_much_unread_is_cut_off_and_delays_nobody(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, hello=1_000) as it:
            bound(it, queue=4)
            await it.seat()
            wire, _ = await it.welcomed(0)
            other, _ = await it.welcomed(1)
            await blocked(it, wire)
            for number in range(4):
                wire.say(type="ping", n=number)
            await settle()
            assert not wire.task.done()
            other.say(type="ready", id="c1")
            assert await other.until(Done) == Done("c1", 4, 4)
            await asyncio.wait_for(wire.task, SECONDS)
            assert it.counted.cut == 1
            other.say(type="ping", n=9)
            assert (await other.until(Pong)).n == 9

    run(main)


def test_who_reads_again_is_told_why(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, hello=1_000) as it:
            bound(it, queue=2, goodbye=SECONDS)
            await it.seat()
            wire, _ = await it.welcomed(0)
            wire.gives_way = True
            await blocked(it, wire)
            for number in range(3):
                wire.say(type="ping", n=number)
            closed, code = await wire.closed()
            assert closed.fault is not None
            assert (code, closed.again, closed.fault.code) == (Close.SLOW, True, "ws_slow")
            assert wire.news() == 2  # Waiting messages are not sent: they can be fetched again.

    run(main)


def test_who_comes_back_misses_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path, hello=0.05) as it:
            bound(it)
            await it.seat()
            wire, welcome = await it.welcomed(0)
            other, _ = await it.welcomed(1)
            await blocked(it, wire)
            other.say(type="ready", id="c1")
            other.say(type="leave", id="c2")
            assert [(await other.until(Done)).id for _ in range(2)] == ["c1", "c2"]
            await asyncio.wait_for(wire.task, SECONDS)
            _, welcome = await it.welcomed(0, f"v=1&from={welcome.seq + 1}")
            assert [each.seq for each in welcome.events] == [4, 5]

    run(main)


def test_the_host_may_cut_off_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            actor = await it.host.table("t1")
            for seq in range(193):  # More than its bound, before the reader can take one.
                actor._subscribers._seats[0].offer(Update(seq, (), {}))
            _, code = await wire.closed()
            assert code == Close.SLOW

    run(main)


def test_an_aborted_connection_leaves_nothing_behind(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            wire.say(type="ready", id="c1")
            wire.hang_up()
            await asyncio.wait_for(wire.task, SECONDS)
            assert it.sockets.open == 0
            assert not (await it.host.table("t1"))._subscribers
            again, _ = await it.welcomed(0)
            again.say(type="ready", id="c1")
            assert await again.until(Done) == Done("c1", 4, 4)

    run(main)


def test_a_fault_while_answering_ends_the_socket_and_not_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> NoReturn:
        raise ValueError("the hand is KD")

    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            other, _ = await it.welcomed(1)
            with monkeypatch.context() as patched:
                patched.setattr(connection, "replied", fail)
                wire.say(type="ready", id="c1")
                assert (await wire.until(Closed)).reason == "stopped"
            other.say(type="ready", id="c2")
            assert isinstance(await other.until(Done), Done)

    run(main)
    assert "event=fault" in caplog.text
    assert "KD" not in caplog.text


@pytest.mark.parametrize("error", [OSError, RuntimeError])
def test_sending_to_a_closed_connection_is_no_fault(
    error: type[Exception], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            wire.broken = error
            wire.say(type="ping")
            await asyncio.wait_for(wire.task, SECONDS)
            assert it.sockets.open == 0

    run(main)
    assert "fault" not in caplog.text


def test_what_was_taken_is_answered_before_the_end(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            older, _ = await it.welcomed(0)
            it.store.open.clear()
            older.say(type="ready", id="c1")
            await it.store.waiting.wait()
            await it.welcomed(0)
            await settle()
            it.store.open.set()
            assert await older.until(Done) == Done("c1", 4, 4)
            assert (await older.closed())[1] == Close.REPLACED

    run(main)


@pytest.mark.limit("in_flight")
def test_commands_beyond_the_bound_are_turned_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            it.store.open.clear()
            for number in range(17):
                wire.say(type="ready", id=f"c{number}")
            wrong = await wire.until(Error)
            assert (wrong.id, wrong.fault.code) == ("c16", "ws_waiting")
            it.store.open.set()
            assert await wire.until(Done) == Done("c0", 4, 4)

    run(main)


def test_a_busy_table_says_so_and_did_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            it.sockets.context.limits = replace(it.sockets.context.limits, in_flight=100)
            await it.seat()
            wire, _ = await it.welcomed(0)
            it.store.open.clear()
            wire.say(type="ready", id="c")
            await it.store.waiting.wait()
            for number in range(65):
                wire.say(type="ready", id=f"c{number}")
            wrong = await wire.until(Error)
            assert (wrong.id, wrong.fault.code) == ("c64", "live_busy")
            it.store.open.set()
            await wire.until(Done)

    run(main)


def test_a_table_that_fails_leaves_the_command_unanswered(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            it.store.open.clear()
            wire.say(type="ready", id="c1")
            await it.store.waiting.wait()
            it.store.fail = True
            it.store.open.set()
            wrong = await wire.until(Error)
            assert (wrong.id, wrong.fault.code) == ("c1", "live_stopped")
            assert (await wire.until(Closed)).reason == "stopped"
            again, _ = await it.welcomed(0)
            again.say(type="ready", id="c1")
            assert await again.until(Done) == Done("c1", 4, 4)
            assert isinstance(await again.until(Update), Update)

    run(main)
