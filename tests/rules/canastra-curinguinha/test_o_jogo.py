"""canastra-curinguinha O Jogo: a turn is a draw, melds and a discard; a player after the morto goes out for good.

Going out asks for a clean canasta. A morto that no player took comes in when the stock is used up, at no cost.
Decisions: the morto is waived when none is left, and with stock and mortos gone the deal ends.
"""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import Ending, Phase
from tests.drawing import Game, deal, table

ID = "canastra-curinguinha"
DIRTY = "4H 5H 6H 2S 8H 9H TH"
CLEAN = "4S 5S 6S 7S 8S 9S TS"


def last(hand: str, *ours: str, taken: tuple[bool, bool] = (True, True), mortos: int = 0) -> Game:
    """Seat 0 after its draw, with its last cards."""
    game = table(ID, hand, ours=list(ours), has_morto=taken, phase=Phase.PLAY)
    game.state = game.state._replace(mortos=game.state.mortos[:mortos])
    return game


def drained(hand: str, mortos: int, *ours: str) -> Game:
    """Seat 0 to draw the last card of the stock, a QC."""
    game = table(ID, hand, ours=list(ours), stock=parse_cards("QC"))
    game.state = game.state._replace(mortos=game.state.mortos[:mortos])
    return game


def test_the_opener_draws_keeps_the_card_and_discards_one() -> None:
    game = deal(ID, {0: "9C"}, stock="4D 5D").refused("refuse", "refuse_unknown", "O Jogo").play("draw 4D")
    game.refused("refuse", "refuse_unknown", "O Jogo").refused("draw", "already_drawn", "O Jogo")
    assert "refuse" not in game.legal
    game.allowed("discard 4D").play("discard 9C")
    assert (game.pile, game.state.seat) == ("9C", 1)


def test_nothing_is_laid_or_discarded_before_the_draw() -> None:
    game = table(ID, "4D 5D 6D 7C", ours=["8C 9C TC"], pile="KS")
    for text in ("meld 4D 5D 6D", "lay 1 7C", "discard 7C"):
        game.refused(text, "draw_first", "O Jogo")
    assert game.legal == {"draw"}


def test_melding_is_free_and_the_discard_ends_the_turn() -> None:
    table(ID, "4D 5D 6D 7C KC", phase=Phase.PLAY).allowed("discard KC")
    game = table(ID, "4D 5D 6D 7C KC", phase=Phase.PLAY).play("meld 4D 5D 6D, discard KC")
    game.refused("meld 4D 5D 6D", "draw_first").refused("discard 7C", "draw_first")
    assert game.state.seat == 1


def test_what_is_laid_stays_laid() -> None:
    game = table(ID, "4D 5D 6D 7C KC", phase=Phase.PLAY).play("meld 4D 5D 6D")
    game.refused("withdraw", article="Buraco").refused("meld 4D 5D 6D", "card_not_in_hand", "O Jogo")
    game.refused("discard 4D", "card_not_in_hand", "O Jogo")


@pytest.mark.parametrize("action", ["lay 1 JS", "discard JS"])
def test_a_clean_canasta_and_the_morto_end_the_deal(action: str) -> None:
    game = last("JS", CLEAN).play(action)
    assert (game.over, game.state.ending, game.state.went_out) == (True, Ending.GOING_OUT, 0)
    assert game.score(0).going_out == 100


def test_a_dirty_one_is_not_enough() -> None:
    last("JH", DIRTY).refused("lay 1 JH", "going_out_needs_clean", "O Jogo").refused("discard JH", article="O Jogo")


def test_without_the_morto_a_dirty_canasta_gives_the_morto_first() -> None:
    game = last("JH", DIRTY, taken=(False, True), mortos=1).play("lay 1 JH, morto")
    assert not game.over


def test_the_last_card_may_complete_the_clean_canasta() -> None:
    game = last("TS", "4S 5S 6S 7S 8S 9S", DIRTY).refused("discard TS", "going_out_needs_clean", "O Jogo")
    assert game.play("lay 1 TS").over


def test_the_last_card_may_not_dirty_the_only_clean_canasta() -> None:
    game = last("2D", CLEAN).refused("lay 1 2D high", "going_out_needs_clean", "O Jogo")
    assert game.legal == {"discard 2D"}
    last("2D KC", CLEAN).refused("lay 1 2D low", "dead_end_going_out_needs_clean", "O Jogo")
    last("2D KC", CLEAN, CLEAN).allowed("lay 1 2D low")


def test_the_morto_is_waived_when_none_is_left_the_clean_canasta_is_not() -> None:
    assert last("KC", CLEAN, taken=(False, True)).play("discard KC").state.went_out == 0
    assert last("KC", CLEAN, taken=(False, False)).play("discard KC").state.went_out == 0
    last("KC", DIRTY, taken=(False, True)).refused("discard KC", "going_out_needs_clean", "O Jogo")


@pytest.mark.parametrize(("mortos", "left"), [(2, 1), (1, 0)])
def test_a_morto_becomes_the_stock_in_the_order_dealt(mortos: int, left: int) -> None:
    game = drained("7C KC", mortos)
    first = game.state.mortos[0]
    game.play("draw QC").allowed("discard QC").play("discard KC")
    assert (game.over, game.state.stock, len(game.state.mortos)) == (False, first, left)
    assert game.state.has_morto == (False, False)


def test_with_stock_and_mortos_gone_the_turn_is_finished_and_the_deal_ends() -> None:
    game = drained("7C KC JH", 0, DIRTY).play("draw QC, lay 1 JH")
    assert not game.over
    assert game.play("discard KC").state.ending is Ending.STOCK
    assert game.state.went_out is None


def test_the_player_runs_out_before_the_morto_becomes_the_stock() -> None:
    game = drained("JH", 1, DIRTY).play("draw QC, lay 1 JH, discard QC, morto")
    assert game.state.has_morto == (True, False)
    assert game.state.ending is Ending.STOCK
    other = drained("JH", 2, DIRTY)
    second = other.state.mortos[1]
    assert other.play("draw QC, lay 1 JH, discard QC, morto").state.stock == second


def test_a_morto_that_a_pair_did_not_take_costs_nothing() -> None:
    game = last("KC", CLEAN, taken=(True, False), mortos=1).play("discard KC")
    assert (game.score(0).morto, game.score(1).morto) == (100, 0)
