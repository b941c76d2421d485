"""buraco Art. 4: the opener of the deal may draw a second card if the first one is of no use."""

from __future__ import annotations

import pytest

from tests.drawing import Game, deal

HAND = "4S 8S QS 4H 8H QH 4D 8D KD 4C 8C"
DISCARDS = {f"discard {card}" for card in HAND.split()}


def opening(stock: str = "3C 3D 3S 3H", dealer: int = 3) -> Game:
    return deal("buraco", {(dealer + 1) % 4: HAND}, stock=stock, dealer=dealer)


def test_after_the_first_card_the_opener_may_refuse_or_play() -> None:
    assert opening().play("0: draw 3C").legal == DISCARDS | {"discard 3C", "refuse"}


def test_the_refused_card_lies_open_and_a_second_must_be_drawn() -> None:
    game = opening().play("0: draw 3C, refuse")
    assert game.pile == "3C"
    assert game.hand == HAND
    assert game.legal == {"draw"}


def test_the_pile_is_not_taken_in_place_of_the_second_card() -> None:
    opening().play("0: draw 3C, refuse").refused("take", "take_after_refusing", "Art. 4")


def test_nothing_is_laid_or_discarded_before_the_second_card() -> None:
    game = deal("buraco", {0: "4H 5H 6H KD"}, stock="3C 3D").play("0: draw 3C, refuse")
    game.refused("meld 4H 5H 6H", "draw_from_stock_first").refused("discard KD", "draw_from_stock_first")


def test_the_second_card_stays() -> None:
    game = opening().play("0: draw 3C, refuse, draw 3D")
    assert game.legal == DISCARDS | {"discard 3D"}
    assert len(game.state.stock) == 36
    game.refused("refuse", article="Art. 4").refused("draw", "already_drawn")


def test_the_second_card_may_be_discarded_upon_the_first() -> None:
    game = opening().play("0: draw 3C, refuse, draw 3D, discard 3D")
    assert game.pile == "3C 3D"
    game.play("1: take")
    assert game.pile == ""


def test_there_is_nothing_to_refuse_before_the_draw() -> None:
    game = opening().refused("refuse", "refuse_before_draw", "Art. 4")
    assert game.legal == {"draw"}


def test_the_choice_is_over_once_something_is_laid() -> None:
    game = deal("buraco", {0: "4H 5H 6H KD"}, stock="3C 3D").play("0: draw 3C, meld 4H 5H 6H")
    game.refused("refuse", "refuse_too_late", "Art. 4")
    assert "refuse" not in game.legal


def test_the_choice_is_the_openers_alone_and_for_the_first_turn() -> None:
    game = opening().play("0: draw 3C, discard 3C")
    for seat in (1, 2, 3, 0):
        drawn = game.state.stock[0]
        game.play(f"{seat}: draw {drawn}").refused("refuse", "refuse_not_the_opener", "Art. 4")
        assert "refuse" not in game.legal
        game.play(f"discard {drawn}")


@pytest.mark.parametrize("card", ["2S", "AC", "3H", "5H"])
def test_whether_the_card_is_of_use_is_for_the_opener_to_say(card: str) -> None:
    game = deal("buraco", {0: "4H 6H 7H KD"}, stock=f"{card} 3S").play(f"0: draw {card}")
    assert "refuse" in game.legal
    game.play("refuse, draw 3S")
    assert game.pile == card


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_in_every_deal_it_is_the_seat_after_the_dealer(dealer: int) -> None:
    game = opening(dealer=dealer).play(f"{dealer + 1}: draw 3C")
    assert "refuse" in game.legal
