"""The task of a worker and its answer: consecutive pairs of one meeting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from canastra.arena.pairs import PairPlayer, PlayedDeal, PlayedPair
from canastra.arena.players import Watch, never
from canastra.arena.programs import Faults, Programs
from canastra.arena.statistics.times import Times
from canastra.bots.processes import at_end
from canastra.errors import InputError


@dataclass(frozen=True, slots=True)
class Task:
    """Pairs to play: `count` of them from number `start` on."""

    player: PairPlayer
    meeting: int
    start: int
    count: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """Pairs that were played, with the bots' times; `seconds` is the time for all of them."""

    meeting: int
    start: int
    pairs: tuple[PlayedPair, ...]
    times: Mapping[str, Times]
    seconds: float
    starts: Mapping[str, Times] = field(default_factory=dict)
    """Starting times of programs."""

    def to_json(self) -> dict[str, Any]:
        """The chunk for the journal; `chunk_from_json` reads it back."""
        return {
            "meeting": self.meeting,
            "start": self.start,
            "pairs": self.pairs,
            "times": {name: times.to_json() for name, times in self.times.items()},
            "starts": {name: times.to_json() for name, times in self.starts.items()},
            "seconds": round(self.seconds, 3),
        }


_running: list[Programs] = []
"""The programs of a process that works only for the arena, once it has any."""


def play_chunk(task: Task, halted: Callable[[], bool] = never, programs: Programs | None = None) -> Chunk:
    """Play the pairs of a task with programs that stay running, or with its own, which end with it."""
    if programs is None:
        programs = Programs()
        try:
            return play_chunk(task, halted, programs)
        finally:
            programs.close()
    begun = perf_counter()
    watch = Watch(halted, programs)
    pairs = tuple(task.player.play_pair(pair, watch) for pair in range(task.start, task.start + task.count))
    return Chunk(task.meeting, task.start, pairs, watch.times, perf_counter() - begun, watch.starts)


def try_chunk(task: Task, halted: Callable[[], bool] = never, programs: Programs | None = None) -> Chunk | InputError:
    """`play_chunk` for workers: returns a bot's failure, since not all backends can raise it."""
    try:
        return play_chunk(task, halted, programs)
    except InputError as error:
        return error


def try_chunk_in_process(task: Task) -> Chunk | InputError:
    """`try_chunk` in a process of `canastra.bots.processes`, whose programs run until it ends."""
    if not _running:
        _running.append(Programs())
        at_end(_running[0].close)
    return try_chunk(task, programs=_running[0])


def chunk_from_json(value: Mapping[str, Any], line: int) -> Chunk:
    """The chunk that `Chunk.to_json` wrote. Raises `InputError`, with the journal's line, for anything else."""
    try:
        return Chunk(
            meeting=_count(value["meeting"]),
            start=_count(value["start"]),
            pairs=tuple(PlayedPair(*(_deal(deal) for deal in pair)) for pair in value["pairs"]),
            times={name: Times.from_json(times) for name, times in value["times"].items()},
            seconds=float(value["seconds"]),
            starts={name: Times.from_json(times) for name, times in value.get("starts", {}).items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError("arena_journal_damaged", number=line) from error


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(value)
    return value


def _deal(value: Any) -> PlayedDeal:
    first, second, turns, ending, faults = value
    if not (type(first) is type(second) is type(turns) is int and isinstance(ending, str)):
        raise TypeError(value)
    one, two = (Faults(*map(_count, side)) for side in faults)
    return PlayedDeal(first, second, turns, ending, (one, two))
