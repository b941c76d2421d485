"""Commands sent twice, too late, by another person, or to a busy table."""

from __future__ import annotations

import asyncio
import gc
import threading
import tracemalloc
from pathlib import Path

import pytest

from canastra import table as tables
from canastra.server.live import (
    Actor,
    BusyError,
    CommandRequest,
    Completed,
    Refused,
    TableLimits,
    TableManager,
    TableStoppedError,
)
from canastra.server.storage import MemoryStore, Point, SequenceError, SqliteStore, StoppedError
from canastra.table import Act, AddBots, Command, Contribute, FormError, Leave, Ready, Sit, Tick
from tests.server.live.live_server import TABLE, opened, run, services, settle


async def table(host: TableManager, people: int = 2, deal: bool = False) -> Actor:
    """A duel with people, dealt if wanted."""
    await host.create(TABLE, opened("canastra-duelo"))
    for seat in range(people):
        await send(host, Sit(seat, f"p{seat}", f"Ana {seat}"), f"sit{seat}", f"p{seat}")
    if deal:
        for seat in range(people):
            await send(host, Ready(seat), f"ready{seat}", f"p{seat}")
        for seat in range(people):
            await send(host, Contribute(seat, "00"), f"cut{seat}", f"p{seat}")
        await settle()
    return await host.table(TABLE)


async def send(host: TableManager, command: Command, command_id: str, player: str | None = None) -> Completed:
    answer = await host.send(TABLE, CommandRequest(command, command_id, player))
    assert isinstance(answer, Completed), answer
    return answer


async def refuse(host: TableManager, command: Command, command_id: str, player: str | None = None) -> Refused:
    answer = await host.send(TABLE, CommandRequest(command, command_id, player))
    assert isinstance(answer, Refused), answer
    return answer


def test_a_command_sent_again_gets_its_first_answer_also_after_a_restart() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await table(host)
        first = await send(host, Ready(0), "r", "p0")
        assert await send(host, Ready(0), "r", "p0") == first
        await host.drain(60)
        host = TableManager(services(store))
        assert await send(host, Ready(0), "r", "p0") == first
        assert len(await store.read(TABLE)) == 4
        await host.drain(60)

    run(main)


def test_a_command_that_could_be_done_again_is_not() -> None:
    """`Sit` and `Leave` in turns: by itself the repeated one would be right."""

    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        await table(host, 1)
        await send(host, Leave(0), "leave", "p0")
        assert await send(host, Sit(0, "p0", "Ana 0"), "sit0", "p0") == Completed(2, 2)
        assert (await host.table(TABLE)).head == 3
        await host.drain(60)

    run(main)


@pytest.mark.parametrize("tail", [256, 2])
def test_an_action_sent_again_gets_its_first_answer_whatever_came_after_it(tail: int) -> None:
    """Only its events tell, also when they are no longer in memory."""

    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store, limits=TableLimits(tail=tail)))
        actor = await table(host, deal=True)
        seat, step = actor.table.to_act, actor.table.step
        assert seat is not None
        player, draw = f"p{seat}", Act(seat, "draw", step)
        first = await send(host, draw, "d", player)
        assert first == Completed(actor.head, actor.head)
        assert await store.answer_of(TABLE, f"{player} d") is None
        assert await send(host, draw, "d", player) == first
        await send(host, Act(seat, f"discard {_some_card(actor, seat)}", step + 1), "a", player)
        head = actor.head
        assert await send(host, draw, "d", player) == first
        # A person who has left still gets the answer.
        await send(host, Leave(seat), "leave", player)
        assert await send(host, draw, "d", player) == first
        await host.drain(60)
        host = TableManager(services(store, limits=TableLimits(tail=tail)))
        assert await send(host, draw, "d", player) == first
        refused = await refuse(host, draw, "d", f"p{1 - seat}")
        assert refused.refusal.code == "live_not_yours"
        assert await send(host, Act(seat, "draw", step), "a", player) == Completed(first.last + 1, head)
        await host.drain(60)

    run(main)


@pytest.mark.limit("resent")
def test_an_action_of_long_ago_is_stale() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore(), limits=TableLimits(resent=2)))
        actor = await table(host, deal=True)
        seat, step = actor.table.to_act, actor.table.step
        assert seat is not None
        player, draw = f"p{seat}", Act(seat, "draw", step)
        first = await send(host, draw, "d", player)
        await send(host, Act(seat, f"discard {_some_card(actor, seat)}", step + 1), "a", player)
        assert actor.head == first.last + 1
        assert await send(host, draw, "d", player) == first
        await send(host, Act(1 - seat, "draw", step + 2), "b", f"p{1 - seat}")
        assert (await refuse(host, draw, "d", player)).refusal.code == "table_stale"
        await host.drain(60)

    run(main)


def test_an_action_whose_answer_was_kept_by_an_earlier_version_gets_it() -> None:
    async def main() -> None:
        store = MemoryStore()
        host = TableManager(services(store))
        actor = await table(host, deal=True)
        seat, step = actor.table.to_act, actor.table.step
        assert seat is not None
        await store.append(TABLE, actor.head + 1, [], f"p{seat} d", Completed(3, 4).text())
        await send(host, Act(seat, "draw", step), "e", f"p{seat}")
        assert await send(host, Act(seat, "draw", step), "d", f"p{seat}") == Completed(3, 4)
        await host.drain(60)

    run(main)


