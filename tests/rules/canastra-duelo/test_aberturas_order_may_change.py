"""canastra-duelo Aberturas: no card leaves a meld, but its cards may be rearranged while the row stays valid.

A card may be laid off whenever some arrangement takes it; the wild then stands in the gap, else high, else low.
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

ID = "canastra-duelo"


def playing(hand: str, *ours: str) -> Game:
    """Seat 0 with cards to lay, and some that keep the hand from running out."""
    return table(ID, f"{hand} 9C JC 6D 8D", ours=list(ours), phase=Phase.PLAY)


@pytest.mark.parametrize(
    ("meld", "card", "after"),
    [
        ("4S 5S 2H", "6S", "4S 5S 6S 2H"),
        ("4S 5S 2H", "3S", "3S 4S 5S 2H"),
        ("4S 5S 2H", "7S", "4S 5S 2H 7S"),
        ("4S 5S 2H", "2S", "2S 2H 4S 5S"),
        ("4S 2H 6S", "5S", "4S 5S 6S 2H"),
        ("QS KS 2H", "AS", "2H QS KS AS"),
        ("QS KS 2H", "TS", "TS 2H QS KS"),
        ("2H KS AS", "QS", "2H QS KS AS"),
        ("AS 2H 3S", "4S", "AS 2H 3S 4S"),
        ("AS 2H 3S", "2S", "AS 2S 3S 2H"),
        ("4S 5S 2S", "3S", "2S 3S 4S 5S"),
        ("4S 5S 2S", "AS", None),
        ("4S 5S 2H", "8S", None),
        ("2H KS AS", "2S", None),
        ("AS 2H 3S", "AS", None),
    ],
)
def test_a_card_is_taken_whenever_some_arrangement_takes_it(meld: str, card: str, after: str | None) -> None:
    game = playing(card, meld)
    if after is None:
        game.refused(f"lay 1 {card}", article="Aberturas")
        assert f"lay 1 {card}" not in game.legal
    else:
        assert game.play(f"lay 1 {card}").melds(0) == [after]


def test_the_wild_can_move_again_and_again() -> None:
    game = playing("7S 6S 3S 2S AS", "4S 5S 2H")
    game.play("lay 1 7S, lay 1 6S, lay 1 3S, lay 1 2S, lay 1 AS")
    assert game.melds(0) == ["AS 2S 3S 4S 5S 6S 7S 2H"]


def test_cards_laid_together_may_need_each_other() -> None:
    game = playing("7S 8S", "4S 5S 2H").refused("lay 1 8S", article="Aberturas")
    assert game.play("lay 1 8S 7S").melds(0) == ["4S 5S 2H 7S 8S"]
    playing("8S 9S", "4S 5S 2H").refused("lay 1 8S 9S", article="Aberturas")


@pytest.mark.parametrize(("written", "stands"), [("2H 4S 5S", "4S 5S 2H"), ("2H 2S 3S", "2S 3S 2H")])
def test_a_meld_may_be_written_in_any_valid_order(written: str, stands: str) -> None:
    game = playing(written)
    assert {action for action in game.legal if action.startswith("meld")} >= {f"meld {stands}"}
    assert f"meld {written}" not in game.legal
    assert game.play(f"meld {written}").melds(0) == [stands]


def test_rearranging_is_no_action_of_its_own() -> None:
    game = playing("9H", "3S 4S 5S 2S").refused("shift 1", "shift_unknown", "Aberturas")
    assert not any(action.startswith(("shift", "lay")) for action in game.legal)


def test_a_wild_without_a_place_left_keeps_the_card_out() -> None:
    middle = "AS 2S 3S 4S 5S 6S 2H 8S 9S TS JS QS KS AS"
    playing("7S", middle).refused("lay 1 7S", article="Aberturas")
    playing("AS", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 2H").refused("lay 1 AS", article="Aberturas")


def test_no_card_comes_back_from_the_table() -> None:
    game = playing("9H", "4S 5S 6S", "7S 8S 9S").refused("discard 4S", "card_not_in_hand", "Regras")
    game.refused("lay 2 6S", "card_not_in_hand", "Regras").refused("withdraw", "withdraw_unknown", "Regras")
