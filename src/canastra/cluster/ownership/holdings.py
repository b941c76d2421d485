"""The shards that a node holds, with their epochs and the time until which it may rely on each.

Nothing here waits or does I/O: a node's loop (`Leases`) and the simulation of the tests pass in the database's answers
and the times of the questions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from canastra.cluster.ownership.shards import SHARDS


@dataclass(frozen=True, slots=True)
class LeaseFigures:
    """The timing of leases, in seconds, and the number of shards that a node gives back at a time.

    `guard` is shorter than `lease`, so that a node has stopped before another one can begin: by far more than the
    clocks of two machines may differ over a lease.
    """

    lease: float = 10.0
    renew: float = 3.0
    guard: float = 6.0
    given_back: int = 8

    def __post_init__(self) -> None:
        if not 0 < self.renew < self.guard < self.lease:
            raise ValueError("a lease is renewed before its guard ends, and the guard ends before the lease")

    @classmethod
    def of(cls, lease: float) -> LeaseFigures:
        """The figures for a lease of this many seconds, in proportion."""
        return cls(lease, 0.3 * lease, 0.6 * lease)


@dataclass(slots=True)
class _Held:
    epoch: int
    until: float
    """The end of the lease, by the node's own clock."""


class Holdings:
    """The shards of one node. Times are those of its monotonic clock, when a question was *sent*, not answered."""

    def __init__(self, figures: LeaseFigures) -> None:
        self._guard = figures.guard
        self._given_back = figures.given_back
        self._held: dict[int, _Held] = {}

    def epochs(self) -> dict[int, int]:
        """All shards with their epochs, for the renewal."""
        return {shard: held.epoch for shard, held in self._held.items()}

    def epoch(self, shard: int, now: float) -> int | None:
        """The epoch in which this node has a shard; None if it doesn't have it, or can't be sure."""
        held = self._held.get(shard)
        return held.epoch if held is not None and now < held.until else None

    def take(self, sent: float, taken: Mapping[int, int]) -> None:
        """Note the shards that the database gave, with their new epochs."""
        for shard, epoch in taken.items():
            held = self._held.get(shard)
            if held is None or held.epoch < epoch:  # Answers may overtake each other.
                self._held[shard] = _Held(epoch, sent + self._guard)

    def renew(self, sent: float, asked: Mapping[int, int], kept: Collection[int]) -> set[int]:
        """Note the renewed leases among the requested ones. Returns the others, which are lost."""
        lost = set()
        for shard, epoch in asked.items():
            held = self._held.get(shard)
            if held is None or held.epoch != epoch:  # Given back meanwhile, or taken anew.
                continue
            if shard in kept:
                held.until = max(held.until, sent + self._guard)
            else:
                del self._held[shard]
                lost.add(shard)
        return lost

    def lapse(self, now: float) -> set[int]:
        """Drop the leases that were not renewed in time, for good: they must be taken again, in another epoch."""
        lapsed = {shard for shard, held in self._held.items() if held.until <= now}
        self.drop(lapsed)
        return lapsed

    def drop(self, shards: Collection[int]) -> None:
        """Forget these shards."""
        for shard in shards:
            self._held.pop(shard, None)

    def next_lapse(self) -> float | None:
        """The time at which the first shard lapses unless it is renewed."""
        return min((held.until for held in self._held.values()), default=None)

    def surplus(self, nodes: int) -> dict[int, int]:
        """The shards to give back now among `nodes` nodes: a few at a time, so that few tables move at once."""
        over = len(self._held) - fair_share(nodes)
        return {shard: self._held[shard].epoch for shard in sorted(self._held)[: max(0, min(over, self._given_back))]}

    def room(self, nodes: int) -> int:
        """The number of further shards to take among `nodes` nodes."""
        return max(0, fair_share(nodes) - len(self._held))


def fair_share(nodes: int) -> int:
    """The most shards of one node among `nodes` nodes.

    >>> fair_share(1), fair_share(3), fair_share(0)
    (256, 86, 256)
    """
    return -(-SHARDS // max(1, nodes))
