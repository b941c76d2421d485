"""Which workers there are, and which of them has the bot of a seat."""

from __future__ import annotations

import time
from hashlib import blake2b
from math import log2

from canastra.cluster.bots.messages import WorkerBeat
from canastra.server.limits import limit
from canastra.server.rate_limit import Monotonic

BEAT = 2.0
"""Seconds between a worker's signs of life."""
SILENCE = limit("worker_silence", 3 * BEAT, "a worker", "time since its last sign of life", "it is asked no more", "s")


class WorkerRoster:
    """The workers of which a sign of life came lately. One that didn't answer is left out until the next."""

    def __init__(self, clock: Monotonic = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[str, tuple[float, WorkerBeat]] = {}

    def __len__(self) -> int:
        return sum(self._is_there(worker) for worker in self._seen)

    def note(self, beat: WorkerBeat) -> None:
        """Take a sign of life; one without levels is the last."""
        if beat.levels:
            self._seen[beat.worker] = self._clock(), beat
        else:
            self._seen.pop(beat.worker, None)
        for worker in [each for each in self._seen if not self._is_there(each)]:
            del self._seen[worker]

    def drop(self, worker: str) -> None:
        """Leave a worker out that didn't answer."""
        self._seen.pop(worker, None)

    def has(self, level: str) -> bool:
        """Whether somebody has a level."""
        return bool(self._with(level))

    def ranked(self, level: str, number: int) -> list[str]:
        """The workers that have a level, those that a number belongs to first (weighted rendezvous hashing).

        If a worker comes or goes, only numbers of its own move. One with twice the processes has twice the numbers.
        """
        return sorted(self._with(level), key=lambda worker: self._score(worker, number))

    def _with(self, level: str) -> list[str]:
        return [worker for worker, (_, beat) in self._seen.items() if level in beat.levels and self._is_there(worker)]

    def _score(self, worker: str, number: int) -> float:
        digest = blake2b(f"{number} {worker}".encode(), digest_size=7).digest()
        drawn = (int.from_bytes(digest) + 1) / (2**56 + 1)
        return -log2(drawn) / self._seen[worker][1].processes

    def _is_there(self, worker: str) -> bool:
        return self._clock() - self._seen[worker][0] < SILENCE
