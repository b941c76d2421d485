"""canastra-curinguinha Distribuição: eleven cards to each of the four and two mortos of eleven; the rest is the stock.

The text ends there: the order of dealing from the opener on, the dealer, and the cut are common decisions.
"""

from __future__ import annotations

import pytest

from canastra.cards import TWO_PACKS, parse_cards
from canastra.engine import Score, add_deal, cut, deal_out, draw_for_dealer, start_match
from canastra.errors import InternalError
from canastra.rulebooks import official
from tests.drawing import deal

ID = "canastra-curinguinha"


def test_eleven_each_two_mortos_of_eleven_and_a_stock_of_38() -> None:
    piles = deal_out(TWO_PACKS, 4, dealer=0)
    assert [len(hand) for hand in piles.hands] == [11] * 4
    assert [len(morto) for morto in piles.mortos] == [11, 11]
    assert len(piles.stock) == 38


@pytest.mark.parametrize("dealer", range(4))
def test_cards_go_one_by_one_from_the_opener_then_the_mortos_then_the_stock(dealer: int) -> None:
    piles = deal_out(TWO_PACKS, 4, dealer)
    for place in range(4):
        hand = piles.hands[(dealer + 1 + place) % 4]
        assert hand[0] == TWO_PACKS[place]
        assert hand[1] == TWO_PACKS[place + 4]
        assert hand[10] == TWO_PACKS[place + 40]
    assert piles.mortos == (TWO_PACKS[44:55], TWO_PACKS[55:66])
    assert piles.stock == TWO_PACKS[66:]


def test_no_card_is_turned_up_so_the_opener_can_only_draw() -> None:
    game = deal(ID)
    assert game.pile == ""
    assert game.legal == {"draw"}
    game.refused("take", "pile_empty", "Lixo")


def test_the_highest_card_deals_first_king_above_ace() -> None:
    assert draw_for_dealer(parse_cards("AS QD KH 2C 9S"), 4)[0] == 2
    assert draw_for_dealer(parse_cards("AS 2D AH AC"), 4)[0] == 1


def test_those_who_tie_for_the_highest_draw_again() -> None:
    dealer, drawn = draw_for_dealer(parse_cards("KS 9D KH 2C 5S 6D"), 4)
    assert dealer == 2
    assert [seat for seat, _ in drawn] == [0, 1, 2, 3, 0, 2]


def test_the_next_player_deals_next() -> None:
    match = start_match(official(ID), dealer=2)
    dealers = []
    for _ in range(3):
        match = add_deal(match, (Score(5, *[0] * 8), Score(*[0] * 9)))
        dealers.append(match.dealer)
    assert dealers == [3, 0, 1]


def test_the_cut_puts_the_upper_part_below() -> None:
    assert cut(TWO_PACKS, 3) == TWO_PACKS[3:] + TWO_PACKS[:3]
    for place in (0, 104):
        with pytest.raises(InternalError):
            cut(TWO_PACKS, place)
