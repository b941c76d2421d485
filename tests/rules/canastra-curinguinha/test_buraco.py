"""canastra-curinguinha Buraco: from 1500 points on a pair opens with 75 points or more, after a failure with 90.

Only the values of the cards count, all laid by one player in one turn. A player who can't reach them takes the cards
back.
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase, Score, add_deal, start_match
from canastra.rulebooks import official
from tests.drawing import Game, deal, table

ID = "canastra-curinguinha"
ROW = "TH JH QH KH AH"
"""55 points; with LOW 70, with LOW and 4S 75, with LOW and 8S 80."""
LOW = "5S 6S 7S"
HIGH = "8S 9S TS"
"""30 points: with ROW 85, with ROW and 7S 90."""


def opening(hand: str, failures: int = 0, pile: str = "") -> Game:
    """Seat 0 of a vulnerable pair that hasn't opened, its card drawn unless there is a pile."""
    phase = Phase.DRAW if pile else Phase.PLAY
    return table(ID, hand, pile=pile, opening=(failures, -1), phase=phase)


@pytest.mark.parametrize(("points", "minimum"), [(0, 0), (1495, 0), (1500, 75), (2995, 75)])
def test_it_begins_at_1500_points_for_each_pair_by_itself(points: int, minimum: int) -> None:
    match = start_match(official(ID), 3, (points, 1495))
    assert deal(ID, opening=match.opening).state.minimum == (minimum, 0)


def test_a_pair_that_falls_below_is_free_again() -> None:
    match = add_deal(start_match(official(ID), 3, (1500, 1490)), (Score(-5, *[0] * 8), Score(10, *[0] * 8)))
    assert deal(ID, opening=match.opening).state.minimum == (0, 75)


def test_70_points_do_not_open_75_do() -> None:
    game = opening(f"{ROW} {LOW} 4S 9D 3C").play(f"meld {ROW}", f"meld {LOW}")
    game.refused("discard 9D", "below_minimum", "Buraco")
    assert game.legal == {"lay 2 4S", "withdraw"}
    game.play("lay 2 4S").refused("withdraw", "withdraw_free", "Buraco")
    assert game.legal == {"discard 9D", "discard 3C"}
    assert game.play("discard 9D").melds(0) == [ROW, "4S 5S 6S 7S"]


def test_a_two_counts_its_own_20_points() -> None:
    opening(f"{ROW} 2S 9D 3C").play(f"meld 2S {ROW}").allowed("discard 9D")


def test_a_canastas_bonus_does_not_count() -> None:
    game = opening("4H 5H 6H 7H 8H 9H TH 9D 3C").play("meld 4H 5H 6H 7H 8H 9H TH")
    game.refused("discard 9D", "below_minimum", "Buraco").allowed("withdraw")


def test_withdrawing_takes_all_back_raises_the_minimum_and_ends_melding() -> None:
    hand = f"{ROW} {LOW} 9D 3C"
    game = opening(hand).play(f"meld {ROW}", f"meld {LOW}", "withdraw")
    assert sorted(game.hand.split()) == sorted(hand.split())
    assert (game.melds(0), game.state.minimum) == ([], (90, 0))
    assert game.legal == {f"discard {card}" for card in hand.split()}
    game.refused(f"meld {ROW}", "meld_after_withdrawing", "Buraco").refused("withdraw", "withdraw_nothing", "Buraco")
    assert game.play("discard 9D").state.seat == 1


@pytest.mark.parametrize("failures", [1, 2, 5])
def test_after_a_failure_85_do_not_open_90_do_and_never_more(failures: int) -> None:
    game = opening(f"{ROW} {HIGH} 7S 9D 3C", failures).play(f"meld {ROW}", f"meld {HIGH}")
    game.refused("discard 9D", "below_minimum", "Buraco").play("lay 2 7S").allowed("discard 9D")


def test_the_pair_pays_for_the_failure_of_either_partner_the_other_pair_does_not() -> None:
    game = deal(ID, {0: f"{LOW} 9D", 2: f"{ROW} {HIGH}"}, stock="3D 3D 3S", opening=(0, 0))
    game.play(f"draw 3D, meld {LOW}, withdraw, discard 9D").idle(1)
    assert game.state.minimum == (90, 75)
    game.play(f"2: draw 3S, meld {ROW}, meld {HIGH}").refused("discard 3S", "below_minimum", "Buraco")


def test_two_partners_do_not_open_together_but_one_opens_for_both() -> None:
    hands = {0: f"{ROW} {LOW} 4S 9D 3C", 2: "4C 5C 6C 9D"}
    game = deal(ID, hands, stock="3D 3D 3S", opening=(0, -1))
    game.play(f"draw 3D, meld {ROW}, meld 4S {LOW}, discard 9D").idle(1)
    game.play("2: draw 3S, meld 4C 5C 6C, discard 9D")
    late = deal(ID, hands, stock="3D 3D 3S", opening=(0, -1)).idle(2)
    late.play("2: draw 3S, meld 4C 5C 6C").refused("discard 9D", "below_minimum", "Buraco")


def test_nobody_has_to_try_and_nothing_laid_is_nothing_to_withdraw() -> None:
    opening(f"{ROW} 9D 3C").refused("withdraw", "withdraw_nothing", "Buraco").allowed("discard 9D")
    game = table(ID, f"{LOW} 9D 3C", phase=Phase.PLAY).play(f"meld {LOW}")
    game.refused("withdraw", "withdraw_free", "Buraco").allowed("discard 9D")


def test_the_hand_may_run_out_with_75_points_and_a_canasta_not_below() -> None:
    game = opening("8H 9H TH JH QH KH AH").play("meld 8H 9H TH JH QH KH AH, morto")
    assert game.state.has_morto == (True, False)
    opening("7H 8H 9H TH JH QH KH").refused("meld 7H 8H 9H TH JH QH KH", "below_minimum", "Buraco")


def test_withdrawing_is_a_way_to_finish_until_the_minimum_is_reached() -> None:
    game = opening(f"{ROW} 2S KC").play(f"meld {ROW}").refused("lay 1 2S low", "dead_end_morto_needs_any", "Batida")
    assert game.legal == {"withdraw"}


def test_the_top_card_of_the_pile_counts_the_rest_only_once_laid() -> None:
    game = opening(f"7S 8S {ROW} 3C", pile="9D 9S").play("take, meld 7S 8S 9S")
    assert game.state.turn_state.points == 25
    assert game.play(f"meld {ROW}").allowed("discard 9D").hand == "9D 3C"


def test_withdrawing_undoes_the_purchase_and_only_a_draw_and_a_discard_remain() -> None:
    game = opening(f"7S 8S {ROW} 3C", pile="9D 9S").play("take").refused("withdraw", article="Buraco")
    game.play("meld 7S 8S 9S, withdraw")
    assert (game.pile, game.state.phase, game.legal) == ("9D 9S", Phase.DRAW, {"draw"})
    game.refused("take", "take_after_withdrawing", "Buraco")
    card = game.state.stock[0]
    game.play(f"draw {card}").refused(f"meld {ROW}", "meld_after_withdrawing", "Buraco")
    assert all(action.startswith("discard") for action in game.legal)
