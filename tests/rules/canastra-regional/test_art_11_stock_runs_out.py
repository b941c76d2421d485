"""canastra-regional Art. 11: untaken mortos become the stock, and with none left the deal ends.

The order of events at the end of the turn: docs/rules.md §7.
"""

from __future__ import annotations

from typing import Any

from canastra.cards import cards_text, parse_cards
from canastra.engine import Ending
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"
CLEAN = "4S 5S 6S 7S 8S 9S TS"
FIRST = parse_cards("KD QD KC QC JC TC 8C 6C AC AD TD")
SECOND = parse_cards("9D 8D 7D 6D 5D 4D 3D 3C 4C 5C 7C")


def last_card(hand: str, ours: list[str] | None = None, **more: Any) -> Game:
    """Seat 0 is to draw the last card of the stock, 6H; both mortos are there."""
    hands = {1: "QH QC", 2: "JS AC", 3: "AS AH"}
    fields: dict[str, Any] = {"stock": parse_cards("6H"), "mortos": (FIRST, SECOND), "hands": hands}
    return table(RULEBOOK, hand, ours, pile="QS", **(fields | more))


def test_the_first_morto_becomes_the_stock_as_it_was_dealt() -> None:
    game = last_card("9C KS").play("0: draw 6H, discard KS")
    assert game.state.stock == FIRST
    assert game.state.mortos == (SECOND,)
    game.play("1: draw KD")


def test_then_the_second_one() -> None:
    game = last_card("9C KS", mortos=(SECOND,)).play("0: draw 6H, discard KS")
    assert (game.state.stock, game.state.mortos) == (SECOND, ())


def test_nobody_takes_a_morto_that_became_the_stock() -> None:
    game = last_card("TH KS", ["7H 8H 9H"], mortos=(SECOND,), has_morto=(False, True))
    game.play("0: draw 6H, discard KS").idle(3).play("0: draw 6D, lay 1 6H")
    game.refused("lay 1 TH", "dead_end_going_out_needs_clean", "Art. 11")


def test_with_none_left_the_deal_ends_with_the_turn_in_which_the_last_card_was_drawn() -> None:
    game = last_card("9C KS", mortos=()).play("0: draw 6H")
    assert not game.over
    game.play("discard KS")
    assert (game.over, game.state.ending, game.state.went_out) == (True, Ending.STOCK, None)
    assert game.score(0).going_out == game.score(1).going_out == 0


def test_nobody_may_go_on_with_the_pile() -> None:
    game = last_card("9C KS", mortos=()).play("0: draw 6H, discard KS")
    game.refused("take", "deal_over", "Art. 11").refused("pass", "deal_over", "Art. 11")


def test_taking_the_pile_leaves_the_last_card_to_the_next_player() -> None:
    game = last_card("9C KS", mortos=()).play("0: take, discard KS")
    assert (game.over, len(game.state.stock)) == (False, 1)
    assert game.play("1: draw 6H, discard 6H").over


def test_the_player_of_the_last_card_may_take_the_morto_first() -> None:
    game = last_card("4H 5H").play("0: draw 6H, meld 4H 5H 6H, morto")
    assert game.hand == cards_text(sorted(FIRST))
    game.play("discard KD")
    assert (game.state.stock, game.state.mortos, game.state.has_morto) == (SECOND, (), (True, False))


def test_also_by_discarding_and_then_the_other_becomes_the_stock() -> None:
    game = last_card("4H 5H 9C").play("0: draw 6H, meld 4H 5H 6H, discard 9C, morto")
    assert (game.state.stock, game.hand_of(0)) == (SECOND, cards_text(sorted(FIRST)))


def test_the_only_morto_taken_with_the_last_discard_cannot_become_the_stock() -> None:
    game = last_card("4H 5H 9C", mortos=(SECOND,), has_morto=(False, True))
    game.play("0: draw 6H, meld 4H 5H 6H, discard 9C, morto")
    assert (game.over, game.state.ending, game.state.has_morto) == (True, Ending.STOCK, (True, True))


def test_going_out_comes_before_the_exhausted_stock() -> None:
    game = last_card("4H 5H 9C", [CLEAN], mortos=(), has_morto=(True, False))
    game.play("0: draw 6H, meld 4H 5H 6H, discard 9C")
    assert (game.state.ending, game.state.went_out) == (Ending.GOING_OUT, 0)


def test_emptying_the_hand_with_the_last_card_takes_the_last_morto_and_is_no_going_out() -> None:
    game = last_card("9C", [CLEAN, "3H 4H 5H"], mortos=(SECOND,), has_morto=(False, True))
    game.play("0: draw 6H, lay 2 6H, discard 9C, morto")
    assert (game.state.ending, game.state.went_out) == (Ending.STOCK, None)
    # The morto: 2 * 10 + 9 * 5; the partner: a jack and an ace.
    assert (game.score(0).going_out, game.score(0).morto, game.score(0).in_hand) == (0, 0, -65 - 25)
