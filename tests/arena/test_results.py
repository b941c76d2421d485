"""The figures of a run, worked out by hand."""

from __future__ import annotations

import pytest

from canastra.arena.results import deal_rows, decision_times, points_between, results
from canastra.arena.run import Run
from tests.arena.runs import chunk, config

NONE = (0,) * 6
"""Faults of a deal without programs."""


def test_figures_of_a_meeting() -> None:
    found = results(Run(config(), 4, [chunk(0, 0, 100, 0, -50, 350)]))
    (meeting,) = found["meetings"]
    assert meeting["entrants"] == ["greedy", "random"]
    # Deviation 177.95 of four: t of 3 degrees 3.182, half of the interval 283.2.
    assert meeting["points_per_deal"] == {"mean": 100.0, "low": -183.16, "high": 383.16}
    assert meeting["pairs_won"] == {"won": 2, "drawn": 1, "lost": 1, "share": 0.625}
    assert meeting["deals_won"] == {"won": 4, "drawn": 2, "lost": 2, "share": 0.625}
    assert "sprt" not in meeting


def test_the_best_comes_first() -> None:
    run = Run(config("random,greedy,greedy+random"), 2, [chunk(0, 0, -9, -9), chunk(1, 0, -5, -5), chunk(2, 0, 9, 8)])
    found = results(run)["ratings"]
    assert [row["entrant"] for row in found] == ["greedy", "greedy+random", "random"]
    assert sum(row["mean"] for row in found) == pytest.approx(0, abs=0.2)


def test_points_between_two_in_either_order() -> None:
    found = results(Run(config("random,greedy,greedy+random"), 2, [chunk(n, 0, 10, 30) for n in range(3)]))
    there, back = points_between(found, "random", "greedy"), points_between(found, "greedy", "random")
    assert there is not None
    assert back is not None
    assert (there["mean"], back["mean"]) == (20, -20)
    assert there["low"] == -(back["high"] or 0)
    assert points_between(found, "greedy", "greedy") is None


def test_a_row_for_every_deal() -> None:
    rows = list(deal_rows(Run(config(), 2, [chunk(0, 0, 10, 30, 50)])))
    assert rows == [
        ("greedy", "random", 0, 0, 0, 10, 0, 30, "going_out", *NONE),
        ("greedy", "random", 0, 1, 1, 10, 0, 30, "going_out", *NONE),
        ("greedy", "random", 1, 0, 0, 30, 0, 30, "going_out", *NONE),
        ("greedy", "random", 1, 1, 1, 30, 0, 30, "going_out", *NONE),
    ]


def test_times_of_all_chunks() -> None:
    run = Run(config(), 2, [chunk(0, 0, 10), chunk(0, 1, 30)])
    assert decision_times(run)["greedy"]["decisions"] == 2
