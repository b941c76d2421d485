"""tranca Art. 10: aces, 4s and kings may be melded as groups, no other rank; sequences run from 4 to the ace."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import late


@pytest.mark.parametrize("rank", ["A", "4", "K"])
def test_the_three_ranks_of_groups(rank: str) -> None:
    game = late(f"{rank}S {rank}S {rank}D 8C").play(f"draw TS, meld {rank}S {rank}S {rank}D")
    assert game.melds(0) == [f"{rank}S {rank}S {rank}D"]


@pytest.mark.parametrize("rank", ["5", "6", "7", "8", "9", "T", "J", "Q"])
def test_no_other_rank_forms_one(rank: str) -> None:
    game = late(f"{rank}S {rank}H {rank}H 2H 4C", stock="4D").play("draw 4D")
    game.refused(f"meld {rank}S {rank}H {rank}H", "group_rank", "Art. 10")
    game.refused(f"meld {rank}S {rank}H 2H", "group_rank", "Art. 10")
    assert {text for text in game.legal if text.startswith("meld")} == {"meld 4D 4C 2H"}


def test_every_group_of_a_hand_is_on_offer_with_one_wild_at_most() -> None:
    game = late("4H 4D 4C 2S 2D 9H 9D 9C").play("draw TS")
    naturals = {"meld 4H 4D 4C"}
    with_wild = {f"meld {pair} {wild}" for pair in ("4H 4D", "4H 4C", "4D 4C") for wild in ("2S", "2D")}
    assert {text for text in game.legal if text.startswith("meld")} == naturals | with_wild


@pytest.mark.parametrize("cards", ["4H 2S 2D", "4H 4D 2S 2D", "2S 2D 2C"])
def test_a_two_is_never_anything_but_the_one_wild(cards: str) -> None:
    late("4H 4D 2S 2D 2C KC").play("draw TS").refused(f"meld {cards}", article="Art. 11")


def test_a_pair_is_no_group() -> None:
    late("KS KH QC 8C").play("draw TS").refused("meld KS KH", "meld_too_short", "Art. 10")


def test_cards_of_the_rank_and_one_wild_are_laid_off_without_naming_an_end() -> None:
    game = late("KD KD 2S 2H AC QS 8C", ["KS KH KC"]).play("draw TS, lay 1 KD, lay 1 2S, lay 1 KD")
    assert game.melds(0) == ["KS KH KD KD KC 2S"]
    game.refused("lay 1 2H", "second_wild", "Art. 11").refused("lay 1 AC", "does_not_fit", "Art. 10")
    game.refused("lay 1 QS", "does_not_fit", "Art. 10").refused("lay 1 KD high")


def test_nine_cards_fill_a_group() -> None:
    full = "AS AS AH AH AD AD AC AC 2S"
    game = late("2H KC 8C", [full]).play("draw TS").refused("lay 1 2H", "second_wild", "Art. 11")
    assert not [text for text in game.legal if text.startswith("lay")]
    # Without the wild the eight naturals have room for it.
    assert "lay 1 2H" in late("2H KC 8C", [full.removesuffix(" 2S")]).play("draw TS").legal


def test_a_second_group_of_a_rank_may_stand_beside_the_first() -> None:
    game = late("KS KH KD 8C", ["KS KH KC"]).play("draw TS, meld KS KH KD")
    assert game.melds(0) == ["KS KH KC", "KS KH KD"]


@pytest.mark.parametrize("cards", ["4S 5S 6S", "QS KS AS", "4S 5S 6S 7S 8S 9S TS JS QS KS AS"])
def test_sequences_go_from_four_to_the_ace(cards: str) -> None:
    game = late("4S 5S 6S 7S 8S 9S JS QS KS AS 8C").play(f"draw TS, meld {cards}")
    assert game.melds(0) == [cards]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("3S 4S 5S", "rank_never_melded"),
        ("AS 2S 4S", "not_consecutive"),  # no low ace
        ("2S 4S 5S", "not_consecutive"),  # no place of the 3 for a wild to stand in
        ("KS AS 2S", "not_consecutive"),  # nothing above the ace
        ("KS AS 4S", "not_consecutive"),
        ("4S 6S 7S", "not_consecutive"),
        ("6S 5S 4S", "not_consecutive"),  # written low to high
        ("4S 5S 6H", "not_one_suit"),
    ],
)
def test_what_is_no_sequence(cards: str, code: str) -> None:
    game = late("AS 2S 3S 4S 5S 6S 7S 6H KS 8C").play("draw TS")
    game.refused(f"meld {cards}", code, "Art. 10")
    assert f"meld {cards}" not in game.legal


def test_an_ace_goes_above_the_king_only() -> None:
    game = late("AS AS 8C KH", ["4S 5S 6S", "JS QS KS"]).play("draw TS")
    game.refused("lay 1 AS", "does_not_fit").play("lay 2 AS")
    assert game.melds(0) == ["4S 5S 6S", "JS QS KS AS"]


def test_the_four_of_a_group_and_that_of_a_sequence_are_the_players_choice() -> None:
    game = late("4S 4D 8C KH", ["5S 6S 7S", "4H 4C 4D"]).play("draw TS").allowed("lay 1 4S", "lay 2 4S")
    game.refused("lay 1 4D", "does_not_fit").play("lay 2 4D, lay 1 4S")
    assert game.melds(0) == ["4S 5S 6S 7S", "4H 4D 4D 4C"]
