"""canastra-duelo Aberturas: the row runs from ace to ace, and an ace stands only at one of its ends.

An ace that fits at either end goes to the low one; both lie in one meld only when all fourteen places are filled.
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

ID = "canastra-duelo"
TWO_TO_KING = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


def playing(hand: str, *ours: str) -> Game:
    """Seat 0 with cards to lay, and some that keep the hand from running out."""
    return table(ID, f"{hand} 9C JC 6S 8S", ours=list(ours), phase=Phase.PLAY)


@pytest.mark.parametrize("meld", ["AH 2H 3H", "QH KH AH", "AH 2S 3H", "2S KH AH", "2H KH AH"])
def test_it_may_stand_first_or_last(meld: str) -> None:
    assert playing(meld).play(f"meld {meld}").melds(0) == [meld]


@pytest.mark.parametrize("meld", ["KH AH 2H", "KH AH 2S", "KH AH 2H 3H", "2S AH 3H", "QH KH AH 2H"])
def test_it_never_stands_between(meld: str) -> None:
    playing(meld).refused(f"meld {meld}", "not_consecutive", "Aberturas")


def test_nothing_is_laid_beyond_it() -> None:
    playing("KH 4H", "AH 2H 3H").allowed("lay 1 4H").refused("lay 1 KH", "does_not_fit", "Aberturas")
    playing("JH 3H", "QH KH AH").allowed("lay 1 JH").refused("lay 1 3H", "does_not_fit", "Aberturas")


def test_it_is_laid_at_the_end_where_it_fits() -> None:
    assert playing("AH", "2H 3H 4H").play("lay 1 AH").melds(0) == ["AH 2H 3H 4H"]
    assert playing("AH", "JH QH KH").play("lay 1 AH").melds(0) == ["JH QH KH AH"]
    playing("AH", "3H 4H 5H").refused("lay 1 AH", "does_not_fit", "Aberturas")


def test_fitting_at_both_it_goes_low() -> None:
    assert playing("AH", TWO_TO_KING).play("lay 1 AH").melds(0) == [f"AH {TWO_TO_KING}"]


def test_the_second_one_needs_every_place_between() -> None:
    assert playing("AH", f"AH {TWO_TO_KING}").play("lay 1 AH").melds(0) == [f"AH {TWO_TO_KING} AH"]
    playing("AH", "AH 2H 3H").refused("lay 1 AH", "does_not_fit", "Aberturas")
    game = playing("AH", f"AH {TWO_TO_KING.removesuffix(' KH')}").refused("lay 1 AH", "does_not_fit", "Aberturas")
    assert "lay 1 AH" not in game.legal


def test_the_wild_may_fill_one_of_them() -> None:
    to_queen = f"AH {TWO_TO_KING.removesuffix(' KH')}"
    assert playing("AH", f"{to_queen} 2S").play("lay 1 AH").melds(0) == [f"{to_queen} 2S AH"]


def test_a_wild_may_stand_for_it() -> None:
    assert playing("QH KH 2S").play("meld QH KH 2S").melds(0) == ["QH KH 2S"]
    assert playing("2S", f"AH {TWO_TO_KING}").play("lay 1 2S").melds(0) == [f"AH {TWO_TO_KING} 2S"]
