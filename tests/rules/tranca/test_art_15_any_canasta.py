"""tranca Art. 15: going out needs a canasta, but not one without a wild."""

from __future__ import annotations

import pytest

from tests.drawing import Game
from tests.rules.tranca.positions import CLEAN, DIRTY, SIX, late

CANASTAS = [
    CLEAN,
    DIRTY,
    f"{SIX} 2H",
    "2C 5H 6H 7H 8H 9H TH",
    "KS KS KH KH KC KC KD",
    "AS AS AH AH AC AC 2D",
]


def _last_card(*ours: str) -> Game:
    return late("8D", ["5D 6D 7D", *ours], taken=(True, False), stock="4D TD").play("draw 4D, lay 1 4D")


@pytest.mark.parametrize("canasta", CANASTAS)
def test_any_canasta_will_do(canasta: str) -> None:
    game = _last_card(canasta)
    assert game.legal == {"lay 1 8D", "discard 8D"}
    game.play("lay 1 8D")
    assert game.state.went_out == 0


@pytest.mark.parametrize("ours", [[canasta.rsplit(" ", 1)[0]] for canasta in CANASTAS] + [[SIX, "KS KS KH KH KC KC"]])
def test_six_cards_are_none_nor_are_twice_six(ours: list[str]) -> None:
    game = late("8D", ["5D 6D 7D", *ours], taken=(True, False), stock="4D TD").play("draw 4D")
    game.refused("lay 1 4D 8D", "going_out_needs_any")


def test_a_wild_may_be_the_seventh_card_and_the_last() -> None:
    game = late("2S", [SIX], taken=(True, False), stock="TD TC").play("draw TD, lay 1 2S high, discard TD")
    assert game.state.went_out == 0


def test_a_dirty_canasta_is_not_asked_of_who_takes_the_morto() -> None:
    game = late("8D", ["5D 6D 7D"], stock="4D TD").play("draw 4D, lay 1 4D 8D, morto")
    assert game.state.has_morto == (True, False)
