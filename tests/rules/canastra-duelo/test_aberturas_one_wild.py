"""canastra-duelo Aberturas: a 2 of any suit stands for any card, one a meld; more 2s only as the natural 2."""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

ID = "canastra-duelo"


def playing(hand: str, *ours: str) -> Game:
    """Seat 0 with cards to lay, and some that keep the hand from running out."""
    return table(ID, f"{hand} 9C KC 6S QS", ours=list(ours), phase=Phase.PLAY)


@pytest.mark.parametrize("two", ["2S", "2H", "2D", "2C"])
def test_any_two_fills_any_place(two: str) -> None:
    for meld in (f"7D 8D {two}", f"7D {two} 9D", f"AD {two} 3D", f"{two} KD AD"):
        assert playing(meld).play(f"meld {meld}").melds(0) == [meld]


@pytest.mark.parametrize("meld", ["7D 2C 2S", "7D 2C 9D 2S", "2S 2H 3D", "2D 3D 2S 5D 2C", "2D 2S 2C"])
def test_two_wilds_make_no_meld(meld: str) -> None:
    game = playing(meld).refused(f"meld {meld}", "two_wilds", "Aberturas")
    assert f"meld {meld}" not in game.legal


@pytest.mark.parametrize("meld", ["7D 2D 9D 2S", "7D 8D 2D 2S", "5D 6D 2D 2D"])
def test_an_own_suit_two_away_from_its_place_is_a_wild(meld: str) -> None:
    playing(meld).refused(f"meld {meld}", article="Aberturas")


@pytest.mark.parametrize("meld", ["2D 3D 2S", "2D 2S 4D", "2D 2D 4D", "AD 2D 2C", "2D 3D 2D", "AD 2D 3D 2D"])
def test_the_natural_two_lies_beside_a_wild(meld: str) -> None:
    assert playing(meld).play(f"meld {meld}").melds(0) == [meld]


def test_a_second_wild_is_not_laid_off() -> None:
    playing("2S", "4D 5D 2C").refused("lay 1 2S", "second_wild", "Aberturas")
    playing("2D", "5D 6D 2C").refused("lay 1 2D", "second_wild", "Aberturas")
    playing("2D", "2D 3D 4D 2C").refused("lay 1 2D", "second_wild", "Aberturas")


@pytest.mark.parametrize(
    ("meld", "after"),
    [
        ("3D 4D 2C", "2D 3D 4D 2C"),
        ("4D 5D 2C", "2D 2C 4D 5D"),
        ("4D 5D 2D", "2D 2D 4D 5D"),
        ("AD 2C 3D", "AD 2D 3D 2C"),
    ],
)
def test_the_natural_two_comes_in_wherever_the_wild_can_make_room(meld: str, after: str) -> None:
    assert playing("2D", meld).play("lay 1 2D").melds(0) == [after]


def test_a_wild_may_be_added_to_a_natural_meld_with_a_natural_two() -> None:
    assert playing("2S", "2D 3D 4D").play("lay 1 2S").melds(0) == ["2D 3D 4D 2S"]
    assert playing("2D", "2D 3D 4D").play("lay 1 2D").melds(0) == ["2D 3D 4D 2D"]


def test_no_end_is_said_for_it() -> None:
    game = playing("2S", "4D 5D 6D").refused("lay 1 2S high", "end_superfluous", "Aberturas")
    game.refused("lay 1 2S low", "end_superfluous", "Aberturas")
    assert {action for action in game.legal if action.startswith("lay")} == {"lay 1 2S"}
