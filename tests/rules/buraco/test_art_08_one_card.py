"""buraco Art. 8: with one card in the pile and one in the hand a player has to draw from the stock."""

from __future__ import annotations

import pytest

from tests.drawing import table
from tests.rules.buraco.positions import DIRTY, SECOND_MORTO, mortos

ONE = "one_card_and_one_in_pile"


@pytest.mark.parametrize(
    ("hand", "pile", "legal"),
    [
        ("KD", "9C", {"draw"}),
        ("KD QS", "9C", {"draw", "take"}),
        ("KD", "9C 9D", {"draw", "take"}),
        ("KD KD", "9C 9C", {"draw", "take"}),
        ("KD", "", {"draw"}),
    ],
)
def test_only_one_card_on_both_sides_forbids_the_pile(hand: str, pile: str, legal: set[str]) -> None:
    assert table("buraco", hand, pile=pile).legal == legal


def test_the_refusal_cites_this_article_and_an_empty_pile_another() -> None:
    table("buraco", "KD", pile="9C").refused("take", ONE, "Art. 8")
    table("buraco", "KD", pile="").refused("take", "pile_empty", "Art. 7")


@pytest.mark.parametrize("pile", ["TH", "JH", "KD", "2C", "3S"])
def test_whatever_the_card_of_the_pile_would_be_good_for(pile: str) -> None:
    game = table("buraco", "KD", [DIRTY], pile=pile, has_morto=(True, False), mortos=mortos(SECOND_MORTO))
    game.refused("take", ONE, "Art. 8")
    assert game.legal == {"draw"}


def test_also_where_the_side_has_its_morto_still_to_come() -> None:
    table("buraco", "KD", pile="9C", has_morto=(False, True), mortos=mortos(SECOND_MORTO)).refused(
        "take", ONE, "Art. 8"
    )


def test_the_cards_of_the_partner_and_of_the_others_do_not_matter() -> None:
    game = table("buraco", "KD QS", pile="9C", hands={1: "KH", 2: "QH", 3: "JH"})
    assert game.legal == {"draw", "take"}


def test_each_player_is_judged_by_the_own_hand_when_the_turn_comes() -> None:
    game = table("buraco", "KD QS", pile="9C", hands={1: "KH", 2: "QH JS"})
    game.play("take, discard 9C").refused("take", ONE, "Art. 8")
    game.idle(1)
    assert game.state.seat == 2
    assert game.legal == {"draw", "take"}


def test_who_drew_goes_on_as_usual() -> None:
    game = table("buraco", "KD", pile="9C", has_morto=(True, True), mortos=())
    game.play(f"draw {game.state.stock[0]}, discard KD")
    assert game.pile == "9C KD"
    assert game.state.seat == 1
