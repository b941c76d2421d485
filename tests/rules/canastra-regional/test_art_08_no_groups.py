"""canastra-regional Art. 8: cards of one rank (trincas, lavadeiras) are never a meld."""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"


def playing(hand: str, ours: list[str] | None = None) -> Game:
    return table(RULEBOOK, hand, ours, phase=Phase.PLAY)


@pytest.mark.parametrize("rank", "A3456789TJQK")
def test_three_cards_of_any_rank_are_refused(rank: str) -> None:
    cards = f"{rank}S {rank}H {rank}D"
    game = playing(f"{cards} {'9' if rank != '9' else 'T'}C").refused(f"meld {cards}", "groups_unknown", "Art. 8")
    assert all(text.startswith("discard") for text in game.legal)


@pytest.mark.parametrize(
    "cards",
    [
        "7S 7H 2D",  # with a wild
        "7S 7S 2S",
        "7S 7S 7H",  # the same card twice
        "KS KS KH KD KC KC KD",  # seven of them
    ],
)
def test_neither_a_wild_nor_the_number_of_cards_helps(cards: str) -> None:
    playing(f"{cards} 9C 8D").refused(f"meld {cards}", "groups_unknown", "Art. 8")


def test_2s_alone_are_no_meld() -> None:
    game = playing("2S 2H 2D 2C 2C 9H").refused("meld 2S 2H 2D", article="Art. 7")
    assert not any(text.startswith("meld") for text in game.legal)


def test_a_rank_is_not_laid_off_on_a_sequence_either() -> None:
    game = playing("6S 6D 9C KD", ["4H 5H 6H"]).refused("lay 1 6S", "does_not_fit", "Art. 7")
    assert not any(text.startswith("lay") for text in game.legal)


def test_the_same_rank_counts_in_sequences_of_its_suit() -> None:
    game = playing("5S 6S 7S 5H 6H 7H 7D 9C KD").play("meld 5S 6S 7S, meld 5H 6H 7H")
    assert game.melds(0) == ["5S 6S 7S", "5H 6H 7H"]
    assert game.legal == {"discard 7D", "discard 9C", "discard KD"}
