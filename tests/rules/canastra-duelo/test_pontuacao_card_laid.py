"""canastra-duelo Pontuação: every card in a meld is worth 10 points, whatever it is."""

from __future__ import annotations

import pytest

from canastra.engine import Ending, Phase
from tests.drawing import table

ID = "canastra-duelo"


@pytest.mark.parametrize(
    ("melds", "points"),
    [
        ([], 0),
        (["4H 5H 6H"], 30),
        (["QH KH AH"], 30),
        (["AS AH AD"], 30),
        (["3S 3H 2D"], 30),
        (["2H 3H 2S 5H"], 40),
        (["4H 5H 6H 7H 8H 9H"], 60),
        (["KS KH KD KC", "TD JD QD", "AH 2H 3H"], 100),
        (["AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"], 140),
    ],
)
def test_ten_for_each_card(melds: list[str], points: int) -> None:
    game = table(ID, "9C", ours=melds, phase=Phase.OVER, ending=Ending.STOCK)
    assert (game.score(0).melded, game.score(1).melded) == (points, 0)


def test_the_cards_of_a_canasta_count_beside_its_bonus() -> None:
    game = table(ID, "9C", theirs=["4S 5S 6S 7S 8S 9S 2S"], phase=Phase.OVER, ending=Ending.STOCK)
    assert (game.score(1).melded, game.score(1).dirty, game.score(1).total) == (70, 200, 270)
