"""canastra-duelo Regras: a player changes his melds only in his own turn and only after drawing or taking the pile."""

from __future__ import annotations

import pytest

from canastra.engine import view
from tests.drawing import table

ID = "canastra-duelo"
HAND = "4D 5D 6D 7H QS TC"
OURS = ["4H 5H 6H"]


@pytest.mark.parametrize("action", ["meld 4D 5D 6D", "lay 1 7H"])
def test_not_before_the_draw_but_after_it_or_after_taking_the_pile(action: str) -> None:
    game = table(ID, HAND, ours=OURS, pile="9S JC").refused(action, "draw_first", "Regras")
    game.play(f"draw {game.state.stock[0]}").allowed(action)
    table(ID, HAND, ours=OURS, pile="9S JC").play("take").allowed(action)


def test_not_after_the_discard() -> None:
    game = table(ID, HAND, ours=OURS, pile="9S JC").play("take, discard JC")
    assert game.state.seat == 1
    for action in ("meld 4D 5D 6D", "lay 1 7H"):
        game.refused(action)
    assert view(game.state, 0).legal == ()


def test_the_cards_of_a_pile_that_was_taken_may_be_used_at_once() -> None:
    game = table(ID, HAND, ours=OURS, pile="7D 7H").play("take, meld 4D 5D 6D 7D, lay 1 7H")
    assert game.melds(0) == ["4H 5H 6H 7H", "4D 5D 6D 7D"]


def test_the_opponents_melds_do_not_change() -> None:
    game = table(ID, HAND, theirs=OURS, pile="9S JC").play("take").refused("lay 1 7H", "no_such_meld", "Aberturas")
    assert game.melds(1) == OURS
