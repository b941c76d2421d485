"""buraco Art. 11: a wild of the sequence's suit may go to its place of 2 and leave it clean, up to the seventh card."""

from __future__ import annotations

import pytest

from tests.rules.buraco.positions import meld_of, playing

SPARE = "KD TS 9C"


def test_it_goes_home_from_the_high_end_by_a_move_of_its_own() -> None:
    game = playing(SPARE, ["3H 4H 5H 6H 7H 2H"])
    assert "shift 1" in game.legal
    assert game.play("shift 1").melds(0) == ["2H 3H 4H 5H 6H 7H"]
    assert not meld_of(game).has_wild
    game.refused("shift 1", "shift_no_own_wild", "Art. 11")


def test_with_six_cards_it_may_and_with_seven_no_more() -> None:
    game = playing(f"8H {SPARE}", ["3H 4H 5H 6H 7H 2H"]).allowed("shift 1")
    assert meld_of(game.play("shift 1, lay 1 8H")).is_clean
    game = playing(SPARE, ["3H 4H 5H 6H 7H 8H 2H"]).refused("shift 1", "shift_too_late", "Art. 11")
    assert "shift 1" not in game.legal


def test_a_seventh_card_beyond_it_comes_too_soon() -> None:
    game = playing(f"9H {SPARE}", ["3H 4H 5H 6H 7H 2H"]).play("lay 1 9H").refused("shift 1", article="Art. 11")
    assert meld_of(game).is_canasta
    assert not meld_of(game).is_clean


@pytest.mark.parametrize(
    ("meld", "code"),
    [
        ("3H 4H 5H 2S", "shift_no_own_wild"),
        ("3H 4H 5H", "shift_no_own_wild"),
        ("3H 2H 5H", "shift_from_the_middle"),
        ("4H 5H 2H", "shift_no_place"),
        ("2H 3H 4H 2H", "shift_no_place"),
    ],
)
def test_not_another_suit_nor_from_inside_nor_without_a_free_place(meld: str, code: str) -> None:
    game = playing(SPARE, [meld]).refused("shift 1", code, "Art. 11")
    assert "shift 1" not in game.legal


def test_it_is_moved_in_the_own_turn_and_on_the_own_side_only() -> None:
    playing(SPARE, theirs=["3H 4H 5H 2H"]).refused("shift 1", "no_such_meld")
    game = playing(SPARE, ["3H 4H 5H 2H"]).play("discard 9C").refused("shift 1", "draw_first")
    game.idle(1)
    game.play(f"2: draw {game.state.stock[0]}, shift 1")
    assert game.melds(0) == ["2H 3H 4H 5H"]


def test_displaced_by_the_seventh_card_it_goes_home_and_by_the_eighth_not() -> None:
    game = playing(f"5H {SPARE}", ["3H 4H 2H 6H 7H 8H"]).play("lay 1 5H low")
    assert game.melds(0) == ["2H 3H 4H 5H 6H 7H 8H"]
    assert meld_of(game).is_clean
    game = playing(f"5H {SPARE}", ["3H 4H 2H 6H 7H 8H 9H"]).play("lay 1 5H low")
    assert game.melds(0) == ["2H 3H 4H 5H 6H 7H 8H 9H"]
    assert meld_of(game).has_wild


def test_once_dirty_with_seven_cards_the_2_at_home_is_still_the_wild() -> None:
    game = playing(f"5H 2S 2H {SPARE}", ["3H 4H 2H 6H 7H 8H 9H"]).play("lay 1 5H low")
    game.refused("lay 1 2S high", "second_wild", "Art. 6").refused("lay 1 2H", "end_missing", "Art. 11")
    game.allowed("lay 1 2H high")
    assert game.play("lay 1 2H low").melds(0) == ["2H 2H 3H 4H 5H 6H 7H 8H 9H"]
    assert meld_of(game).has_wild


def test_the_3_as_seventh_card_may_take_it_home_with_it() -> None:
    game = playing(f"3H {SPARE}", ["4H 5H 6H 7H 8H 2H"]).allowed("lay 1 3H", "lay 1 3H low")
    assert {"lay 1 3H", "lay 1 3H low"} <= game.legal
    game.refused("lay 1 3H high", "end_superfluous", "Art. 11")
    assert game.play("lay 1 3H low").melds(0) == ["2H 3H 4H 5H 6H 7H 8H"]
    assert meld_of(game).is_clean


def test_without_the_word_it_stays_and_is_dirty_for_good() -> None:
    game = playing(f"3H {SPARE}", ["4H 5H 6H 7H 8H 2H"]).play("lay 1 3H")
    assert game.melds(0) == ["3H 4H 5H 6H 7H 8H 2H"]
    game.refused("shift 1", "shift_too_late", "Art. 11")


