"""A run: hands out the pairs that are left, in chunks of some seconds, and gathers the results.

The size and order of chunks doesn't matter, since a pair follows from its number alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from itertools import takewhile
from math import ceil

from canastra.arena.backends import Backend
from canastra.arena.chunks import Chunk, Task
from canastra.arena.config import RunConfig
from canastra.arena.pairs import PlayedPair
from canastra.arena.statistics.sprt import SprtState, sequential_test
from canastra.arena.statistics.times import Times
from canastra.errors import InputError

CHUNK_SECONDS = 3.0
"""Seconds that a chunk should take: long compared with its overhead, short enough to lose if a worker dies."""


@dataclass(slots=True)
class Meeting:
    """The pairs played between two entrants."""

    played: dict[int, PlayedPair] = field(default_factory=dict)
    """The pairs by number."""
    row: list[PlayedPair] = field(default_factory=list)
    """The pairs from number 0 to the first gap."""
    seconds: float = 0.0

    def add(self, chunk: Chunk) -> None:
        """Add the pairs of a chunk."""
        self.played.update(enumerate(chunk.pairs, chunk.start))
        self.seconds += chunk.seconds
        while len(self.row) in self.played:
            self.row.append(self.played[len(self.row)])


class Run:
    """A configuration and the pairs played so far, for a number of pairs of each meeting."""

    def __init__(self, config: RunConfig, pairs: int, chunks: Iterable[Chunk] = ()) -> None:
        self.config = config
        self.pairs = pairs
        self.meetings = [Meeting() for _ in config.meetings]
        self.times: dict[str, Times] = {}
        self.starts: dict[str, Times] = {}
        self._given: list[set[int]] = [set() for _ in config.meetings]
        self._open = set(range(len(self.meetings)))
        for chunk in chunks:
            self.add(chunk)

    def add(self, chunk: Chunk) -> None:
        """Add the pairs of a chunk."""
        self.meetings[chunk.meeting].add(chunk)
        self._given[chunk.meeting].update(range(chunk.start, min(chunk.start + len(chunk.pairs), self.pairs)))
        for name, times in chunk.times.items():
            self.times.setdefault(name, Times()).merge(times)
        for name, times in chunk.starts.items():
            self.starts.setdefault(name, Times()).merge(times)
        decision = self.decision(chunk.meeting)
        if len(self.meetings[chunk.meeting].row) >= self.pairs or (decision and decision.accepted):
            self._open.discard(chunk.meeting)

    @property
    def finished(self) -> bool:
        """Return whether all pairs have been played."""
        return not self._open

    @property
    def progress(self) -> tuple[int, int]:
        """Pairs played or no longer needed, and all pairs."""
        done = sum(
            sum(pair < self.pairs for pair in meeting.played) if number in self._open else self.pairs
            for number, meeting in enumerate(self.meetings)
        )
        return done, self.pairs * len(self.meetings)

    def counted(self, meeting: int) -> list[PlayedPair]:
        """The pairs that count, in order; with a test, up to the one that decided it."""
        decision = self.decision(meeting)
        return self.meetings[meeting].row[: decision.pairs if decision else self.pairs]

    def decision(self, meeting: int) -> SprtState | None:
        """The state of the sequential test, if there is one."""
        if self.config.bounds is None:
            return None
        return sequential_test((pair.score for pair in self.meetings[meeting].row[: self.pairs]), self.config.bounds)

    def next_task(self, workers: int) -> Task | None:
        """The next pairs to play, of the meeting with the fewest; None if no pairs are left."""
        waiting = [number for number in sorted(self._open) if self._left(number)]
        if not waiting:
            return None
        meeting = max(waiting, key=self._left)
        given, length = self._given[meeting], self._length(meeting, workers)
        free = (pair for pair in range(len(self.meetings[meeting].row), self.pairs) if pair not in given)
        start = next(free)
        pairs = [start, *takewhile(lambda pair: pair not in given, range(start + 1, min(start + length, self.pairs)))]
        given.update(pairs)
        return Task(self.config.pair_player(meeting), meeting, start, len(pairs))

    def _left(self, meeting: int) -> int:
        return self.pairs - len(self._given[meeting])

    def _length(self, meeting: int, workers: int) -> int:
        """Number of pairs in a chunk: one until their time is known, and few at the end."""
        known = self.meetings[meeting]
        if not known.played:
            return 1
        fit = int(CHUNK_SECONDS * len(known.played) / max(known.seconds, 1e-9))
        return max(1, min(fit, ceil(self._left(meeting) / (2 * workers))))


def play(run: Run, backend: Backend, gathered: Callable[[Chunk], None]) -> None:
    """Play the rest of a run; `gathered` is called with each chunk after it was added to the run.

    Raises `InputError` if a bot fails, plays an illegal step, or makes its worker die.
    """
    futures: set[Future[Chunk | InputError]] = set()
    while not run.finished:
        while len(futures) <= backend.workers and (task := run.next_task(backend.workers)):
            futures.add(_submit(task, backend))
        done, futures = wait(futures, return_when=FIRST_COMPLETED)
        results = [_result(future, backend) for future in done]
        for chunk in results:
            if isinstance(chunk, Chunk):
                run.add(chunk)
                gathered(chunk)
        # Results that came together with a failure are stored before it is raised.
        for error in results:
            if isinstance(error, InputError):
                raise error


def _submit(task: Task, backend: Backend) -> Future[Chunk | InputError]:
    """Submit a task. If a worker has died, this task fails like those in progress, whose finished results are kept."""
    try:
        return backend.submit(task)
    except backend.died as error:
        failed: Future[Chunk | InputError] = Future()
        failed.set_exception(error)
        return failed


def _result(future: Future[Chunk | InputError], backend: Backend) -> Chunk | InputError:
    try:
        return future.result()
    except backend.died:
        return InputError("arena_worker_died")
