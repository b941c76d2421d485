"""The pile for two natural cards of the hand: its top card makes a new meld with them, and only then comes the rest."""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import Phase, options, view
from tests.drawing import table
from tests.engine.test_house_readings import house_of

PILE = {"purchase": "two_naturals"}
PLAIN = house_of("buraco", pile=PILE)
GROUPS = house_of("buraco", pile=PILE, groups={"ranks": "A 3 4 5 6 7 8 9 T J Q K"})
REST = "JC 9S KD"


@pytest.mark.parametrize(
    ("hand", "top"),
    [("4H 5H", "6H"), ("5H 7H", "6H"), ("AH 3H", "2H"), ("2H 3H", "4H"), ("4H 5H", "2C"), ("4H 6H", "2C")],
)
def test_two_naturals_of_the_hand_take_it(hand: str, top: str) -> None:
    assert table(PLAIN, f"{hand} {REST}", pile=f"QS {top}").legal == {"draw", "take"}


@pytest.mark.parametrize(
    ("hand", "ours", "top"),
    [
        ("5H 2C", [], "6H"),
        ("4H 2H", [], "5H"),
        ("6S 6C", [], "6H"),
        ("4H", [], "5H"),
        ("", ["7H 8H 9H"], "6H"),
        ("2S 2D", ["7H 8H 9H"], "6H"),
        ("4H 2S", [], "2C"),
    ],
)
def test_a_wild_of_the_hand_or_a_meld_on_the_table_does_not(hand: str, ours: list[str], top: str) -> None:
    game = table(PLAIN, f"{hand} {REST}".strip(), ours=ours, pile=f"QS {top}")
    game.refused("take", "naturals_missing", "regra da casa")
    assert game.legal == {"draw"}


def test_a_group_of_two_naturals_serves_too() -> None:
    assert table(GROUPS, f"6S 6C {REST}", pile="QS 6H").legal == {"draw", "take"}
    assert table(GROUPS, f"6S 2C {REST}", pile="QS 6H").legal == {"draw"}
    assert table(GROUPS, f"6S 6C {REST}", pile="QS 2H").play("take").legal == {"meld 6S 6C 2H"}


def test_nothing_else_is_done_before_that_meld_lies() -> None:
    game = table(PLAIN, f"4H 5H 2C 7H {REST}", ours=["7H 8H 9H"], pile="QS 6H").play("take")
    assert game.legal == {"meld 4H 5H 6H", "meld 5H 6H 7H"}
    for text in ("lay 1 6H", "meld 4H 2C 6H", "meld 6H 7H 2C", "discard JC", "lay 1 2C high"):
        game.refused(text, "naturals_first", "regra da casa")
    game.play("meld 4H 5H 6H")
    assert set(game.hand.split()) == {"7H", "9S", "QS", "2C", "KD", "JC"}
    game.allowed("lay 2 7H", "lay 1 2C high", "discard QS")


def test_a_longer_meld_begins_with_the_three() -> None:
    game = table(PLAIN, f"4H 5H 7H 2C {REST}", pile="QS 6H").play("take")
    game.allowed("meld 4H 5H 6H 7H", "meld 4H 5H 6H 2C", "meld 2C 4H 5H 6H")
    game = table(PLAIN, f"4H 5H 8H 9H 2C {REST}", pile="QS 6H").play("take")
    game.allowed("meld 4H 5H 6H 2C 8H 9H")
    game = table(PLAIN, f"4H 3H 7H 8H 2C {REST}", pile="QS 6H").play("take")
    game.allowed("meld 6H 7H 8H").refused("meld 3H 4H 2C 6H", "naturals_first")


def test_a_longer_group_begins_with_the_three() -> None:
    game = table(GROUPS, f"6S 6C 2C {REST}", pile="QS 6H").play("take")
    game.allowed("meld 6S 6C 6H 2C").refused("meld 6S 6H 2C", "naturals_first")


def test_a_two_on_top_is_the_wild_or_natural_in_its_place() -> None:
    game = table(PLAIN, f"AH 3H 5H 6H {REST}", pile="QS 2H").play("take")
    assert game.legal == {"meld AH 2H 3H", "meld 2H 5H 6H", "meld 5H 6H 2H", "meld 3H 2H 5H"}


def test_a_meld_that_leaves_no_way_on_is_no_use() -> None:
    rules = house_of("buraco", pile=PILE, going_out={"needs": "clean"})
    game = table(rules, "4H 5H", pile="6H", has_morto=(True, True), mortos=(), phase=Phase.DRAW)
    game.refused("take", "naturals_dead_end", "regra da casa")


def test_the_options_show_the_purchase_with_chosen_cards() -> None:
    seen = view(table(PLAIN, f"4H 5H 2C {REST}", pile="QS 6H").state, 0)
    (found,) = [each for each in options(seen, parse_cards("4H 5H")) if each.fault is None]
    assert (str(found.action), str(found.then)) == ("take", "meld 4H 5H 6H")
    assert all(each.fault for each in options(seen, parse_cards("5H 2C")) if each.then)


def test_only_the_top_card_of_an_exhausted_table_is_asked_about() -> None:
    rules = house_of("buraco", pile=PILE)
    game = table(rules, f"4H 5H {REST}", pile="QS 6H", stock=(), mortos=())
    assert game.legal == {"pass", "take"}
