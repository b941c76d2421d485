"""canastra-regional Art. 7 §2: a sequence with its own 2 as wild may still become clean, up to its 8.

The border is a rank: with a 9, 10, J, Q or K it is dirty for good, without one it is not, however many cards it has.
The 2 goes home when it is displaced, or by `shift` from the high end (docs/rules.md §5).
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"
SIX = "3H 4H 5H 6H 7H 2H"
SEVEN = "3H 4H 5H 6H 7H 8H 2H"
EIGHT = "3H 4H 5H 6H 7H 8H 9H 2H"


def playing(hand: str, meld: str) -> Game:
    return table(RULEBOOK, f"{hand} 9C KD", [meld], phase=Phase.PLAY)


def has_wild(game: Game) -> bool:
    return game.state.melds[0][0].has_wild


def lay_offs(game: Game) -> set[str]:
    return {text for text in game.legal if text.startswith(("lay", "shift"))}


@pytest.mark.parametrize("meld", ["3H 4H 2H", "3H 4H 5H 2H", SIX, SEVEN])
def test_the_own_2_at_the_high_end_goes_home_by_a_move_of_its_own(meld: str) -> None:
    game = playing("KS", meld).play("shift 1")
    assert game.melds(0) == [f"2H {meld.removesuffix(' 2H')}"]
    assert not has_wild(game)
    assert game.state.seat == 0


@pytest.mark.parametrize(
    ("meld", "code"),
    [
        (EIGHT, "shift_past_the_eight"),
        ("3H 4H 5H 6H 2H 8H 9H", "shift_past_the_eight"),
        ("4H 5H 6H 7H 8H 9H 2H", "shift_past_the_eight"),
        ("QH KH 2H", "shift_past_the_eight"),
        ("3H 4H 5H 2S", "shift_no_own_wild"),
        ("3H 4H 5H", "shift_no_own_wild"),
        ("2H 3H 4H", "shift_no_own_wild"),  # it is at home already
        ("3H 2H 5H", "shift_from_the_middle"),
        ("4H 5H 2H", "shift_no_place"),
        ("2H 3H 4H 2H", "shift_no_place"),  # the place is taken
    ],
)
def test_it_does_not_go_home_otherwise(meld: str, code: str) -> None:
    game = playing("KS", meld).refused("shift 1", code, "Art. 7")
    assert "shift 1" not in game.legal


def test_displaced_by_the_8_as_seventh_card_it_goes_home() -> None:
    game = playing("8H", SIX)
    assert lay_offs(game) == {"lay 1 8H low", "lay 1 8H high", "shift 1"}
    assert game.play("lay 1 8H low").melds(0) == ["2H 3H 4H 5H 6H 7H 8H"]
    assert game.state.melds[0][0].is_clean


def test_sent_to_the_high_end_instead_it_may_still_go_home_with_seven_cards() -> None:
    game = playing("8H KS", SIX).play("lay 1 8H high")
    assert game.melds(0) == [SEVEN]
    assert has_wild(game)
    assert game.play("shift 1").melds(0) == ["2H 3H 4H 5H 6H 7H 8H"]
    assert game.state.melds[0][0].is_clean


def test_a_9_beside_a_gap_makes_it_dirty_with_fewer_than_seven_cards() -> None:
    game = playing("8H KS", "6H 7H 2H 9H").play("lay 1 8H low")
    assert game.melds(0) == ["2H 6H 7H 8H 9H"]
    game = playing("3H 8H 9H KS", "4H 5H 6H 7H 2H").play("lay 1 8H high, lay 1 9H high").play("lay 1 3H")
    assert game.melds(0) == [EIGHT]
    game.refused("shift 1", "shift_past_the_eight", "Art. 7")


def test_the_3_laid_as_seventh_card_names_no_end() -> None:
    game = playing("3H KS", "4H 5H 6H 7H 8H 2H").refused("lay 1 3H low", "end_superfluous", "Art. 7")
    assert game.play("lay 1 3H, shift 1").melds(0) == ["2H 3H 4H 5H 6H 7H 8H"]


def test_displaced_by_the_9_it_stays_a_wild_at_its_own_place() -> None:
    game = playing("9H 2S 2H AH", SEVEN).play("lay 1 9H low")
    assert game.melds(0) == ["2H 3H 4H 5H 6H 7H 8H 9H"]
    assert has_wild(game)
    game.refused("lay 1 2S high", "second_wild", "Art. 7")
    assert lay_offs(game) == {"lay 1 AH", "lay 1 2H low", "lay 1 2H high"}
    game.play("lay 1 2H low")
    assert game.melds(0) == ["2H 2H 3H 4H 5H 6H 7H 8H 9H"]
    assert has_wild(game)
    assert lay_offs(game) == {"lay 1 AH high"}


def test_the_9_laid_first_closes_the_way_home_and_after_the_8_it_does_not() -> None:
    late = playing("8H 9H", SIX).play("lay 1 9H, lay 1 8H low")
    early = playing("8H 9H", SIX).play("lay 1 8H low, lay 1 9H")
    assert late.melds(0) == early.melds(0) == ["2H 3H 4H 5H 6H 7H 8H 9H"]
    assert (has_wild(late), has_wild(early)) == (True, False)


def test_both_laid_in_one_action_count_in_the_better_order() -> None:
    game = playing("8H 9H", SIX).play("lay 1 8H 9H low")
    assert game.state.melds[0][0].is_clean


def test_a_gap_filled_sends_the_2_home_from_the_middle() -> None:
    game = playing("4H", "3H 2H 5H").play("lay 1 4H low")
    assert game.melds(0) == ["2H 3H 4H 5H"]
    assert not has_wild(game)


def test_it_is_home_only_at_its_own_place() -> None:
    game = playing("7H 3H", "4H 5H 6H 2H").play("lay 1 7H low")
    assert game.melds(0) == ["2H 4H 5H 6H 7H"]
    assert has_wild(game)
    game.play("lay 1 3H low")
    assert game.melds(0) == ["2H 3H 4H 5H 6H 7H"]
    assert not has_wild(game)


def test_another_suits_2_is_never_at_home() -> None:
    game = playing("5H 2H", "3H 4H 2S").play("lay 1 5H low")
    assert game.melds(0) == ["2S 3H 4H 5H"]
    assert has_wild(game)
    assert lay_offs(game) == {"lay 1 2H low", "lay 1 2H high"}


def test_once_it_is_home_there_is_room_for_another_wild() -> None:
    game = playing("2S", SIX).refused("lay 1 2S high", "second_wild", "Art. 7")
    game.play("shift 1, lay 1 2S high")
    assert game.melds(0) == ["2H 3H 4H 5H 6H 7H 2S"]
    assert has_wild(game)


def test_only_the_own_side_moves_it_and_only_after_drawing() -> None:
    game = table(RULEBOOK, "9C KD", [SIX], [SIX]).refused("shift 1", "draw_first", "Art. 6")
    game.refused("shift 2", "draw_first", "Art. 6")
    playing("KS", SIX).refused("shift 2", "no_such_meld", "Art. 9")
