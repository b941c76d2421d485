"""canastra-duelo Pontuação: when it ends the points are counted, and the player with more has won."""

from __future__ import annotations

from canastra.engine import Ending, Match, Phase, Score, add_deal, start_match
from canastra.rulebooks import official
from tests.drawing import Game, table

ID = "canastra-duelo"
CLEAN = "4S 5S 6S 7S 8S 9S TS"


def match_after(game: Game) -> Match:
    """The match of one deal that this one was."""
    return add_deal(start_match(official(ID), 1), (game.score(0), game.score(1)))


def test_who_goes_out_may_lose() -> None:
    game = table(ID, "7H", ["4H 5H 6H"], [CLEAN], hands={1: "KC QD"}, has_morto=(True, True), phase=Phase.PLAY)
    game.play("lay 1 7H")
    assert game.score(0) == Score(40, 0, 0, 0, 100, 0, 0, 0, 0)
    assert game.score(1) == Score(70, 300, 0, 0, 0, 0, 0, 0, -20)
    match = match_after(game)
    assert (match.points, match.winner, match.finished) == ((140, 350), 1, True)


def test_equal_points_are_a_draw_although_one_went_out() -> None:
    theirs = ["4D 5D 6D 7D", "9D TD JD", "JS QS KS", "JC QC KC AC"]
    game = table(ID, "7H", ["4H 5H 6H"], theirs, hands={1: ""}, has_morto=(True, True), phase=Phase.PLAY)
    game.play("lay 1 7H")
    assert (game.score(0).total, game.score(1).total) == (140, 140)
    assert match_after(game).is_draw


def test_mortos_bring_and_cost_nothing_and_no_three_is_special() -> None:
    for taken in ((True, False), (False, False)):
        game = table(ID, "3H 3S", ["3D 3D 3C"], has_morto=taken, phase=Phase.OVER, ending=Ending.STOCK)
        assert game.score(0) == Score(30, 0, 0, 0, 0, 0, 0, 0, 0)
        assert game.score(1).morto == 0
