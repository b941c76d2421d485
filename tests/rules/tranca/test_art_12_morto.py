"""tranca Art. 12: a morto needs no canasta; taken directly it is played at once, indirectly from the next turn on."""

from __future__ import annotations

import pytest

from canastra.cards import cards_text
from canastra.engine import Ending, view
from tests.drawing import Game
from tests.rules.tranca.positions import CLEAN, MORTO, late, points

THREES = "6S 7S 8S 6D 7D 8D 6C 7C 8C 3H 3S"


def _waiting(stock: str = "TD TC TS TD TC", morto: str = MORTO, **more: object) -> Game:
    """Seat 0, its side without a canasta, has discarded its last card; side 1 has its morto and a canasta."""
    game = late("KD", ["5C 6C 7C"], [CLEAN], f"8C {stock}", (False, True), morto=morto, **more)
    return game.play("draw 8C, lay 1 8C, discard KD, morto")


def test_laid_the_last_card_goes_on_from_the_morto_without_a_draw() -> None:
    game = late("8C", ["5C 6C 7C"], stock="9C TD").play("draw 9C, lay 1 8C, lay 1 9C, morto")
    assert (game.state.seat, game.state.has_morto) == (0, (True, False))
    assert len(game.hand.split()) == 11
    game.refused("draw", "already_drawn").refused("take", "already_drawn").refused("pass", "pass_unknown")
    game.play("meld 6S 7S 8S, discard JD")
    assert game.state.seat == 1


def test_the_whole_morto_may_be_laid_and_the_side_go_out_in_the_same_turn() -> None:
    game = late("8C", ["5C 6C 7C"], stock="9C TD", morto="5S 6S 7S 8S 9S TS JS 4H 4D 4C KD")
    game.play("draw 9C, lay 1 8C 9C, morto, meld 5S 6S 7S 8S 9S TS JS, meld 4H 4D 4C, discard KD")
    assert (game.state.went_out, game.score(0).total) == (0, 150 + 200 + 100 - 20)


def test_discarded_the_last_card_waits_and_is_not_even_seen() -> None:
    game = _waiting()
    assert game.state.seat == 1
    seen = view(game.state, 0)
    assert (seen.hand, seen.hand_sizes[0], seen.waiting_morto) == ((), 11, (True, False, False, False))
    game.play("1: draw TD, discard TD", "2: draw TC, discard TC", "3: draw TS, discard TS")
    seen = view(game.state, 0)
    assert sorted(cards_text(seen.hand).split()) == sorted(MORTO.split())
    assert not any(seen.waiting_morto)
    game.play("0: draw TD").allowed("meld 6S 7S 8S", "discard JD")


def test_the_second_hand_of_a_side_gets_none() -> None:
    # Side 0 has its morto; the other side's is still there, and is no business of seat 0.
    game = late("8C", ["5C 6C 7C"], taken=(True, False), stock="9C TD").play("draw 9C")
    game.refused("lay 1 8C 9C", "going_out_needs_any", "Art. 14").refused("lay 1 8C", "dead_end_going_out_needs_any")
    assert len(game.state.mortos) == 1


def test_each_side_has_one() -> None:
    game = late("8C", ["5C 6C 7C"], ["5D 6D 7D"], "9C TD", hands={1: "8D"})
    game.play("draw 9C, lay 1 8C 9C, morto, discard JD", "1: draw TD, lay 1 8D, discard TD, morto")
    assert (game.state.has_morto, game.state.mortos) == ((True, True), ())


@pytest.mark.parametrize("morto", [MORTO, THREES])
def test_the_others_going_out_before_it_is_played_costs_a_hundred_flat(morto: str) -> None:
    game = _waiting(morto=morto, hands={1: "QH"}).play("1: draw TD, lay 1 QH, discard TD")
    # The eleven cards count for nothing, 3s included; the partner's two at 10.
    assert game.score(0) == points(melded=40, morto=-100, in_hand=-20)
    assert game.score(1) == points(melded=80, clean=200, going_out=100, in_hand=-20)


def test_so_it_does_when_the_last_opponent_before_the_turn_goes_out() -> None:
    game = _waiting(hands={3: "QH"}).play("1: draw TD, discard TD", "2: draw TC, discard TC")
    game.play("3: draw TS, lay 1 QH, discard TS")
    assert game.score(0) == points(melded=40, morto=-100, in_hand=-20)


def test_once_the_next_turn_has_begun_its_cards_count() -> None:
    game = _waiting(hands={1: "QH"}, morto="6S 7S 8S 6D 7D 8D 6C 7C 8C JD 3S")
    game.play("1: draw TD, discard TD", "2: draw TC, discard TC", "3: draw TS, discard TS")
    game.play("0: draw TD, discard TD", "1: draw TC, lay 1 QH, discard TC")
    # Ten cards and the partner's two at 10, the black 3 at 100.
    assert game.score(0) == points(melded=40, black_threes=-100, in_hand=-120)


def test_taken_directly_it_is_played_and_no_charge_is_due() -> None:
    game = late("8C", ["5C 6C 7C"], [CLEAN], "9C TD", (False, True), hands={1: "QH"})
    game.play("draw 9C, lay 1 8C 9C, morto, discard JD", "1: draw TD, lay 1 QH, discard TD")
    assert game.score(0) == points(melded=50, in_hand=-120)


def test_when_the_stock_ends_the_deal_its_cards_count() -> None:
    game = _waiting("TD", THREES).play("1: draw TD, discard TD")
    assert game.state.ending is Ending.STOCK
    # Its red 3 is an ordinary card (Art. 8), the black one is not.
    assert game.score(0) == points(melded=40, black_threes=-100, in_hand=-120)


def test_when_the_partner_goes_out_they_count_and_nothing_is_charged() -> None:
    game = late("KD", ["5C 6C 7C", CLEAN], stock="8C TD TC", morto=THREES, hands={2: "QH"})
    game.play("draw 8C, lay 1 8C, discard KD, morto", "1: draw TD, discard TD", "2: draw TC, lay 2 QH, discard TC")
    expected = points(melded=120, clean=200, going_out=100, red_threes=-100, black_threes=-100, in_hand=-90)
    assert game.score(0) == expected
