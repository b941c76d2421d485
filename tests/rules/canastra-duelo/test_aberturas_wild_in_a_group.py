"""canastra-duelo Aberturas: a group may have a wild, also from the start, as in two kings and a 2."""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

ID = "canastra-duelo"


def playing(hand: str, *ours: str) -> Game:
    """Seat 0 with cards to lay, and some that keep the hand from running out."""
    return table(ID, f"{hand} 9C 5C 6S TS", ours=list(ours), phase=Phase.PLAY)


@pytest.mark.parametrize("pair", ["KS KH", "KS KS", "AS AH", "3S 3H"])
@pytest.mark.parametrize("two", ["2S", "2H", "2D"])
def test_a_pair_and_any_two_open_one(pair: str, two: str) -> None:
    assert playing(f"{pair} {two}").play(f"meld {pair} {two}").melds(0) == [f"{pair} {two}"]


def test_the_wild_is_written_last() -> None:
    game = playing("KS KH 2D").refused("meld 2D KS KH", "group_order", "Aberturas")
    assert {action for action in game.legal if action.startswith("meld")} == {"meld KS KH 2D"}


def test_one_king_and_two_wilds_open_none() -> None:
    playing("KS 2H 2D").refused("meld KS 2H 2D", "two_wilds", "Aberturas")


def test_there_is_one_a_group_and_no_two_is_natural_in_it() -> None:
    playing("KS KH 2S 2H").refused("meld KS KH 2S 2H", "two_wilds", "Aberturas")
    game = playing("2S 2H", "KS KH KD").play("lay 1 2S").refused("lay 1 2H", "second_wild", "Aberturas")
    assert game.melds(0) == ["KS KH KD 2S"]


def test_it_stays_when_naturals_are_added() -> None:
    game = playing("KD KC", "KS KH 2S").play("lay 1 KC, lay 1 KD")
    assert game.melds(0) == ["KS KH KD KC 2S"]


def test_a_two_goes_onto_a_group_without_an_end() -> None:
    playing("2S", "KS KH KD").allowed("lay 1 2S").refused("lay 1 2S high", "end_superfluous", "Aberturas")


def test_all_eight_and_a_wild_are_the_largest_group() -> None:
    full = "KS KS KH KH KD KD KC KC"
    assert playing("2S", full).play("lay 1 2S").melds(0) == [f"{full} 2S"]
    playing("2H", f"{full} 2S").refused("lay 1 2H", "second_wild", "Aberturas")
