"""The next dealer by each rule, and the length of an encounter."""

from __future__ import annotations

import pytest

from canastra.engine import Encounter, Length, Match, NextDealer, Score, add_deal, annul_deal, start_match, with_dealer
from canastra.rulebooks import official


def points(melded: int | None) -> Score:
    return Score(melded, *[0] * (len(Score._fields) - 1))  # type: ignore[arg-type]


def dealt(rule: NextDealer, dealer: int, one: int | None, two: int | None, rulebook: str = "buraco") -> Match:
    match = start_match(official(rulebook), dealer, next_dealer=rule)
    return add_deal(match, (points(one), points(two)))


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("one", "two"), [(10, 20), (20, 10), (10, 10), (None, 10)])
def test_the_next_seat_deals_whatever_the_deal_made(dealer: int, one: int | None, two: int) -> None:
    after = dealt(NextDealer.NEXT_SEAT, dealer, one, two)
    assert (after.dealer, after.dealer_open) == ((dealer + 1) % 4, False)


@pytest.mark.parametrize(
    ("dealer", "one", "two", "expected"),
    [
        (0, 10, 20, 2),
        (0, 20, 10, 1),
        (1, 10, 20, 2),
        (1, 20, 10, 3),
        (3, 10, 20, 0),
        (3, 20, 10, 1),
        (3, 10, 10, 0),
        (2, -50, -50, 3),
    ],
)
def test_the_loser_of_the_deal_deals_the_next_one(dealer: int, one: int, two: int, expected: int) -> None:
    assert dealt(NextDealer.LOSER, dealer, one, two).dealer == expected


@pytest.mark.parametrize(("dealer", "one", "two", "expected"), [(0, 10, 20, 0), (0, 20, 10, 1), (1, 20, 10, 1)])
def test_of_two_players_the_loser_deals(dealer: int, one: int, two: int, expected: int) -> None:
    assert dealt(NextDealer.LOSER, dealer, one, two, "canastra-duelo").dealer == expected


def test_the_referees_points_do_not_make_a_loser() -> None:
    match = start_match(official("buraco"), 0, next_dealer=NextDealer.LOSER)
    assert add_deal(match, (points(20), points(10)), rulings=(-500, 0)).dealer == 1


def test_unknown_points_leave_the_loser_open() -> None:
    after = dealt(NextDealer.LOSER, 1, None, 10)
    assert after.dealer_open
    assert with_dealer(after, 3).dealer == 3
    assert not with_dealer(after, 3).dealer_open


def test_by_draw_the_dealer_is_open_after_each_deal() -> None:
    assert not start_match(official("buraco"), 0, next_dealer=NextDealer.DRAW).dealer_open
    assert dealt(NextDealer.DRAW, 1, 20, 10).dealer_open


@pytest.mark.parametrize("rule", NextDealer)
def test_an_annulled_deal_is_dealt_again_by_the_same_dealer(rule: NextDealer) -> None:
    after = annul_deal(start_match(official("buraco"), 2, next_dealer=rule), (-100, 0))
    assert (after.dealer, after.dealer_open) == (2, False)


@pytest.mark.parametrize(
    ("length", "winners", "decided", "finished", "winner"),
    [
        (Length.BEST_OF, (0, 0), True, True, 0),
        (Length.EXACTLY, (0, 0), True, False, None),
        (Length.EXACTLY, (0, 0, 1), True, True, 0),
        (Length.EXACTLY, (0, 1, None), True, True, None),
        (Length.BEST_OF, (0, None), False, False, None),
        (Length.BEST_OF, (0, None, None), True, True, 0),
        (Length.EXACTLY, (None, 1), False, False, None),
    ],
)
def test_three_matches(
    length: Length, winners: tuple[int | None, ...], decided: bool, finished: bool, winner: int | None
) -> None:
    encounter = Encounter(3, length)
    for side in winners:
        encounter = encounter.add(side)
    assert encounter.played == len(winners)
    assert (encounter.decided, encounter.finished, encounter.winner) == (decided, finished, winner)
