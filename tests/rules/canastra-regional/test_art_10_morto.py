"""canastra-regional Art. 10: an emptied hand gets the morto, at once without a discard, else for the next turn.

No canasta is needed, taking it is not optional, and there is one for each side: docs/rules.md §2 and §3.
"""

from __future__ import annotations

from typing import Any

import pytest

from canastra.cards import parse_cards
from canastra.engine import Phase, apply, parse_action, view
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"
FIRST = "QS AH 3H 7H 3D JD KD 5C 8C TC KC"
SECOND = "4S 7S TS JS 8H JH 6D 9D QD AC QC"
MORTOS = (parse_cards(FIRST), parse_cards(SECOND))


def playing(hand: str, ours: list[str] | None = None, **more: Any) -> Game:
    return table(RULEBOOK, hand, ours, **{"phase": Phase.PLAY, "mortos": MORTOS, **more})


def test_taken_directly_the_turn_goes_on_without_a_new_draw() -> None:
    game = playing("4H 5H 6H").play("meld 4H 5H 6H, morto")
    assert (game.state.seat, game.state.phase, game.hand) == (0, Phase.PLAY, FIRST)
    game.refused("draw", "already_drawn", "Art. 6").refused("take", "already_drawn", "Art. 6")
    game.play("lay 1 7H 3H, discard KD")
    assert (game.melds(0), game.state.seat) == (["3H 4H 5H 6H 7H"], 1)


def test_taken_directly_by_a_lay_off() -> None:
    assert playing("7H", ["4H 5H 6H"]).play("lay 1 7H, morto").hand == FIRST


def test_after_discarding_one_waits_for_the_next_turn() -> None:
    game = playing("4H 5H 6H 9C").play("meld 4H 5H 6H, discard 9C, morto")
    assert (game.state.seat, game.state.phase) == (1, Phase.DRAW)
    assert game.hand_of(0) == FIRST
    game.idle(3)
    assert game.state.seat == 0
    assert view(game.state, 0).hand == parse_cards(FIRST)


def test_until_then_not_even_its_owner_sees_it() -> None:
    game = playing("9C").play("discard 9C, morto")
    seen = view(game.state, 0)
    assert (seen.hand, seen.hand_sizes[0], seen.waiting_morto) == ((), 11, (True, False, False, False))
    assert view(game.idle(3).state, 0).waiting_morto == (False, False, False, False)


@pytest.mark.parametrize("last", ["discard 9C", "lay 1 9C"])
def test_taking_it_is_not_optional(last: str) -> None:
    game = playing("9C", ["6C 7C 8C"])
    state = apply(game.state, parse_action(last))
    assert (state.has_morto, len(state.mortos)) == ((True, False), 1)


@pytest.mark.parametrize("ours", [[], ["4H 5H 6H"], ["4S 5S 6S 7S 8S 9S 2D"]])
def test_no_canasta_is_needed(ours: list[str]) -> None:
    assert playing("9C", ours).play("discard 9C, morto").state.has_morto == (True, False)


def test_even_with_a_clean_canasta_the_deal_goes_on_while_the_sides_morto_is_there() -> None:
    game = playing("9C", ["4H 5H 6H 7H 8H 9H TH"]).play("discard 9C, morto")
    assert not game.over


@pytest.mark.parametrize(("seat", "meld"), [(0, "4D 5D 6D"), (2, "4H 5H 6H")])
def test_there_is_one_morto_for_a_side(seat: int, meld: str) -> None:
    game = playing("4D 5D 6D", seat=seat, hands={2: "4H 5H 6H"}, has_morto=(True, False), mortos=MORTOS[1:])
    game.refused(f"meld {meld}", "going_out_needs_clean", "Art. 11")


def test_the_other_side_has_a_right_to_the_other_one() -> None:
    game = playing("9C", hands={1: "KC 4S"}, theirs=["5S 6S 7S"], stock=parse_cards("3S 3S"))
    game.play("0: discard 9C, morto", "1: draw 3S, lay 1 4S, lay 1 3S, discard KC, morto")
    assert (game.hand_of(1), game.state.has_morto, game.state.mortos) == (SECOND, (True, True), ())


def test_whoever_comes_first_takes_the_first_one() -> None:
    game = playing("KS", seat=3, hands={3: "9C"}).play("3: discard 9C, morto")
    assert (game.hand_of(3), game.state.has_morto) == (FIRST, (False, True))


def test_the_morto_may_be_played_out_in_the_turn_in_which_it_was_taken_directly() -> None:
    morto = (parse_cards("2H 3H 4H 8H 9H TH JH QH KH AH KC"), MORTOS[1])
    game = playing("5H 6H 7H", mortos=morto).play("meld 5H 6H 7H, morto, lay 1 8H 9H TH JH QH KH AH, lay 1 4H 3H 2H")
    assert game.legal == {"discard KC"}
    # A clean canasta and the morto, both of this very turn: Art. 11 is fulfilled.
    assert game.play("discard KC").state.went_out == 0


def test_from_a_new_hand_too_something_must_be_left_to_finish_with() -> None:
    morto = (parse_cards("4S 5S 6S 7S 8S 4D 5D 6D 7D 8D KC"), MORTOS[1])
    game = playing("4H 5H 6H", mortos=morto).play("meld 4H 5H 6H, morto, meld 4S 5S 6S 7S 8S")
    game.refused("meld 4D 5D 6D 7D 8D", "dead_end_going_out_needs_clean", "Art. 11")
    game.allowed("meld 4D 5D 6D 7D")


def test_the_morto_stands_in_the_record() -> None:
    game = playing("4H 5H 6H 9C").play("meld 4H 5H 6H")
    with pytest.raises(AssertionError, match=r"morto_not_due.*Art\. 10"):
        game.play("morto")
    with pytest.raises(AssertionError, match=r"morto_missing.*Art\. 10"):
        game.play("discard 9C, draw KC")
