"""canastra-duelo Morto: when the stock is used up a morto becomes the stock, after the turn of the last draw."""

from __future__ import annotations

from canastra.cards import Card, parse_cards
from canastra.engine import Ending
from tests.drawing import Game, table

ID = "canastra-duelo"
FIRST = parse_cards("8S AS 4H 5H KH 3D JD QD KD 5C 9C")
SECOND = parse_cards("6S 7S 9S JS TH QH 6D 8D 4C 7C TC")


def draining(hand: str, *mortos: tuple[Card, ...], ours: list[str] | None = None) -> Game:
    """Seat 0 to draw the last card of the stock, a QC."""
    return table(ID, hand, ours=ours, hands={1: "3S 6H"}, pile="KS JC", mortos=mortos, stock=parse_cards("QC"))


def test_not_before_that_turn_is_over() -> None:
    game = draining("7H 8D TS", FIRST, SECOND).play("draw QC")
    assert (game.state.stock, game.state.mortos) == ((), (FIRST, SECOND))
    game.play("discard TS")
    assert (game.state.stock, game.state.mortos) == (FIRST, (SECOND,))
    assert not game.over


def test_it_is_drawn_in_the_order_dealt_and_belongs_to_nobody() -> None:
    game = draining("7H 8D TS", FIRST).play("draw QC, discard TS", "1: draw 8S, discard 8S", "0: draw AS")
    assert game.state.has_morto == (False, False)


def test_a_stock_with_a_card_left_stays() -> None:
    game = draining("7H 8D TS", FIRST).play("take, discard TS")
    assert (len(game.state.stock), game.state.mortos) == (1, (FIRST,))


def test_who_goes_out_in_that_turn_has_the_first_claim() -> None:
    game = draining("7H", FIRST, SECOND, ours=["4H 5H 6H"]).play("draw QC, lay 1 7H, discard QC, morto")
    assert sorted(game.hand_of(0).split()) == sorted(map(str, FIRST))
    assert (game.state.stock, game.state.mortos, game.over) == (SECOND, (), False)


def test_also_directly() -> None:
    game = draining("7H", FIRST, SECOND, ours=["4H 5H 6H", "9C TC JC"]).play("draw QC, lay 1 7H, lay 2 QC, morto")
    assert game.state.stock == ()
    assert game.play("discard AS").state.stock == SECOND


def test_the_only_one_taken_in_that_turn_leaves_no_stock() -> None:
    game = draining("7H", FIRST, ours=["4H 5H 6H"]).play("draw QC, lay 1 7H, discard QC, morto")
    assert (game.state.ending, game.state.has_morto) == (Ending.STOCK, (True, False))


def test_both_may_become_the_stock_one_after_the_other() -> None:
    game = draining("7H 8D TS", FIRST, SECOND).play("draw QC, discard TS").idle(10)
    assert (len(game.state.stock), game.state.mortos) == (1, (SECOND,))
    assert game.idle(1).state.stock == SECOND
    assert game.idle(11).state.ending is Ending.STOCK
