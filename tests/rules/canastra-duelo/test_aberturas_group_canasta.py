"""canastra-duelo Aberturas: a group can be a canasta too, clean or dirty."""

from __future__ import annotations

import pytest

from canastra.engine import Ending, Phase
from tests.drawing import table

ID = "canastra-duelo"


@pytest.mark.parametrize(
    ("meld", "bonus"),
    [
        ("KS KS KH KH KD KD", (0, 0)),
        ("KS KS KH KH KD KD KC", (300, 0)),
        ("AS AS AH AH AD AD AC", (300, 0)),
        ("3S 3S 3H 3H 3D 3D 3C 3C", (300, 0)),
        ("KS KS KH KH KD 2S", (0, 0)),
        ("KS KS KH KH KD KD 2S", (0, 200)),
        ("KS KS KH KH KD KD KC KC 2S", (0, 200)),
    ],
)
def test_seven_of_a_rank_with_or_without_a_wild(meld: str, bonus: tuple[int, int]) -> None:
    score = table(ID, "9C", ours=[meld], phase=Phase.OVER, ending=Ending.STOCK).score(0)
    assert (score.clean, score.dirty) == bonus


def test_a_wild_dirties_it_for_good() -> None:
    game = table(ID, "2S KC 9D JD", ours=["KS KS KH KH KD KD KC"], phase=Phase.PLAY)
    assert game.state.melds[0][0].is_clean
    game.play("lay 1 2S, lay 1 KC")
    assert game.melds(0) == ["KS KS KH KH KD KD KC KC 2S"]
    assert not game.state.melds[0][0].is_clean
