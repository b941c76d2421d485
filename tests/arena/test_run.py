"""Which pairs are played and counted, whatever the chunks and their order."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from random import Random

import pytest

from canastra.arena.backends import Backend
from canastra.arena.chunks import Chunk, Task
from canastra.arena.results import results
from canastra.arena.run import CHUNK_SECONDS, Run, play
from canastra.arena.statistics.sprt import Bounds
from canastra.errors import InputError
from tests.arena.runs import chunk, config, made_up


def score(pair: int) -> int:
    """Of a made-up pair."""
    return Random(pair).randrange(-100, 300)


def answered(task: Task, seconds: float = 0.5) -> Chunk:
    pairs = made_up(*(score(pair) for pair in range(task.start, task.start + task.count)))
    return Chunk(task.meeting, task.start, pairs, {}, seconds * task.count)


class Made:
    """A backend that answers at once, and keeps what it was asked."""

    def __init__(self, workers: int = 2, seconds: float = 0.5, fails_at: int = 10**9, error: object = None) -> None:
        self.tasks: list[Task] = []
        self._seconds, self._fails_at, self._error = seconds, fails_at, error
        self.backend = Backend(self._submit, workers, BrokenExecutor)

    def _submit(self, task: Task) -> Future[Chunk | InputError]:
        self.tasks.append(task)
        future: Future[Chunk | InputError] = Future()
        if len(self.tasks) < self._fails_at:
            future.set_result(answered(task, self._seconds))
        elif isinstance(self._error, InputError):
            future.set_result(self._error)
        else:
            future.set_exception(BrokenExecutor())
        return future


def none(chunk: Chunk) -> None:
    """Gathers nothing."""


def test_every_pair_is_played_once() -> None:
    made, run = Made(), Run(config("greedy,random,greedy+random"), 50)
    play(run, made.backend, none)
    given = [(task.meeting, pair) for task in made.tasks for pair in range(task.start, task.start + task.count)]
    assert sorted(given) == [(meeting, pair) for meeting in range(3) for pair in range(50)]
    assert run.progress == (150, 150)


def test_chunks_take_seconds() -> None:
    for seconds, longest in ((0.5, int(CHUNK_SECONDS / 0.5)), (60.0, 1)):
        made, run = Made(seconds=seconds), Run(config(), 200)
        play(run, made.backend, none)
        assert made.tasks[0].count == 1
        assert max(task.count for task in made.tasks) == longest


def test_what_is_known_is_not_played_again() -> None:
    made, run = Made(), Run(config(), 10, [chunk(0, 0, 5, 5), chunk(0, 4, 5)])
    assert run.progress == (3, 10)
    play(run, made.backend, none)
    given = [pair for task in made.tasks for pair in range(task.start, task.start + task.count)]
    assert sorted(given) == [2, 3, 5, 6, 7, 8, 9]
    again = Made()
    play(run, again.backend, none)
    assert again.tasks == []


def test_fewer_pairs_count_the_first_ones() -> None:
    run = Run(config(), 2, [chunk(0, 0, 1, 2, 3, 4)])
    assert run.finished
    assert [pair.score for pair in run.counted(0)] == [1, 2]


def test_under_a_test_only_the_first_meets_the_others() -> None:
    names = [(first.name, second.name) for first, second in config("random,greedy,greedy+random").meetings]
    assert names == [("random", "greedy"), ("random", "greedy+random"), ("greedy", "greedy+random")]
    tested = config("random,greedy,greedy+random", bounds=Bounds(0, 50)).meetings
    assert [(first.name, second.name) for first, second in tested] == names[:2]


def test_a_test_stops_early_and_counts_the_same_in_any_order() -> None:
    asked = config(bounds=Bounds(0, 50))
    made, run = Made(), Run(asked, 1000)
    play(run, made.backend, none)
    assert run.finished
    assert len(run.meetings[0].played) < 200
    found = results(run)
    assert found["meetings"][0]["sprt"]["accepted"] == "H1"
    chunks = [answered(Task(asked.pair_player(0), 0, start, 7)) for start in range(0, 210, 7)]
    Random(1).shuffle(chunks)
    assert results(Run(asked, 1000, chunks)) == found


def test_in_a_gauntlet_only_the_first_meets_the_others() -> None:
    asked = replace(config("random,greedy,greedy+random"), gauntlet=True)
    assert [(first.name, second.name) for first, second in asked.meetings] == [
        ("random", "greedy"),
        ("random", "greedy+random"),
    ]


def test_what_came_before_a_failure_is_gathered() -> None:
    error = InputError("arena_bot_failed", bot="greedy", pair=3, seat=1, reason="x")
    made, run = Made(fails_at=3, error=error), Run(config(), 50)
    gathered: list[Chunk] = []
    with pytest.raises(InputError) as caught:
        play(run, made.backend, gathered.append)
    assert caught.value is error
    assert len(gathered) == 2


def test_a_worker_that_died_is_told() -> None:
    made, run = Made(fails_at=2), Run(config(), 50)
    with pytest.raises(InputError) as caught:
        play(run, made.backend, none)
    assert caught.value.code == "arena_worker_died"
    assert run.progress == (1, 50)


def test_a_worker_that_died_before_the_next_task_is_told_too() -> None:
    finished: Future[Chunk | InputError] = Future()

    def submit(task: Task) -> Future[Chunk | InputError]:
        if finished.done():
            raise BrokenExecutor
        finished.set_result(answered(task))
        return finished

    run, gathered = Run(config(), 50), list[Chunk]()
    with pytest.raises(InputError) as caught:
        play(run, Backend(submit, 1, BrokenExecutor), gathered.append)
    assert caught.value.code == "arena_worker_died"
    assert gathered == [finished.result()]
