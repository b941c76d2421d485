"""canastra-regional Art. 7 §1: a meld is a sequence of at least three cards of one suit, from ace low to ace high.

Both aces in one sequence, an ace that fits at either end going to the low one: decisions of docs/rules.md §2 and §4.
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"
TWO_TO_KING = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


def playing(hand: str, ours: list[str] | None = None) -> Game:
    return table(RULEBOOK, hand, ours, phase=Phase.PLAY)


def lay_offs(game: Game) -> set[str]:
    return {text for text in game.legal if text.startswith("lay")}


@pytest.mark.parametrize("meld", ["AH 2H 3H", "2H 3H 4H", "7H 8H 9H", "TH JH QH", "QH KH AH", "3H 4H 5H 6H 7H"])
def test_three_or_more_cards_of_one_suit_in_a_row(meld: str) -> None:
    game = playing(f"{meld} 9C KD").play(f"meld {meld}")
    assert game.melds(0) == [meld]
    assert game.hand == "KD 9C"


@pytest.mark.parametrize(
    ("meld", "code"),
    [
        ("4H 5H", "meld_too_short"),
        ("4H", "meld_too_short"),
        ("4H 5H 7H", "not_consecutive"),
        ("5H 5H 6H", "not_consecutive"),
        ("6H 5H 4H", "not_consecutive"),
        ("KH AH 3H", "not_consecutive"),
        ("AH KH QH", "not_consecutive"),
        ("4H 5H 6S", "not_one_suit"),
        ("4H 5S 6H 7H", "not_one_suit"),
    ],
)
def test_what_is_no_sequence(meld: str, code: str) -> None:
    playing(f"{meld} 9C KD").refused(f"meld {meld}", code, "Art. 7")


@pytest.mark.parametrize("meld", ["KH AH 2H", "KH AH 2S", "QH KH AH 2H"])
def test_nothing_goes_round_the_corner_not_even_a_wild(meld: str) -> None:
    playing(f"{meld} 9C KD").refused(f"meld {meld}", article="Art. 7")


def test_a_player_is_offered_every_meld_of_three() -> None:
    game = playing("4H 5H 6H 7H 6S KD")
    assert {text for text in game.legal if text.startswith("meld")} == {"meld 4H 5H 6H", "meld 5H 6H 7H"}


def test_nothing_follows_an_ace_at_the_high_end() -> None:
    game = playing("AH 2H JH KH 9C KD", ["QH KH AH"])
    assert lay_offs(game) == {"lay 1 JH", "lay 1 2H low"}
    game.refused("lay 1 2H high", "end_without_room", "Art. 7").refused("lay 1 AH", "does_not_fit", "Art. 7")


def test_nothing_precedes_an_ace_at_the_low_end() -> None:
    game = playing("AH 2S 4H KH 9C KD", ["AH 2H 3H"])
    assert lay_offs(game) == {"lay 1 4H", "lay 1 2S high"}
    game.refused("lay 1 2S low", "end_without_room", "Art. 7").refused("lay 1 KH", "does_not_fit", "Art. 7")


def test_a_card_of_another_suit_or_out_of_row_does_not_fit() -> None:
    game = playing("7S 8H 5H 9C", ["4H 5H 6H"])
    for card in ("7S", "8H", "5H"):
        game.refused(f"lay 1 {card}", "does_not_fit", "Art. 7")
    assert lay_offs(game) == set()


def test_a_gap_may_be_closed_within_one_lay_off() -> None:
    game = playing("7H 8H 3H 9C KD", ["4H 5H 6H"]).play("lay 1 8H 7H 3H")
    assert game.melds(0) == ["3H 4H 5H 6H 7H 8H"]


def test_an_ace_that_fits_at_both_ends_goes_low_and_the_second_one_high() -> None:
    game = playing("AH AH 9C KD", [TWO_TO_KING])
    assert lay_offs(game) == {"lay 1 AH"}
    assert game.play("lay 1 AH").melds(0) == [f"AH {TWO_TO_KING}"]
    assert game.play("lay 1 AH").melds(0) == [f"AH {TWO_TO_KING} AH"]


def test_a_sequence_from_ace_to_ace_is_laid_at_once() -> None:
    whole = f"AH {TWO_TO_KING} AH"
    game = playing(f"{whole} 9C KD").play(f"meld {whole}")
    assert game.melds(0) == [whole]
    assert lay_offs(game) == set()


def test_a_fifteenth_card_never_fits() -> None:
    game = playing("2S 2H KH 9C", [f"AH {TWO_TO_KING} AH"])
    assert lay_offs(game) == set()
    playing(f"AH {TWO_TO_KING} AH 2S 9C KD").refused(f"meld AH {TWO_TO_KING} AH 2S", article="Art. 7")


def test_melds_of_the_same_suit_stand_side_by_side_and_are_not_joined() -> None:
    game = playing("4H 5H 6H 7H 7H 9C KD", ["4H 5H 6H", "8H 9H TH"]).play("meld 4H 5H 6H, lay 1 7H, lay 3 7H")
    assert game.melds(0) == ["4H 5H 6H 7H", "8H 9H TH", "4H 5H 6H 7H"]
