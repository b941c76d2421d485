"""A flag beside asyncio's event, tasks that survive their callers, and callbacks in batches."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from canastra.server.aio import FEW, PERIOD, Background, Coalescer, Flag


@pytest.mark.parametrize("seed", range(20))
def test_a_flag_is_an_event(seed: int) -> None:
    """Set, cleared, waited for by several, cancelled: the same tasks end at the same time."""

    async def main() -> None:
        random = Random(seed)
        flag, event = Flag(), asyncio.Event()
        tasks: list[tuple[asyncio.Task[object], asyncio.Task[object]]] = []
        for _ in range(60):
            step = random.randrange(5)
            if step == 0:
                flag.set()
                event.set()
            elif step == 1:
                flag.clear()
                event.clear()
            elif step == 2 and tasks:
                for each in random.choice(tasks):
                    each.cancel()
            else:
                tasks.append((asyncio.create_task(flag.wait()), asyncio.create_task(event.wait())))
            for _ in range(random.randrange(4)):
                await asyncio.sleep(0)
            assert flag.is_set() == event.is_set()
            assert [one.done() for one, _ in tasks] == [other.done() for _, other in tasks]
            assert [one.cancelled() for one, _ in tasks if one.done()] == [
                other.cancelled() for _, other in tasks if other.done()
            ]
        flag.set()
        event.set()
        await asyncio.gather(*(one for one, _ in tasks), *(other for _, other in tasks), return_exceptions=True)
        assert flag._waiting == []

    asyncio.run(main())


def test_the_work_goes_on_and_its_error_is_nobodys(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    done = []

    async def work(begun: asyncio.Event, go_on: asyncio.Event, error: bool) -> None:
        begun.set()
        await go_on.wait()
        done.append(error)
        if error:
            raise ValueError("senha-da-ana")

    async def main() -> None:
        background = Background()
        await background.close()
        for error in (False, True):
            begun, go_on = asyncio.Event(), asyncio.Event()
            leaving = asyncio.create_task(background.run(work(begun, go_on, error)))
            await begun.wait()
            leaving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await leaving
            go_on.set()
            await background.close()

    asyncio.run(main())
    gc.collect()
    assert done == [False, True]
    assert "senha-da-ana" not in caplog.text


def test_the_answer_and_the_error_come_back() -> None:
    async def good() -> int:
        return 7

    async def bad() -> int:
        raise ValueError("x")

    async def main() -> None:
        background = Background()
        assert await background.run(good()) == 7
        with pytest.raises(ValueError, match="x"):
            await background.run(bad())

    asyncio.run(main())


class Loop:
    """The part of an event loop that a coalescer uses, with a time of its own."""

    def __init__(self) -> None:
        self.now, self.timers = 100.0, list[tuple[float, Callable[[], None]]]()

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, call: Callable[[], None]) -> None:
        self.timers.append((when, call))

    def call_soon(self, call: Callable[[], None]) -> None:
        call()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        due = [call for when, call in self.timers if when <= self.now]
        self.timers = [(when, call) for when, call in self.timers if when > self.now]
        for call in due:
            call()


def test_only_many_messages_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, coalescer, heard = Loop(), Coalescer(), list[int]()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)

    def call(*numbers: int) -> list[int]:
        for number in numbers:
            coalescer.call(partial(heard.append, number))
        return heard

    few = list(range(FEW))
    assert call(*few) == few
    assert call(FEW, FEW + 1) == few
    loop.wait(PERIOD * 0.9)
    assert call(*range(FEW + 2, 2 * FEW + 1)) == few
    loop.wait(PERIOD * 0.2)
    assert heard == list(range(2 * FEW + 1))  # All that waited, in their order.
    assert call(-1)[-1] == 2 * FEW  # Many came, so the next wait from the first.
    loop.wait(PERIOD)
    assert heard[-1] == -1
    assert call(-2)[-1] == -2  # It was alone, so the next one is not delayed.
    loop.wait(10 * PERIOD)
    assert call(-3)[-1] == -3
    assert not loop.timers
