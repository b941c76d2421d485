"""canastra-duelo Aberturas: a meld has three cards at least."""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import table

ID = "canastra-duelo"
REST = "9C JC 6S 8S"


@pytest.mark.parametrize("meld", ["KH", "KS KH", "4D 5D", "4D 2S", "AS 2S"])
def test_two_are_too_few(meld: str) -> None:
    table(ID, f"{meld} {REST}", phase=Phase.PLAY).refused(f"meld {meld}", "meld_too_short", "Aberturas")


@pytest.mark.parametrize("meld", ["KS KH KD", "4D 5D 6D", "KS KH 2S", "4D 5D 2S", "2D 3D 2S"])
def test_three_are_enough_a_wild_among_them(meld: str) -> None:
    assert table(ID, f"{meld} {REST}", phase=Phase.PLAY).play(f"meld {meld}").melds(0) == [meld]


@pytest.mark.parametrize("meld", ["KS KS KH KD", "4D 5D 6D 7D 8D", "4D 5D 2S 7D"])
def test_more_may_be_laid_at_once(meld: str) -> None:
    game = table(ID, f"{meld} {REST}", phase=Phase.PLAY)
    assert f"meld {meld}" not in game.legal, "listed are melds of three"
    assert game.play(f"meld {meld}").melds(0) == [meld]


def test_a_single_card_goes_only_to_a_meld_that_lies() -> None:
    game = table(ID, f"7D {REST}", ours=["4D 5D 6D"], phase=Phase.PLAY).refused("meld 7D", "meld_too_short")
    assert game.play("lay 1 7D").melds(0) == ["4D 5D 6D 7D"]
