"""Ratings from deals won: the Bradley-Terry model on the Elo scale, with bootstrap intervals.

In the model, an entrant rated d points higher wins with probability 1 / (1 + 10 ** (-d / 400)). The mean rating is 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import TYPE_CHECKING

from canastra.arena.statistics.intervals import LEVEL, Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PRIOR = 0.5
"""Wins added to each side of a meeting: one drawn deal.

Without it, an entrant that wins every deal has no finite rating.
"""
RESAMPLES = 1000
ELO = 400 / log(10)


def ratings(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """The ratings of some entrants by the most likely model; `wins[i, j]` is the number of deals that i won against j.

    Shape (n, n) to (n,). Ratings mean something only if all entrants are connected by deals.
    """
    import choix

    strengths = choix.ilsr_pairwise_dense(wins, max_iter=10_000)
    centred: NDArray[np.float64] = strengths - strengths.mean()
    return ELO * centred


def rated(count: int, won: Mapping[tuple[int, int], Sequence[float]], seed: int) -> list[Interval]:
    """The ratings of `count` entrants with their intervals.

    `won[i, j]` has, for each pair of that meeting, the deals of two that i won. All entrants play the same pairs, so
    the bootstrap draws numbers of pairs for all meetings at once.
    """
    import numpy as np

    arrays = {meeting: np.asarray(deals, float) for meeting, deals in won.items()}
    longest = max(map(len, arrays.values()))
    found = ratings(_matrix(count, arrays, np.ones(longest)))
    if longest < 2:
        return [Interval(float(rating), None, None) for rating in found]
    random = np.random.default_rng(seed)
    drawn = np.empty((RESAMPLES, count))
    for row in drawn:
        times = np.bincount(random.integers(longest, size=longest), minlength=longest)
        row[:] = ratings(_matrix(count, arrays, times.astype(float)))
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    # If one side won every deal, there is no spread to draw from, and so no interval.
    return [
        Interval(float(mean), float(one), float(two)) if one < two else Interval(float(mean), None, None)
        for mean, one, two in zip(found, low, high, strict=True)
    ]


def _matrix(
    count: int, won: Mapping[tuple[int, int], NDArray[np.float64]], times: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Wins of each against each; `times` is the weight of each pair."""
    import numpy as np

    matrix = np.zeros((count, count))
    for (first, second), deals in won.items():
        weights = times[: len(deals)]
        matrix[first, second] = weights @ deals + PRIOR
        matrix[second, first] = weights @ (2 - deals) + PRIOR
    return matrix
