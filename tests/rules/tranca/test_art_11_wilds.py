"""tranca Art. 11: 2s of any suit are wilds; those of the hand go to new melds and to melds on the table alike."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import late


@pytest.mark.parametrize("two", ["2S", "2H", "2D", "2C"])
def test_a_two_of_any_suit_stands_for_any_card(two: str) -> None:
    game = late(f"5H 7H {two} QC 8C").play(f"draw TS, meld 5H {two} 7H")
    assert game.melds(0) == [f"5H {two} 7H"]


@pytest.mark.parametrize("two", ["2S", "2H"])
def test_one_of_the_hand_may_be_laid_on_a_meld_at_either_end(two: str) -> None:
    game = late(f"{two} QC 8C", ["5H 6H 7H"]).play("draw TS").refused(f"lay 1 {two}", "end_missing", "Art. 11")
    assert {f"lay 1 {two} low", f"lay 1 {two} high"} <= game.legal
    game.play(f"lay 1 {two} low")
    assert game.melds(0) == [f"{two} 5H 6H 7H"]


@pytest.mark.parametrize(("meld", "end"), [("4H 5H 6H", "low"), ("QH KH AH", "high")])
def test_not_where_the_range_ends(meld: str, end: str) -> None:
    game = late("2H QC 8C", [meld]).play("draw TS")
    game.refused(f"lay 1 2H {end}", "end_without_room", "Art. 11")
    assert len([text for text in game.legal if text.startswith("lay")]) == 1


def test_one_wild_in_a_meld() -> None:
    game = late("4D 5D 2S 2H QC", ["5H 6H 2D", "KS KH 2C"]).play("draw TS")
    for number in (1, 2):
        game.refused(f"lay {number} 2S", "second_wild", "Art. 11").refused(f"lay {number} 2H high")
    # The own-suit 2 has no place of its own: it is a second wild like any other.
    game.refused("lay 1 2H low", "second_wild", "Art. 11").refused("meld 4D 5D 2S 2H", "two_wilds", "Art. 11")


@pytest.mark.parametrize(("end", "after"), [("low", "2D 5H 6H 7H"), ("high", "5H 6H 7H 2D")])
def test_the_card_it_stands_for_sends_it_to_the_end_that_the_player_names(end: str, after: str) -> None:
    game = late("6H QC 8C", ["5H 2D 7H"]).play("draw TS").refused("lay 1 6H", "end_missing", "Art. 11")
    game.play(f"lay 1 6H {end}")
    assert game.melds(0) == [after]


def test_at_the_fours_end_it_can_only_go_high() -> None:
    game = late("5H QC 8C", ["4H 2H 6H"]).play("draw TS").refused("lay 1 5H low", "end_without_room", "Art. 11")
    game.play("lay 1 5H high")
    assert game.melds(0) == ["4H 5H 6H 2H"]


def test_from_an_end_it_goes_further_out() -> None:
    game = late("8H QC 8C", ["5H 6H 7H 2S"]).play("draw TS").allowed("lay 1 8H low").play("lay 1 8H high")
    assert game.melds(0) == ["5H 6H 7H 8H 2S"]


def test_a_full_sequence_has_no_room_for_it() -> None:
    game = late("7H QC 8C", ["4H 5H 6H 2S 8H 9H TH JH QH KH AH"]).play("draw TS")
    for text in ("lay 1 7H", "lay 1 7H low", "lay 1 7H high"):
        game.refused(text, "wild_no_room", "Art. 11")


def test_it_never_goes_home_by_itself() -> None:
    late("QC 8C", ["4H 5H 6H 2H"]).play("draw TS").refused("shift 1", "shift_unknown", "Art. 11")


def test_in_a_group_it_stays_when_naturals_come() -> None:
    game = late("KD KC QC 8C", ["KS KH 2S"]).play("draw TS").refused("lay 1 KD low", "end_superfluous", "Art. 11")
    game.play("lay 1 KD, lay 1 KC")
    assert game.melds(0) == ["KS KH KD KC 2S"]


def test_it_may_be_discarded() -> None:
    game = late("2S QC 8C").play("draw TS, discard 2S")
    assert game.pile == "2S"


def test_only_the_own_sides_melds_take_it() -> None:
    late("2S QC 8C", [], ["5H 6H 7H"]).play("draw TS").refused("lay 1 2S high", "no_such_meld", "Art. 11")
