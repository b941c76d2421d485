"""tranca Art. 3: the players draw cards for the first deal and the highest deals, ace lowest and king highest."""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import add_deal, annul_deal, draw_for_dealer, start_match
from canastra.errors import InternalError
from canastra.rulebooks import official
from tests.rules.tranca.positions import points


def _dealer(cards: str) -> int:
    return draw_for_dealer(parse_cards(cards), 4)[0]


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("5H KS QD AC", 1),
        ("AS AH QD JC", 2),  # the ace is low here, though it ends a sequence above the king
        ("AS 2H AD AC", 1),  # a 2 beats only an ace: nothing is wild in this draw
        ("2S 2H 3D 2C", 2),  # a 3 is a 3
        ("9S TH 9D 9C", 1),
    ],
)
def test_the_highest_card_deals(cards: str, dealer: int) -> None:
    assert _dealer(cards) == dealer


def test_suits_do_not_decide() -> None:
    # KS and KC tie; then seat 0 draws the 4 and seat 3 the 9.
    assert _dealer("KS 5H 6D KC 4H 9S") == 3
    assert _dealer("KC 5H 6D KS 9H 4S") == 0


def test_only_the_tied_players_draw_again_as_often_as_it_takes() -> None:
    dealer, drawn = draw_for_dealer(parse_cards("QS 5H QD QC 7S 7H 6D KC JH AD AH 8C"), 4)
    # Seats 0, 2 and 3 tie; then 0 and 2; then 0 draws the king and 2 the jack.
    assert dealer == 0
    expected = "0 QS,1 5H,2 QD,3 QC,0 7S,2 7H,3 6D,0 KC,2 JH"
    assert ",".join(f"{seat} {card}" for seat, card in drawn) == expected


def test_a_lower_card_after_the_tie_does_not_bring_the_others_back() -> None:
    # Seats 1 and 2 tie with 8s and then draw an ace and a 2: seat 0's 7 is out all the same.
    assert _dealer("7S 8H 8D 5C AS 2H") == 2


def test_a_draw_that_the_cards_do_not_decide_is_not_decided() -> None:
    with pytest.raises(InternalError):
        _dealer("KS KH KD KC")


def test_afterwards_the_deal_goes_round_in_the_order_of_play() -> None:
    match = start_match(official("tranca"), dealer=2)
    for expected in (3, 0, 1, 2):
        match = add_deal(match, (points(), points(melded=10)))
        assert match.dealer == expected


def test_an_annulled_deal_is_dealt_again_by_the_same_player() -> None:
    assert annul_deal(start_match(official("tranca"), dealer=2)).dealer == 2
