"""tranca Art. 5: play goes round counter-clockwise."""

from __future__ import annotations

import pytest

from canastra.records import RecordRuleError, replay
from canastra.rulebooks import official
from canastra.rulebooks.schema import Direction
from tests.drawing import deal
from tests.rules.tranca.positions import record

STOCK = "5D 5H 5S 6D 6H"


def test_screens_seat_the_players_counter_clockwise() -> None:
    assert official("tranca").table.direction is Direction.COUNTER_CLOCKWISE


def test_every_player_has_a_turn_and_the_opener_again() -> None:
    game = deal("tranca", stock=STOCK)
    game.play("0: draw 5D, discard 5D", "1: draw 5H, discard 5H", "2: draw 5S, discard 5S", "3: draw 6D, discard 6D")
    assert (game.state.seat, game.state.turn) == (0, 5)


@pytest.mark.parametrize(("seat", "text"), [(3, "clockwise"), (2, "the partner"), (0, "twice")])
def test_nobody_else_plays(seat: int, text: str) -> None:
    with pytest.raises(RecordRuleError) as refused:
        replay(record(f"0: draw 5D, discard 5D # then {text}\n{seat}: draw 5H, discard 5H\n", STOCK))
    assert (refused.value.violation.code, refused.value.violation.article) == ("out_of_turn", "Art. 5")
    assert refused.value.place[:4] == (1, 2, 1, seat)


def test_a_player_who_takes_the_pile_is_followed_by_the_same_neighbour() -> None:
    game = deal("tranca", stock=STOCK)
    game.play("0: draw 5D, discard 5D", "1: take, discard 5D", "2: draw 5H, discard 5H")
    assert game.state.seat == 3
