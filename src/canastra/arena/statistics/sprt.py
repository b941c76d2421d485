"""A sequential test that stops as soon as it can decide: the mean is at most `lower`, or at least `upper`.

The generalized sequential probability ratio test of chess engines in its normal approximation (M. Van den Bergh, "The
GSPRT approximation"; fishtest and cutechess-cli use it), on the scores of pairs instead of wins and losses. With the
mean m and the variance v (divisor n) of n scores the log-likelihood ratio is

llr = n (upper - lower) (2 m - lower - upper) / (2 v)

and Wald's bounds are log(beta / (1 - alpha)) and log((1 - beta) / alpha).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite, log
from typing import NamedTuple

from canastra.errors import InputError

ALPHA = BETA = 0.05
"""Probability of accepting H1 although the mean is `lower`, and H0 although it is `upper`."""
FEWEST = 32
"""Pairs before the first decision: with fewer, the variance is too uncertain."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """H0: the mean is at most `lower`; H1: it is at least `upper`. In points per deal."""

    lower: float
    upper: float


class SprtState(NamedTuple):
    """The state of a test."""

    llr: float
    pairs: int
    """Number of pairs in the ratio: all, or up to the one that decided."""
    accepted: str | None
    """``H0``, ``H1``, or None while it is open."""


def read_bounds(text: str) -> Bounds:
    """Both bounds, from text such as ``0,50``. Raises `InputError` for anything else."""
    try:
        lower, upper = (float(bound) for bound in text.split(","))
    except ValueError:
        raise InputError("arena_sprt_malformed", text=text[:40]) from None
    if not (isfinite(lower) and isfinite(upper) and lower < upper):
        raise InputError("arena_sprt_malformed", text=text[:40])
    return Bounds(lower, upper)


def sequential_test(scores: Iterable[float], bounds: Bounds) -> SprtState:
    """The test after these scores, in order; the first score that crosses a bound decides."""
    low, high = log(BETA / (1 - ALPHA)), log((1 - BETA) / ALPHA)
    count, total, squares, llr = 0, 0.0, 0.0, 0.0
    for score in scores:
        count, total, squares = count + 1, total + score, squares + score * score
        if count < FEWEST:
            continue
        llr = log_ratio(count, total / count, squares / count - (total / count) ** 2, bounds)
        if not low < llr < high:
            return SprtState(llr, count, "H1" if llr > 0 else "H0")
    return SprtState(llr, count, None)


def log_ratio(count: int, mean: float, variance: float, bounds: Bounds) -> float:
    """The log-likelihood ratio; 0 if all scores are equal, since their spread is unknown then.

    >>> log_ratio(100, 60.0, 10_000.0, Bounds(0, 50))
    17.5
    """
    if variance <= 0:
        return 0.0
    return count * (bounds.upper - bounds.lower) * (2 * mean - bounds.lower - bounds.upper) / (2 * variance)
