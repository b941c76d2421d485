"""tranca Glossário: a turn is the whole pile or a card of the stock, then melds, then one discard for all to see."""

from __future__ import annotations

from canastra.cards import cards_text
from canastra.engine import view
from tests.rules.tranca.positions import late


def test_the_first_thing_is_to_draw_or_to_take_the_pile() -> None:
    game = late("4H 5H 6H KD", ["5S 6S 7S"], pile="9C QH")
    assert game.legal == {"draw", "take"}
    for text in ("meld 4H 5H 6H", "discard KD", "lay 1 4H"):
        game.refused(text, "draw_first", "Glossário")


def test_only_one_of_the_two() -> None:
    game = late("KD QC", pile="9C QH").play("draw TS")
    game.refused("take", "already_drawn", "Glossário").refused("draw", "already_drawn", "Glossário")
    late("KD QC", pile="9C QH").play("take").refused("draw", "already_drawn", "Glossário")


def test_the_pile_is_taken_whole_and_asks_for_nothing() -> None:
    game = late("KD QC", pile="9C 7H 5D").play("take")
    assert sorted(game.hand.split()) == ["5D", "7H", "9C", "KD", "QC"]
    assert game.pile == ""
    # The card on top may be thrown again.
    assert {"discard 5D", "discard KD"} <= game.legal


def test_one_card_in_the_hand_and_one_in_the_pile_are_no_hindrance() -> None:
    game = late("KD", pile="9C").play("take, discard 9C")
    assert (game.hand_of(0), game.pile) == ("KD", "9C")


def test_there_is_no_pile_to_take_where_none_lies() -> None:
    late("KD QC").refused("take", "pile_empty", "Glossário")


def test_everybody_sees_all_of_it_and_what_was_taken_with_it() -> None:
    game = late("KD QC", pile="9C 7H 5D")
    assert {cards_text(view(game.state, seat).pile) for seat in range(4)} == {"9C 7H 5D"}
    game.play("take")
    assert cards_text(sorted(view(game.state, 1).known[0])) == "7H 5D 9C"


def test_the_discard_ends_the_turn_and_needs_a_card_of_the_hand() -> None:
    game = late("KD QC").play("draw TS").refused("discard 9C", "card_not_in_hand", "Glossário")
    game.play("discard TS")
    assert game.state.seat == 1
