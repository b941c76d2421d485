"""canastra-duelo Regras: the aim is to make more points than the opponent.

A match is one deal, without a target; equal points are a draw.
"""

from __future__ import annotations

import pytest

from canastra.engine import Match, Score, add_deal, forfeit, start_match
from canastra.rulebooks import official

ID = "canastra-duelo"


def after(one: int, two: int, rulings: tuple[int, int] = (0, 0)) -> Match:
    """The match after its deal."""
    return add_deal(start_match(official(ID), 0), (Score(one, *[0] * 8), Score(two, *[0] * 8)), rulings)


@pytest.mark.parametrize(("points", "winner"), [((10, 0), 0), ((990, 1000), 1), ((-20, -10), 1), ((5000, 4990), 0)])
def test_one_deal_decides_whatever_the_totals(points: tuple[int, int], winner: int) -> None:
    match = after(*points)
    assert (match.finished, match.winner, match.is_draw) == (True, winner, False)


def test_equal_points_are_a_draw_and_nothing_is_played_off() -> None:
    match = after(300, 300)
    assert (match.finished, match.winner, match.is_draw) == (True, None, True)


def test_the_referees_points_decide_too() -> None:
    assert after(300, 300, rulings=(-10, 0)).winner == 1
    assert after(300, 290, rulings=(-10, 0)).is_draw


def test_who_forfeits_loses() -> None:
    assert forfeit(start_match(official(ID), 0), 0).winner == 1


def test_there_is_no_target_and_nobody_is_ever_vulnerable() -> None:
    match = start_match(official(ID), 0, (1500, 2000))
    assert (match.target, match.opening, match.finished) == (0, (-1, -1), False)
