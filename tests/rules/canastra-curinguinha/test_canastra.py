"""canastra-curinguinha Canastra: a meld of seven cards or more, clean without a wild and dirty with one."""

from __future__ import annotations

import pytest

from canastra.engine import Ending, Phase, Score
from tests.drawing import table

ID = "canastra-curinguinha"


def bonus(*ours: str) -> tuple[int, int]:
    """Points for the clean and the dirty canastas of a side at the end of a deal."""
    found: Score = table(ID, "KC", ours=list(ours), phase=Phase.OVER, ending=Ending.STOCK).score(0)
    assert found.royal == 0
    return found.clean, found.dirty


def test_six_cards_are_none_and_seven_are_one() -> None:
    assert bonus("4H 5H 6H 7H 8H 9H") == (0, 0)
    assert bonus("4H 5H 6H 7H 8H 9H TH") == (200, 0)


def test_six_cards_with_a_wild_are_none_and_seven_are_a_dirty_one() -> None:
    assert bonus("4H 5H 6H 7H 8H 2S") == (0, 0)
    assert bonus("4H 5H 6H 7H 8H 9H 2S") == (0, 100)


@pytest.mark.parametrize(
    "meld",
    ["4H 5H 6H 7H 2H 9H TH", "2S 3H 4H 5H 6H 7H 8H", "2H 3H 4H 5H 6H 7H 2H", "8H 9H TH JH QH KH 2D"],
)
def test_a_wild_makes_it_dirty_whatever_its_suit_and_place(meld: str) -> None:
    assert bonus(meld) == (0, 100)


def test_the_natural_two_leaves_it_clean() -> None:
    assert bonus("2H 3H 4H 5H 6H 7H 8H") == (200, 0)


@pytest.mark.parametrize("meld", ["5H 6H 7H 8H 9H TH JH QH", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"])
def test_a_longer_one_earns_no_more(meld: str) -> None:
    assert bonus(meld) == (200, 0)


def test_each_canasta_counts_and_other_melds_do_not() -> None:
    clean, dirty = "4H 5H 6H 7H 8H 9H TH", "4S 5S 6S 2C 8S 9S TS"
    assert bonus(clean, clean, dirty, "4D 5D 6D") == (400, 100)


def test_a_wild_laid_on_a_clean_canasta_dirties_it() -> None:
    game = table(ID, "2S KC 9S JC", ours=["4H 5H 6H 7H 8H 9H TH"], phase=Phase.PLAY)
    assert game.state.melds[0][0].is_clean
    meld = game.play("lay 1 2S high").state.melds[0][0]
    assert meld.is_canasta
    assert not meld.is_clean


def test_a_dirty_canasta_is_never_cleaned() -> None:
    game = table(ID, "7H JH KC 9S JC", ours=["4H 5H 6H 2H 8H 9H TH"], phase=Phase.PLAY)
    game.refused("lay 1 7H", "wild_locked", "Curinga").play("lay 1 JH")
    assert not game.state.melds[0][0].is_clean
