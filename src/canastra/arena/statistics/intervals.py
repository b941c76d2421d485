"""Means with confidence intervals, and shares of wins."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

LEVEL = 0.95
"""The confidence level of all intervals."""


class Interval(NamedTuple):
    """An estimate with its bounds; None if the spread is unknown."""

    mean: float
    low: float | None
    high: float | None


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean of one or more independent values, with Student's interval.

    >>> mean, low, high = mean_interval([1.0, 2.0, 3.0, 4.0, 5.0])
    >>> mean, round(low, 3), round(high, 3)
    (3.0, 1.037, 4.963)
    """
    from scipy.stats import t  # type: ignore[import-untyped]

    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, None, None)
    half = float(t.ppf((1 + LEVEL) / 2, len(values) - 1)) * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - half, mean + half)


class Wins(NamedTuple):
    """The number of times that the first of two won, drew and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """Share of wins; a draw counts as half.

        >>> Wins(6, 2, 2).share
        0.7
        """
        return (self.won + self.drawn / 2) / sum(self)


def wins_of(differences: Sequence[float]) -> Wins:
    """Wins, draws and losses of differences in points."""
    won, drawn = sum(difference > 0 for difference in differences), sum(difference == 0 for difference in differences)
    return Wins(won, drawn, len(differences) - won - drawn)
