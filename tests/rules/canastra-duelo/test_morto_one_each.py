"""canastra-duelo Morto: a player takes one morto at most, and ends the deal by going out after it."""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import Ending, Phase
from tests.drawing import table

ID = "canastra-duelo"
FIRST = parse_cards("JD QD KD 4S 5S 6S 8C 9C TC AH AD")
SECOND = parse_cards("7S 9S JS TH QH 6D 8D 4C 7C KC 3D")


@pytest.mark.parametrize("action", ["lay 1 7H", "discard 7H"])
def test_going_out_again_ends_the_deal_with_a_morto_still_there(action: str) -> None:
    game = table(ID, "7H", ours=["4H 5H 6H"], has_morto=(True, False), mortos=(SECOND,), phase=Phase.PLAY)
    game.play(action)
    assert (game.state.ending, game.state.went_out, game.state.mortos) == (Ending.GOING_OUT, 0, (SECOND,))


def test_even_in_the_same_turn() -> None:
    game = table(ID, "7H", ours=["4H 5H 6H"], mortos=(FIRST, SECOND), phase=Phase.PLAY)
    game.play("lay 1 7H, morto, meld JD QD KD, meld 4S 5S 6S, meld 8C 9C TC").allowed("discard AH")
    game.play("discard AH")
    assert not game.over
    assert game.hand_of(0) == "AD"
    again = table(ID, "2S 7H", ours=["4H 5H 6H"], mortos=(FIRST, SECOND), phase=Phase.PLAY)
    again.play("lay 1 7H 2S, morto, meld JD QD KD, lay 2 AD, meld 4S 5S 6S, meld 8C 9C TC, discard AH")
    assert (again.state.ending, again.state.mortos) == (Ending.GOING_OUT, (SECOND,))


def test_the_other_one_is_still_for_the_opponent() -> None:
    game = table(ID, "KS", hands={1: "7H"}, seat=1, has_morto=(True, False), mortos=(SECOND,), phase=Phase.PLAY)
    game.play("1: discard 7H, morto")
    assert (game.over, game.state.has_morto, game.state.mortos) == (False, (True, True), ())
    assert sorted(game.hand_of(1).split()) == sorted(map(str, SECOND))
