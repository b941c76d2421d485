"""Bots in worker processes beside tables: processes that end, fail, are late or return illegal actions."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
from concurrent.futures import BrokenExecutor
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from canastra.bots.warmup import practice_view
from canastra.engine import Action, Discard, View
from canastra.engine.actions import TAKE
from canastra.errors import InputError
from canastra.kernel.rules.tables import MOST_TABLES
from canastra.server import bots as bots_module
from canastra.server.bots import BOOKS, BOOKS_KEPT, BOOKS_OF_OWNER, HUNG, IN_HAND, NOBODY, Asker, TurnQueue, _Process
from canastra.server.live import BotPool, Bots, CommandRequest, LocalBots, PooledBots, TableLimits, TableManager
from canastra.server.lobby.house_rules import HouseRules
from canastra.server.storage import MemoryStore
from canastra.table import AddBots, seat_view
from tests.server.live.live_server import TABLE, finished, opened, run, services

PATIENT = TableLimits(bot_seconds=120)
"""For a machine that takes long to begin a process."""


class Failing(LocalBots):
    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        raise RuntimeError("KD")


class Late(LocalBots):
    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        await asyncio.sleep(10)
        raise AssertionError


class Cheating(LocalBots):
    """Sends what is never legal at once."""

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        return next((each for each in (TAKE, Discard(view.hand[0])) if each not in view.legal), view.legal[0])


async def match(bots: BotPool, level: str = "greedy", bot_seconds: float = 10) -> None:
    host = TableManager(
        services(MemoryStore(), bots=Bots(bots, ready=True), limits=TableLimits(bot_seconds=bot_seconds))
    )
    await host.create(TABLE, opened("canastra-duelo", target=1))
    await host.send(TABLE, CommandRequest(AddBots(level), "f"))
    actor = await finished(host)
    assert actor.table.match
    assert actor.table.match.finished
    await host.drain(60)


@pytest.mark.parametrize(("bots", "said"), [(Failing, "bot_failed"), (Late, "bot_failed"), (Cheating, "bot_illegal")])
@pytest.mark.limit("bot_seconds")
def test_whatever_ails_a_bot_the_match_goes_on(
    bots: type[LocalBots], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    run(lambda: match(bots(), bot_seconds=0.0005))
    assert f"event={said}" in caplog.text
    assert "KD" not in caplog.text


def test_a_level_that_no_bot_has_is_stood_in_for(caplog: pytest.LogCaptureFixture) -> None:
    run(lambda: match(LocalBots(), level="nobody"))
    assert "error=bot_unknown" in caplog.text


def test_an_error_of_a_process_reaches_the_server_and_leaves_the_pool_as_it_is(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def main() -> None:
        bots = PooledBots(1)
        host = TableManager(services(MemoryStore(), bots=Bots(bots, ready=True), limits=PATIENT))
        await host.create(TABLE, opened("canastra-duelo", target=1))
        await host.send(TABLE, CommandRequest(AddBots("nobody"), "f"))
        actor = await host.table(TABLE)
        while actor.table.step < 4:
            await asyncio.sleep(0.01)
        (process,) = bots._processes
        pool = process._pool
        assert pool is not None
        view = seat_view(actor.table, actor.table.to_act or 0)
        assert view is not None
        with pytest.raises(InputError) as caught:
            await bots.ask(view, "nobody", 1)
        assert (caught.value.code, caught.value.figures["name"]) == ("bot_unknown", "nobody")
        await finished(host)
        assert process._pool is pool
        await host.drain(60)
        await bots.close()

    run(main)
    assert "error=bot_unknown" in caplog.text
    assert "BrokenProcessPool" not in caplog.text


def test_bots_of_other_processes_play_a_match() -> None:
    async def main() -> None:
        bots = PooledBots(1)
        await match(bots)
        await bots.close()
        await bots.close()

    run(main)


def test_nobody_waits_for_a_bot_at_the_end() -> None:
    async def main() -> None:
        (mine,) = (bots := PooledBots(1))._processes
        asked = asyncio.create_task(mine.run(NOBODY, time.sleep, 600))
        await asyncio.sleep(0)
        assert mine._pool
        (child,) = mine._pool._children
        await bots.close()
        with pytest.raises(BrokenExecutor):
            await asked
        assert child.exitcode == -signal.SIGTERM

    run(main)


def test_a_pool_that_broke_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        bots = PooledBots(1)
        host = TableManager(services(MemoryStore(), bots=Bots(bots, ready=True)))
        await host.create(TABLE, opened("canastra-duelo", target=1))
        await host.send(TABLE, CommandRequest(AddBots("greedy"), "f"))
        while (await host.table(TABLE)).head < 8:
            await asyncio.sleep(0.01)
        (mine,) = bots._processes
        assert mine._pool
        for process in mine._pool._children:
            process.kill()
        await finished(host)
        await host.drain(60)
        await bots.close()

    run(main)
    assert "error=BrokenProcessPool" in caplog.text


def stopped(bots: PooledBots, hung: float) -> tuple[_Process, BaseProcess]:
    """Stop the only process of a pool, which hangs after `hung` seconds. Returns it and the system's process."""
    (mine,) = bots._processes
    mine._hung = hung
    assert mine._pool
    (child,) = mine._pool._children
    assert child.pid
    os.kill(child.pid, signal.SIGSTOP)
    return mine, child


