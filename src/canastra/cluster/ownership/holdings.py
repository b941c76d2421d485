"""What a node holds: shards with their epochs, and until when it may rely on each.

Nothing here waits or asks anybody: a node's loop (`Leases`) and the simulation of the tests tell it what the database
answered, and when they had asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from canastra.cluster.ownership.shards import SHARDS


@dataclass(frozen=True, slots=True)
class LeaseFigures:
    """How leases are timed, in seconds, and how many shards a node gives back at a time.

    `guard` is shorter than `lease`, so that a node has stopped by itself before another one can begin: by far more than
    the clocks of two machines may differ over a lease.
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
        """Those for a lease of so many seconds, in proportion."""
        return cls(lease, 0.3 * lease, 0.6 * lease)


@dataclass(slots=True)
class _Held:
    epoch: int
    until: float
    """By the node's own clock."""


class Holdings:
    """The shards of one node. Times are those of its monotonic clock, when a question was *sent*, not answered."""

    def __init__(self, figures: LeaseFigures) -> None:
        self._guard = figures.guard
        self._given_back = figures.given_back
        self._held: dict[int, _Held] = {}

    def epochs(self) -> dict[int, int]:
        """All shards with their epochs, to be renewed."""
        return {shard: held.epoch for shard, held in self._held.items()}

    def epoch(self, shard: int, now: float) -> int | None:
        """The epoch in which this node has a shard; None if it has it not, or can't be sure."""
        held = self._held.get(shard)
        return held.epoch if held is not None and now < held.until else None

    def take(self, sent: float, taken: Mapping[int, int]) -> None:
        """Note the shards that the database gave, with their new epochs."""
        for shard, epoch in taken.items():
            held = self._held.get(shard)
            if held is None or held.epoch < epoch:  # Answers may overtake each other.
                self._held[shard] = _Held(epoch, sent + self._guard)

    def renew(self, sent: float, asked: Mapping[int, int], kept: Collection[int]) -> set[int]:
        """Note which leases were renewed of those asked for; those that were not are lost, and returned."""
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
        """Drop what was not renewed in time, for good: it is only had again by taking it, in another epoch."""
        lapsed = {shard for shard, held in self._held.items() if held.until <= now}
        self.drop(lapsed)
        return lapsed

    def drop(self, shards: Collection[int]) -> None:
        """Hold these no more."""
        for shard in shards:
            self._held.pop(shard, None)

    def next_lapse(self) -> float | None:
        """When the first shard lapses unless it is renewed."""
        return min((held.until for held in self._held.values()), default=None)

    def surplus(self, nodes: int) -> dict[int, int]:
        """What to give back now, being one of so many nodes: a few at a time, so that few tables move at once."""
        over = len(self._held) - fair_share(nodes)
        return {shard: self._held[shard].epoch for shard in sorted(self._held)[: max(0, min(over, self._given_back))]}

    def room(self, nodes: int) -> int:
        """How many more shards to take, being one of so many nodes."""
        return max(0, fair_share(nodes) - len(self._held))


def fair_share(nodes: int) -> int:
    """The most shards that one of so many nodes has.

    >>> fair_share(1), fair_share(3), fair_share(0)
    (256, 86, 256)
    """
    return -(-SHARDS // max(1, nodes))
