"""buraco Art. 7: a player who has picked up the discard pile can't put it back and draw from the stock."""

from __future__ import annotations

import pytest

from canastra.cards import cards_text
from canastra.engine import view
from canastra.rulebooks.schema import PileShown
from tests.drawing import deal, table
from tests.rules.buraco.positions import BURACO

HAND = "4S 4D 8H QC"


def test_who_took_the_pile_does_not_draw_any_more() -> None:
    game = table("buraco", HAND, pile="9C 3S 2D").play("take")
    game.refused("draw", "already_drawn", "Art. 7").refused("take", "already_drawn", "Art. 7")
    assert not game.legal & {"draw", "take", "pass", "refuse", "withdraw"}


def test_not_after_laying_a_card_of_it_either() -> None:
    game = table("buraco", "4H 5H KD QS", pile="6H").play("take, meld 4H 5H 6H")
    game.refused("draw", "already_drawn", "Art. 7")


def test_nor_is_the_pile_taken_after_a_draw() -> None:
    game = table("buraco", HAND, pile="9C 3S")
    game.play(f"draw {game.state.stock[0]}").refused("take", "already_drawn", "Art. 7")


def test_the_pile_is_taken_whole_and_nothing_of_it_need_be_used() -> None:
    game = table("buraco", HAND, pile="9C 3S JD").play("take")
    assert game.pile == ""
    assert sorted(game.hand.split()) == sorted([*HAND.split(), "9C", "3S", "JD"])
    assert game.play("discard 4S").pile == "4S"


def test_the_only_card_of_a_pile_may_be_taken_and_discarded_again() -> None:
    game = table("buraco", HAND, pile="9C").play("take, discard 9C")
    assert game.pile == "9C"
    assert game.state.seat == 1


@pytest.mark.parametrize("top", ["3S", "3C", "3H", "2S", "2H", "AH"])
def test_no_card_on_top_closes_the_pile(top: str) -> None:
    game = table("buraco", HAND, pile=f"9C {top}")
    assert game.legal == {"draw", "take"}
    assert f"discard {top}" in game.play("take").legal


def test_an_empty_pile_can_not_be_taken() -> None:
    game = deal("buraco").refused("take", "pile_empty", "Art. 7")
    assert game.legal == {"draw"}


def test_before_drawing_nothing_is_laid_or_discarded() -> None:
    game = table("buraco", "4H 5H 6H 7S KD", ["4S 5S 6S"], pile="9C")
    for text in ("meld 4H 5H 6H", "lay 1 7S", "discard KD"):
        game.refused(text, "draw_first", "Art. 7")


def test_the_turn_ends_with_one_discard() -> None:
    game = table("buraco", HAND, pile="9C").play("take, discard 4S")
    assert game.state.seat == 1
    game.refused("discard 4D", "draw_first")


def test_the_whole_pile_lies_open_to_everybody() -> None:
    assert BURACO.pile.shown is PileShown.ALL
    game = table("buraco", HAND, pile="9C 3S JD")
    assert {cards_text(view(game.state, seat).pile) for seat in range(4)} == {"9C 3S JD"}


def test_everybody_remembers_the_cards_that_were_taken_until_they_are_played() -> None:
    game = table("buraco", HAND, pile="9C 3S JD").play("take")
    assert cards_text(view(game.state, 3).known[0]) == "3S JD 9C"
    game.play("discard JD")
    assert cards_text(view(game.state, 3).known[0]) == "3S 9C"
