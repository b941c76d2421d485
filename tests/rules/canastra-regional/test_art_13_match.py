"""canastra-regional Art. 13: 3000 points win the match; of two sides past them the higher, after a tie another deal."""

from __future__ import annotations

import pytest

from canastra.engine import Match, Score, add_deal, start_match
from canastra.rulebooks import load

RULEBOOK = "canastra-regional"


def after(start: tuple[int, int], *deals: tuple[int, int]) -> Match:
    """A match from a score on, after deals with these points for each side."""
    match = start_match(load(RULEBOOK), dealer=0, points=start)
    for one, two in deals:
        assert not match.finished
        match = add_deal(match, (worth(one), worth(two)))
    return match


def worth(points: int) -> Score:
    return Score(points, 0, 0, 0, 0, 0, 0, 0, 0)


def test_the_target_is_3000() -> None:
    rulebook = load(RULEBOOK)
    assert start_match(rulebook, dealer=0).target == 3000
    assert rulebook.article("match.target") == "Art. 13"


@pytest.mark.parametrize(
    ("points", "finished", "winner"),
    [
        ((2995, 0), False, None),
        ((3000, 0), True, 0),
        ((3005, 2995), True, 0),
        ((2995, 3000), True, 1),
        ((2995, 2990), False, None),
    ],
)
def test_reaching_3000_wins(points: tuple[int, int], finished: bool, winner: int | None) -> None:
    match = after((0, 0), points)
    assert (match.finished, match.winner) == (finished, winner)


def test_points_are_added_up_over_the_deals() -> None:
    match = after((0, 0), (1200, 900), (-150, 700), (800, 400))
    assert (match.points, match.finished) == ((1850, 2000), False)
    assert after((1850, 2000), (1150, 100)).winner == 0


@pytest.mark.parametrize(("points", "winner"), [((3100, 3050), 0), ((3000, 3005), 1), ((4000, 3000), 0)])
def test_if_both_have_passed_it_the_higher_total_wins(points: tuple[int, int], winner: int) -> None:
    match = after((2500, 2500), (points[0] - 2500, points[1] - 2500))
    assert (match.finished, match.winner) == (True, winner)


def test_the_last_deals_points_do_not_matter_only_the_totals() -> None:
    assert after((2900, 2000), (100, 950)).winner == 0


def test_a_tie_past_the_target_asks_for_another_deal() -> None:
    match = after((2800, 2700), (300, 400))
    assert (match.points, match.finished, match.winner, match.is_draw) == ((3100, 3100), False, None, False)
    assert match.dealer == 1


@pytest.mark.parametrize(
    ("deal", "winner"),
    [
        ((5, 0), 0),
        ((200, 900), 1),
        ((-150, -200), 0),  # both are below the target again, and the match is decided all the same
        ((-400, 20), 1),
    ],
)
def test_after_a_tie_the_better_side_of_the_next_deal_wins(deal: tuple[int, int], winner: int) -> None:
    match = after((3000, 3000), deal)
    assert (match.finished, match.winner) == (True, winner)


def test_tied_again_they_play_on() -> None:
    match = after((2800, 2700), (300, 400), (-200, -200), (50, 50))
    assert (match.points, match.finished) == ((2950, 2950), False)
    assert after((2800, 2700), (300, 400), (-200, -200), (50, 45)).winner == 0


def test_a_tie_below_the_target_decides_nothing() -> None:
    assert not after((2000, 2000), (500, 500), (100, 300)).finished
