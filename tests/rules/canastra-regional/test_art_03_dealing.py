"""canastra-regional Art. 3: eleven cards each, one by one from the dealer's left, two mortos of eleven, the rest stock.

Play goes round the same way. The pile starts empty, the mortos come right after the hands: docs/rules.md §3.
"""

from __future__ import annotations

from collections import Counter

import pytest

from canastra.cards import TWO_PACKS, cards_text
from canastra.engine import deal_out, start_deal, view
from canastra.errors import InternalError
from canastra.rulebooks import load
from canastra.rulebooks.schema import Direction
from tests.drawing import deal

RULEBOOK = "canastra-regional"
PACK = TWO_PACKS[::3] + TWO_PACKS[1::3] + TWO_PACKS[2::3]
"""All 104 cards, no two equal ones side by side."""


@pytest.mark.parametrize(("dealer", "order"), [(0, (1, 2, 3, 0)), (1, (2, 3, 0, 1)), (3, (0, 1, 2, 3))])
def test_one_card_at_a_time_from_the_dealers_left_the_dealer_last(dealer: int, order: tuple[int, ...]) -> None:
    piles = deal_out(PACK, players=4, dealer=dealer)
    for place, seat in enumerate(order):
        assert piles.hands[seat] == PACK[place:44:4]
        assert len(piles.hands[seat]) == 11


def test_two_mortos_of_eleven_then_a_stock_of_thirty_eight() -> None:
    piles = deal_out(PACK, players=4, dealer=2)
    assert piles.mortos == (PACK[44:55], PACK[55:66])
    assert piles.stock == PACK[66:]
    assert len(piles.stock) == 38


def test_all_cards_of_two_packs_without_jokers_are_dealt() -> None:
    piles = deal_out(PACK, players=4, dealer=0)
    dealt = Counter(card for pile in (*piles.hands, *piles.mortos, piles.stock) for card in pile)
    assert len(dealt) == 52
    assert set(dealt.values()) == {2}


@pytest.mark.parametrize("cards", [103, 52])
def test_an_incomplete_pack_is_not_dealt(cards: int) -> None:
    with pytest.raises(InternalError) as caught:
        deal_out(PACK[:cards], players=4, dealer=0)
    assert caught.value.code == "pack_size"


def test_play_is_clockwise_and_the_dealers_left_opens() -> None:
    assert load(RULEBOOK).table.direction is Direction.CLOCKWISE
    assert load(RULEBOOK).article("table.direction") == "Art. 3"
    game = deal(RULEBOOK, dealer=2)
    seats = []
    for _ in range(5):
        seats.append(game.state.seat)
        game.idle(1)
    assert seats == [3, 0, 1, 2, 3]


def test_no_card_is_turned_up_so_the_opener_can_only_draw() -> None:
    game = deal(RULEBOOK)
    assert game.pile == ""
    assert game.legal == {"draw"}
    game.refused("take", "pile_empty", "Art. 6")


def test_mortos_and_stock_lie_face_down() -> None:
    state = start_deal(load(RULEBOOK), deal_out(PACK, players=4, dealer=3), dealer=3)
    other = state._replace(mortos=state.mortos[::-1], stock=state.stock[::-1])
    for seat in range(4):
        assert view(state, seat) == view(other, seat)
    assert view(state, 0).morto_sizes == (11, 11)
    assert view(state, 0).stock_size == 38


def test_a_player_sees_no_other_hand() -> None:
    state = start_deal(load(RULEBOOK), deal_out(PACK, players=4, dealer=3), dealer=3)
    one, two, three, four = state.hands
    other = state._replace(hands=(one, three, four, two))
    assert view(state, 0) == view(other, 0)
    assert view(state, 1) != view(other, 1)


def test_the_first_morto_dealt_is_the_first_taken() -> None:
    seat_1 = "4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    mortos = ("4D 5D 6D 9D JD KD 4C 6C 8C TC QC", "3D 3C 3H 3S 5C 7C 9C JC KC AC AD")
    game = deal(RULEBOOK, {1: seat_1}, mortos, stock="TD 7D").play("0: draw TD, discard TD")
    game.play(f"1: draw 7D, meld {seat_1}, discard 7D, morto")
    assert sorted(game.hand_of(1).split()) == sorted(mortos[0].split())
    assert [cards_text(morto) for morto in game.state.mortos] == [mortos[1]]
