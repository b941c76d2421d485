"""canastra-regional Art. 6: draw a card or take the whole pile, meld if you like, discard one card."""

from __future__ import annotations

from typing import Any

import pytest

from canastra.cards import parse_cards
from canastra.engine import Phase
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"


def position(**more: Any) -> Game:
    """Seat 0 is to draw; the pile holds 6H below 9S."""
    return table(RULEBOOK, "4H 5H KD 9C", pile="6H 9S", stock=parse_cards("7H QC"), **more)


def test_a_turn_begins_with_the_stock_or_the_pile() -> None:
    assert position().legal == {"draw", "take"}


@pytest.mark.parametrize("text", ["discard KD", "meld 4H 5H 6H", "lay 1 4H", "shift 1"])
def test_nothing_is_played_before_drawing(text: str) -> None:
    position().refused(text, "draw_first", "Art. 6")


def test_the_pile_comes_whole() -> None:
    game = position().play("take")
    assert game.pile == ""
    assert game.hand == "9S 4H 5H 6H KD 9C"


def test_after_taking_one_may_meld_and_has_to_discard() -> None:
    game = position().play("take")
    assert game.legal == {"meld 4H 5H 6H", *(f"discard {card}" for card in ["9S", "4H", "5H", "6H", "KD", "9C"])}


def test_the_top_card_need_not_be_used_and_may_be_discarded_again() -> None:
    game = position().play("0: take, discard 9S")
    assert (game.pile, game.hand_of(0)) == ("9S", "4H 5H 6H KD 9C")


def test_whoever_has_taken_the_pile_draws_no_more() -> None:
    position().play("take").refused("draw", "already_drawn", "Art. 6").refused("take", "already_drawn", "Art. 6")


def test_whoever_has_drawn_takes_no_pile_and_draws_no_second_card() -> None:
    game = position().play("draw 7H")
    game.refused("take", "already_drawn", "Art. 6").refused("draw", "already_drawn", "Art. 6")
    assert game.legal == {f"discard {card}" for card in ["4H", "5H", "7H", "KD", "9C"]}


def test_an_empty_pile_cannot_be_taken() -> None:
    game = table(RULEBOOK, "9C KD").refused("take", "pile_empty", "Art. 6")
    assert game.legal == {"draw"}


@pytest.mark.parametrize("top", ["3S", "3C", "3H", "2D"])
def test_no_card_on_top_closes_the_pile(top: str) -> None:
    game = table(RULEBOOK, "9C KD", pile=f"8S {top}").allowed("take").play("take")
    assert game.legal == {"discard 9C", "discard KD", "discard 8S", f"discard {top}"}


def test_a_player_with_one_card_may_take_a_pile_of_one_and_give_it_back() -> None:
    game = table(RULEBOOK, "9C", pile="KD").allowed("take").play("take")
    assert game.legal == {"discard 9C", "discard KD"}
    assert game.play("discard KD").pile == "KD"


def test_a_side_that_has_melded_nothing_may_take_the_pile() -> None:
    table(RULEBOOK, "9C KD 5S", theirs=["4S 5S 6S"], pile="QH").allowed("take")


def test_melding_is_not_a_duty() -> None:
    table(RULEBOOK, "4H 5H 6H 9C", phase=Phase.PLAY).allowed("discard 9C", "discard 4H")


def test_several_melds_in_one_turn_and_only_the_discard_ends_it() -> None:
    game = table(RULEBOOK, "4H 5H 6H 8S 9S TS 9C KD", phase=Phase.PLAY)
    game.play("meld 4H 5H 6H, meld 8S 9S TS")
    assert (game.state.seat, game.state.phase) == (0, Phase.PLAY)
    game.play("discard 9C")
    assert (game.state.seat, game.state.phase) == (1, Phase.DRAW)
    assert game.pile == "9C"


def test_nothing_may_be_melded_after_the_discard() -> None:
    game = table(RULEBOOK, "4H 5H 6H 9C KD", phase=Phase.PLAY).play("discard 9C")
    game.refused("meld 4H 5H 6H", "draw_first", "Art. 6")


def test_a_turn_cannot_be_passed() -> None:
    position().refused("pass", "pass_unknown", "Art. 6")
    position().play("draw 7H").refused("pass", "pass_unknown", "Art. 6")


def test_only_cards_of_the_own_hand_are_melded() -> None:
    game = position().play("draw 7H")
    game.refused("meld 5H 6H 7H", "card_not_in_hand", "Art. 6")
