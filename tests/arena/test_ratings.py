"""Bradley-Terry ratings against cases solved by hand, bootstrap intervals against the asymptotic ones."""

from __future__ import annotations

from math import log, log10, sqrt

import numpy as np
import pytest

from canastra.arena.statistics import ratings as module
from canastra.arena.statistics.ratings import rated, ratings


def test_two_entrants() -> None:
    # Three wins to one: 1 / (1 + 10 ** (-d / 400)) = 3/4, so d = 400 log10 3 = 190.85.
    found = ratings(np.array([[0, 3], [1, 0]], float))
    assert found == pytest.approx([95.42, -95.42], abs=0.01)


def test_three_entrants_as_the_model_expects_them() -> None:
    # Strengths 4 : 2 : 1, and wins exactly as expected of them, so that the likelihood has its maximum there.
    wins = np.array([[0, 4, 8], [2, 0, 4], [2, 2, 0]], float)
    step = 400 * log10(2)
    assert ratings(wins) == pytest.approx([step, 0, -step], abs=1e-4)


def test_who_did_not_meet_is_compared_through_others() -> None:
    wins = np.array([[0, 3, 1], [1, 0, 0], [1, 0, 0]], float)
    first, second, third = ratings(wins)
    assert first - second == pytest.approx(400 * log10(3))
    assert first - third == pytest.approx(0, abs=1e-6)


def test_who_wins_everything_has_a_finite_rating_and_no_interval() -> None:
    one, two = rated(2, {(0, 1): [2.0] * 10}, seed=1)
    assert one.mean - two.mean == pytest.approx(400 * log10(20.5 / 0.5))
    assert one.low is one.high is None


def test_one_pair_has_no_interval() -> None:
    assert rated(2, {(0, 1): [1.5]}, seed=1)[0].low is None


def test_the_bootstrap_is_as_wide_as_the_asymptotic_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RESAMPLES", 1000)
    random = np.random.default_rng(3)
    deals = random.random((400, 2)) < 0.6
    one, _ = rated(2, {(0, 1): deals.sum(axis=1).tolist()}, seed=1)
    share = deals.mean()
    # The rating of one is half the difference, whose deviation is that of the logit.
    half = 1.96 * 400 / log(10) / sqrt(800 * share * (1 - share)) / 2
    assert one.low is not None
    assert one.high is not None
    assert one.high - one.low == pytest.approx(2 * half, rel=0.12)
    assert one.low < one.mean < one.high


def test_deals_of_a_pair_are_drawn_together() -> None:
    # The same wins, once spread over the pairs and once bundled: two deals won together tell less.
    spread = rated(2, {(0, 1): [1.0] * 100}, seed=1)[0]
    bundled = rated(2, {(0, 1): [2.0, 0.0] * 50}, seed=1)[0]
    assert spread.low is None
    assert bundled.low is not None


def test_the_seed_decides_the_intervals() -> None:
    won = {(0, 1): [2.0, 1.0, 0.0, 1.5, 2.0], (0, 2): [1.0, 1.0, 2.0], (1, 2): [0.0, 1.0]}
    assert rated(3, won, seed=1) == rated(3, won, seed=1)
    assert rated(3, won, seed=1) != rated(3, won, seed=2)
