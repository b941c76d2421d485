"""Student's interval against SciPy's own and a table; wins."""

from __future__ import annotations

from importlib import import_module

import pytest

from canastra.arena.statistics.intervals import Interval, Wins, mean_interval, wins_of


def test_the_interval_is_scipys() -> None:
    stats = import_module("scipy.stats")  # Here: it takes two seconds, and every worker collects this file.
    values = [120.0, -35.0, 410.5, 0.0, 77.5, -210.0, 15.0]
    known = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    _, low, high = mean_interval(values)
    assert low == pytest.approx(known.low)
    assert high == pytest.approx(known.high)


def test_the_interval_of_a_table() -> None:
    # t of 9 degrees of freedom at 97.5 % is 2.262; the deviation of 1 to 10 is 3.0277.
    mean, low, high = mean_interval([float(each) for each in range(1, 11)])
    assert mean == 5.5
    assert low == pytest.approx(3.334, abs=0.001)
    assert high == pytest.approx(7.666, abs=0.001)


def test_one_value_has_no_interval() -> None:
    assert mean_interval([4.0]) == Interval(4.0, None, None)


def test_wins() -> None:
    assert wins_of([5, 0, -3, 0.5]) == Wins(2, 1, 1)
    assert Wins(2, 1, 1).share == 0.625
