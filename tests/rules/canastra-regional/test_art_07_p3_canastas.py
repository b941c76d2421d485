"""canastra-regional Art. 7 §3: seven cards or more make a canasta, clean without a wild and dirty with one."""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"
CLEAN = "4H 5H 6H 7H 8H 9H TH"


def playing(hand: str, meld: str) -> Game:
    return table(RULEBOOK, f"{hand} 9C KD", [meld], phase=Phase.PLAY)


def kind(game: Game) -> str:
    """The kind of the side's first meld."""
    meld = game.state.melds[0][0]
    return "clean" if meld.is_clean else "dirty" if meld.is_canasta else "none"


@pytest.mark.parametrize(
    ("meld", "expected"),
    [
        ("4H 5H 6H 7H 8H 9H", "none"),
        (CLEAN, "clean"),
        ("4H 5H 6H 7H 8H 2S", "none"),
        ("4H 5H 6H 7H 8H 9H 2S", "dirty"),
        ("4H 5H 6H 7H 8H 9H 2H", "dirty"),
        ("AH 2H 3H 4H 5H 6H 7H", "clean"),
        ("2H 3H 4H 5H 6H 7H 8H", "clean"),
        ("AH 2S 3H 4H 5H 6H 7H", "dirty"),
        ("2S 2H 3H 4H 5H 6H 7H", "dirty"),
        ("8H 9H TH JH QH KH AH", "clean"),
        ("8H 9H TH JH QH KH 2D", "dirty"),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "clean"),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH 2C QH KH AH", "dirty"),
    ],
)
def test_seven_cards_and_whether_a_2_stands_for_another(meld: str, expected: str) -> None:
    assert kind(playing("KS", meld)) == expected


def test_the_seventh_card_makes_it_whoever_of_the_side_lays_it() -> None:
    game = table(RULEBOOK, "JS QS", ["4H 5H 6H 7H 8H 9H"], seat=2, phase=Phase.PLAY, hands={2: "TH 9C KD"})
    assert kind(game) == "none"
    assert kind(game.play("2: lay 1 TH")) == "clean"


def test_a_wild_laid_later_makes_a_clean_one_dirty() -> None:
    game = playing("2S", CLEAN).play("lay 1 2S high")
    assert kind(game) == "dirty"


def test_more_cards_keep_a_clean_one_clean() -> None:
    game = playing("JH 3H 2H", CLEAN).play("lay 1 JH 3H, lay 1 2H")
    assert game.melds(0) == ["2H 3H 4H 5H 6H 7H 8H 9H TH JH"]
    assert kind(game) == "clean"


def test_the_own_2_laid_beyond_the_ten_makes_it_dirty_and_in_its_place_does_not() -> None:
    meld = "3H 4H 5H 6H 7H 8H 9H"
    assert kind(playing("2H", meld).play("lay 1 2H high")) == "dirty"
    assert kind(playing("2H", meld).play("lay 1 2H")) == "clean"


def test_no_card_cleans_a_dirty_one() -> None:
    game = playing("6H JH QH", "4H 5H 2S 7H 8H 9H TH").play("lay 1 6H high")
    assert kind(game) == "dirty"
    assert kind(game.play("lay 1 JH low, lay 1 QH")) == "dirty"
    assert game.melds(0) == ["2S 4H 5H 6H 7H 8H 9H TH JH QH"]


def test_seven_cards_of_two_melds_are_no_canasta() -> None:
    game = table(RULEBOOK, "9C KD", ["4H 5H 6H", "7H 8H 9H TH"], phase=Phase.PLAY)
    assert not any(meld.is_canasta for meld in game.state.melds[0])


def test_a_canasta_may_be_laid_at_once() -> None:
    game = table(RULEBOOK, f"{CLEAN} 9C KD", phase=Phase.PLAY).play(f"meld {CLEAN}")
    assert kind(game) == "clean"
