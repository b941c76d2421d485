"""Decision times: quantiles within a percent, the longest exactly."""

from __future__ import annotations

import json
from random import Random

import pytest

from canastra.arena.statistics.times import Times, summary


def of(*seconds: float) -> Times:
    times = Times()
    for each in seconds:
        times.add(each)
    return times


def test_quantiles_within_a_percent() -> None:
    random = Random(1)
    values = sorted(random.lognormvariate(-6, 2) for _ in range(1001))
    times = of(*values)
    assert times.quantile(0.5) == pytest.approx(values[500], rel=0.01)
    assert times.quantile(0.95) == pytest.approx(values[950], rel=0.02)
    assert times.longest == values[-1]


def test_nothing_is_slower_than_the_longest() -> None:
    assert of(0.3).quantile(0.95) <= 0.3
    assert summary(of(0.3)) == {
        "decisions": 1,
        "median": pytest.approx(0.3, rel=0.01),
        "p95": pytest.approx(0.3, rel=0.01),
        "longest": 0.3,
    }


def test_none_and_zero() -> None:
    assert Times().quantile(0.5) == 0
    assert of(0.0).quantile(0.5) == 0


def test_merging_is_as_good_as_counting_together() -> None:
    one = of(0.1, 0.2)
    one.merge(of(0.5, 0.1))
    assert one == of(0.1, 0.2, 0.5, 0.1)


def test_back_from_json() -> None:
    times = of(0.1, 0.1, 3.0)
    assert Times.from_json(json.loads(json.dumps(times.to_json()))) == times


@pytest.mark.parametrize("value", [{}, {"classes": 1, "longest": 1.0}, {"classes": [["a", 1]], "longest": 1.0}])
def test_what_is_no_times(value: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        Times.from_json(value)
