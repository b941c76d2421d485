"""tranca Art. 19: each red 3 wins 100 points for a side with a canasta, and loses 100 without one or left in a hand."""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import Score
from tests.drawing import Game
from tests.rules.tranca.positions import CLEAN, DIRTY, SIX, last_card, late, points


def _ended(ours: list[str], reds: str, theirs: str = "", **more: object) -> Game:
    exposed = (parse_cards(reds), parse_cards(theirs))
    return last_card("KD", ours, red_threes=exposed, taken=(True, True), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ours", "reds", "expected"),
    [
        ([CLEAN], "3H", 100),
        ([CLEAN], "3H 3D", 200),
        ([CLEAN], "3H 3D 3H 3D", 400),
        ([DIRTY], "3H 3D", 200),
        (["KS KS KH KH KC KC KD"], "3D", 100),
        ([CLEAN, DIRTY], "3H", 100),  # once, however many canastas
        ([SIX], "3H", -100),
        ([SIX, "KS KH KC"], "3H 3D", -200),
        ([], "3H 3D 3H 3D", -400),
        ([], "", 0),
        ([CLEAN], "", 0),
    ],
)
def test_a_canasta_of_the_side_decides(ours: list[str], reds: str, expected: int) -> None:
    assert _ended(ours, reds).score(0).red_threes == expected


def test_each_side_for_itself() -> None:
    game = _ended([CLEAN], "3H", "3D 3D")
    assert (game.score(0).red_threes, game.score(1).red_threes) == (100, -200)


@pytest.mark.parametrize("hands", [{2: "3D 9D"}, {2: "3D 3D"}])
def test_one_left_in_a_hand_loses_its_own_hundred_and_no_other(hands: dict[int, str]) -> None:
    score = _ended([CLEAN], "3H", hands=hands).score(0)
    kept = hands[2].count("3")
    # The exposed one still wins; those kept are not among the cards at 10.
    assert (score.red_threes, score.in_hand) == (100 - 100 * kept, -10 - 10 * (2 - kept))


def test_of_a_side_without_a_canasta_both_kinds_lose() -> None:
    score = _ended([], "3H", hands={2: "3D 9D"}).score(0)
    assert (score.red_threes, score.in_hand) == (-200, -20)


def test_the_side_that_goes_out_loses_its_partners_too() -> None:
    game = late("QH", [CLEAN], taken=(True, True), red_threes=(parse_cards("3H"), ()), hands={2: "3D 9D"})
    game.play("draw TS, lay 1 QH, discard TS")
    assert game.score(0) == points(melded=80, clean=200, going_out=100, in_hand=-10)


def test_an_exposed_three_is_neither_a_card_laid_nor_one_of_the_hand() -> None:
    expected: Score = points(melded=70, clean=200, red_threes=200, in_hand=-30)
    assert _ended([CLEAN], "3H 3D").score(0) == expected


def test_a_canasta_made_in_the_last_turn_turns_the_sign() -> None:
    game = late("JH KD", [SIX], stock="TS", red_threes=(parse_cards("3H 3D"), ())).play("draw TS")
    other = Game(game.state).play("discard TS")
    assert other.score(0).red_threes == -200
    assert game.play("lay 1 JH, discard TS").score(0).red_threes == 200
