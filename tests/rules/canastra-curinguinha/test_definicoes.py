"""canastra-curinguinha Definições: a meld is three or more cards of one suit in a row, the ace above the king only.

Read with Curinga, the lowest card of a sequence is the natural 2. Lay-offs go to the own side's melds (decision).
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

ID = "canastra-curinguinha"


def playing(hand: str, *ours: str, theirs: list[str] | None = None) -> Game:
    """Seat 0 with cards to meld, and three more that keep the hand from running out."""
    return table(ID, f"{hand} 8D 9S JC", ours=list(ours), theirs=theirs, phase=Phase.PLAY)


@pytest.mark.parametrize("meld", ["2H 3H 4H", "4H 5H 6H", "QH KH AH", "9H TH JH QH KH AH"])
def test_three_or_more_of_a_suit_in_a_row(meld: str) -> None:
    assert playing(meld).play(f"meld {meld}").melds(0) == [meld]


@pytest.mark.parametrize(
    ("meld", "code"),
    [
        ("4H 5H", "meld_too_short"),
        ("KH", "meld_too_short"),
        ("4H 5H 7H", "not_consecutive"),
        ("6H 5H 4H", "not_consecutive"),
        ("4H 5H 6D", "not_one_suit"),
        ("KH KS KD", "groups_unknown"),
        ("3H 3S 3D", "groups_unknown"),
        ("KH KD 2S", "groups_unknown"),
    ],
)
def test_anything_else_is_no_meld(meld: str, code: str) -> None:
    game = playing(meld).refused(f"meld {meld}", code, "Definições")
    assert f"meld {meld}" not in game.legal


@pytest.mark.parametrize("meld", ["AH 3H 4H", "AH 2H 3H", "KH AH 2H", "AH 2S 3H"])
def test_the_ace_is_never_below_the_two_and_nothing_goes_round_it(meld: str) -> None:
    playing(meld).refused(f"meld {meld}", article="Definições")


def test_only_the_reading_with_the_ace_on_top_is_offered() -> None:
    game = playing("KH AH 2H")
    assert {action for action in game.legal if action.startswith("meld")} == {"meld 2H KH AH"}


def test_the_ace_does_not_go_below_a_natural_two() -> None:
    game = playing("AH", "2H 3H 4H").refused("lay 1 AH", "does_not_fit", "Definições")
    assert "lay 1 AH" not in game.legal


def test_the_longest_sequence_runs_from_two_to_ace() -> None:
    game = playing("AH AH 2S", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")
    assert game.play("lay 1 AH").melds(0) == ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"]
    assert not any(action.startswith("lay") for action in game.legal)


def test_cards_are_laid_off_at_either_end() -> None:
    game = playing("4H 8H 9H 2H", "5H 6H 7H").allowed("lay 1 4H 8H").refused("lay 1 9H", "does_not_fit", "Definições")
    assert game.play("lay 1 4H 9H 8H").melds(0) == ["4H 5H 6H 7H 8H 9H"]


def test_the_other_sides_melds_are_out_of_reach() -> None:
    game = playing("7S", "4H 5H 6H", theirs=["4S 5S 6S", "7D 8D 9D"])
    game.refused("lay 1 7S", "does_not_fit", "Definições").refused("lay 2 7S", "no_such_meld", "Definições")


def test_two_melds_are_never_joined() -> None:
    game = playing("6H", "3H 4H 5H", "7H 8H 9H").play("lay 1 6H")
    assert game.melds(0) == ["3H 4H 5H 6H", "7H 8H 9H"]


def test_a_player_chooses_which_of_two_melds_a_card_goes_to() -> None:
    game = playing("6H", "3H 4H 5H", "7H 8H 9H").allowed("lay 1 6H")
    assert game.play("lay 2 6H").melds(0) == ["3H 4H 5H", "6H 7H 8H 9H"]
