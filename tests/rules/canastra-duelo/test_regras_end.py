"""canastra-duelo Regras: it ends when a player goes out without a morto to take, or when stock and mortos are gone.

Decision: it also ends after 24 turns in a row without a card from the stock and without one laid.
"""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import Ending, Phase
from tests.drawing import Game, table

ID = "canastra-duelo"
MORTO = parse_cards("9C KD KH QD JD 5H 5C 4H 8S 3D AS")


def last(hand: str, taken: tuple[bool, bool], *mortos: tuple[object, ...]) -> Game:
    """Seat 0 with its last cards and these mortos left."""
    return table(ID, hand, has_morto=taken, mortos=mortos, phase=Phase.PLAY)


@pytest.mark.parametrize("taken", [(True, False), (True, True), (False, True), (False, False)])
def test_no_morto_left_ends_it_whoever_had_one(taken: tuple[bool, bool]) -> None:
    assert last("7H", taken).play("discard 7H").state.ending is Ending.GOING_OUT


def test_a_morto_left_is_not_for_who_has_had_one() -> None:
    game = last("7H", (True, False), MORTO).play("discard 7H")
    assert game.state.ending is Ending.GOING_OUT
    assert not last("7H", (False, True), MORTO).play("discard 7H, morto").over


def test_with_the_last_card_drawn_and_no_morto_left_it_ends_after_that_turn() -> None:
    game = table(ID, "7H 8D TS", ours=["4H 5H 6H"], mortos=(), stock=parse_cards("QC"))
    assert not game.play("draw QC, lay 1 7H").over
    game.play("discard QC")
    assert (game.state.ending, game.state.went_out, game.state.seat) == (Ending.STOCK, None, 0)


def test_with_one_card_left_in_the_stock_it_goes_on() -> None:
    game = table(ID, "7H 8D TS", mortos=(), stock=parse_cards("QC KC")).play("draw QC, discard QC")
    assert not game.over
    assert game.legal == {"draw", "take"}


def test_going_out_with_the_last_card_of_the_stock_is_going_out() -> None:
    game = table(ID, "7H", ours=["4H 5H 6H"], mortos=(), stock=parse_cards("QC"))
    assert game.play("draw QC, lay 1 7H, discard QC").state.ending is Ending.GOING_OUT


def test_24_turns_without_stock_and_melds_end_it() -> None:
    game = table(ID, "7H 8D TS", pile="9C QC", idle_turns=23).play("take, discard QC")
    assert (game.state.ending, game.state.went_out) == (Ending.STALEMATE, None)
    assert not table(ID, "7H 8D TS", pile="9C QC", idle_turns=22).play("take, discard QC").over


def test_a_card_drawn_or_laid_begins_the_count_again() -> None:
    game = table(ID, "7H 8D TS", ours=["4H 5H 6H"], pile="9C QC", idle_turns=23).play("take, lay 1 7H, discard QC")
    assert (game.over, game.state.idle_turns) == (False, 0)
    assert table(ID, "7H 8D TS", idle_turns=23).idle(1).state.idle_turns == 0
