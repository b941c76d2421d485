"""canastra-duelo Pontuação: going out is worth 100 points to the player whose going out ended the deal."""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import Ending, Phase
from tests.drawing import Game, table

ID = "canastra-duelo"


def bonuses(game: Game) -> tuple[int, int]:
    """Points for going out of both players."""
    return game.score(0).going_out, game.score(1).going_out


@pytest.mark.parametrize("action", ["lay 1 7H", "discard 7H"])
def test_100_for_who_ended_it_by_laying_or_by_discarding(action: str) -> None:
    game = table(ID, "7H", ours=["4H 5H 6H"], has_morto=(True, False), phase=Phase.PLAY)
    assert bonuses(game.play(action)) == (100, 0)


def test_also_for_the_other_player_and_without_ever_a_morto() -> None:
    game = table(ID, "KS", hands={1: "7H"}, seat=1, mortos=(), phase=Phase.PLAY).play("1: discard 7H")
    assert bonuses(game) == (0, 100)


def test_nothing_for_the_morto_taken_on_the_way() -> None:
    last = (parse_cards("8S AS 4C 5C KH 3D JD QD KD 6C 9C"),)
    game = table(ID, "7H", ours=["4H 5H 6H"], mortos=last, stock=parse_cards("TD"), phase=Phase.PLAY)
    game.play("lay 1 7H, morto, discard 9C", "1: draw TD, discard TD")
    assert (game.state.ending, game.state.has_morto) == (Ending.STOCK, (True, False))
    assert bonuses(game) == (0, 0)
    assert game.score(0).morto == 0


def test_once_for_who_went_out_for_the_morto_and_again_for_good() -> None:
    last = (parse_cards("8H 9H TH JH QH KH AH 7S 8S 9S TS"),)
    game = table(ID, "7H", ours=["4H 5H 6H"], mortos=last, phase=Phase.PLAY)
    game.play("lay 1 7H, morto, lay 1 8H 9H TH JH QH KH AH, meld 7S 8S 9S TS")
    assert game.state.went_out == 0
    assert bonuses(game) == (100, 0)


def test_nothing_when_stock_or_stalemate_ended_it() -> None:
    for ending in (Ending.STOCK, Ending.STALEMATE):
        assert bonuses(table(ID, "7H", phase=Phase.OVER, ending=ending)) == (0, 0)
