"""canastra-duelo Aberturas: a group holds only aces, only kings or only 3s, of any suits.

Both copies of a card may lie in it.
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import table

ID = "canastra-duelo"
REST = "9C JC 6S 8S"


@pytest.mark.parametrize("meld", ["AS AH AD", "KS KH KC", "3H 3D 3C", "KS KS KH", "3D 3D 3C"])
def test_aces_kings_and_threes_of_any_suits(meld: str) -> None:
    game = table(ID, f"{meld} {REST}", phase=Phase.PLAY)
    assert f"meld {meld}" in game.legal
    assert game.play(f"meld {meld}").melds(0) == [meld]


@pytest.mark.parametrize("rank", "456789TJQ")
def test_no_other_rank(rank: str) -> None:
    meld = f"{rank}S {rank}H {rank}D"
    game = table(ID, f"{meld} 2C AS KH", phase=Phase.PLAY)
    game.refused(f"meld {meld}", "group_rank", "Aberturas")
    game.refused(f"meld {rank}S {rank}H 2C", "group_rank", "Aberturas")
    assert f"meld {meld}" not in game.legal


def test_twos_form_no_group() -> None:
    game = table(ID, "2S 2H 2D KH 9C 6S", phase=Phase.PLAY)
    game.refused("meld 2S 2H 2D", article="Aberturas").refused("meld KH 2S 2H", article="Aberturas")


@pytest.mark.parametrize("meld", ["AS AH KD", "KS KH AD", "KS KH 3D", "AS 3H KD", "AS AH 3D 2C", "KS KS AS"])
def test_ranks_are_not_mixed(meld: str) -> None:
    table(ID, f"{meld} {REST}", phase=Phase.PLAY).refused(f"meld {meld}", article="Aberturas")


def test_nor_on_the_table() -> None:
    game = table(ID, f"AS KS 3S {REST}", ours=["AH AD AC", "KH KD KC"], phase=Phase.PLAY)
    game.refused("lay 1 KS", "does_not_fit", "Aberturas").refused("lay 2 3S", "does_not_fit", "Aberturas")
    game.allowed("lay 1 AS", "lay 2 KS")


def test_two_groups_of_a_rank_may_lie_side_by_side() -> None:
    game = table(ID, f"KS KH KD KC {REST}", ours=["KS KH KD"], phase=Phase.PLAY).play("meld KS KH KD, lay 1 KC")
    assert game.melds(0) == ["KS KH KD KC", "KS KH KD"]
