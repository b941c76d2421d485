"""canastra-curinguinha Objetivo: the pair that reaches 3000 points has won the match.

Decisions: once a side is there the first difference decides, and the higher total wins, whatever it is by then.
"""

from __future__ import annotations

import pytest

from canastra.engine import Match, Score, add_deal, annul_deal, start_match
from canastra.rulebooks import official


def after(points: tuple[int, int], *deals: tuple[int, int], rulings: tuple[int, int] = (0, 0)) -> Match:
    """The match from given points after deals with these points, the rulings added to the last one."""
    match = start_match(official("canastra-curinguinha"), 0, points)
    for number, (one, two) in enumerate(deals, 1):
        scores = (Score(one, *[0] * 8), Score(two, *[0] * 8))
        match = add_deal(match, scores, rulings if number == len(deals) else (0, 0))
    return match


@pytest.mark.parametrize(("points", "finished"), [(2995, False), (3000, True), (3005, True)])
def test_3000_ends_the_match_2995_does_not(points: int, finished: bool) -> None:
    match = after((2500, 0), (points - 2500, 400))
    assert match.finished is finished
    assert match.winner == (0 if finished else None)


def test_the_higher_total_wins_when_both_get_there_in_one_deal() -> None:
    assert after((2900, 2700), (150, 400)).winner == 1


def test_a_tie_at_the_target_is_played_off() -> None:
    match = after((2900, 2800), (200, 300))
    assert match.points == (3100, 3100)
    assert not match.finished
    assert not match.is_draw


def test_the_play_off_ends_with_the_first_difference_even_below_the_target() -> None:
    match = after((2900, 2800), (200, 300), (-150, -155))
    assert match.points == (2950, 2945)
    assert match.winner == 0


def test_a_tie_in_the_play_off_goes_on() -> None:
    assert not after((2900, 2800), (200, 300), (-150, -150)).finished


def test_a_tie_below_the_target_decides_nothing() -> None:
    assert not after((0, 0), (1500, 1500)).finished


def test_the_referees_points_count_for_the_target() -> None:
    assert after((2500, 0), (495, 0), rulings=(5, 0)).winner == 0
    assert not after((2500, 0), (500, 0), rulings=(-5, 0)).finished


def test_no_match_ends_with_an_annulled_deal() -> None:
    match = annul_deal(after((2990, 0)), rulings=(10, 0))
    assert match.points == (3000, 0)
    assert not match.finished


def test_organisers_may_set_another_target() -> None:
    match = start_match(official("canastra-curinguinha"), 0, target=1000)
    assert add_deal(match, (Score(1000, *[0] * 8), Score(*[0] * 9))).winner == 0
