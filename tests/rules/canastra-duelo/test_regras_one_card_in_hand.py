"""canastra-duelo Regras: a player with a single card may not take the pile, only draw from the stock."""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import table

ID = "canastra-duelo"


@pytest.mark.parametrize("pile", ["7H", "KS 7H", "KS QD 9C 7H"])
def test_with_one_card_there_is_only_the_stock_however_large_the_pile(pile: str) -> None:
    game = table(ID, "9S", ours=["4H 5H 6H"], pile=pile).refused("take", "one_card_in_hand", "Regras")
    assert game.legal == {"draw"}


@pytest.mark.parametrize("pile", ["7H", "KS 7H"])
def test_with_two_cards_the_pile_may_be_taken(pile: str) -> None:
    assert table(ID, "9S TD", pile=pile).legal == {"draw", "take"}


def test_the_opponents_hand_does_not_matter() -> None:
    table(ID, "9S TD", hands={1: "KC"}, pile="KS 7H").allowed("take")


def test_it_holds_after_the_morto_was_taken_too() -> None:
    game = table(ID, "9S", pile="KS 7H", has_morto=(True, False)).refused("take", "one_card_in_hand", "Regras")
    assert game.legal == {"draw"}


def test_a_morto_taken_by_discarding_is_a_hand_of_eleven_in_the_next_turn() -> None:
    game = table(ID, "9S", pile="KS 7H", phase=Phase.PLAY).play("discard 9S, morto").idle(1)
    assert len(game.hand.split()) == 11
    assert game.legal == {"draw", "take"}


def test_one_card_kept_and_not_discarded_for_the_morto_is_still_one_in_the_next_turn() -> None:
    game = table(ID, "9S TD", pile="KS 7H", phase=Phase.PLAY).play("discard 9S").idle(1)
    assert game.hand == "TD"
    game.refused("take", "one_card_in_hand", "Regras")
