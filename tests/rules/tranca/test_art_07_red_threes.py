"""tranca Art. 7: a red 3 is laid beside the side's melds and replaced, in its holder's own turn and before the draw."""

from __future__ import annotations

import pytest

from canastra.cards import cards_text
from canastra.engine import view
from tests.drawing import Game, deal
from tests.rules.tranca.positions import CLEAN, late, points


def _exposed(game: Game) -> list[str]:
    return [cards_text(cards) for cards in game.state.red_threes]


def test_all_red_threes_of_the_hand_go_before_the_draw() -> None:
    game = deal("tranca", {0: "3D 3D 3H 3H"}, stock="5C 6C 7C 8C 9C")
    game.play("red 3H 5C, red 3H 6C, red 3D 7C, red 3D 8C")
    assert game.legal == {"draw"}
    assert _exposed(game) == ["3H 3H 3D 3D", ""]
    assert len(game.hand.split()) == 11
    assert {"5C", "6C", "7C", "8C"} <= set(game.hand.split())
    assert len(game.state.stock) == 34


@pytest.mark.parametrize("three", ["3H", "3D"])
def test_one_drawn_from_the_stock_goes_at_once(three: str) -> None:
    game = deal("tranca", stock=f"5C {three} 6C").play("draw 5C, discard 5C", f"1: draw {three}, red {three} 6C")
    assert _exposed(game) == ["", three]
    assert len(game.hand.split()) == 12
    assert not {"3H", "3D"} & set(game.hand.split())


def test_the_replacement_is_kept_as_the_card_drawn() -> None:
    game = deal("tranca", stock="5C 3H 6C").play("draw 5C, discard 5C", "1: draw 3H, red 3H 6C")
    game.refused("draw", "already_drawn").refused("take", "already_drawn").allowed("discard 6C")


def test_a_black_three_in_place_of_a_red_one_stays() -> None:
    game = deal("tranca", {0: "3H"}, stock="3S 9C").play("red 3H 3S, draw 9C")
    assert "3S" in game.hand.split()
    assert _exposed(game) == ["3H", ""]


def test_the_others_wait_for_their_own_turn() -> None:
    game = deal("tranca", {1: "3H", 2: "3D"}, stock="5C 6C 7C 8C 9C").play("draw 5C, discard 5C")
    assert _exposed(game) == ["", ""]
    game.play("1: red 3H 6C, draw 7C, discard 7C")
    assert _exposed(game) == ["", "3H"]
    game.play("2: red 3D 8C")
    assert _exposed(game) == ["3D", "3H"]


def test_partners_red_threes_lie_together_in_the_order_of_exposure() -> None:
    game = deal("tranca", {0: "3D", 2: "3H"}, stock="5C 6C 7C 8C 9C").play("red 3D 5C, draw 6C, discard 6C")
    game.play("1: draw 7C, discard 7C", "2: red 3H 8C")
    assert _exposed(game) == ["3D 3H", ""]


def test_everybody_sees_those_exposed_and_nobody_the_others() -> None:
    game = deal("tranca", {0: "3H", 1: "3D"}, stock="5C").play("red 3H 5C")
    for seat in (1, 2, 3):
        seen = view(game.state, seat)
        assert cards_text(seen.red_threes[0]) == "3H"
        assert seen.known[1] == ()


def test_after_taking_the_pile_nothing_is_replaced_as_no_red_three_is_ever_discarded() -> None:
    game = deal("tranca", {1: "3H"}, stock="5C 6C").play("draw 5C, discard 5C", "1: red 3H 6C, take, discard 5C")
    assert _exposed(game) == ["", "3H"]
    assert game.pile == "5C"


def test_one_that_its_holder_never_came_to_expose_costs_a_hundred() -> None:
    game = late("QH", [CLEAN], taken=(True, False), hands={1: "3H 9S", 3: "9C"}, turn=1)
    game.play("draw TS, lay 1 QH, discard TS")
    # The 3 is in no hand's ten points; the two other cards are, and no morto was taken.
    assert game.score(1) == points(red_threes=-100, in_hand=-20, morto=-100)
