"""buraco Art. 3: the players settle who shuffles, who cuts and who opens the deal."""

from __future__ import annotations

import pytest

from canastra.cards import TWO_PACKS, cards_text, parse_cards
from canastra.engine import add_deal, annul_deal, cut, deal_out, draw_for_dealer, start_match
from canastra.errors import InternalError
from canastra.rulebooks.schema import Direction
from tests.drawing import deal
from tests.rules.buraco.positions import BURACO, points


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("4S KH AS 9D", 1),
        ("AS AH AD 2C", 3),
        ("QS JH TD AC", 0),
        ("KS KH 3S QD 4S 5S", 1),
        ("9S KH 3S KD 5S 4S", 1),
        ("7S 7H 7D 7C KS KH 2D 2C AS 3S", 1),
    ],
    ids=["king-highest", "ace-lowest", "queen-before-jack", "tie", "tie-of-opposite-seats", "tie-twice"],
)
def test_the_highest_card_drawn_deals_and_the_tied_draw_again(cards: str, dealer: int) -> None:
    found, drawn = draw_for_dealer(parse_cards(cards), players=4)
    assert found == dealer
    assert cards_text(card for _, card in drawn) == cards


def test_in_a_second_draw_only_the_tied_take_part() -> None:
    _, drawn = draw_for_dealer(parse_cards("9S KH 3S KD AS 2S"), players=4)
    assert [seat for seat, _ in drawn] == [0, 1, 2, 3, 1, 3]


def test_the_pack_is_cut_anywhere_but_not_at_its_ends() -> None:
    assert cut(TWO_PACKS, 1) == (*TWO_PACKS[1:], TWO_PACKS[0])
    assert cut(TWO_PACKS, 103) == (TWO_PACKS[103], *TWO_PACKS[:103])
    for place in (0, 104):
        with pytest.raises(InternalError) as caught:
            cut(TWO_PACKS, place)
        assert caught.value.code == "cut_out_of_range"


def test_cards_are_dealt_one_at_a_time_from_the_opener_on_then_the_mortos() -> None:
    piles = deal_out(TWO_PACKS, players=4, dealer=1)
    assert [cards_text(hand) for hand in piles.hands] == [
        "2S 4S 6S 8S TS QS AH 3H 5H 7H 9H",
        "2S 4S 6S 8S TS QS AH 3H 5H 7H 9H",
        "AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H",
        "AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H",
    ]
    assert [cards_text(morto) for morto in piles.mortos] == [
        "TH TH JH JH QH QH KH KH AD AD 2D",
        "2D 3D 3D 4D 4D 5D 5D 6D 6D 7D 7D",
    ]
    assert piles.stock == TWO_PACKS[66:]


@pytest.mark.parametrize("dealer", range(4))
def test_the_seat_after_the_dealer_opens_and_the_dealer_plays_last(dealer: int) -> None:
    game = deal("buraco", dealer=dealer)
    seats = []
    for _ in range(5):
        seats.append(game.state.seat)
        game.idle(1)
    assert seats == [(dealer + step) % 4 for step in (1, 2, 3, 4, 5)]


def test_play_goes_counter_clockwise_by_decision() -> None:
    assert BURACO.table.direction is Direction.COUNTER_CLOCKWISE
    assert BURACO.clauses["table.direction"].decision
    assert BURACO.article("table.direction") == "Art. 3"


def test_nothing_is_turned_up_the_discard_pile_starts_empty() -> None:
    game = deal("buraco")
    assert game.pile == ""
    assert len(game.state.stock) == 38


def test_the_next_seat_deals_next_and_after_an_annulled_deal_the_same() -> None:
    match = start_match(BURACO, dealer=2)
    match = annul_deal(match)
    assert match.dealer == 2
    match = add_deal(match, (points(10), points(0)))
    assert match.dealer == 3
    assert add_deal(match, (points(10), points(0))).dealer == 0
    assert BURACO.clauses["clauses.dealer"].decision
