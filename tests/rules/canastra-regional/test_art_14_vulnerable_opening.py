"""canastra-regional Art. 14: from 1500 points a side opens with melds of 75 points, laid by one player in one turn."""

from __future__ import annotations

from typing import Any

import pytest

from canastra.cards import parse_cards
from canastra.engine import Phase, Score, add_deal, start_match, view
from canastra.rulebooks import load
from tests.drawing import Game, deal, table

RULEBOOK = "canastra-regional"
FIFTY_FIVE = "TH JH QH KH AH"
"""4 * 10 + 15."""


def playing(cards: str, attempt: int = 0, **more: Any) -> Game:
    """Seat 0 has drawn and holds the cards, a 9C and a KD; its side has failed to open `attempt` times."""
    fields: dict[str, Any] = {"phase": Phase.PLAY, "opening": (attempt, -1)}
    return table(RULEBOOK, f"{cards} 9C KD", **(fields | more))


@pytest.mark.parametrize(
    ("points", "minimum"), [((1495, 1500), (0, 75)), ((1500, 0), (75, 0)), ((2995, 1505), (75, 75)), ((0, 0), (0, 0))]
)
def test_a_side_is_vulnerable_from_1500_points(points: tuple[int, int], minimum: tuple[int, int]) -> None:
    opening = start_match(load(RULEBOOK), dealer=3, points=points).opening
    assert deal(RULEBOOK, opening=opening).state.minimum == minimum


def test_it_is_asked_before_each_deal_and_the_minimum_begins_at_75_again() -> None:
    match = start_match(load(RULEBOOK), dealer=0, points=(1400, 1600))
    match = add_deal(match, (Score(100, 0, 0, 0, 0, 0, 0, 0, 0), Score(0, 0, 0, 0, 0, -100, 0, 0, -5)))
    assert deal(RULEBOOK, opening=match.opening).state.minimum == (75, 0)


@pytest.mark.parametrize(
    ("attempt", "enough", "melds"),
    [
        (0, False, [FIFTY_FIVE, "3S 4S 5S"]),  # 70
        (0, True, [FIFTY_FIVE, "3S 4S 5S 6S"]),  # 75
        (1, False, ["9H TH JH QH KH AH", "3S 4S 5S 6S"]),  # 85
        (1, True, ["9H TH JH QH KH AH", "3S 4S 5S 6S 7S"]),  # 90
        (2, False, ["8H 9H TH JH QH KH AH", "TS JS QS KS"]),  # 115
        (2, True, ["8H 9H TH JH QH KH AH", "JS QS KS AS"]),  # 120
        (3, False, ["8H 9H TH JH QH KH AH", "TS JS QS KS AS", "3D 4D 5D"]),  # 145
        (3, True, ["8H 9H TH JH QH KH AH", "TS JS QS KS AS", "3D 4D 5D 6D"]),  # 150
        (4, False, ["8H 9H TH JH QH KH AH", "TS JS QS KS AS", "3D 4D 5D"]),
        (4, True, ["8H 9H TH JH QH KH AH", "TS JS QS KS AS", "3D 4D 5D 6D"]),
    ],
)
def test_the_minimum_of_each_attempt(attempt: int, enough: bool, melds: list[str]) -> None:
    game = playing(" ".join(melds), attempt).play(*(f"meld {meld}" for meld in melds))
    if enough:
        assert game.play("discard 9C").state.minimum == (0, 0)
    else:
        game.refused("discard 9C", "below_minimum", "Art. 14")


def test_the_bonus_of_a_canasta_does_not_count_and_a_2_counts_10_wherever_it_stands() -> None:
    # 8H to KH make 60, the 2 in the place of the ace 70.
    meld = "8H 9H TH JH QH KH 2S"
    playing(meld).play(f"meld {meld}").refused("discard 9C", "below_minimum", "Art. 14")
    # The ace itself makes 65 from the 9 on, the 2 in the place of the 8 makes 75.
    meld = "2S 9H TH JH QH KH AH"
    playing(meld).play(f"meld {meld}").allowed("discard 9C")


def test_what_is_laid_in_the_turn_adds_up_lay_offs_included() -> None:
    game = playing(f"{FIFTY_FIVE} 9H 8H").play("meld JH QH KH, lay 1 AH, lay 1 TH, lay 1 9H")
    assert view(game.state, 0).points_laid == 65
    game.refused("discard 9C", "below_minimum", "Art. 14").play("lay 1 8H").allowed("discard 9C")


def test_below_the_minimum_one_may_lay_more_or_withdraw_and_nothing_else() -> None:
    game = playing(f"{FIFTY_FIVE} 3S 4S 5S").play(f"meld {FIFTY_FIVE}")
    assert game.legal == {"meld 3S 4S 5S", "withdraw"}


def test_below_the_minimum_the_hand_cannot_be_emptied_even_with_a_morto_to_take() -> None:
    game = table(RULEBOOK, "TH JH QH", phase=Phase.PLAY, opening=(0, -1))
    game.refused("meld TH JH QH", "below_minimum", "Art. 14")
    assert game.legal == {"discard TH", "discard JH", "discard QH"}


def test_with_the_minimum_it_can() -> None:
    meld = "8H 9H TH JH QH KH AH"
    game = table(RULEBOOK, meld, phase=Phase.PLAY, opening=(0, -1)).play(f"meld {meld}, morto")
    assert game.state.has_morto == (True, False)


def test_cards_of_the_pile_count_like_others() -> None:
    game = table(RULEBOOK, "8H 9H TH 9C KD", pile="JH QH KH AH", opening=(0, -1))
    game.play("take, meld 8H 9H TH JH QH KH AH, discard 9C")


def test_a_side_that_has_opened_is_free_for_the_rest_of_the_deal_the_partner_too() -> None:
    hands = {0: f"{FIFTY_FIVE} 3S 4S 5S 6S", 2: "3D 4D 5D"}
    game = deal(RULEBOOK, hands, stock="9C TC 9D", opening=(0, -1))
    game.play(f"0: draw 9C, meld {FIFTY_FIVE}, meld 3S 4S 5S 6S, discard 9C", "1: draw TC, discard TC")
    game.play("2: draw 9D, meld 3D 4D 5D, discard 9D")
    assert len(game.melds(0)) == 3


def test_the_other_side_has_no_minimum() -> None:
    game = playing("4S", hands={1: "3H 4H 5H 9D"}, seat=1).play("1: meld 3H 4H 5H")
    game.allowed("discard 9D")
    assert game.state.minimum == (75, 0)


def test_a_side_that_lays_nothing_has_not_tried() -> None:
    game = playing("4H 5H 6H", stock=parse_cards("3S 3C")).play("discard 9C")
    assert game.state.minimum == (75, 0)
