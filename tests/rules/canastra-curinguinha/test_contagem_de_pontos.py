"""canastra-curinguinha Contagem de pontos: cards by rank, canastas 200 and 100, going out 100, the morto 100.

Cards left in the hands are deducted from both pairs however the deal ended (decision); every 3 is an ordinary card.
"""

from __future__ import annotations

from typing import Any

import pytest

from canastra.engine import Ending, Phase, add_deal, start_match
from canastra.rulebooks import official
from tests.drawing import Game, table

ID = "canastra-curinguinha"
EMPTY = {1: "", 2: "", 3: ""}
MORTO = "AS 2S 6S AD QD KD 3C 4C 7C 8C 9C"
"""Two aces, a 2, four cards from 3 to 7, four from 8 to king: 30 + 20 + 20 + 40 = 110 points."""


def over(
    ours: list[str] | None = None, hands: dict[int, str] | None = None, out: int | None = None, **more: Any
) -> Game:
    """A deal that is over, gone out by a seat or ended with the stock; hands that are not given are empty."""
    held = EMPTY | (hands or {})
    more = {"phase": Phase.OVER, "ending": Ending.STOCK if out is None else Ending.GOING_OUT, "went_out": out} | more
    return table(ID, held.pop(0, ""), ours=ours, hands=held, **more)


@pytest.mark.parametrize(
    ("card", "points"),
    [("AH", 15), ("2H", 20), ("3H", 5), ("3S", 5), ("4H", 5), ("7H", 5), ("8H", 10), ("TH", 10), ("KH", 10)],
)
def test_what_a_card_left_costs(card: str, points: int) -> None:
    assert over(hands={2: card}).score(0).in_hand == -points


@pytest.mark.parametrize(
    ("meld", "points"),
    [("3H 4H 5H", 15), ("6H 7H 8H", 20), ("QH KH AH", 35), ("2H 3H 4H", 30), ("7H 2S 9H", 35), ("QH KH 2H", 40)],
)
def test_what_the_cards_of_a_meld_are_worth_a_two_always_its_own_20(meld: str, points: int) -> None:
    assert over([meld]).score(0) == (points, 0, 0, 0, 0, 0, 0, 0, 0)


def test_canastas_are_counted_beside_their_cards() -> None:
    score = over(["4H 5H 6H 7H 8H 9H TH", "4S 5S 6S 2S 8S 9S TS"]).score(0)
    assert (score.melded, score.clean, score.dirty) == (20 + 30 + 15 + 20 + 30, 200, 100)


def test_threes_are_ordinary_cards() -> None:
    score = over(hands={2: "3H 3D 3S 3C"}).score(0)
    assert (score.red_threes, score.black_threes, score.in_hand) == (0, 0, -20)


def test_going_out_is_worth_100_to_the_side_that_did() -> None:
    game = over(out=1)
    assert (game.score(0).going_out, game.score(1).going_out) == (0, 100)
    assert [over().score(side).going_out for side in (0, 1)] == [0, 0]


def test_the_morto_is_worth_100_and_nothing_when_not_taken() -> None:
    game = over(has_morto=(True, False))
    assert (game.score(0).morto, game.score(1).morto) == (100, 0)
    assert [over(mortos=()).score(side).morto for side in (0, 1)] == [0, 0]


@pytest.mark.parametrize("out", [0, 1, None])
def test_the_cards_of_both_partners_are_deducted_however_it_ended(out: int | None) -> None:
    game = over(hands={0: "AH", 2: "2C 4D", 1: "KD", 3: "8H 3S"}, out=out)
    assert (game.score(0).in_hand, game.score(1).in_hand) == (-40, -25)


def test_a_morto_never_played_from_is_debited_card_by_card() -> None:
    game = over(hands={1: MORTO}, out=0, has_morto=(True, True), unplayed=(False, True, False, False))
    score = game.score(1)
    assert (score.morto, score.in_hand, score.total) == (100, -110, -10)


def test_a_deal_played_to_its_end() -> None:
    ours, theirs = ["4S 5S 6S 7S 8S 9S TS"], ["JD QD KD 2C"]
    held = {1: "5C 9H", 2: "AC 3D", 3: "2H"}
    game = table(ID, "JS KC", ours, theirs, hands=held, phase=Phase.PLAY, has_morto=(True, True))
    game.play("lay 1 JS, discard KC")
    assert game.score(0) == (60, 200, 0, 0, 100, 100, 0, 0, -20)
    assert game.score(1) == (50, 0, 0, 0, 0, 100, 0, 0, -35)
    assert (game.score(0).total, game.score(1).total) == (440, 115)


def test_more_points_win_not_going_out() -> None:
    melds = ["4S 5S 6S 7S 8S 9S TS"]
    held = {1: "", 2: MORTO, 3: ""}
    game = table(ID, "", melds, ["4D 5D 6D 7D 8D 9D TD JD"], hands=held, phase=Phase.OVER, went_out=0)
    game.state = game.state._replace(ending=Ending.GOING_OUT)
    assert (game.score(0).total, game.score(1).total) == (50 + 200 + 100 - 110, 60 + 200)
    match = add_deal(start_match(official(ID), 0, (2750, 2750)), (game.score(0), game.score(1)))
    assert (match.points, match.winner) == ((2990, 3010), 1)
