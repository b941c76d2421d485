"""Decision times of bots, counted in classes of one per cent: millions of them take little memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor, log

CLASS = 1.01
"""Ratio between the ends of a class."""
SHORTEST = 1e-7
"""Seconds; shorter times count as this."""


@dataclass(slots=True)
class Times:
    """Decision times of one bot. `classes` has the number of decisions by the number of their class."""

    classes: Counter[int] = field(default_factory=Counter)
    longest: float = 0.0
    """The longest time in seconds, exactly."""

    def add(self, seconds: float) -> None:
        """Count a decision."""
        self.classes[floor(log(max(seconds, SHORTEST) / SHORTEST, CLASS))] += 1
        self.longest = max(self.longest, seconds)

    def merge(self, other: Times) -> None:
        """Add another bot's decisions."""
        self.classes.update(other.classes)
        self.longest = max(self.longest, other.longest)

    def quantile(self, share: float) -> float:
        """The time in seconds that a share of the decisions didn't exceed, within one per cent; 0 without decisions.

        >>> times = Times()
        >>> for seconds in (0.1, 0.2, 0.4):
        ...     times.add(seconds)
        >>> round(times.quantile(0.5), 2)
        0.2
        """
        wanted, seen = share * self.classes.total(), 0
        for number in sorted(self.classes):
            seen += self.classes[number]
            if seen >= wanted:
                return min(SHORTEST * float(CLASS ** (number + 0.5)), self.longest)
        return 0.0

    def to_json(self) -> dict[str, object]:
        """The times for the journal; `from_json` reads them back."""
        return {"classes": sorted(self.classes.items()), "longest": self.longest}

    @classmethod
    def from_json(cls, value: Mapping[str, object]) -> Times:
        """The times that `to_json` wrote. Raises `ValueError` or `TypeError` for anything else."""
        classes, longest = value["classes"], value["longest"]
        if not isinstance(classes, list) or not isinstance(longest, float):
            raise TypeError(value)
        return cls(Counter({int(number): int(count) for number, count in classes}), longest)


def summary(times: Times) -> dict[str, float | int]:
    """Number of decisions; median, 95th percentile and longest in seconds."""
    return {
        "decisions": times.classes.total(),
        "median": _digits(times.quantile(0.5)),
        "p95": _digits(times.quantile(0.95)),
        "longest": _digits(times.longest),
    }


def _digits(seconds: float) -> float:
    return float(f"{seconds:.3g}")
