"""canastra-regional Art. 5: the opener alone may put the first card drawn on the pile and draw a second one."""

from __future__ import annotations

from canastra.engine import Phase, view
from tests.drawing import Game, deal

RULEBOOK = "canastra-regional"


def opener() -> Game:
    return deal(RULEBOOK, {0: "4H 5H"}, stock="9C 6H 7D 8D TC JD KD")


def test_the_opener_may_refuse_only_after_drawing() -> None:
    opener().refused("refuse", "refuse_before_draw", "Art. 5")


def test_the_refused_card_lies_on_the_pile_and_a_draw_must_follow() -> None:
    game = opener()
    before = game.hand
    game.play("draw 9C, refuse")
    assert (game.pile, game.hand) == ("9C", before)
    assert game.legal == {"draw"}
    game.refused("discard 4H", "draw_from_stock_first", "Art. 6")


def test_the_pile_cannot_be_taken_instead_of_the_second_draw() -> None:
    opener().play("draw 9C, refuse").refused("take", "take_after_refusing", "Art. 5")


def test_the_second_card_stays() -> None:
    game = opener().play("draw 9C, refuse, draw 6H")
    game.refused("refuse", "refuse_twice", "Art. 5")
    assert "refuse" not in game.legal
    assert game.play("meld 4H 5H 6H, discard KS").pile == "9C KS"


def test_the_right_is_not_a_duty() -> None:
    game = opener().play("draw 9C")
    assert "refuse" in game.legal
    game.allowed("discard 9C", "discard 4H")
    assert len(game.play("discard 4H").state.stock) == 37


def test_using_any_card_gives_the_right_up() -> None:
    game = deal(RULEBOOK, {0: "4H 5H 6H"}, stock="9C 7H").play("draw 9C, meld 4H 5H 6H")
    game.refused("refuse", "refuse_too_late", "Art. 5")


def test_taking_a_failed_opening_back_does_not_restore_it() -> None:
    game = deal(RULEBOOK, {0: "4H 5H 6H"}, stock="9C 7H", opening=(0, -1))
    game.play("draw 9C, meld 4H 5H 6H, withdraw").refused("refuse", "refuse_too_late", "Art. 5")


def test_the_right_may_be_used_once() -> None:
    game = opener().play("draw 9C, refuse")
    game.refused("refuse", "refuse_twice", "Art. 5")


def test_nobody_else_may_refuse() -> None:
    game = opener().play("0: draw 9C, discard 9C", "1: draw 6H")
    game.refused("refuse", "refuse_not_the_opener", "Art. 5").play("discard 6H")
    game.play("2: draw 7D").refused("refuse", "refuse_not_the_opener", "Art. 5")


def test_nor_may_the_opener_in_a_later_turn() -> None:
    game = opener().play("0: draw 9C, discard 9C", "1: draw 6H, discard 6H")
    game.play("2: draw 7D, discard 7D", "3: draw 8D, discard 8D", "0: draw TC")
    game.refused("refuse", "refuse_not_the_opener", "Art. 5")


def test_the_opener_is_the_player_after_the_dealer_of_this_deal() -> None:
    game = deal(RULEBOOK, dealer=1, stock="9C 6H").play("2: draw 9C")
    game.allowed("refuse")


def test_the_card_refused_is_the_one_drawn_even_if_the_hand_holds_its_double() -> None:
    game = deal(RULEBOOK, {0: "9C"}, stock="9C 6H").play("draw 9C, refuse")
    assert (game.pile, game.hand.split().count("9C")) == ("9C", 1)


def test_the_next_player_takes_the_refused_card_with_the_discard() -> None:
    game = opener().play("0: draw 9C, refuse, draw 6H, discard 4H", "1: take")
    assert game.state.phase is Phase.PLAY
    assert {"9C", "4H"} <= set(game.hand.split())
    assert len(game.hand.split()) == 13


def test_only_the_opener_is_told_of_the_right() -> None:
    game = opener()
    assert not view(game.state, 0).may_refuse
    game.play("draw 9C")
    assert [view(game.state, seat).may_refuse for seat in range(4)] == [True, False, False, False]
