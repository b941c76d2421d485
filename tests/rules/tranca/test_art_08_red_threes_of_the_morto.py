"""tranca Art. 8: red 3s of a morto are replaced while the stock lasts, else the deal ends and they are plain cards."""

from __future__ import annotations

import pytest

from canastra.cards import cards_text
from canastra.engine import Ending
from tests.drawing import Game
from tests.rules.tranca.positions import CLEAN, late, points

MORTO = "3D 3H 6S 7S 8S 6D 7D 8D 6C 7C 8C"


def _direct(stock: str, **more: object) -> Game:
    """Seat 0 has laid its whole hand, nine cards of a clean canasta, and taken the morto."""
    game = late("QH", [CLEAN], stock=f"KH {stock}".strip(), morto=MORTO, **more)  # type: ignore[arg-type]
    return game.play("draw KH, lay 1 QH KH, morto")


def _indirect(stock: str) -> Game:
    """Seat 0 has discarded its last card and taken the morto; the others have drawn and discarded a ten each."""
    game = late("KD", ["5C 6C 7C"], stock=f"8C TS TD TC {stock}".strip(), morto=MORTO)
    game.play("draw 8C, lay 1 8C, discard KD, morto")
    return game.play("1: draw TS, discard TS", "2: draw TD, discard TD", "3: draw TC, discard TC")


def test_taken_directly_they_are_replaced_at_once_and_the_turn_goes_on() -> None:
    game = _direct("9H 4C 4D").play("red 3H 9H, red 3D 4C")
    assert cards_text(game.state.red_threes[0]) == "3H 3D"
    game.refused("draw", "already_drawn").allowed("meld 6S 7S 8S", "discard 4C")
    assert len(game.hand.split()) == 11


def test_a_stock_that_just_suffices_lets_the_player_finish_the_turn() -> None:
    game = _direct("9H 4C").play("red 3H 9H, red 3D 4C")
    assert not game.over
    game.play("discard 4C")
    assert game.state.ending is Ending.STOCK


def test_one_card_short_the_second_is_a_plain_card() -> None:
    game = _direct("9H").play("red 3H 9H, red 3D")
    assert (game.state.ending, game.state.went_out) == (Ending.STOCK, None)
    # Eleven cards and the partner's two at 10; +100 for the 3 that was exposed, as the side has a canasta.
    assert game.score(0) == points(melded=90, clean=200, red_threes=100, in_hand=-130)


def test_without_a_stock_both_are_plain_cards() -> None:
    game = _direct("").play("red 3H")
    assert (game.state.ending, game.state.went_out) == (Ending.STOCK, None)
    assert cards_text(game.state.red_threes[0]) == ""
    assert "3H" in game.hand_of(0).split()
    assert "3D" in game.hand_of(0).split()
    assert game.score(0) == points(melded=90, clean=200, in_hand=-130)


def test_plain_are_those_of_that_hand_only() -> None:
    game = _direct("", hands={2: "3D 9D", 1: "3H 9S"}).play("red 3H")
    assert game.score(0) == points(melded=90, clean=200, red_threes=-100, in_hand=-120)
    assert game.score(1) == points(red_threes=-100, in_hand=-30, morto=-100)


def test_taken_indirectly_they_wait_for_the_next_turn() -> None:
    game = _indirect("9H 9S 4C")
    assert cards_text(game.state.red_threes[0]) == ""
    game.play("red 3H 9H, red 3D 9S").allowed("draw")
    game.play("draw 4C, discard 4C")
    assert game.state.ending is Ending.STOCK


def test_when_the_replacement_leaves_no_card_to_draw_the_deal_ends_before_the_turn() -> None:
    game = _indirect("9H 9S").play("red 3H 9H, red 3D 9S")
    assert game.state.ending is Ending.STOCK
    # No canasta: each exposed 3 costs 100; eleven cards and the partner's two at 10.
    assert game.score(0) == points(melded=40, red_threes=-200, in_hand=-130)


def test_when_only_one_can_be_replaced_the_deal_ends_too() -> None:
    game = _indirect("9H").play("red 3H 9H, red 3D")
    assert game.score(0) == points(melded=40, red_threes=-100, in_hand=-130)


def test_when_the_turn_to_replace_them_never_came_they_cost_a_hundred_each() -> None:
    game = _indirect("")
    assert game.over
    # Nine cards of the morto and the partner's two at 10.
    assert game.score(0) == points(melded=40, red_threes=-200, in_hand=-110)


@pytest.mark.parametrize("left", ["9H", "9H 4C"])
def test_a_red_three_of_a_dealt_hand_follows_the_same_rule(left: str) -> None:
    game = late("KS KD", stock=f"TS {left}", hands={1: "3H 9S"}).play("draw TS, discard TS", "1: red 3H 9H")
    assert game.over == (left == "9H")
