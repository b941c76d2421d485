"""Which workers there are, how they answer, and which of them has the bot of a seat."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from math import log2

from canastra.cluster.bots.messages import WorkerBeat
from canastra.server.limits import limit
from canastra.server.rate_limit import Monotonic

BEAT = 2.0
"""Seconds between a worker's signs of life."""
SILENCE = limit("worker_silence", 3 * BEAT, "a worker", "time since its last sign of life", "it is asked no more", "s")
SHORTEST_REST = 5.0
"""Seconds in which a worker that answered too late is asked nothing; twice as long each time it does so again."""
LONGEST_REST = 300.0
SLOW = 1.0
"""Seconds without an answer after which other workers are asked first."""


@dataclass(slots=True)
class _Standing:
    """How a worker answers."""

    rest: float = 0.0
    """Length of its latest rest; 0 once it has answered since."""
    until: float = 0.0
    """It is asked nothing before."""
    on_trial: bool = False
    """Whether one question tries it after its rest."""
    asked: dict[object, float] = field(default_factory=dict)
    """When the questions without an answer were asked, the oldest first."""


class WorkerRoster:
    """The workers of which a sign of life came lately.

    One that answers too late is left out for a while, twice as long each time, whatever signs of life it gives. Then
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
        """Whether a worker is there, even if it rests."""
        return any(map(self._is_there, self._seen))

    def note(self, beat: WorkerBeat) -> None:
        """Take a sign of life; one without levels is the last for now."""
        if beat.levels:
            self._seen[beat.worker] = self._clock(), beat
        else:
            self._seen.pop(beat.worker, None)
        for worker in [each for each in self._seen if not self._is_there(each)]:
            del self._seen[worker]
        self._forget()

    def drop(self, worker: str) -> None:
        """Leave a worker out that isn't there, until its next sign of life."""
        self._seen.pop(worker, None)

    def rest(self, worker: str) -> None:
        """Leave a worker out for a while that answered too late."""
        standing, now = self._standing(worker), self._clock()
        if standing.until > now and not standing.on_trial:
            return  # It rests already: this question was asked before.
        standing.rest = min(LONGEST_REST, 2 * standing.rest or SHORTEST_REST)
        standing.until = now + standing.rest

    def answered(self, worker: str) -> None:
        """A worker has answered in time: it needs no rest."""
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
        """Whether somebody has a level."""
        return bool(self._with(level))

    def ranked(self, level: str, number: int) -> list[str]:
        """The workers that have a level, those that a number belongs to first (weighted rendezvous hashing).

        If a worker comes or goes, only numbers of its own move. One with twice the processes has twice the numbers. One
        that has owed an answer for a second comes last.
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
