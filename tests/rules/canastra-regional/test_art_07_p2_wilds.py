"""canastra-regional Art. 7 §2: one 2 may stand in any place of a sequence, and gives it up to the natural card.

The displaced wild goes to the end that the player names, if there is room: a decision of docs/rules.md §5.
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"


def playing(hand: str, ours: list[str] | None = None) -> Game:
    return table(RULEBOOK, hand, ours, phase=Phase.PLAY)


def lay_offs(game: Game) -> set[str]:
    return {text for text in game.legal if text.startswith("lay")}


@pytest.mark.parametrize(
    ("meld", "has_wild"),
    [
        ("AH 2H 3H", False),  # the own 2 in its place
        ("2H 3H 4H", False),
        ("2S 5H 6H", True),
        ("5H 2S 7H", True),
        ("5H 6H 2S", True),
        ("5H 6H 2H", True),  # the own 2 out of its place
        ("2S 2H 3H", True),  # for the low ace
        ("AH 2S 3H", True),  # another suit's 2 for the 2
        ("AH 2H 2S", True),  # natural beside a wild
        ("AH 2H 2H", True),
        ("2H 2H 4H", True),
        ("2H 2H 3H", True),
        ("QH KH 2S", True),  # for the high ace
        ("2H KH AH", True),
    ],
)
def test_a_2_stands_anywhere_and_is_natural_in_its_own_place_only(meld: str, has_wild: bool) -> None:
    game = playing(f"{meld} 9C KD").play(f"meld {meld}")
    assert game.melds(0) == [meld]
    assert game.state.melds[0][0].has_wild is has_wild


@pytest.mark.parametrize("meld", ["2S 2D 3H", "5H 2S 2D", "4H 2H 2S 7H", "AH 2S 2H", "2S 2H 5H", "2S 2H 2D"])
def test_there_is_one_wild_in_a_meld(meld: str) -> None:
    playing(f"{meld} 9C KD").refused(f"meld {meld}", article="Art. 7")


def test_every_reading_of_a_few_cards_is_offered_once() -> None:
    melds = {text.removeprefix("meld ") for text in playing("3H 4H 2H 2S KD").legal if text.startswith("meld")}
    naturals = {"2H 3H 4H"}
    with_the_other_suits_2 = {"2S 2H 3H", "2S 3H 4H", "2H 2S 4H", "2H 3H 2S", "3H 4H 2S"}
    with_the_own_2 = {"3H 4H 2H"}
    assert melds == naturals | with_the_other_suits_2 | with_the_own_2


def test_a_wild_is_laid_at_the_end_that_is_named() -> None:
    game = playing("2S 9C KD", ["5H 6H 7H"])
    assert lay_offs(game) == {"lay 1 2S low", "lay 1 2S high"}
    game.refused("lay 1 2S", "end_missing", "Art. 7")
    assert game.play("lay 1 2S high").melds(0) == ["5H 6H 7H 2S"]


def test_an_own_2_next_to_the_3_is_natural_low_and_wild_high() -> None:
    game = playing("2H 9C KD", ["3H 4H 5H"])
    assert lay_offs(game) == {"lay 1 2H", "lay 1 2H high"}
    game.refused("lay 1 2H low", article="Art. 7")


def test_a_second_wild_is_refused_but_not_the_2_in_its_natural_place() -> None:
    game = playing("2H 2D 9C KD", ["3H 4H 2S"]).refused("lay 1 2D high", "second_wild", "Art. 7")
    assert lay_offs(game) == {"lay 1 2H"}
    assert game.play("lay 1 2H").melds(0) == ["2H 3H 4H 2S"]


def test_the_other_own_2_is_natural_beside_its_double_that_is_wild() -> None:
    game = playing("2H 9C KD", ["2H 4H 5H"])
    assert lay_offs(game) == {"lay 1 2H"}
    assert game.play("lay 1 2H").melds(0) == ["2H 2H 4H 5H"]
    assert game.state.melds[0][0].has_wild


def test_the_natural_card_sends_the_wild_to_the_end_that_is_named() -> None:
    for end, meld in (("low", "2S 4H 5H 6H"), ("high", "4H 5H 6H 2S")):
        game = playing("5H 9C KD", ["4H 2S 6H"])
        assert lay_offs(game) == {"lay 1 5H low", "lay 1 5H high"}
        assert game.play(f"lay 1 5H {end}").melds(0) == [meld]
    playing("5H 9C KD", ["4H 2S 6H"]).refused("lay 1 5H", "end_missing", "Art. 7")


def test_other_cards_leave_the_wild_where_it_was_laid() -> None:
    game = playing("7H 3H 9C KD", ["4H 2S 6H"]).refused("lay 1 7H high", "end_superfluous", "Art. 7")
    assert game.play("lay 1 7H, lay 1 3H").melds(0) == ["3H 4H 2S 6H 7H"]


def test_a_wild_displaced_by_an_ace_has_one_way_to_go() -> None:
    game = playing("AH 9C KD", ["QH KH 2S"])
    assert lay_offs(game) == {"lay 1 AH low"}
    game.refused("lay 1 AH high", "end_without_room", "Art. 7")
    assert game.play("lay 1 AH low").melds(0) == ["2S QH KH AH"]
    game = playing("AH 9C KD", ["2S 2H 3H"])
    assert lay_offs(game) == {"lay 1 AH high"}
    assert game.play("lay 1 AH high").melds(0) == ["AH 2H 3H 2S"]


def test_without_room_at_either_end_the_wild_is_not_displaced() -> None:
    game = playing("6H AH 9C KD", ["AH 2H 3H 4H 5H 2S 7H 8H 9H TH JH QH KH"])
    assert lay_offs(game) == {"lay 1 6H high", "lay 1 AH"}
    game.play("lay 1 6H high")
    assert game.melds(0) == ["AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2S"]
    assert lay_offs(game) == set()
    game.refused("lay 1 AH low", "wild_no_room", "Art. 7")
