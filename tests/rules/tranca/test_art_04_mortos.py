"""tranca Art. 4: two mortos of eleven cards are set apart before play."""

from __future__ import annotations

import pytest

from canastra.cards import TWO_PACKS
from canastra.engine import cut, deal_out, view
from canastra.errors import InternalError
from tests.drawing import deal
from tests.rules.tranca.positions import late


def test_the_cards_fall_to_the_hands_then_the_mortos_then_the_stock() -> None:
    piles = deal_out(TWO_PACKS, players=4, dealer=1)
    # Seat 2 opens: it gets the 1st, 5th, 9th … card, seat 1, who deals, the 4th, 8th …
    assert piles.hands[2] == TWO_PACKS[0:44:4]
    assert piles.hands[3] == TWO_PACKS[1:44:4]
    assert piles.hands[1] == TWO_PACKS[3:44:4]
    assert piles.mortos == (TWO_PACKS[44:55], TWO_PACKS[55:66])
    assert piles.stock == TWO_PACKS[66:]
    assert len(piles.stock) == 38


def test_nothing_lies_on_the_discard_pile_when_play_begins() -> None:
    game = deal("tranca")
    assert game.pile == ""
    assert game.legal == {"draw"}
    game.refused("take", "pile_empty")


def test_nobody_sees_more_of_the_mortos_than_their_size() -> None:
    state = deal("tranca", mortos=("6S 6D", "")).state
    for seat in range(4):
        seen = view(state, seat)
        assert seen.morto_sizes == (11, 11)
        assert seen.known == ((), (), (), ())
        assert seen.waiting_morto == (False, False, False, False)


def test_the_side_that_empties_a_hand_first_takes_the_first_morto_whoever_it_is() -> None:
    first = "6S 6S 6D 6D 6C 6C 7S 7D 7C 8S 8D"
    game = late("KS KD", [], ["5C 6C 7C"], hands={1: "8C"}, morto=first)
    game.play("draw TS, discard TS", "1: draw TD, lay 1 8C, discard TD, morto")
    assert sorted(game.hand_of(1).split()) == sorted(first.split())
    assert game.state.has_morto == (False, True)
    assert len(game.state.mortos) == 1


@pytest.mark.parametrize("place", [1, 40, 103])
def test_the_cut_puts_the_upper_part_below(place: int) -> None:
    assert cut(TWO_PACKS, place) == TWO_PACKS[place:] + TWO_PACKS[:place]


@pytest.mark.parametrize("place", [0, 104])
def test_a_cut_leaves_cards_on_both_sides(place: int) -> None:
    with pytest.raises(InternalError):
        cut(TWO_PACKS, place)
