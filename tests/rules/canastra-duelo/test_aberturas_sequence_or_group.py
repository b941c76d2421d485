"""canastra-duelo Aberturas: a meld is a row of one suit, or cards of one rank."""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import table

ID = "canastra-duelo"
REST = "9C JC 6S 8S"


@pytest.mark.parametrize("meld", ["4D 5D 6D", "TH JH QH", "AD 2D 3D", "QS KS AS", "AS AH AD"])
def test_both_kinds_are_melds(meld: str) -> None:
    assert table(ID, f"{meld} {REST}", phase=Phase.PLAY).play(f"meld {meld}").melds(0) == [meld]


@pytest.mark.parametrize(
    ("meld", "code"),
    [
        ("4D 5D 6H", "not_one_suit"),
        ("4D 5H 2S", "not_one_suit"),
        ("4D 5D 7D", "not_consecutive"),
        ("4D 5D 8D", "not_consecutive"),
        ("4D 2S 7D", "not_consecutive"),
        ("4D 4D 5D", "not_consecutive"),
        ("6D 5D 4D", "not_consecutive"),
    ],
)
def test_what_is_neither_is_none(meld: str, code: str) -> None:
    table(ID, f"{meld} {REST}", phase=Phase.PLAY).refused(f"meld {meld}", code, "Aberturas")


def test_a_meld_stays_of_its_kind() -> None:
    game = table(ID, f"KH AH QS {REST}", ours=["KS KD KH", "TH JH QH"], phase=Phase.PLAY)
    game.refused("lay 1 AH", "does_not_fit", "Aberturas").refused("lay 1 QS", "does_not_fit", "Aberturas")
    game.refused("lay 2 AH", "does_not_fit", "Aberturas").play("lay 1 KH")
    assert game.melds(0) == ["KS KH KH KD", "TH JH QH"]


def test_melds_of_the_same_suit_stand_side_by_side_and_are_not_joined() -> None:
    game = table(ID, f"6D 4D 5D 6D {REST}", ours=["3D 4D 5D", "7D 8D 9D"], phase=Phase.PLAY)
    game.play("lay 1 6D, meld 4D 5D 6D")
    assert game.melds(0) == ["3D 4D 5D 6D", "7D 8D 9D", "4D 5D 6D"]
