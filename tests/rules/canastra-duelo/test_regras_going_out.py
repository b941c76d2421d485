"""canastra-duelo Regras: a player goes out when no card is left in the hand.

Nothing else is asked: no canasta, no meld at all.
"""

from __future__ import annotations

import pytest

from canastra.engine import Ending, Phase
from tests.drawing import table

ID = "canastra-duelo"


@pytest.mark.parametrize(
    ("hand", "ours", "action"),
    [
        ("7H", ["4H 5H 6H"], "lay 1 7H"),
        ("7H", [], "discard 7H"),
        ("4H 5H 6H", [], "meld 4H 5H 6H"),
        ("KH KS 2D", [], "meld KS KH 2D"),
    ],
)
def test_by_laying_or_by_discarding_the_last_card(hand: str, ours: list[str], action: str) -> None:
    game = table(ID, hand, ours=ours, has_morto=(True, False), phase=Phase.PLAY).play(action)
    assert (game.over, game.state.ending, game.state.went_out) == (True, Ending.GOING_OUT, 0)


def test_one_card_left_is_not_out() -> None:
    game = table(ID, "4H 5H 6H 9C", has_morto=(True, False), phase=Phase.PLAY).play("meld 4H 5H 6H")
    assert not game.over
    assert game.legal == {"discard 9C"}


def test_no_discard_is_owed_after_laying_all() -> None:
    game = table(ID, "7H 8H", ours=["4H 5H 6H"], pile="KC", has_morto=(True, False), phase=Phase.PLAY)
    game.play("lay 1 7H 8H")
    assert game.over
    assert (game.hand, game.pile) == ("", "KC")


def test_with_a_morto_to_take_going_out_is_not_the_end() -> None:
    for action in ("lay 1 7H", "discard 7H"):
        game = table(ID, "7H", ours=["4H 5H 6H"], phase=Phase.PLAY).play(f"{action}, morto")
        assert not game.over
        assert game.state.went_out is None
