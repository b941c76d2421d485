"""A worker that hangs costs one slow answer, rests, and is asked again later."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from itertools import pairwise

import pytest

from canastra.cluster.bots import run
from canastra.cluster.bots import worker as worker_module
from canastra.cluster.bots.messages import (
    ROLL_CALL,
    BotRefused,
    WorkerBeat,
    level_subject,
    read_bot_answer,
    worker_subject,
)
from canastra.cluster.bots.pool import FIRST
from canastra.cluster.bots.roster import WorkerRoster
from canastra.engine import Action, View
from canastra.server.bots import HUNG, NOBODY, Asker
from canastra.server.health import Supervisor
from tests.cluster.bot_workers import Counted, Hanging, Unasked, answers, asking, question, until, views, workers
from tests.cluster.local_bus import LocalBus

SEEN = views()[40]


def beat(name: str) -> WorkerBeat:
    return WorkerBeat(name, ["greedy"], 1)


class Stuck(Hanging):
    """Answers nothing until it is `freed`, and knows how long it has been thinking."""

    def __init__(self) -> None:
        super().__init__()
        self.since: float | None = None

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        self.asked.append((level, asker.number))
        self.since = self.since or asyncio.get_running_loop().time()
        await asyncio.sleep(3600)
        raise AssertionError

    def thinking_for(self) -> float:
        return 0.0 if self.since is None else asyncio.get_running_loop().time() - self.since


@pytest.mark.parametrize("number", [1, None])
def test_a_worker_that_stands_still_costs_one_slow_answer(monkeypatch: pytest.MonkeyPatch, number: int | None) -> None:
    """Neither its heartbeats nor seats of its own make it cost a second one."""
    monkeypatch.setattr(worker_module, "BEAT", 0.01)

    async def main() -> None:
        bus, hanging, good = LocalBus(), Hanging(), Counted()
        async with workers(bus, hanging, good), asking(bus, Unasked(), 0.1, known=2) as bots:
            for turn in range(200):
                await bots.ask(SEEN, "greedy", 1, Asker(number=number and number + turn))
                await asyncio.sleep(0.002)
            assert len(hanging.asked) == 1
            assert answers(bots) == {"other": 1, "worker": 199}

    asyncio.run(main())


def test_alone_it_costs_one_slow_answer_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "BEAT", 0.01)

    async def main() -> None:
        bus, hanging, own = LocalBus(), Hanging(), Counted()
        async with workers(bus, hanging), asking(bus, own, 0.05) as bots:
            for number in range(50):
                await bots.ask(SEEN, "greedy", 1, Asker(number=number))
                await asyncio.sleep(0.005)
            assert (len(hanging.asked), len(own.asked), len(bots.roster)) == (1, 50, 0)

    asyncio.run(main())


def test_a_worker_that_was_late_is_tried_again_by_one_question_twice_as_late_each_time() -> None:
    now, tried = 0.0, []
    roster = WorkerRoster(lambda: now)

    def may_be_asked() -> bool:
        roster.note(beat("a"))  # It sends its heartbeat all the time.
        return roster.ranked("greedy", 1) == ["a"]

    while now < 2_000:
        if may_be_asked():
            tried.append(now)
            with roster.asking("a", 4):
                now += 1
                assert may_be_asked() == (not tried[1:]), "while one question tries it, no other does"
                now += 3
                roster.rest("a")
        assert not may_be_asked()
        now += 0.5
    rests = [later - before - 4 for before, later in pairwise(tried)]
    assert rests == [5, 10, 20, 40, 80, 160, *[300] * (len(rests) - 6)]
    assert len(rests) > 8
    now += 300
    with roster.asking("a", 4):
        roster.answered("a")
    assert may_be_asked()
    roster.rest("a")
    now += 4.5
    assert not may_be_asked()
    now += 0.5
    assert may_be_asked()


def test_questions_that_were_asked_together_make_one_rest() -> None:
    now = 0.0
    roster = WorkerRoster(lambda: now)
    roster.note(beat("a"))
    with ExitStack() as asked:
        for _ in range(10):
            asked.enter_context(roster.asking("a", 4))
        now = 4.0
        for _ in range(10):
            roster.rest("a")
    now = 9.0
    roster.note(beat("a"))
    assert roster.has("greedy")


def test_a_worker_that_owes_an_answer_for_a_second_is_asked_last() -> None:
    now = 0.0
    roster = WorkerRoster(lambda: now)
    for name in "ab":
        roster.note(beat(name))
    first, second = roster.ranked("greedy", 1)
    with roster.asking(first, 4):
        now = 0.9
        assert roster.ranked("greedy", 1) == [first, second]
        now = 1.0
        assert roster.ranked("greedy", 1) == [second, first]
    assert roster.ranked("greedy", 1) == [first, second]


def test_a_worker_whose_process_hangs_says_so_and_refuses_until_it_answers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert worker_module.LATE == FIRST
    monkeypatch.setattr(worker_module, "BEAT", 0.01)
    monkeypatch.setattr(worker_module, "LATE", 0.1)

    async def main() -> None:
        bus, pool = LocalBus(), Stuck()
        async with workers(bus, pool) as (worker,), asking(bus, Counted(), 5.0) as bots:
            slow = asyncio.create_task(bus.request(worker_subject(worker.name), question(), 60))
            await until(lambda: not bots.roster.knows_any)
            for subject in (worker_subject(worker.name), level_subject("greedy")):
                answer = read_bot_answer(await asyncio.wait_for(bus.request(subject, question(), 60), 5))
                assert answer == BotRefused("bots_late")
            assert len(pool.asked) == 1
            bus.publish(ROLL_CALL, b"")
            await asyncio.sleep(0.05)
            assert not bots.roster.knows_any
            slow.cancel()
            pool.since = None
            await until(lambda: len(bots.roster) == 1)

    asyncio.run(main())
    assert caplog.text.count("event=worker_late") == 1


def test_the_watchdog_of_a_worker_hears_nothing_while_a_process_hangs() -> None:
    class Told(Supervisor):
        interval = 0.005
        times = 0

        def alive(self) -> None:
            self.times += 1

    async def main() -> None:
        supervisor, stopped, pool = Told({}), asyncio.Event(), Stuck()
        supervisor.interval = 0.005
        watching = asyncio.create_task(run._stopped(stopped, supervisor, pool))
        await until(lambda: supervisor.times > 3)
        pool.since = asyncio.get_running_loop().time() - 2 * HUNG
        before = supervisor.times
        await asyncio.sleep(0.05)
        assert supervisor.times <= before + 1
        pool.since = None
        await until(lambda: supervisor.times > before + 3)
        stopped.set()
        await watching

    asyncio.run(main())
