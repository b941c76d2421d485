"""canastra-curinguinha Jogadores: four people play as two pairs who sit alternately.

The turn passes to the right, so that the two pairs alternate, and what a pair lays belongs to both partners.
"""

from __future__ import annotations

from canastra.rulebooks import official
from canastra.rulebooks.schema import Direction
from tests.drawing import deal

ID = "canastra-curinguinha"
HANDS = {0: "4H 5H 6H 9C", 1: "7H 8S", 2: "7H 8D", 3: "8C"}
FIRST = "draw 4C, meld 4H 5H 6H, discard 9C"


def test_four_play_to_the_right() -> None:
    table = official(ID).table
    assert (table.players, table.direction) == (4, Direction.COUNTER_CLOCKWISE)


def test_turns_go_round_and_the_pairs_alternate() -> None:
    game = deal(ID, dealer=1)
    seats, sides = [], []
    for _ in range(5):
        seats.append(game.state.seat)
        sides.append(game.state.side)
        game.idle(1)
    assert seats == [2, 3, 0, 1, 2]
    assert sides == [0, 1, 0, 1, 0]


def test_the_partner_across_plays_on_the_same_melds() -> None:
    game = deal(ID, HANDS, stock="4C 5C 6C 7C").play(FIRST, "1: draw 5C, discard 5C", "2: draw 6C, lay 1 7H")
    assert game.melds(0) == ["4H 5H 6H 7H"]
    assert game.melds(1) == []


def test_the_neighbours_do_not() -> None:
    game = deal(ID, HANDS, stock="4C 5C 6C 7C").play(FIRST, "1: draw 5C")
    game.refused("lay 1 7H", "no_such_meld", "Definições")
    assert not any(action.startswith("lay") for action in game.legal)
