"""Actions of several cards and the steps that they are made of: the same table, every step legal."""

from __future__ import annotations

import pytest

from canastra.bots.single_steps import single_steps
from canastra.engine import Phase, apply, parse_action, perform
from canastra.errors import InternalError
from tests.drawing import Game, table

REGIONAL, BURACO, TRANCA, CURINGUINHA = "canastra-regional", "buraco", "tranca", "canastra-curinguinha"


@pytest.mark.parametrize(
    ("rulebook", "game", "action", "number"),
    [
        (BURACO, {}, "meld 4H 5H 6H 7H", 2),
        (BURACO, {}, "meld 4H 5H 2S 7H 8H", 3),
        (BURACO, {"ours": ["4D 5D 6D"]}, "meld 4H 5H 6H 7H 8H", 3),
        (BURACO, {"ours": ["9H TH JH"]}, "lay 1 7H 8H", 2),
        (BURACO, {"ours": ["9H TH JH"]}, "lay 1 5H 6H 7H 2S low", 4),
        (TRANCA, {"ours": ["AH AD AC"]}, "lay 1 AS AH", 2),
        (TRANCA, {}, "meld AS AH AS 2S", 2),
    ],
)
def test_the_steps_lead_to_the_same_table(rulebook: str, game: dict[str, list[str]], action: str, number: int) -> None:
    hand = "4H 5H 6H 7H 8H 2S KD 9S AS AH AS"
    state = table(rulebook, hand, phase=Phase.PLAY, **game).state  # type: ignore[arg-type]
    steps = single_steps(state, parse_action(action))
    assert len(steps) == number
    after = state
    for step in steps:
        after = apply(after, step)
    there = perform(state, parse_action(action))
    assert (after.melds, after.hands) == (there.melds, there.hands)


def test_what_is_one_step_stays_one() -> None:
    state = table(BURACO, "4H 5H 6H KD", phase=Phase.PLAY, ours=["9H TH JH"]).state
    for action in ("meld 4H 5H 6H", "lay 1 8H", "discard KD", "draw", "shift 1"):
        assert single_steps(state, parse_action(action)) == (parse_action(action),)


def test_the_top_card_of_a_justified_purchase_comes_first() -> None:
    game = Game(table(CURINGUINHA, "4H 5H 7H 8H KD 9S", pile="6H").state).play("take")
    steps = single_steps(game.state, parse_action("meld 4H 5H 6H 7H 8H"))
    assert len(steps) == 3
    assert "6H" in str(steps[0])


def test_what_can_not_be_laid_has_no_steps() -> None:
    state = table(BURACO, "4H 5H 6H 7H KD", phase=Phase.PLAY).state
    with pytest.raises(InternalError):
        single_steps(state, parse_action("meld 4H 5H 6H 8H"))
