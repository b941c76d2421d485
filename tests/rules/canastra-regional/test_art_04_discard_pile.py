"""canastra-regional Art. 4: discards form a face-up pile beside the stock."""

from __future__ import annotations

import pytest

from canastra.cards import cards_text, parse_cards
from canastra.engine import Phase, view
from tests.drawing import Game, deal, table

RULEBOOK = "canastra-regional"


def seen_pile(game: Game, seat: int) -> str:
    return cards_text(view(game.state, seat).pile)


def test_each_discard_goes_on_top() -> None:
    game = deal(RULEBOOK, {0: "4H", 1: "9S"}, stock="5C 6D KC")
    game.play("0: draw 5C, discard 4H", "1: draw 6D, discard 6D", "2: draw KC, discard KC")
    assert game.pile == "4H 6D KC"
    assert len(game.state.stock) == 35


@pytest.mark.parametrize("seat", range(4))
def test_the_whole_pile_lies_open_to_everybody(seat: int) -> None:
    game = table(RULEBOOK, "9C KD", pile="4H 2S 3C KC 7D")
    assert seen_pile(game, seat) == "4H 2S 3C KC 7D"


@pytest.mark.parametrize("card", ["2S", "3H", "3S", "AD", "KC"])
def test_any_card_may_be_discarded_and_none_blocks_the_pile(card: str) -> None:
    game = table(RULEBOOK, f"{card} 9C 8D", phase=Phase.PLAY).play(f"discard {card}")
    assert game.pile == card
    assert game.legal == {"draw", "take"}


def test_the_card_just_drawn_may_be_discarded() -> None:
    game = table(RULEBOOK, "9C 8D", stock=parse_cards("KC QC")).play("0: draw KC, discard KC")
    assert (game.pile, game.hand_of(0)) == ("KC", "8D 9C")


def test_only_a_card_of_the_hand_may_be_discarded() -> None:
    table(RULEBOOK, "9C 8D", phase=Phase.PLAY).refused("discard KC", "card_not_in_hand", "Art. 6")


def test_of_two_equal_cards_one_is_discarded() -> None:
    game = table(RULEBOOK, "9C 9C 8D", phase=Phase.PLAY)
    assert game.legal == {"discard 9C", "discard 8D"}
    assert game.play("discard 9C").hand_of(0) == "8D 9C"


def test_cards_taken_with_the_pile_are_public_until_they_are_played() -> None:
    game = table(RULEBOOK, "4H 5H 9C", pile="6H KD").play("0: take")
    assert cards_text(view(game.state, 1).known[0]) == "6H KD"
    game.play("meld 4H 5H 6H")
    assert cards_text(view(game.state, 1).known[0]) == "KD"
    game.play("discard KD")
    assert [cards_text(known) for known in view(game.state, 1).known] == ["", "", "", ""]


def test_drawing_from_the_stock_leaves_the_pile_alone() -> None:
    game = table(RULEBOOK, "9C 8D", pile="4H 6H", stock=parse_cards("KC QC")).play("0: draw KC")
    assert game.pile == "4H 6H"
