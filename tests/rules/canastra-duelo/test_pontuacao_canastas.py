"""canastra-duelo Pontuação: a canasta is worth 200 points dirty, 300 clean and 1000 royal."""

from __future__ import annotations

from canastra.engine import Ending, Phase
from tests.drawing import table

ID = "canastra-duelo"
CLEAN, DIRTY, GROUP = "4S 5S 6S 7S 8S 9S TS", "4H 5H 6H 7H 8H 9H 2S", "KS KH KH KD KD KC KC"
ROYAL = "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"


def bonuses(*melds: str) -> tuple[int, int, int]:
    """Points for clean, dirty and royal canastas when the deal is over."""
    score = table(ID, "9C", ours=list(melds), phase=Phase.OVER, ending=Ending.STOCK).score(0)
    return score.clean, score.dirty, score.royal


def test_300_clean_200_dirty() -> None:
    assert bonuses(CLEAN) == (300, 0, 0)
    assert bonuses(DIRTY) == (0, 200, 0)


def test_1000_royal_in_place_of_the_300() -> None:
    assert bonuses(ROYAL) == (0, 0, 1000)


def test_each_one_counts() -> None:
    assert bonuses(CLEAN, CLEAN, GROUP.replace("KD KD", "KD"), DIRTY, DIRTY) == (600, 400, 0)
    assert bonuses(CLEAN, DIRTY, ROYAL) == (300, 200, 1000)


def test_a_longer_one_earns_no_more() -> None:
    assert bonuses(f"{CLEAN} JS QS KS AS") == (300, 0, 0)
    assert bonuses(f"3H {DIRTY}") == (0, 200, 0)


def test_only_what_lies_on_the_table_counts() -> None:
    game = table(ID, CLEAN, hands={1: ""}, phase=Phase.OVER, ending=Ending.STOCK)
    assert game.score(0).total == 0
