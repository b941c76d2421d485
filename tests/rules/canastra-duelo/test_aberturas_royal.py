"""canastra-duelo Aberturas: fourteen cards from ace to ace without a wild are a royal canasta."""

from __future__ import annotations

import pytest

from canastra.engine import Ending, Phase
from tests.drawing import table

ID = "canastra-duelo"
THIRTEEN = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"


@pytest.mark.parametrize(
    ("meld", "bonus"),
    [
        (f"{THIRTEEN} AS", (0, 0, 1000)),
        (THIRTEEN, (300, 0, 0)),
        (f"{THIRTEEN} 2H", (0, 200, 0)),
        (f"{THIRTEEN} 2S", (0, 200, 0)),
        (f"{THIRTEEN.replace('7S', '2H')} AS", (0, 200, 0)),
        (f"{THIRTEEN.replace('7S', '2S')} AS", (0, 200, 0)),
    ],
)
def test_only_all_fourteen_naturals_are_royal(meld: str, bonus: tuple[int, int, int]) -> None:
    score = table(ID, "9C", ours=[meld], phase=Phase.OVER, ending=Ending.STOCK).score(0)
    assert (score.clean, score.dirty, score.royal) == bonus


def test_the_natural_two_belongs_to_it_and_the_last_ace_completes_it() -> None:
    game = table(ID, "AS 9C JC", ours=[THIRTEEN], phase=Phase.PLAY)
    assert game.play("lay 1 AS").state.melds[0][0].is_full_sequence


def test_nothing_more_can_be_laid_on_it() -> None:
    game = table(ID, "2S 2H AH KS 9C JC", ours=[f"{THIRTEEN} AS"], phase=Phase.PLAY)
    assert not any(action.startswith("lay") for action in game.legal)
    for card in ("2S", "2H", "KS"):
        game.refused(f"lay 1 {card}", article="Aberturas")


def test_a_group_is_never_royal() -> None:
    game = table(ID, "9C", ours=["KS KS KH KH KD KD KC KC"], phase=Phase.OVER, ending=Ending.STOCK)
    assert (game.score(0).clean, game.score(0).royal) == (300, 0)
