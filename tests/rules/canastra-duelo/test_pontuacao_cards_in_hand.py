"""canastra-duelo Pontuação: when a player goes out the other loses 10 points for each card in the hand.

No points are lost if the deal ends in another way. The opponent of the player who went out loses them, even if ahead.
"""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import Ending, Phase
from tests.drawing import table

ID = "canastra-duelo"


@pytest.mark.parametrize(("hand", "points"), [("", 0), ("3H", -10), ("AS 2D", -20), ("KC QC 3S 3D 2H AC", -60)])
def test_ten_for_each_card_whatever_it_is(hand: str, points: int) -> None:
    game = table(ID, "7H", hands={1: hand}, has_morto=(True, True), phase=Phase.PLAY).play("discard 7H")
    assert (game.score(0).in_hand, game.score(1).in_hand) == (0, points)
    assert (game.score(1).red_threes, game.score(1).black_threes) == (0, 0)


def test_the_one_charged_may_be_ahead() -> None:
    theirs = ["4S 5S 6S 7S 8S 9S TS"]
    game = table(ID, "7H", theirs=theirs, hands={1: "KC QC"}, mortos=(), phase=Phase.PLAY).play("discard 7H")
    assert game.score(1).total == 70 + 300 - 20


def test_nothing_when_the_stock_ran_out() -> None:
    game = table(ID, "7H 8D", hands={1: "KC QC"}, mortos=(), stock=parse_cards("JC"), pile="KS 9H")
    game.play("draw JC, discard 7H")
    assert game.state.ending is Ending.STOCK
    assert (game.score(0).in_hand, game.score(1).in_hand) == (0, 0)


def test_nothing_after_a_stalemate() -> None:
    game = table(ID, "7H 8D", hands={1: "KC QC"}, pile="KS 9H", idle_turns=23).play("take, discard KS")
    assert game.state.ending is Ending.STALEMATE
    assert (game.score(0).in_hand, game.score(1).in_hand) == (0, 0)


def test_a_morto_not_yet_played_from_is_eleven_cards_in_the_hand() -> None:
    game = table(ID, "7H", hands={1: "KC"}, ours=["4H 5H 6H"], pile="KS", seat=1, has_morto=(True, False))
    game.state = game.state._replace(phase=Phase.PLAY)
    game.play("1: discard KC, morto")
    game.state = game.state._replace(stock=parse_cards("QC 5S"))
    game.play("0: draw QC, lay 1 7H, discard QC")
    assert (game.state.went_out, game.score(1).in_hand, game.score(1).morto) == (0, -110, 0)
