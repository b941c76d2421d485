"""buraco Art. 13: the side that reaches the agreed points wins, the higher of two; if equal, one more deal follows."""

from __future__ import annotations

import pytest

from canastra.engine import Match, add_deal, annul_deal, start_match
from canastra.errors import RecordError
from canastra.records import parse, replay
from tests.drawing import table
from tests.rules.buraco.positions import BURACO, points, record_text


def after(*deals: tuple[int, int], target: int | None = None, start: tuple[int, int] = (0, 0)) -> Match:
    match = start_match(BURACO, dealer=3, points=start, target=target)
    for one, two in deals:
        assert not match.finished
        match = add_deal(match, (points(one), points(two)))
    return match


def test_the_organisers_set_the_target_and_2000_is_the_decision_where_they_do_not() -> None:
    assert start_match(BURACO, dealer=0).target == 2000
    assert start_match(BURACO, dealer=0, target=3000).target == 3000
    assert BURACO.clauses["match.target"].decision
    assert BURACO.article("match.target") == "Art. 13"


def test_a_record_may_state_the_target_but_only_a_positive_one() -> None:
    assert replay(parse(record_text(more="target = 1500"))).match.target == 1500
    assert replay(parse(record_text())).match.target == 2000
    for target in (0, -100):
        with pytest.raises(RecordError) as caught:
            parse(record_text(more=f"target = {target}"))
        assert caught.value.code == "target_not_positive"


def test_reaching_the_target_is_enough_and_ten_points_less_are_not() -> None:
    assert after((2000, 0)).winner == 0
    assert after((0, 2000)).winner == 1
    match = after((1990, -500))
    assert not match.finished
    assert match.winner is None


def test_another_target_is_as_exact() -> None:
    assert not after((2990, 0), target=3000).finished
    assert after((3000, 0), target=3000).finished
    assert after((500, 490), target=500).winner == 0


def test_points_of_several_deals_and_points_brought_along_are_added() -> None:
    match = after((700, 650), (700, -80), (600, 310))
    assert match.points == (2000, 880)
    assert match.winner == 0
    assert after((10, 0), start=(1990, 0)).winner == 0


def test_both_past_the_target_the_higher_wins_whoever_came_from_ahead() -> None:
    assert after((1900, 1800), (110, 300)).winner == 1
    assert after((1900, 1800), (400, 300)).winner == 0


def test_equal_past_the_target_another_deal_is_played() -> None:
    match = after((1000, 1000), (1100, 1100))
    assert not match.finished
    assert match.reached
    match = add_deal(match, (points(300), points(310)))
    assert (match.finished, match.winner) == (True, 1)


def test_as_often_as_it_takes() -> None:
    match = after((2000, 2000), (150, 150), (-200, -200))
    assert not match.finished
    assert add_deal(match, (points(10), points(0))).winner == 0


def test_after_such_a_tie_the_first_difference_decides_even_below_the_target() -> None:
    match = after((2050, 2050), (-320, -260))
    assert match.points == (1730, 1790)
    assert (match.finished, match.winner) == (True, 1)


def test_equal_below_the_target_the_match_just_goes_on() -> None:
    match = after((1500, 1500))
    assert not match.finished
    assert not match.reached


def test_a_total_may_sink_and_be_negative() -> None:
    match = after((-320, -320), (-320, 610))
    assert match.points == (-640, 290)
    assert not match.finished


def test_the_referees_points_count_for_the_target() -> None:
    match = start_match(BURACO, dealer=0, points=(1900, 0))
    assert add_deal(match, (points(0), points(0)), rulings=(100, 0)).winner == 0
    assert not add_deal(match, (points(100), points(0)), rulings=(-10, 0)).finished


def test_an_annulled_deal_decides_no_match_whatever_the_referees_points() -> None:
    match = annul_deal(start_match(BURACO, dealer=0, points=(1900, 0)), rulings=(100, 0))
    assert match.points == (2000, 0)
    assert not match.finished
    assert add_deal(match, (points(10), points(0))).winner == 0


def test_many_points_make_nobody_vulnerable() -> None:
    match = start_match(BURACO, dealer=0, points=(1990, 1500))
    game = table("buraco", "4H 5H 6H KD", opening=match.opening)
    assert game.state.minimum == (0, 0)
    game.play(f"draw {game.state.stock[0]}, meld 4H 5H 6H").refused("withdraw", "withdraw_unknown")
    game.play("discard KD")
