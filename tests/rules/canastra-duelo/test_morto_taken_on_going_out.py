"""canastra-duelo Morto: a player who goes out for the first time takes a morto, if there is one, and plays on.

Decision: when the last card was discarded, the morto waits unseen for the next turn.
"""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import Phase, apply, parse_action, view
from tests.drawing import Game, table

ID = "canastra-duelo"
MORTO = "8S AS 4H 5H KH 3D JD QD KD 5C 9C"
OTHER = "6S 7S 9S JS TH QH 6D 8D 4C 7C TC"


def playing(hand: str, *ours: str) -> Game:
    """Seat 0 after its draw, with these cards only."""
    mortos = (parse_cards(MORTO), parse_cards(OTHER))
    return table(ID, hand, ours=list(ours), mortos=mortos, phase=Phase.PLAY)


@pytest.mark.parametrize(
    ("hand", "ours", "action"),
    [("7H", ["4H 5H 6H"], "lay 1 7H"), ("4S 5S 6S", [], "meld 4S 5S 6S"), ("7H 8H", ["4H 5H 6H"], "lay 1 7H 8H")],
)
def test_by_laying_the_turn_goes_on_without_a_draw(hand: str, ours: list[str], action: str) -> None:
    game = playing(hand, *ours).play(f"{action}, morto")
    assert (game.state.seat, game.state.phase, game.state.has_morto) == (0, Phase.PLAY, (True, False))
    assert sorted(game.hand.split()) == sorted(MORTO.split())
    game.refused("draw", "already_drawn", "Regras").allowed("discard AS")


def test_by_discarding_it_waits_for_the_next_turn() -> None:
    game = playing("7H").play("discard 7H, morto")
    assert (game.state.seat, game.state.has_morto) == (1, (True, False))
    seen = view(game.state, 0)
    assert (seen.hand, seen.waiting_morto, seen.hand_sizes[0]) == ((), (True, False), 11)
    game.idle(1).allowed("draw", "take")
    assert len(view(game.state, 0).hand) == 11


def test_it_can_be_melded_from_at_once() -> None:
    game = playing("7H", "4H 5H 6H").play("lay 1 7H, morto, meld JD QD KD, discard 9C")
    assert game.melds(0) == ["4H 5H 6H 7H", "JD QD KD"]


def test_no_canasta_is_asked() -> None:
    playing("7H").allowed("discard 7H")
    playing("4S 5S 6S").allowed("meld 4S 5S 6S")


def test_the_first_one_left_is_taken_and_not_by_choice() -> None:
    state = apply(playing("7H", "4H 5H 6H").state, parse_action("lay 1 7H"))
    assert state.has_morto == (True, False)
    assert state.mortos == (parse_cards(OTHER),)
