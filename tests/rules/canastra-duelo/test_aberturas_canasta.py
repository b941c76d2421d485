"""canastra-duelo Aberturas: seven cards make a canasta, dirty with a wild and clean without, as they stand at present.

A 2 in its own place leaves it clean.
"""

from __future__ import annotations

import pytest

from canastra.engine import Ending, Phase
from tests.drawing import Game, table

ID = "canastra-duelo"


def kind(game: Game) -> str:
    """The kind for which the side's first meld would score if the deal ended now."""
    score = Game(game.state._replace(phase=Phase.OVER, ending=Ending.STOCK)).score(0)
    return {(0, 0): "none", (300, 0): "clean", (0, 200): "dirty"}[score.clean, score.dirty]


def playing(hand: str, *ours: str) -> Game:
    """Seat 0 with cards to lay, and some that keep the hand from running out."""
    return table(ID, f"{hand} 9C JC 6D 8D".strip(), ours=list(ours), phase=Phase.PLAY)


@pytest.mark.parametrize(
    ("meld", "expected"),
    [
        ("4S 5S 6S 7S 8S 9S", "none"),
        ("4S 5S 6S 7S 8S 9S TS", "clean"),
        ("4S 5S 6S 7S 8S 2H", "none"),
        ("4S 5S 6S 7S 8S 9S 2H", "dirty"),
        ("4S 5S 2S 7S 8S 9S TS", "dirty"),
        ("2S 3S 4S 5S 6S 7S 8S", "clean"),
        ("AS 2S 3S 4S 5S 6S 7S", "clean"),
        ("2S 3S 4S 5S 6S 7S 2S", "dirty"),
        ("2S 3S 4S 5S 6S 7S 2H", "dirty"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "clean"),
    ],
)
def test_seven_cards_with_or_without_a_wild(meld: str, expected: str) -> None:
    assert kind(playing("", meld)) == expected


def test_a_wild_laid_dirties_it() -> None:
    assert kind(playing("2H", "4S 5S 6S 7S 8S 9S TS").play("lay 1 2H")) == "dirty"


def test_an_own_suit_wild_that_finds_its_place_cleans_it() -> None:
    game = playing("3S", "4S 5S 6S 7S 8S 9S 2S")
    assert kind(game) == "dirty"
    assert kind(game.play("lay 1 3S")) == "clean"
    assert game.melds(0) == ["2S 3S 4S 5S 6S 7S 8S 9S"]


def test_a_wild_of_another_suit_never_does() -> None:
    game = playing("3S 2S", "4S 5S 6S 7S 8S 9S 2H").play("lay 1 3S, lay 1 2S")
    assert game.melds(0) == ["2S 3S 4S 5S 6S 7S 8S 9S 2H"]
    assert kind(game) == "dirty"


def test_the_second_own_suit_two_dirties_it_again() -> None:
    assert kind(playing("2S", "2S 3S 4S 5S 6S 7S 8S").play("lay 1 2S")) == "dirty"
