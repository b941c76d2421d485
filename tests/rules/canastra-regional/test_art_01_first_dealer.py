"""canastra-regional Art. 1: partners sit alternately, and the player who draws the highest card deals first.

Ace lowest, king highest, tied players draw again, the next seat deals next: decisions of docs/rules.md §2.
"""

from __future__ import annotations

import pytest

from canastra.cards import cards_text, parse_cards
from canastra.engine import Score, add_deal, draw_for_dealer, start_match
from canastra.rulebooks import load
from tests.drawing import deal

RULEBOOK = "canastra-regional"


def dealer_of(cards: str) -> int:
    return draw_for_dealer(parse_cards(cards), players=4)[0]


def test_four_players_of_whom_every_other_one_is_a_partner() -> None:
    game = deal(RULEBOOK, {0: "4H 5H 6H", 1: "4S 5S 6S", 2: "7H", 3: "7S"}, stock="9C 9D TC TD")
    game.play("0: draw 9C, meld 4H 5H 6H, discard 9C", "1: draw 9D, meld 4S 5S 6S, discard 9D")
    game.play("2: draw TC, lay 1 7H, discard TC", "3: draw TD, lay 1 7S, discard TD")
    assert len(game.state.hands) == 4
    assert (game.melds(0), game.melds(1)) == (["4H 5H 6H 7H"], ["4S 5S 6S 7S"])


@pytest.mark.parametrize(
    ("cards", "seat"),
    [
        ("KS 3H QD AC", 0),
        ("5S KH QD AC", 1),
        ("TS 9H JD 8C", 2),
        ("AS 2H AD AC", 1),  # the ace is the lowest card, a 2 is no wild here
        ("AS QH JD KC", 3),
    ],
)
def test_the_highest_card_deals(cards: str, seat: int) -> None:
    assert dealer_of(cards) == seat


def test_a_tie_below_the_highest_card_decides_nothing() -> None:
    dealer, drawn = draw_for_dealer(parse_cards("5S 5H KD 2C 6S 7H"), players=4)
    assert dealer == 2
    assert len(drawn) == 4


@pytest.mark.parametrize("first", ["KS KH 3D 4C", "KC KS 3D 4C", "KS KS 3D 4C"])
def test_suits_do_not_break_a_tie_and_only_the_tied_draw_again(first: str) -> None:
    dealer, drawn = draw_for_dealer(parse_cards(f"{first} 5S 6H QD"), players=4)
    assert dealer == 1
    assert [seat for seat, _ in drawn] == [0, 1, 2, 3, 0, 1]
    assert cards_text(card for _, card in drawn[4:]) == "5S 6H"


def test_the_second_draw_decides_among_the_tied_however_low_it_is() -> None:
    assert dealer_of("QS KH 3D KC AS 2H") == 3


def test_a_second_tie_is_drawn_again_by_those_still_tied() -> None:
    assert dealer_of("KS KH KD 3C 9S 9H 4D JS QH") == 1
    assert dealer_of("7S 7H 7D 7C 2S 3H 4D 5C") == 3


def test_the_deal_passes_to_the_next_seat() -> None:
    nothing = Score(0, 0, 0, 0, 0, 0, 0, 0, 0)
    match = start_match(load(RULEBOOK), dealer=2)
    dealers = []
    for _ in range(5):
        dealers.append(match.dealer)
        match = add_deal(match, (nothing, nothing))
    assert dealers == [2, 3, 0, 1, 2]