def test_ids_of_different_senders_are_different() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await table(host)
        assert await send(host, Ready(0), "r", "p0") == Completed(4, 4)
        answer = await send(host, Ready(1), "r", "p1")
        assert answer.seq == 5
        await host.drain(60)

    run(main)


@pytest.mark.limit("refusals")
def test_a_refused_command_stays_refused_while_the_table_lives() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore(), limits=TableLimits(refusals=2)))
        await table(host, 1)
        early = await refuse(host, Ready(1), "r", "p1")
        assert early.refusal.code == "live_not_yours"
        await send(host, Sit(1, "p1", "Bia"), "s", "p1")
        assert (await refuse(host, Ready(1), "r", "p1")).refusal.code == early.refusal.code
        await send(host, Ready(1), "r2", "p1")
        for number in range(2):  # The memory has a bound.
            await refuse(host, Ready(0), f"x{number}", "p1")
        assert (await refuse(host, Ready(1), "r", "p1")).refusal.code == "table_ready_already"
        await host.drain(60)

    run(main)


def test_a_stale_command_is_refused_with_what_its_sender_has_missed() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        actor = await table(host, deal=True)
        seat, step = actor.table.to_act, actor.table.step
        assert seat is not None
        await send(host, Act(seat, "draw", step), "d", f"p{seat}")
        stale = await refuse(host, Act(seat, "draw", step), "d2", f"p{seat}")
        assert stale.refusal.code == "table_stale"
        assert stale.missed
        (missed,) = stale.missed.events
        assert missed.seq == actor.head
        assert missed.event
        assert missed.event["entry"] != "draw ??"
        other = await refuse(host, Act(1 - seat, "draw", step), "d3", f"p{1 - seat}")
        assert other.missed
        assert other.missed.events[0].event
        assert other.missed.events[0].event["entry"] == "draw ??"
        long_ago = await refuse(host, Act(seat, "draw", step + 7), "d4", f"p{seat}")
        assert long_ago.missed
        assert long_ago.missed.events == ()
        await host.drain(60)

    run(main)


def test_of_refused_commands_only_the_words_are_kept() -> None:
    """A player can send any number of them, each worth all events in memory and a table as it was."""

    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        actor = await table(host, deal=True)
        seat, step = actor.table.to_act, actor.table.step
        assert seat is not None
        await send(host, Act(seat, "draw", step), "d", f"p{seat}")
        stale = await refuse(host, Act(seat, "draw", step), "s0", f"p{seat}")
        tracemalloc.start()
        try:
            for number in range(TableLimits().refusals):
                await refuse(host, Act(seat, "draw", step), f"s{number}", f"p{seat}")
            gc.collect()
            kept, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert kept < 1_500 * TableLimits().refusals
        again = await refuse(host, Act(seat, "draw", step), "s1", f"p{seat}")
        assert (again.refusal.code, again.refusal.figures) == (stale.refusal.code, stale.refusal.figures)
        assert again.missed is None
        await host.drain(60)

    run(main)


@pytest.mark.limit("tail")
def test_one_who_missed_too_much_is_sent_a_snapshot() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore(), limits=TableLimits(tail=2)))
        actor = await table(host, deal=True)
        seat = actor.table.to_act
        assert seat is not None
        for number in range(2):
            action = ("draw", f"discard {actor.table.state and _some_card(actor, seat)}")[number]
            await send(host, Act(seat, action, actor.table.step), f"a{number}", f"p{seat}")
        stale = await refuse(host, Act(seat, "draw", 1), "late", f"p{seat}")
        assert stale.missed
        assert stale.missed.state
        assert stale.missed.state["you"] == seat
        await host.drain(60)

    run(main)


def _some_card(actor: Actor, seat: int) -> str:
    view = tables.seat_view(actor.table, seat)
    assert view is not None
    return str(view.hand[0])


@pytest.mark.parametrize(
    ("command", "player"),
    [
        (Ready(0), "p1"),
        (Ready(0), "nobody"),
        (Sit(1, "p0", "Ana"), "p1"),
        (AddBots("greedy"), "p0"),
        (Tick(), "p0"),
        (Act(0, "draw", 0), "p1"),
    ],
)
def test_people_act_for_themselves_only(command: Command, player: str) -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await table(host)
        assert (await refuse(host, command, "c", player)).refusal.code == "live_not_yours"
        await host.drain(60)

    run(main)


@pytest.mark.parametrize("command_id", ["", "a b", "x" * 65, "ç", "a\n"])
@pytest.mark.limit("command_id")
def test_ids_have_a_form(command_id: str) -> None:
    with pytest.raises(FormError):
        CommandRequest(Ready(0), command_id)


