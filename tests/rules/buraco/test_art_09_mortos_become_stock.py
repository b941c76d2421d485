"""buraco Art. 9: when the stock is used up before a player goes out, the mortos become the stock, one at a time."""

from __future__ import annotations

from typing import Any

from canastra.cards import cards_text, parse_cards
from canastra.engine import Ending, view
from tests.drawing import Game, table
from tests.rules.buraco.positions import DIRTY, FIRST_MORTO, SECOND_MORTO, mortos, stock_of

SPARE = "KD QS 9H 7D"


def last_card(hand: str = SPARE, ours: list[str] | None = None, stock: str = "3C", **more: Any) -> Game:
    """One card left in the stock, both mortos untouched."""
    fields: dict[str, Any] = {"mortos": mortos(FIRST_MORTO, SECOND_MORTO), "stock": parse_cards(stock)}
    return table("buraco", hand, ours, pile="9C", **(fields | more))


def test_the_first_morto_is_the_new_stock_in_the_order_in_which_it_was_dealt() -> None:
    game = last_card().play("0: draw 3C, discard 3C")
    assert stock_of(game) == FIRST_MORTO
    assert game.state.mortos == mortos(SECOND_MORTO)
    assert game.state.has_morto == (False, False)
    assert game.legal == {"draw", "take"}
    game.play("1: draw AS")


def test_it_happens_at_the_end_of_the_turn_and_not_before() -> None:
    game = last_card().play("0: draw 3C")
    assert stock_of(game) == ""
    assert game.state.mortos == mortos(FIRST_MORTO, SECOND_MORTO)


def test_a_last_card_in_the_stock_keeps_the_mortos_where_they_are() -> None:
    game = last_card(stock="3C AS").play("0: draw 3C, discard 3C")
    assert stock_of(game) == "AS"
    assert len(game.state.mortos) == 2


def test_the_second_follows_when_the_first_is_used_up() -> None:
    game = last_card().play("0: draw 3C, discard 3C").idle(10)
    assert stock_of(game) == "3C"
    assert game.state.mortos == mortos(SECOND_MORTO)
    game.idle(1)
    assert stock_of(game) == SECOND_MORTO
    assert game.state.mortos == ()


def test_after_both_nothing_is_left_to_draw() -> None:
    game = last_card().play("0: draw 3C, discard 3C").idle(22)
    assert not game.over
    assert game.legal == {"take", "pass"}


def test_where_one_side_has_its_morto_the_one_left_becomes_the_stock() -> None:
    game = last_card(has_morto=(True, False), mortos=mortos(SECOND_MORTO)).play("0: draw 3C, discard 3C")
    assert stock_of(game) == SECOND_MORTO
    assert game.state.mortos == ()
    assert game.state.has_morto == (True, False)


def test_who_had_no_morto_yet_finds_none_any_more() -> None:
    game = last_card(hands={1: "8D"}, theirs=["4D 5D 6D"], has_morto=(True, False), mortos=mortos(SECOND_MORTO))
    game.play("0: draw 3C, discard 3C", "1: draw 2S")
    assert game.legal == {"discard 8D", "discard 2S"}
    game.refused("lay 1 2S high", "dead_end_going_out_needs_any", "Art. 10")


def test_who_draws_the_last_card_may_still_take_a_morto_directly() -> None:
    game = last_card("4H 5H", stock="6H").play("0: draw 6H, meld 4H 5H 6H, morto")
    assert game.state.mortos == mortos(SECOND_MORTO)
    game.play("discard 3C")
    assert stock_of(game) == SECOND_MORTO
    assert game.state.mortos == ()


def test_or_indirectly_and_then_the_other_one_becomes_the_stock() -> None:
    game = last_card("4H 5H 6H").play("0: draw 3C, meld 4H 5H 6H, discard 3C, morto")
    assert sorted(game.hand_of(0).split()) == sorted(FIRST_MORTO.split())
    assert game.state.has_morto == (True, False)
    assert stock_of(game) == SECOND_MORTO


def test_the_last_morto_taken_in_that_turn_does_not_become_the_stock() -> None:
    game = last_card("4H 5H 6H", mortos=mortos(FIRST_MORTO), has_morto=(False, True))
    game.play("0: draw 3C, meld 4H 5H 6H, discard 3C, morto")
    assert stock_of(game) == ""
    assert game.legal == {"take", "pass"}


def test_who_goes_out_with_the_last_card_ends_the_deal_before_that() -> None:
    game = last_card("JH", [DIRTY], has_morto=(True, False), mortos=mortos(SECOND_MORTO))
    game.play("0: draw 3C, lay 1 JH, discard 3C")
    assert game.state.ending is Ending.GOING_OUT
    assert game.state.mortos == mortos(SECOND_MORTO)


def test_the_turn_of_the_last_card_ends_in_a_discard_all_the_same() -> None:
    game = last_card().play("0: draw 3C")
    assert not game.over
    assert game.legal == {f"discard {card}" for card in (*SPARE.split(), "3C")}


def test_nobody_learns_what_the_new_stock_holds() -> None:
    game = last_card().play("0: draw 3C, discard 3C")
    seen = view(game.state, 1)
    assert (seen.stock_size, seen.morto_sizes) == (11, (11,))
    assert cards_text(seen.pile) == "9C 3C"
    assert all(not known for known in seen.known)
