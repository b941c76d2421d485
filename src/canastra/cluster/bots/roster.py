"""The known workers, how well they answer, and which of them has the bot of a seat."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from math import log2

from canastra.cluster.bots.messages import WorkerBeat
from canastra.server.limits import Monotonic, limit

BEAT = 2.0
"""Seconds between a worker's signs of life."""
SILENCE = limit("worker_silence", 3 * BEAT, "a worker", "time since its last sign of life", "it gets no questions", "s")
SHORTEST_REST = 5.0
"""Seconds in which a worker that answered too late gets no questions; twice as long each time it does so again."""
LONGEST_REST = 300.0
SLOW = 1.0
"""Seconds without an answer after which other workers are asked first."""


@dataclass(slots=True)
class _Standing:
    """How well a worker answers."""

    rest: float = 0.0
    """Length of its latest rest; 0 once it has answered since."""
    until: float = 0.0
    """The end of its rest, before which it gets no questions."""
    on_trial: bool = False
    """True while one question tries it after its rest."""
    asked: dict[object, float] = field(default_factory=dict)
    """The times of the unanswered questions, the oldest first."""


class WorkerRoster:
    """The workers with a recent sign of life.

    A worker that answers too late is left out for a while, twice as long each time, in spite of its signs of life. Then
    one question tries it again.
    """

    def __init__(self, clock: Monotonic = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[str, tuple[float, WorkerBeat]] = {}
        self._standings: dict[str, _Standing] = {}

    def __len__(self) -> int:
        return sum(self._is_there(worker) and not self._rests(worker) for worker in self._seen)

    @property
    def knows_any(self) -> bool:
        """Return whether a worker is there, even if it rests."""
        return any(map(self._is_there, self._seen))

    def note(self, beat: WorkerBeat) -> None:
        """Take a sign of life; one without levels is the last for now."""
        if beat.levels:
            self._seen[beat.worker] = self._clock(), beat
        else:
            self._seen.pop(beat.worker, None)
        for worker in [worker for worker in self._seen if not self._is_there(worker)]:
            del self._seen[worker]
        self._forget()

    def drop(self, worker: str) -> None:
        """Drop a missing worker until its next sign of life."""
        self._seen.pop(worker, None)

    def rest(self, worker: str) -> None:
        """Leave out a worker that answered too late for a while."""
        standing, now = self._standing(worker), self._clock()
        if standing.until > now and not standing.on_trial:
            return  # It rests already: this question is older.
        standing.rest = min(LONGEST_REST, 2 * standing.rest or SHORTEST_REST)
        standing.until = now + standing.rest

    def answered(self, worker: str) -> None:
        """Note an answer in time: the worker needs no rest."""
        standing = self._standing(worker)
        standing.rest = standing.until = 0.0

    @contextmanager
    def asking(self, worker: str, seconds: float) -> Iterator[None]:
        """Note a question to a worker while it waits up to `seconds` for an answer.

        After a rest this question tries the worker: it gets no other one meanwhile.
        """
        standing, question = self._standing(worker), object()
        standing.asked[question] = self._clock()
        if standing.rest:
            standing.on_trial, standing.until = True, self._clock() + seconds
        try:
            yield
        finally:
            standing.on_trial = False
            del standing.asked[question]

    def has(self, level: str) -> bool:
        """Return whether a worker has a level."""
        return bool(self._with(level))

    def ranked(self, level: str, number: int) -> list[str]:
        """The workers that have a level, in the order of a number's weighted rendezvous hashing.

        When a worker comes or goes, only its own numbers move. A worker with twice the processes has twice the numbers.
        A worker that has owed an answer for a second comes last.
        """
        return sorted(self._with(level), key=lambda worker: (self._is_slow(worker), self._score(worker, number)))

    def _with(self, level: str) -> list[str]:
        return [
            worker
            for worker, (_, beat) in self._seen.items()
            if level in beat.levels and self._is_there(worker) and not self._rests(worker)
        ]

    def _score(self, worker: str, number: int) -> float:
        digest = blake2b(f"{number} {worker}".encode(), digest_size=7).digest()
        drawn = (int.from_bytes(digest) + 1) / (2**56 + 1)
        return -log2(drawn) / self._seen[worker][1].processes

    def _is_there(self, worker: str) -> bool:
        return self._clock() - self._seen[worker][0] < SILENCE

    def _rests(self, worker: str) -> bool:
        return worker in self._standings and self._clock() < self._standings[worker].until

    def _is_slow(self, worker: str) -> bool:
        standing = self._standings.get(worker)
        oldest = next(iter(standing.asked.values()), None) if standing else None
        return oldest is not None and self._clock() - oldest >= SLOW

    def _standing(self, worker: str) -> _Standing:
        return self._standings.setdefault(worker, _Standing())

    def _forget(self) -> None:
        """Drop the standings of workers that have gone, once their rest is long over."""
        ago = self._clock() - LONGEST_REST
        for worker, standing in list(self._standings.items()):
            if worker not in self._seen and not standing.asked and standing.until < ago:
                del self._standings[worker]
