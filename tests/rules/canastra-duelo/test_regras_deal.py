"""canastra-duelo Regras: each player is dealt eleven cards, and two mortos of eleven are put aside."""

from __future__ import annotations

import pytest

from canastra.cards import TWO_PACKS, parse_cards
from canastra.engine import deal_out, draw_for_dealer, view
from tests.drawing import deal

ID = "canastra-duelo"


@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_go_one_by_one_from_the_opener_then_the_mortos_then_a_stock_of_60(dealer: int) -> None:
    piles = deal_out(TWO_PACKS, 2, dealer)
    assert piles.hands[1 - dealer] == TWO_PACKS[0:22:2]
    assert piles.hands[dealer] == TWO_PACKS[1:22:2]
    assert piles.mortos == (TWO_PACKS[22:33], TWO_PACKS[33:44])
    assert piles.stock == TWO_PACKS[44:]
    assert len(piles.stock) == 60


def test_both_see_eleven_cards_each_two_mortos_and_no_discard() -> None:
    game = deal(ID)
    for seat in (0, 1):
        seen = view(game.state, seat)
        assert (seen.hand_sizes, seen.morto_sizes, seen.stock_size) == ((11, 11), (11, 11), 60)
        assert (len(seen.hand), seen.pile, seen.melds) == (11, (), ((), ()))


def test_the_higher_card_deals_and_equal_ranks_draw_again() -> None:
    assert draw_for_dealer(parse_cards("AS 2H"), 2)[0] == 1
    assert draw_for_dealer(parse_cards("KS AH"), 2)[0] == 0
    dealer, drawn = draw_for_dealer(parse_cards("9S 9H 4C 3D"), 2)
    assert (dealer, len(drawn)) == (0, 4)
