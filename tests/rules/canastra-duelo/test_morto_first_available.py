"""canastra-duelo Morto: mortos have no owners; the next one goes to the player who goes out, or to the stock.

So a player may go out once only and end the deal.
"""

from __future__ import annotations

from canastra.cards import Card, parse_cards
from canastra.engine import Ending
from tests.drawing import Game, table

ID = "canastra-duelo"
FIRST = parse_cards("8S AS 4H 5H KH 3D JD QD KD 5C 9C")
SECOND = parse_cards("6S 7S 9S JS TH QH 6D 8D 4C 7C TC")


def position(mortos: tuple[tuple[Card, ...], ...], stock: str = "QC 5S") -> Game:
    """Both players with a card and a place for it, seat 0 to draw."""
    ours, theirs = ["4H 5H 6H"], ["4D 5D 6D"]
    hands = {1: "7D"}
    return table(ID, "7H", ours, theirs, "KS JC", hands=hands, mortos=mortos, stock=parse_cards(stock))


def test_the_first_goes_to_the_first_player_out_whoever_it_is() -> None:
    game = position((FIRST, SECOND)).play("draw QC, lay 1 7H, discard QC, morto")
    assert sorted(game.hand_of(0).split()) == sorted(map(str, FIRST))
    game.play("1: draw 5S, lay 1 7D, discard 5S, morto")
    assert sorted(game.hand_of(1).split()) == sorted(map(str, SECOND))
    other = position((FIRST, SECOND)).play("draw QC, discard QC", "1: draw 5S, lay 1 7D, discard 5S, morto")
    assert sorted(other.hand_of(1).split()) == sorted(map(str, FIRST))


def test_the_first_goes_to_the_stock_and_the_second_to_the_player() -> None:
    game = position((FIRST, SECOND), stock="QC").play("draw QC, discard QC")
    assert game.state.stock == FIRST
    game.play("1: draw 8S, lay 1 7D, discard 8S, morto")
    assert (game.state.mortos, game.state.has_morto) == ((), (False, True))
    assert sorted(game.hand_of(1).split()) == sorted(map(str, SECOND))


def test_with_both_gone_to_opponent_and_stock_going_out_once_ends_the_deal() -> None:
    game = position((FIRST, SECOND), stock="QC").play("draw QC, lay 1 7H, discard QC, morto")
    assert (game.state.stock, game.state.mortos) == (SECOND, ())
    game.play("1: draw 6S, lay 1 7D, discard 6S")
    assert (game.state.ending, game.state.went_out) == (Ending.GOING_OUT, 1)
    assert game.state.has_morto == (True, False)


def test_with_the_last_gone_to_the_stock_the_first_to_go_out_ends_the_deal() -> None:
    game = position((FIRST,), stock="QC").play("draw QC, discard QC", "1: draw 8S, lay 1 7D, discard 8S")
    assert (game.state.ending, game.state.went_out, game.state.has_morto) == (Ending.GOING_OUT, 1, (False, False))
