"""A house rule that none of the five has: the morto asks for a clean canasta."""

from __future__ import annotations

from dataclasses import replace

from canastra.rulebooks import official
from canastra.rulebooks.schema import Need
from tests.drawing import table

BURACO = official("buraco")
HOUSE = replace(BURACO, morto=replace(BURACO.morto, needs=Need.CLEAN))
DIRTY = "4S 5S 6S 7S 8S 9S 2D"
CLEAN = "4S 5S 6S 7S 8S 9S TS"


def test_a_dirty_canasta_does_not_give_the_morto() -> None:
    game = table(HOUSE, "4H 5H 6H", [DIRTY], pile="9C")
    game.play(f"draw {game.state.stock[0]}").refused("meld 4H 5H 6H", "dead_end_morto_needs_clean")
    last = table(HOUSE, "4H 5H", [DIRTY], pile="6H").play("take")
    last.refused("meld 4H 5H 6H", "morto_needs_clean")


def test_a_clean_one_does() -> None:
    game = table(HOUSE, "4H 5H", [CLEAN], pile="6H").play("take, meld 4H 5H 6H, morto")
    assert game.state.has_morto == (True, False)