@pytest.mark.parametrize(
    ("card", "meld"),
    [
        ("3H", "4H 5H 6H 7H 2H"),  # the sixth card: it may shift afterwards
        ("3H", "4H 5H 6H 7H 8H 9H 2H"),  # the eighth
        ("3H", "4H 5H 6H 7H 8H 2S"),  # another suit's
        ("3H", "4H 5H 2H 7H 8H 9H"),  # not at the high end
        ("4H", "5H 6H 7H 8H 9H 2H"),  # no place of the 2 beside it
    ],
)
def test_only_then(card: str, meld: str) -> None:
    playing(f"{card} {SPARE}", [meld]).refused(f"lay 1 {card} low", "end_superfluous", "Art. 11").allowed(
        f"lay 1 {card}"
    )


def test_in_a_lay_off_of_several_cards_the_word_means_the_same() -> None:
    game = playing(f"3H 9H {SPARE}", ["4H 5H 6H 7H 8H 2H"]).play("lay 1 3H 9H low")
    assert game.melds(0) == ["2H 3H 4H 5H 6H 7H 8H 9H"]
    assert meld_of(game).is_clean


def test_the_player_says_where_it_goes() -> None:
    game = playing(f"8H {SPARE}", ["3H 4H 5H 6H 7H 2H"]).refused("lay 1 8H", "end_missing", "Art. 11")
    assert {"lay 1 8H low", "lay 1 8H high"} <= game.legal
    assert game.play("lay 1 8H high").melds(0) == ["3H 4H 5H 6H 7H 8H 2H"]
    assert not meld_of(game).is_clean


def test_several_cards_at_once_make_a_clean_canasta_if_some_order_does() -> None:
    game = playing(f"5H 9H {SPARE}", ["3H 4H 2H 6H 7H 8H"]).play("lay 1 5H 9H low")
    assert game.melds(0) == ["2H 3H 4H 5H 6H 7H 8H 9H"]
    assert meld_of(game).is_clean


def test_another_suits_wild_is_displaced_but_stays_a_wild() -> None:
    game = playing(f"5H 2H 2D {SPARE}", ["3H 4H 2S 6H"]).play("lay 1 5H low")
    assert game.melds(0) == ["2S 3H 4H 5H 6H"]
    game.refused("shift 1", "shift_no_own_wild", "Art. 11").refused("lay 1 2D high", "second_wild", "Art. 6")
    assert game.play("lay 1 2H high").melds(0) == ["2H 3H 4H 5H 6H 2S"]
    assert meld_of(game).has_wild


def test_displaced_elsewhere_it_is_a_wild_and_may_go_home_later() -> None:
    game = playing(f"7H 3H 4H 2S {SPARE}", ["5H 6H 2H 8H"]).play("lay 1 7H low")
    assert game.melds(0) == ["2H 5H 6H 7H 8H"]
    game.play("lay 1 3H").refused("lay 1 2S high", "second_wild", "Art. 6")
    assert game.play("lay 1 4H low").melds(0) == ["2H 3H 4H 5H 6H 7H 8H"]
    assert meld_of(game).is_clean


def test_a_displaced_wild_needs_room_at_the_end_that_is_named() -> None:
    game = playing(f"KH {SPARE}", ["QH 2H AH"]).refused("lay 1 KH high", "end_without_room", "Art. 11")
    assert game.play("lay 1 KH low").melds(0) == ["2H QH KH AH"]
    game = playing(f"2H {SPARE}", ["AH 2S 3H"]).refused("lay 1 2H low", "end_without_room", "Art. 11")
    assert game.play("lay 1 2H high").melds(0) == ["AH 2H 3H 2S"]


def test_from_ace_to_ace_there_is_no_room_and_the_wild_is_not_displaced() -> None:
    game = playing(f"4H {SPARE}", ["AH 2H 3H 2S 5H 6H 7H 8H 9H TH JH QH KH AH"])
    for text in ("lay 1 4H", "lay 1 4H low", "lay 1 4H high"):
        game.refused(text, "wild_no_room", "Art. 11")


def test_a_2_of_the_suit_laid_in_its_place_is_natural_at_any_length() -> None:
    game = playing(f"2H {SPARE}", ["3H 4H 5H 6H 7H 8H 9H"]).play("lay 1 2H")
    assert meld_of(game).is_clean
    game = playing(f"2H {SPARE}", ["3H 4H 5H 6H 7H 8H 2S"]).play("lay 1 2H")
    assert game.melds(0) == ["2H 3H 4H 5H 6H 7H 8H 2S"]
    assert not meld_of(game).is_clean
