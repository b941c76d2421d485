"""buraco Art. 5: melds are sequences of one suit only; groups of one rank are not admitted."""

from __future__ import annotations

import pytest

from tests.rules.buraco.positions import meld_of, playing

SPARE = "KD TS 9C"


@pytest.mark.parametrize(
    "cards", ["7S 7H 7D", "AS AH AD", "KS KH KC", "3S 3H 3C", "7S 7H 7D 7C", "7S 7H 2D", "7H 7H 2D"]
)
def test_cards_of_one_rank_are_no_meld_with_or_without_a_wild(cards: str) -> None:
    game = playing(f"{cards} {SPARE}").refused(f"meld {cards}", "groups_unknown", "Art. 5")
    assert not [action for action in game.legal if action.startswith("meld")]


@pytest.mark.parametrize("cards", ["4H 5S 6H", "4H 5S 6D", "4H 2S 6D"])
def test_a_sequence_is_of_one_suit(cards: str) -> None:
    playing(f"{cards} {SPARE}").refused(f"meld {cards}", "not_one_suit", "Art. 5")


@pytest.mark.parametrize("cards", ["4H 5H", "4H 2S", "AH 2H"])
def test_two_cards_are_too_few(cards: str) -> None:
    playing(f"{cards} {SPARE}").refused(f"meld {cards}", "meld_too_short", "Art. 5")


@pytest.mark.parametrize("cards", ["4H 5H 7H", "4H 2S 7H", "7H 7H 8H", "4H 5H 6H 8H", "6H 5H 4H", "4H 6H 2S"])
def test_a_sequence_has_neither_gap_nor_twin_and_is_written_upwards(cards: str) -> None:
    playing(f"{cards} {SPARE}").refused(f"meld {cards}", "not_consecutive", "Art. 5")


@pytest.mark.parametrize("cards", ["AH 2H 3H", "QH KH AH", "2S KH AH", "AH 2S 3H", "QH KH 2S", "2S 2H 3H"])
def test_the_ace_is_low_or_high_and_a_wild_may_stand_for_it(cards: str) -> None:
    game = playing(f"{cards} {SPARE}").play(f"meld {cards}")
    assert game.melds(0) == [cards]


@pytest.mark.parametrize("cards", ["KH AH 2H", "KH AH 2S", "QH KH AH 2H", "2S AH 3H"])
def test_no_sequence_goes_past_the_ace(cards: str) -> None:
    playing(f"{cards} {SPARE}").refused(f"meld {cards}", "not_consecutive", "Art. 5")


def test_one_sequence_may_hold_both_aces_and_is_then_full() -> None:
    game = playing("AH AH 2S KD TS 9C", ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"]).play("lay 1 AH AH")
    assert game.melds(0) == ["AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"]
    assert not meld_of(game).has_wild
    game.refused("lay 1 2S low").refused("lay 1 2S high")
    assert not [action for action in game.legal if action.startswith("lay")]


def test_cards_are_laid_off_at_the_ends_of_their_suit_only() -> None:
    game = playing("3H 7H 7S 5H 9H KD", ["4H 5H 6H"])
    for card in ("7S", "5H", "9H"):
        game.refused(f"lay 1 {card}", "does_not_fit", "Art. 5")
    assert {action for action in game.legal if action.startswith("lay")} == {"lay 1 3H", "lay 1 7H"}


def test_several_cards_are_laid_off_in_any_order_that_leads_there() -> None:
    game = playing("9H 3H 7H 8H KD TS", ["4H 5H 6H"]).refused("lay 1 9H 3H 7H", "cards_do_not_fit", "Art. 5")
    assert game.play("lay 1 9H 3H 7H 8H").melds(0) == ["3H 4H 5H 6H 7H 8H 9H"]


def test_sequences_of_one_suit_lie_side_by_side_and_are_never_joined() -> None:
    game = playing("7H 8H KD TS 9C", ["4H 5H 6H", "8H 9H TH"]).allowed("lay 1 7H", "lay 2 7H")
    assert game.play("lay 1 7H 8H").melds(0) == ["4H 5H 6H 7H 8H", "8H 9H TH"]
    assert not meld_of(game, 1).is_canasta
    assert not meld_of(game, 2).is_canasta


def test_a_second_sequence_of_the_same_cards_may_be_laid() -> None:
    game = playing("4H 5H 6H KD", ["4H 5H 6H"]).play("meld 4H 5H 6H")
    assert game.melds(0) == ["4H 5H 6H", "4H 5H 6H"]


def test_cards_go_to_the_own_sides_melds_only() -> None:
    game = playing("7H KD TS 9C", theirs=["4H 5H 6H"]).refused("lay 1 7H", "no_such_meld", "Art. 5")
    assert "lay 1 7H" not in game.legal


def test_all_ways_to_meld_are_listed_and_no_others() -> None:
    game = playing("4H 5H 6H 7H 7S 7D TC")
    discards = {f"discard {card}" for card in game.hand.split()}
    assert game.legal == {"meld 4H 5H 6H", "meld 5H 6H 7H"} | discards
