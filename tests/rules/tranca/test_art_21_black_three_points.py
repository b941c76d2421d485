"""tranca Art. 21: each black 3 in a hand at the end of the deal costs 100 points."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import CLEAN, last_card, late, points


@pytest.mark.parametrize(
    ("partner", "blacks", "in_hand"),
    [("9D QD", 0, -20), ("3S 9D", -100, -10), ("3S 3C", -200, 0), ("3S 3S 3C 3C 9D", -400, -10)],
)
def test_a_hundred_each_in_place_of_the_ten(partner: str, blacks: int, in_hand: int) -> None:
    game = last_card("KD", taken=(True, True), hands={2: partner})
    assert game.score(0) == points(black_threes=blacks, in_hand=in_hand - 10)


def test_of_all_four_hands() -> None:
    game = last_card("KD 3S", hands={1: "3S", 2: "3C", 3: "3C 9C"})
    assert [game.score(side).black_threes for side in (0, 1)] == [-200, -200]
    assert [game.score(side).in_hand for side in (0, 1)] == [-10, -10]


def test_going_out_does_not_spare_the_partner() -> None:
    game = late("QH", [CLEAN], taken=(True, True), hands={2: "3S 9D"}).play("draw TS, lay 1 QH, discard TS")
    assert game.score(0) == points(melded=80, clean=200, going_out=100, black_threes=-100, in_hand=-10)


def test_a_canasta_does_not_turn_it_into_a_gain_as_it_does_a_red_one() -> None:
    assert last_card("KD", [CLEAN], hands={2: "3S"}).score(0).black_threes == -100


def test_thrown_in_the_last_turn_it_costs_nothing() -> None:
    game = late("KD 3S", stock="TS").play("draw TS, discard 3S")
    assert game.score(0) == points(morto=-100, in_hand=-40)


def test_taken_with_the_pile_it_does() -> None:
    game = late("KD", pile="3S 9C", stock="TS").play("take, discard 9C", "1: draw TS, discard TS")
    assert game.score(0) == points(black_threes=-100, morto=-100, in_hand=-30)
