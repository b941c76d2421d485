"""tranca Art. 24: the side that is first to have 2000 points wins, after as many deals as that takes."""

from __future__ import annotations

import pytest

from canastra.engine import Match, add_deal, annul_deal, start_match
from canastra.records import replay
from canastra.rulebooks import official
from tests.rules.tranca.positions import late, points, record


def _after(start: tuple[int, int], *deals: tuple[int, int], target: int | None = None) -> Match:
    match = start_match(official("tranca"), 0, start, target)
    for one, two in deals:
        assert not match.finished
        match = add_deal(match, (points(melded=one), points(melded=two)))
    return match


@pytest.mark.parametrize(
    ("totals", "winner"),
    [((1990, 0), None), ((2000, 0), 0), ((2000, 1990), 0), ((0, 2500), 1), ((2010, 2020), 1), ((-500, 2000), 1)],
)
def test_two_thousand_are_enough_and_the_higher_total_wins(totals: tuple[int, int], winner: int | None) -> None:
    match = _after((0, 0), totals)
    assert (match.finished, match.winner, match.points) == (winner is not None, winner, totals)


def test_deals_are_played_until_somebody_has_them() -> None:
    match = _after((0, 0), (700, -310), (620, 150), (670, 1000))
    assert (match.finished, match.points, match.deals) == (False, (1990, 840), 3)
    match = add_deal(match, (points(melded=10), points()))
    assert (match.finished, match.winner, match.points) == (True, 0, (2000, 840))


def test_a_tie_there_is_played_off_by_the_next_deal_that_differs() -> None:
    tied = _after((1500, 1700), (500, 300))
    assert (tied.finished, tied.points) == (False, (2000, 2000))
    still = add_deal(tied, (points(in_hand=-100), points(in_hand=-100)))
    assert (still.finished, still.points) == (False, (1900, 1900))
    # Both sides are below 2000 again; the side that lost less wins all the same.
    over = add_deal(still, (points(in_hand=-60), points(in_hand=-50)))
    assert (over.finished, over.winner, over.points) == (True, 1, (1840, 1850))


@pytest.mark.parametrize(("target", "finished"), [(None, True), (3000, False), (1000, True)])
def test_the_organisers_may_set_other_points(target: int | None, finished: bool) -> None:
    assert _after((0, 0), (2500, 0), target=target).finished == finished


def test_a_record_states_the_target_that_was_agreed() -> None:
    assert replay(record("")).match.target == 2000
    assert replay(record("", target=1500)).match.target == 1500


def test_the_referees_points_count_towards_it() -> None:
    match = start_match(official("tranca"), 0, (1500, 1000))
    assert not add_deal(match, (points(melded=400), points())).finished
    match = add_deal(match, (points(melded=400), points()), rulings=(100, -200))
    assert (match.finished, match.winner, match.points) == (True, 0, (2000, 800))


def test_no_match_ends_with_a_deal_that_was_annulled() -> None:
    match = annul_deal(start_match(official("tranca"), 0, (1950, 0)), rulings=(50, 0))
    assert (match.finished, match.points, match.deals) == (False, (2000, 0), 0)


def test_many_points_oblige_to_no_minimum() -> None:
    assert start_match(official("tranca"), 0, (1990, 1500)).opening == (-1, -1)
    game = late("4H 5H 6H KD").play("draw TS, meld 4H 5H 6H").refused("withdraw", "withdraw_unknown")
    game.allowed("discard KD")
