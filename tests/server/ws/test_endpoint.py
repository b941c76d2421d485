"""Sockets in the same event loop: coming in, playing, being replaced, cut off, sent away; every order exact."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from canastra.protocol import Close, merged
from canastra.protocol.messages import (
    Closed,
    Done,
    Draining,
    Error,
    Pong,
    Reacted,
    Refused,
    RematchReady,
    Said,
    Update,
    Watchers,
    Welcome,
)
from canastra.table import AddBots, Leave
from tests.server.live.live_server import settle
from tests.server.ws.world import HEARTBEAT, SECONDS, run, world


def test_a_seat_is_welcomed_with_the_table_as_it_is(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            _, welcome = await it.welcomed(0)
            assert (welcome.v, welcome.table, welcome.seat, welcome.seq) == (1, "t1", 0, 3)
            assert welcome.state["seats"][1]["name"] == "Ana 1"
            assert welcome.state["you"] == 0
            assert welcome.events == ()
            assert welcome.heartbeat == HEARTBEAT
            assert welcome.talk.mode == "free"

    run(main)


def test_events_are_told_from_the_number_asked_for(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            _, welcome = await it.welcomed(0, "v=1&from=2")
            assert [each.seq for each in welcome.events] == [2, 3]

    run(main)


def test_a_command_is_answered_and_told_to_everybody(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            one, welcome = await it.welcomed(0)
            other, _ = await it.welcomed(1)
            one.say(type="ready", id="c1")
            assert await one.until(Done) == Done("c1", 4, 4)
            update = await other.until(Update)
            assert [each.event and each.event["type"] for each in update.events] == ["readied"]
            state = merged(dict(welcome.state), update.changes)
            assert state["seats"][0]["ready"] is True

    run(main)


def test_a_command_sent_again_gets_its_first_answer(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            for _ in range(2):
                wire.say(type="ready", id="c1")
            assert [await wire.until(Done) for _ in range(2)] == [Done("c1", 4, 4)] * 2
            wire.hang_up()
            again, _ = await it.welcomed(0)
            again.say(type="ready", id="c1")
            assert await again.until(Done) == Done("c1", 4, 4)

    run(main)


def test_commands_reach_the_table_in_the_order_of_the_frames(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            wire.say(type="ready", id="c1")
            wire.say(type="leave", id="c2")
            wire.say(type="ready", id="c3")
            assert await wire.until(Done) == Done("c1", 4, 4)
            assert await wire.until(Done) == Done("c2", 5, 5)
            refused = await wire.until(Refused)
            assert (refused.id, refused.fault.code) == ("c3", "live_not_yours")
            closed, code = await wire.closed()
            assert (closed, code) == (closed, Close.LEFT)
            assert closed.reason == "left"
            assert not closed.again
            assert closed.fault is not None
            assert closed.fault.code == "ws_left"

    run(main)


def test_a_person_who_was_made_to_get_up_is_told_why(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(1)
            it.lobby.freed[it.persons[1][0].player] = "lobby_unseated"
            await it.do(Leave(1))
            closed, code = await wire.closed()
            assert (code, closed.again) == (Close.LEFT, False)
            assert closed.fault is not None
            assert closed.fault.code == "lobby_unseated"
            assert closed.fault.pt.startswith("quem abriu a mesa pediu")

    run(main)


def test_a_stale_command_brings_what_was_missed(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat(people=1)
            await it.do(AddBots("greedy"))
            wire, _ = await it.welcomed(0)
            wire.say(type="ready", id="c1")
            wire.say(type="contribute", id="c2", bytes="00")
            update = await wire.until(Update)
            while update.changes.get("stage") != "playing":
                update = await wire.until(Update)
            wire.say(type="act", id="c3", action="draw", step=0)
            refused = await wire.until(Refused)
            assert refused.fault.code == "table_stale"
            assert refused.missed is not None
            assert refused.missed.state is not None
            assert refused.missed.state["you"] == 0

    run(main)


def test_the_newer_socket_of_a_seat_wins(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            older, _ = await it.welcomed(0)
            newer, _ = await it.welcomed(0)
            closed, code = await older.closed()
            assert code == Close.REPLACED
            assert closed.fault is not None
            assert (closed.reason, closed.again, closed.fault.code) == ("replaced", False, "ws_replaced")
            newer.say(type="ping", n=7)
            assert (await newer.until(Pong)).n == 7

    run(main)


def test_spectators_may_talk_and_nothing_else(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            await it.person()
            wire, welcome = await it.welcomed(2, "v=1&watch=true")
            assert welcome.seat is None
            assert "you" in welcome.state
            wire.say(type="ready", id="c1")
            wrong = await wire.until(Error)
            assert (wrong.id, wrong.fault.code) == ("c1", "ws_spectator")
            wire.say(type="say", id="c2", text="Boa noite")
            assert (await wire.until(Said)).id == "c2"
            wire.say(type="react", id="c3", reaction="thumbs_up")
            answer = await wire.get()
            assert isinstance(answer, Reacted | Error)
            assert answer.id == "c3"

    run(main)


def test_nobody_in_particular_may_watch_and_not_talk(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, welcome = await it.welcomed(None, "v=1&watch=1")
            assert welcome.seat is None
            wire.say(type="say", id="c1", text="Boa noite")
            assert (await wire.until(Error)).fault.code == "ws_nobody"

    run(main)


def test_a_line_is_heard_by_the_others_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            one, _ = await it.welcomed(0)
            other, _ = await it.welcomed(1)
            one.say(type="say", id="c1", text="Oi")
            said = await one.until(Said)
            assert (said.id, said.line.text, said.line.seat) == ("c1", "Oi", 0)
            heard = await other.until(Said)
            assert (heard.id, heard.line) == (None, said.line)
            later, welcome = await it.welcomed(1)
            assert welcome.talk.lines == (said.line,)
            await settle()
            assert later.news() == 0

    run(main)


@pytest.mark.limit("watchers_every")
def test_the_number_of_spectators_is_told_at_most_once_a_second(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, welcome = await it.welcomed(0)
            assert welcome.watchers == 0
            watchers = [await it.welcomed(None, "v=1&watch=true") for _ in range(3)]
            assert [welcome.watchers for _, welcome in watchers] == [1, 2, 3]
            assert await wire.until(Watchers) == Watchers(1)
            await settle()
            assert wire.news() == 0
            await it.time.advance(1_000)
            assert await wire.until(Watchers) == Watchers(3)
            for each, _ in watchers:
                each.hang_up()
            await it.time.advance(1_000)
            assert await wire.until(Watchers) == Watchers(0)

    run(main)


def test_the_table_of_the_rematch_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            it.lobby.registry.on_next("t1", "t1-2")
            it.lobby.registry.on_next("elsewhere", "elsewhere-2")
            assert await wire.until(RematchReady) == RematchReady("t1-2")
            it.lobby.table_terms.following = "t1-2"
            later, _ = await it.welcomed(1)
            assert await later.get() == RematchReady("t1-2")

    run(main)


def test_everybody_is_told_before_the_server_stops(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wires = [(await it.welcomed(person))[0] for person in (0, 1)]
            wires.append((await it.welcomed(None, "v=1&watch=true"))[0])
            it.store.open.clear()
            wires[0].say(type="ready", id="c1")
            await it.store.waiting.wait()
            draining = asyncio.create_task(it.sockets.drain(SECONDS))
            for wire in wires:
                assert await wire.until(Draining) == Draining(2_000, 3)
            wires[0].say(type="ready", id="c2")
            assert (await wires[0].until(Error)).fault.code == "live_draining"
            it.store.open.set()
            assert await wires[0].until(Done) == Done("c1", 4, 4)
            assert await draining
            for wire in wires:
                closed, code = await wire.closed()
                assert closed.fault is not None
                assert (code, closed.again, closed.fault.code) == (Close.RESTART, True, "ws_restart")
            late = it.wire(0)
            assert await late.until(Closed) == closed
            assert (await late.closed())[1] == Close.RESTART

    run(main)


def test_a_session_that_ends_closes_its_sockets(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            other, _ = await it.welcomed(1)
            await it.users.sign_out(it.persons[0][0])
            closed, code = await wire.closed()
            assert closed.fault is not None
            assert (code, closed.again, closed.fault.code) == (Close.NOT_SIGNED_IN, False, "ws_not_signed_in")
            other.say(type="ping")
            assert (await other.until(Pong)).n == 0

    run(main)


def test_a_table_that_stops_is_to_be_come_back_to(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            (await it.host.table("t1")).finish()
            closed, code = await wire.closed()
            assert closed.fault is not None
            assert (code, closed.again, closed.fault.code) == (Close.STOPPED, True, "ws_stopped")
            _, welcome = await it.welcomed(0)
            assert isinstance(welcome, Welcome)

    run(main)
