"""canastra-regional Art. 2: the shuffled pack is cut, by the player at the dealer's right, before it is dealt."""

from __future__ import annotations

from collections import Counter

import pytest

from canastra.cards import TWO_PACKS, cards_text, parse_cards
from canastra.engine import cut, deal_out
from canastra.errors import InternalError


def test_the_upper_part_goes_below_the_lower_and_both_keep_their_order() -> None:
    assert cards_text(cut(parse_cards("AS 2S 3S 4S 5S"), 2)) == "3S 4S 5S AS 2S"


def test_a_cut_neither_adds_nor_loses_a_card() -> None:
    assert Counter(cut(TWO_PACKS, 40)) == Counter(TWO_PACKS)


@pytest.mark.parametrize("place", [1, 103])
def test_one_card_on_either_side_is_a_cut(place: int) -> None:
    after = cut(TWO_PACKS, place)
    assert after != TWO_PACKS
    assert cut(after, 104 - place) == TWO_PACKS


@pytest.mark.parametrize("place", [0, 104, -1])
def test_a_cut_leaves_cards_on_both_sides(place: int) -> None:
    with pytest.raises(InternalError) as caught:
        cut(TWO_PACKS, place)
    assert caught.value.code == "cut_out_of_range"


def test_the_first_card_below_the_cut_is_dealt_first() -> None:
    # The sorted pack begins with two AS; 25 cards further the second KS, then AH twice.
    piles = deal_out(cut(TWO_PACKS, 25), players=4, dealer=1)
    assert [cards_text(piles.hands[seat][:1]) for seat in (2, 3, 0, 1)] == ["KS", "AH", "AH", "2H"]
    assert cards_text(piles.stock[-2:]) == "QS KS"
