"""buraco Art. 6: at no time has a sequence two wilds, unless one of them lies in its own place of 2."""

from __future__ import annotations

import pytest

from tests.rules.buraco.positions import meld_of, playing

SPARE = "KD TS 9C"


@pytest.mark.parametrize("cards", ["4H 2S 2D", "2S 4H 5H 2D", "4H 2S 6H 2D", "3H 4H 2S 2S", "2H 3H 2S 2D", "2S 2H 2D"])
def test_two_wilds_make_no_meld(cards: str) -> None:
    game = playing(f"{cards} {SPARE}").refused(f"meld {cards}", "two_wilds", "Art. 6")
    assert f"meld {cards}" not in game.legal


@pytest.mark.parametrize("cards", ["4H 2S 6H 2H", "2S 4H 5H 2H", "4H 2H 6H 2H"])
def test_a_2_of_the_suit_away_from_its_place_is_a_wild_like_any(cards: str) -> None:
    game = playing(f"{cards} {SPARE}").refused(f"meld {cards}")
    assert f"meld {cards}" not in game.legal


@pytest.mark.parametrize("cards", ["2H 3H 4H 2S", "2H 2S 4H", "2S 2H 3H", "AH 2H 2D", "2H 3H 2H", "AH 2H 3H 2H 5H"])
def test_beside_a_2_in_its_own_place_one_wild_is_allowed(cards: str) -> None:
    game = playing(f"{cards} {SPARE}").play(f"meld {cards}")
    assert game.melds(0) == [cards]
    assert meld_of(game).has_wild


def test_a_2_in_its_own_place_is_no_wild() -> None:
    game = playing(f"2H 3H 4H {SPARE}").play("meld 2H 3H 4H")
    assert not meld_of(game).has_wild


def test_a_2_of_another_suit_is_a_wild_in_the_place_of_2_too() -> None:
    game = playing(f"AH 2S 3H 2D 2H {SPARE}").play("meld AH 2S 3H")
    assert meld_of(game).has_wild
    game.refused("lay 1 2D high", "second_wild", "Art. 6")
    assert game.play("lay 1 2H high").melds(0) == ["AH 2H 3H 2S"]
    game.refused("lay 1 2D high", "second_wild", "Art. 6")


def test_a_wild_is_laid_beside_the_natural_2_and_then_no_other() -> None:
    game = playing(f"2S 2D 2H {SPARE}", ["2H 3H 4H"]).allowed("lay 1 2S low", "lay 1 2H low", "lay 1 2H high")
    game.play("lay 1 2S high")
    assert game.melds(0) == ["2H 3H 4H 2S"]
    for text in ("2D low", "2D high", "2H low", "2H high"):
        game.refused(f"lay 1 {text}", "second_wild", "Art. 6")
    assert not [action for action in game.legal if action.startswith("lay")]


def test_the_natural_2_is_laid_beside_a_wild_and_takes_no_end() -> None:
    game = playing(f"2H {SPARE}", ["3H 4H 2S"]).refused("lay 1 2H high").refused("lay 1 2H low", "end_superfluous")
    assert game.play("lay 1 2H").melds(0) == ["2H 3H 4H 2S"]


def test_both_2s_of_the_suit_may_lie_in_it_one_of_them_at_home() -> None:
    game = playing(f"2H {SPARE}", ["3H 4H 2H"])
    assert game.play("lay 1 2H").melds(0) == ["2H 3H 4H 2H"]
    assert meld_of(game).has_wild
    game.refused("shift 1", article="Art. 11")


def test_a_natural_2_and_a_wild_may_be_laid_off_together_but_not_two_wilds() -> None:
    game = playing(f"2H 2S {SPARE}", ["3H 4H 5H"]).refused("lay 1 2H 2S", "end_missing")
    assert game.play("lay 1 2H 2S high").melds(0) == ["2H 3H 4H 5H 2S"]
    for cards in ("2H 2S", "2S 2D"):
        for end in ("low", "high"):
            playing(f"{cards} {SPARE}", ["6H 7H 8H"]).refused(f"lay 1 {cards} {end}")


def test_a_displaced_wild_still_counts() -> None:
    game = playing(f"5H 2D {SPARE}", ["4H 2S 6H"]).play("lay 1 5H high")
    assert game.melds(0) == ["4H 5H 6H 2S"]
    game.refused("lay 1 2D low", "second_wild", "Art. 6")


def test_each_sequence_may_have_its_own_wild() -> None:
    game = playing(f"2D {SPARE}", ["4H 5H 2S", "4C 5C 6C"]).play("lay 2 2D low")
    assert game.melds(0) == ["4H 5H 2S", "2D 4C 5C 6C"]


def test_with_a_wild_in_the_only_meld_no_2_can_be_laid() -> None:
    game = playing("2S 2D KS KD 9C 6C", ["4H 5H 2C"])
    assert game.legal == {f"discard {card}" for card in game.hand.split()}
