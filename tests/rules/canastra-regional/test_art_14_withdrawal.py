"""canastra-regional Art. 14: an opening with too little is taken back, and the side needs more: 90, 120, 150."""

from __future__ import annotations

from typing import Any

import pytest

from canastra.cards import cards_text
from canastra.engine import Phase, view
from tests.drawing import Game, deal, table

RULEBOOK = "canastra-regional"
HAND = "4H 5H 6H 7H 8S 9S TS"
"""Melds of 20 points at most in hearts and 30 in spades."""


def playing(**more: Any) -> Game:
    return table(RULEBOOK, f"{HAND} KD", **{"phase": Phase.PLAY, "opening": (0, -1), **more})


@pytest.mark.parametrize(("attempt", "following"), [(0, 90), (1, 120), (2, 150), (3, 150), (9, 150)])
def test_each_failed_attempt_raises_the_sides_minimum(attempt: int, following: int) -> None:
    game = playing(opening=(attempt, 0)).play("meld 4H 5H 6H, withdraw")
    assert game.state.minimum == (following, 75)


def test_all_cards_laid_in_the_turn_come_back() -> None:
    game = playing().play("meld 4H 5H 6H, meld 8S 9S TS, lay 1 7H, withdraw")
    assert game.melds(0) == []
    assert game.hand == "8S 9S TS 4H 5H 6H 7H KD"


def test_then_the_turn_can_only_be_ended_with_a_discard() -> None:
    game = playing().play("meld 4H 5H 6H, withdraw")
    assert game.legal == {f"discard {card}" for card in f"{HAND} KD".split()}
    game.refused("meld 4H 5H 6H 7H", "meld_after_withdrawing", "Art. 14")
    game.refused("withdraw", "withdraw_nothing", "Art. 14").refused("draw", "already_drawn", "Art. 6")
    assert game.play("discard KD").state.seat == 1


def test_nothing_is_withdrawn_before_something_was_laid() -> None:
    playing().refused("withdraw", "withdraw_nothing", "Art. 14")
    playing(phase=Phase.DRAW).refused("withdraw", "withdraw_nothing", "Art. 14")


def test_a_sufficient_opening_stays() -> None:
    cards = "8H 9H TH JH QH KH AH"
    game = table(RULEBOOK, f"{cards} 9C KD", phase=Phase.PLAY, opening=(0, -1)).play(f"meld {cards}")
    game.refused("withdraw", "withdraw_free", "Art. 14")
    assert "withdraw" not in game.legal


def test_melds_of_a_side_that_is_not_vulnerable_or_has_opened_stay() -> None:
    for ours in ([], ["4S 5S 6S"]):
        game = playing(opening=(-1, 0), ours=ours).play("meld 4H 5H 6H")
        game.refused("withdraw", "withdraw_free", "Art. 14")


def test_the_partners_next_attempt_is_the_sides_second() -> None:
    hands = {0: "4H 5H 6H", 2: "8H 9H TH JH QH KH AH 3S 4S 5S"}
    game = deal(RULEBOOK, hands, stock="9C TC 9D", opening=(0, -1))
    game.play("0: draw 9C, meld 4H 5H 6H, withdraw, discard 9C", "1: draw TC, discard TC")
    game.play("2: draw 9D, meld 8H 9H TH JH QH KH AH").refused("discard 9D", "below_minimum", "Art. 14")
    # 75 and 15 are enough. The numbers of what was withdrawn are free again.
    game.play("meld 3S 4S 5S, discard 9D")
    assert game.melds(0) == ["8H 9H TH JH QH KH AH", "3S 4S 5S"]


def test_the_same_player_may_try_again_in_the_next_turn() -> None:
    game = deal(RULEBOOK, {0: "4H 5H 6H 7H"}, stock="9C 9D 9H 9S KC", opening=(0, -1))
    game.play("0: draw 9C, meld 4H 5H 6H, withdraw, discard 9C").idle(3)
    game.play("0: draw KC, meld 5H 6H 7H, withdraw")
    assert game.state.minimum == (120, 0)


def test_the_purchase_of_the_pile_stands() -> None:
    game = playing(phase=Phase.DRAW, pile="3H QC").play("take, meld 3H 4H 5H 6H 7H, withdraw")
    assert game.pile == ""
    assert game.hand == "8S 9S TS 3H 4H 5H 6H 7H KD QC"
    game.refused("draw", "already_drawn", "Art. 6")


def test_what_was_laid_has_been_seen_by_everybody() -> None:
    game = playing(phase=Phase.DRAW, pile="3H QC").play("take, meld 3H 4H 5H, withdraw")
    assert cards_text(view(game.state, 1).known[0]) == "3H 4H 5H QC"


def test_a_hopeless_attempt_may_be_made_since_it_can_be_withdrawn() -> None:
    game = table(RULEBOOK, "9H TH JH QH", phase=Phase.PLAY, opening=(0, -1)).play("meld TH JH QH")
    game.refused("lay 1 9H", "below_minimum", "Art. 14")
    assert game.legal == {"withdraw"}