class SlowStore(MemoryStore):
    """Appends wait until they are let go, or fail."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.error: Exception | None = None

    async def append(self, *arguments: object, **named: object) -> None:
        await self.gate.wait()
        if self.error:
            raise self.error
        await super().append(*arguments, **named)  # type: ignore[arg-type]


@pytest.mark.limit("mailbox")
def test_a_full_mailbox_turns_commands_away() -> None:
    async def main() -> None:
        store = SlowStore()
        host = TableManager(services(store, limits=TableLimits(mailbox=3)))
        await table(host)
        store.gate.clear()
        under_way = [asyncio.create_task(host.send(TABLE, CommandRequest(Ready(0), "r0", "p0")))]
        await settle()
        waiting = [
            asyncio.create_task(host.send(TABLE, CommandRequest(Leave(1), f"x{each}", "p1"))) for each in range(3)
        ]
        await settle()
        with pytest.raises(BusyError):
            await host.send(TABLE, CommandRequest(Ready(1), "r1", "p1"))
        store.gate.set()
        answers = await asyncio.gather(*under_way, *waiting)
        assert [isinstance(each, Completed) for each in answers] == [True, True, False, False]
        await host.drain(60)

    run(main)


@pytest.mark.parametrize("error", [StoppedError("storage_closed", file="x"), SequenceError("t1", 4, 9)])
def test_a_failed_append_stops_the_table_and_answers_nobody(error: Exception) -> None:
    async def main() -> None:
        store = SlowStore()
        host = TableManager(services(store))
        await table(host)
        subscription = await host.subscribe(TABLE, None, 1)
        store.gate.clear()
        asked = [
            asyncio.create_task(host.send(TABLE, CommandRequest(Ready(each), "r", f"p{each}"))) for each in range(2)
        ]
        await settle()
        store.error = error
        store.gate.set()
        for outcome in await asyncio.gather(*asked, return_exceptions=True):
            assert isinstance(outcome, TableStoppedError)
        assert subscription.ended
        assert (await subscription.get()).seq == 3
        await settle()
        assert host.loaded == ()
        store.error = None
        assert (await send(host, Ready(0), "r", "p0")).seq == 4  # Loaded anew.
        await host.drain(60)

    run(main)


def test_who_stops_waiting_does_not_undo_a_command() -> None:
    async def main() -> None:
        store = SlowStore()
        host = TableManager(services(store))
        await table(host)
        store.gate.clear()
        asked = asyncio.create_task(host.send(TABLE, CommandRequest(Ready(0), "r", "p0")))
        await settle()
        asked.cancel()
        store.gate.set()
        await settle()
        assert await send(host, Ready(0), "r", "p0") == Completed(4, 4)
        await host.drain(60)

    run(main)


def test_an_append_cut_off_by_draining_is_found_by_the_next_server() -> None:
    async def main() -> None:
        store = SlowStore()
        host = TableManager(services(store))
        await table(host)
        store.gate.clear()
        asked = asyncio.create_task(host.send(TABLE, CommandRequest(Ready(0), "r", "p0")))
        await settle()
        assert not await host.drain(0.01)
        with pytest.raises(TableStoppedError):
            await asked
        store.gate.set()
        host = TableManager(services(store))
        assert (await send(host, Ready(0), "r", "p0")).seq == 4
        await host.drain(60)

    run(main)


def test_an_append_that_is_done_after_its_table_has_gone_is_waited_for(tmp_path: Path) -> None:
    armed, reached, held = threading.Event(), threading.Event(), threading.Event()

    def hook(point: Point) -> None:
        if point is Point.BEFORE_APPEND and armed.is_set() and not reached.is_set():
            reached.set()
            held.wait(120)

    async def main() -> None:
        store = SqliteStore.open(tmp_path / "a.db", hook=hook)
        host = TableManager(services(store))
        await table(host)
        armed.set()
        asked = asyncio.create_task(host.send(TABLE, CommandRequest(Ready(0), "r", "p0")))
        while not reached.is_set():
            await asyncio.sleep(0.001)
        assert not await host.drain(0.01)
        with pytest.raises(TableStoppedError):
            await asked
        host = TableManager(services(store))
        again = asyncio.create_task(host.send(TABLE, CommandRequest(Ready(0), "r", "p0")))
        await asyncio.sleep(0.02)
        assert not again.done()
        held.set()
        assert await again == Completed(4, 4)
        assert len(await store.read(TABLE)) == 4
        await host.drain(60)
        await store.close()

    run(main)


@pytest.mark.limit("events")
def test_a_table_takes_so_many_events_and_lets_people_leave() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore(), limits=TableLimits(events=20)))
        actor = await table(host, people=0)
        for n in range(20):
            if actor.head >= 20:
                break
            await send(host, Sit(0, "p0", "Ana"), f"s{n}", "p0")
            if actor.head < 20:
                await send(host, Leave(0), f"l{n}", "p0")
        assert actor.head == 20
        answer = await refuse(host, Ready(0), "r", "p0")
        assert answer.refusal.code == "live_log_full"
        if actor.table.seats[0].is_person:
            await send(host, Leave(0), "last", "p0")
        assert not actor.table.seats[0].is_person
        await host.drain(60)

    run(main)