@pytest.mark.limit("bot_process_answer")
def test_a_process_that_stands_still_is_ended_and_the_next_question_answered(caplog: pytest.LogCaptureFixture) -> None:
    assert HUNG == 30

    async def main() -> None:
        bots, seen = PooledBots(1), practice_view()
        await bots.ask(seen, "greedy", 1)
        assert bots.thinking_for() == 0
        mine, child = stopped(bots, 0.3)
        waiting = asyncio.create_task(bots.ask(seen, "greedy", 1))
        with pytest.raises(TimeoutError):  # This asker leaves, and the process has not noticed.
            await asyncio.wait_for(bots.ask(seen, "greedy", 1), 0.1)
        assert bots.thinking_for() > 0.05
        with pytest.raises(BrokenExecutor):
            await waiting
        mine._hung = HUNG
        assert await bots.ask(seen, "greedy", 1) in seen.legal
        assert bots.thinking_for() == 0
        await bots.close()
        assert not child.is_alive()

    run(main)
    assert caplog.text.count("event=bot_process_hung") == 1


def test_what_is_made_ready_may_take_as_long_as_it_likes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bots_module, "warm_up", gc.collect)  # The real one takes a minute.

    async def main() -> None:
        bots, seen = PooledBots(1), practice_view()
        await bots.ask(seen, "greedy", 1)
        mine, child = stopped(bots, 0.2)
        preparing = asyncio.create_task(bots.warm_up())
        await asyncio.sleep(0.05)
        waiting = asyncio.create_task(bots.ask(seen, "greedy", 1))
        await asyncio.sleep(0.5)
        assert bots.thinking_for() == 0
        mine._hung = HUNG
        assert child.pid
        os.kill(child.pid, signal.SIGCONT)
        await preparing
        assert await waiting in seen.legal
        await bots.close()

    run(main)
    assert "bot_process_hung" not in caplog.text


async def house_views(number: int) -> list[View]:
    """Views of a seat in deals by this many different house rules."""
    seen = []
    for target in range(number):
        made = HouseRules().made("buraco", {"match": {"target": 1_000 + target}})
        assert made is not None
        seen.append(practice_view()._replace(rulebook=made.rulebook))
    return seen


class Told:
    """A process that notes for which rulebook and level it is asked, and answers at once."""

    def __init__(self, process: Any) -> None:
        self.process, self.asked = process, list[tuple[str, str]]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.process, name)

    async def run(self, asker: Asker, function: object, view: View, level: str, *others: object) -> Action:
        self.asked.append((view.rulebook.id, level))
        return view.legal[0]


@pytest.mark.parametrize("owners", [1, 20])
@pytest.mark.limit("books")
@pytest.mark.limit("books_of_owner")
def test_house_rules_of_many_tables_are_worked_out_a_few_in_a_while(
    owners: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        now = 0.0
        bots = PooledBots(1, lambda: now)
        (process,) = [Told(each) for each in bots._processes]
        monkeypatch.setattr(bots, "_processes", (process,))
        houses, mine = await house_views(30), practice_view()
        for _ in range(3):
            for n, view in enumerate(houses):
                await bots.ask(view, "mestre", 1, Asker(f"guest {n % owners}", 1))
            await bots.ask(mine, "mestre", 1, Asker("Ana", 1))
        strong = [rulebook for rulebook, level in process.asked if level == "mestre"]
        few = BOOKS_OF_OWNER.burst if owners == 1 else BOOKS.burst
        assert len(set(strong)) == 1 + few
        assert strong.count(mine.rulebook.id) == 3
        assert len(process.asked) == 3 * 31  # All questions were answered.
        now = 600.0
        await bots.ask(houses[-1], "mestre", 1, Asker("guest 7", 1))
        assert process.asked[-1] == (houses[-1].rulebook.id, "mestre")
        await bots.close()

    run(main)


def test_as_many_rulebooks_are_counted_on_as_a_process_keeps() -> None:
    assert BOOKS_KEPT == MOST_TABLES


def test_who_opened_many_tables_waits_for_the_others_and_those_whom_nobody_waits_for_are_last() -> None:
    async def main() -> None:
        turns, order = TurnQueue(1), list[str]()

        async def use(asker: Asker) -> None:
            await turns.take(asker)
            order.append(asker.owner)
            turns.give_back()

        await turns.take(NOBODY)
        askers = [*[Asker("many")] * 50, *[Asker("idle", idle=True)] * 50, Asker("Ana"), Asker("Bia"), Asker("Ana")]
        tasks = [asyncio.create_task(use(each)) for each in askers]
        await asyncio.sleep(0)
        for task in tasks[:10]:
            task.cancel()  # Too late: their waiters have left.
        await asyncio.sleep(0)
        turns.give_back()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert order[:5] == ["many", "Ana", "Bia", "many", "Ana"]
        assert order[5:] == ["many"] * 38 + ["idle"] * 50

    run(main)


def test_a_turn_that_comes_as_its_asker_leaves_goes_to_the_next() -> None:
    async def main() -> None:
        turns = TurnQueue(1)
        await turns.take(NOBODY)
        first = asyncio.create_task(turns.take(NOBODY))
        second = asyncio.create_task(turns.take(NOBODY))
        await asyncio.sleep(0)
        turns.give_back()
        first.cancel()
        await asyncio.wait_for(second, 60)
        assert first.cancelled()

    run(main)


def test_a_process_that_thinks_for_one_who_has_left_is_given_no_more_than_before() -> None:
    async def main() -> None:
        (mine,) = (bots := PooledBots(1))._processes
        left = [asyncio.create_task(mine.run(NOBODY, time.sleep, 0.2)) for _ in range(IN_HAND)]
        await asyncio.sleep(0)
        for each in left:
            each.cancel()
        waits = asyncio.create_task(mine.run(NOBODY, int, "7"))
        await asyncio.sleep(0)
        assert not waits.done()
        assert await asyncio.wait_for(waits, 60) == 7
        await bots.close()

    run(main)
