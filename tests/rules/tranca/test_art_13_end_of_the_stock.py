"""tranca Art. 13: when the stock is used up the deal ends, and a morto left over never comes into play."""

from __future__ import annotations

from canastra.cards import parse_cards
from canastra.engine import Ending
from tests.drawing import Game, table
from tests.rules.tranca.positions import CLEAN, late, points


def test_the_turn_of_the_last_card_is_finished_and_the_deal_with_it() -> None:
    game = late("KD QC", stock="TS").play("draw TS")
    assert not game.over
    game.play("discard KD")
    assert (game.state.ending, game.state.went_out, len(game.state.mortos)) == (Ending.STOCK, None, 2)
    assert game.legal == set()
    game.refused("take", "deal_over", "Art. 13").refused("draw", "deal_over", "Art. 13")


def test_with_a_card_left_play_goes_on() -> None:
    game = late("KD QC", stock="TS TD").play("draw TS, discard TS").allowed("draw", "take")
    game.play("1: draw TD, discard TD")
    assert game.over


def test_taking_the_pile_leaves_the_last_card_to_the_next_player() -> None:
    game = late("KD QC", pile="9C", stock="TS").play("take, discard 9C")
    assert not game.over
    game.play("1: draw TS, discard TS")
    assert game.state.ending is Ending.STOCK


def test_neither_side_with_its_morto_both_lose_a_hundred() -> None:
    game = late("KD QC", stock="TS").play("draw TS, discard TS")
    assert (game.score(0), game.score(1)) == (points(morto=-100, in_hand=-40), points(morto=-100, in_hand=-40))


def test_only_the_side_without_its_morto_loses_a_hundred() -> None:
    game = late("KD QC", taken=(False, True), stock="TS").play("draw TS, discard TS")
    assert (game.score(0), game.score(1)) == (points(morto=-100, in_hand=-40), points(in_hand=-40))
    assert len(game.state.mortos) == 1


def test_who_draws_the_last_card_may_still_go_out() -> None:
    game = late("QH", [CLEAN], taken=(True, False), stock="TS").play("draw TS, lay 1 QH, discard TS")
    assert (game.state.ending, game.state.went_out) == (Ending.GOING_OUT, 0)


def test_and_may_still_take_the_morto_and_play_it() -> None:
    game = late("8C", ["5C 6C 7C"], stock="9C").play("draw 9C, lay 1 8C 9C, morto, meld 6S 7S 8S, discard JD")
    assert game.state.ending is Ending.STOCK
    # Seven cards of the morto and the partner's two are left.
    assert game.score(0) == points(melded=80, in_hand=-90)


def test_and_may_still_take_it_by_the_discard_though_its_turn_never_comes() -> None:
    game = late("KD", ["5C 6C 7C"], stock="8C").play("draw 8C, lay 1 8C, discard KD, morto")
    assert game.state.ending is Ending.STOCK
    assert game.score(0) == points(melded=40, in_hand=-130)


def test_nobody_passes() -> None:
    late("KD QC", stock="TS").refused("pass", "pass_unknown")


def test_a_pile_passed_round_for_ever_ends_the_deal_likewise() -> None:
    game = late("KD QC", pile="9C")
    for _ in range(23):
        game.play("take, discard 9C")
    assert not game.over
    game.play("take, discard 9C")
    assert game.state.ending is Ending.STALEMATE
    assert (game.score(0), game.score(1)) == (points(morto=-100, in_hand=-40), points(morto=-100, in_hand=-40))


def test_the_replacement_of_a_red_3_is_such_a_drawn_card() -> None:
    def idle(next_hand: str) -> Game:
        game = table("tranca", "KD QC", pile="9C", idle_turns=22, stock=parse_cards("TS TD"), hands={1: next_hand})
        return game.play("take, discard 9C")

    game = idle("3H 8S 8D").play("1: red 3H TS, take, discard 9C")
    assert (game.over, game.state.idle_turns) == (False, 0)
    game = idle("8S 8D").play("1: take, discard 9C")
    assert (game.state.ending, game.state.idle_turns) == (Ending.STALEMATE, 24)


def test_one_drawn_card_begins_that_count_anew() -> None:
    game = late("KD QC", pile="9C")
    for _ in range(23):
        game.play("take, discard 9C")
    game.play("draw TS, discard TS").play("take, discard TS")
    assert not game.over
