"""The sequential test: its ratio, its bounds, and its error rates by simulation."""

from __future__ import annotations

from itertools import count
from math import log
from random import Random

import pytest

from canastra.arena.statistics.sprt import FEWEST, Bounds, log_ratio, read_bounds, sequential_test
from canastra.errors import InputError

BOUNDS = Bounds(0, 50)


def test_the_ratio_is_that_of_two_normal_distributions() -> None:
    values = [30.0, -80.0, 140.0, 95.0, -10.0]
    mean = sum(values) / 5
    variance = sum((each - mean) ** 2 for each in values) / 5
    densities = [[-((each - at) ** 2) / (2 * variance) for each in values] for at in (0, 50)]
    assert log_ratio(5, mean, variance, BOUNDS) == pytest.approx(sum(densities[1]) - sum(densities[0]))


def test_the_first_crossing_decides() -> None:
    up = [-40.0, 160.0] * 40
    decision = sequential_test(up, BOUNDS)
    assert decision.accepted == "H1"
    assert sequential_test([*up[: decision.pairs], -9000.0, -9000.0], BOUNDS) == decision
    assert sequential_test(up[: decision.pairs - 1], BOUNDS).accepted is None
    assert sequential_test([-each for each in up], BOUNDS).accepted == "H0"
    assert decision.llr >= log(19)


def test_too_few_and_equal_scores_decide_nothing() -> None:
    assert sequential_test([60.0, 140.0] * (FEWEST // 2 - 1), BOUNDS).accepted is None
    assert sequential_test([70.0] * 100, BOUNDS) == (0.0, 100, None)
    assert sequential_test([], BOUNDS) == (0.0, 0, None)


@pytest.mark.parametrize(("mean", "wrong"), [(0, "H1"), (50, "H0")])
def test_error_rates(mean: float, wrong: str) -> None:
    # 5 % were asked for; of 1000 tests 5 % have a deviation of 0.7 %.
    random = Random(1)
    decisions = [sequential_test((random.gauss(mean, 200) for _ in count()), BOUNDS) for _ in range(1000)]
    rate = sum(each.accepted == wrong for each in decisions) / len(decisions)
    assert 0.03 < rate < 0.075


def test_between_the_bounds_either_may_be_accepted() -> None:
    random = Random(2)
    accepted = [sequential_test((random.gauss(25, 200) for _ in count()), BOUNDS).accepted for _ in range(100)]
    assert 20 < accepted.count("H1") < 80


def test_reading_bounds() -> None:
    assert read_bounds("-10.5, 20") == Bounds(-10.5, 20)


@pytest.mark.parametrize("text", ["", "5", "50,0", "0,0", "0,50,60", "a,b", "nan,5", "0,inf"])
def test_what_are_no_bounds(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_bounds(text)
    assert caught.value.code == "arena_sprt_malformed"
