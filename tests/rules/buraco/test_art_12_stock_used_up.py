"""buraco Art. 12: if the next player declines the pile, the deal ends after the discard of the player who drew last."""

from __future__ import annotations

from typing import Any

import pytest

from canastra.cards import parse_cards
from canastra.engine import Ending
from tests.drawing import Game, table
from tests.rules.buraco.positions import DIRTY, exhausted

SPARE = "KD QS 9H 7D"


def last_card(hand: str = SPARE, ours: list[str] | None = None, pile: str = "9C", **more: Any) -> Game:
    """One card left in the stock, and no morto."""
    fields: dict[str, Any] = {"stock": parse_cards("3C"), "mortos": ()}
    return table("buraco", hand, ours, pile=pile, **(fields | more))


def test_after_the_last_discard_the_next_player_takes_the_pile_or_passes() -> None:
    game = last_card().play("0: draw 3C, discard 3C")
    assert not game.over
    assert game.state.seat == 1
    assert game.legal == {"take", "pass"}
    game.refused("draw", "stock_empty", "Art. 12")


def test_who_drew_the_last_card_has_to_discard() -> None:
    game = last_card().play("0: draw 3C").refused("pass", "pass_with_stock", "Art. 12")
    assert not game.over
    assert game.legal == {f"discard {card}" for card in (*SPARE.split(), "3C")}


def test_the_pile_declined_ends_the_deal() -> None:
    game = last_card().play("0: draw 3C, discard 3C", "1: pass")
    assert game.state.ending is Ending.STOCK
    assert game.state.went_out is None
    assert game.legal == set()
    game.refused("take", "deal_over", "Art. 12").refused("pass", "deal_over", "Art. 12")


def test_the_pile_taken_play_goes_on_and_each_next_player_has_the_choice() -> None:
    game = last_card().play("0: draw 3C, discard 3C", "1: take")
    assert {"draw", "take", "pass"} & game.legal == set()
    for seat in (1, 2, 3, 0):
        game.play(f"{seat}: discard 9C" if seat == 1 else f"{seat}: take, discard 9C")
        assert game.legal == {"take", "pass"}
    assert game.play("1: pass").over


def test_who_takes_the_pile_may_go_out() -> None:
    game = exhausted("TS", ["4S 5S 6S 7S 8S 9S"], pile="JS 9D", has_morto=(True, True))
    game.play("0: take, lay 1 TS JS, discard 9D")
    assert game.state.ending is Ending.GOING_OUT
    assert (game.score(0).going_out, game.score(0).clean) == (100, 200)


def test_who_draws_the_last_card_may_go_out() -> None:
    game = last_card("JH", [DIRTY], has_morto=(True, True)).play("0: draw 3C, lay 1 JH, discard 3C")
    assert game.state.ending is Ending.GOING_OUT


@pytest.mark.parametrize(
    ("pile", "next_hand", "ends"),
    [("", "KH", True), ("9C", "KH", False), ("", "KH QH", False), ("9C", "KH QH", False)],
)
def test_who_may_not_take_a_single_card_with_a_single_card_ends_the_deal(pile: str, next_hand: str, ends: bool) -> None:
    game = last_card(pile=pile, hands={1: next_hand}).play("0: draw 3C, discard 3C")
    assert game.over == ends
    assert game.state.ending is (Ending.STOCK if ends else None)
    assert game.legal == (set() if ends else {"take", "pass"})


def test_with_a_stock_nobody_passes() -> None:
    game = table("buraco", SPARE, pile="9C").refused("pass", "pass_with_stock", "Art. 12")
    assert "pass" not in game.legal


def test_a_morto_that_is_left_has_to_be_drawn_first() -> None:
    morto = parse_cards("3S 3H 3D 3S 3H 3D AS AH AD AC 2C")
    game = last_card(mortos=(morto,)).play("0: draw 3C, discard 3C").refused("pass", "pass_with_stock", "Art. 12")
    assert game.legal == {"draw", "take"}


def test_nobody_is_paid_for_going_out_and_all_hands_are_deducted() -> None:
    game = exhausted("KD QS", ["4S 5S 6S"], hands={1: "KH", 2: "KC", 3: "QC QD"}, has_morto=(True, False)).play("pass")
    assert game.score(0) == (30, 0, 0, 0, 0, 0, 0, 0, -30)
    assert game.score(1) == (0, 0, 0, 0, 0, -100, 0, 0, -30)


def test_the_24th_turn_in_a_row_without_a_draw_or_a_meld_ends_the_deal() -> None:
    assert exhausted(SPARE, idle_turns=23).play("take, discard 9D").state.ending is Ending.STALEMATE
    assert not exhausted(SPARE, idle_turns=22).play("take, discard 9D").over


def test_a_card_laid_breaks_the_count_and_a_wild_moved_does_not() -> None:
    game = exhausted("4S 5S KD QS", pile="6S 9D", idle_turns=23).play("take, meld 4S 5S 6S, discard 9D")
    assert not game.over
    assert game.state.idle_turns == 0
    game = exhausted(SPARE, ["3H 4H 5H 2H"], idle_turns=23).play("take, shift 1, discard 9D")
    assert game.state.ending is Ending.STALEMATE


def test_a_card_drawn_breaks_the_count_too() -> None:
    game = last_card(idle_turns=23).play("0: draw 3C, discard 3C")
    assert not game.over


def test_an_exhausted_stock_comes_before_a_stalemate() -> None:
    game = exhausted("KD", hands={1: "KH"}, idle_turns=23, pile="9D 9C").play("take, discard KD")
    assert game.pile == "KD"
    assert game.state.ending is Ending.STOCK
