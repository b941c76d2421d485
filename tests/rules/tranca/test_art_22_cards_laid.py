"""tranca Art. 22: each card laid earns 10 points, in a canasta or not."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import CLEAN, last_card, late, points


@pytest.mark.parametrize(
    ("meld", "melded"),
    [
        ("4H 5H 6H", 30),
        ("8S 9S TS", 30),
        ("KS KH KD", 30),
        ("AS AH AD", 30),
        ("AS AH 2D", 30),
        ("QH KH AH", 30),
        ("2C QH KH AH", 40),
        ("4H 5H 6H 7H 8H 9H", 60),
    ],
)
def test_ten_whatever_the_card(meld: str, melded: int) -> None:
    assert last_card("KD", [meld], taken=(True, True)).score(0) == points(melded=melded, in_hand=-30)


def test_a_canasta_adds_to_its_cards() -> None:
    assert last_card("KD", [CLEAN, "KS KH KC"], taken=(True, True)).score(0) == points(
        melded=100, clean=200, in_hand=-30
    )


def test_partners_cards_are_added_up_and_the_others_are_theirs() -> None:
    game = late("4S KD", ["5S 6S 7S"], ["AS AH AD"], stock="TS TD TC TS", taken=(True, True), hands={2: "8S QD"})
    game.play("draw TS, lay 1 4S, discard TS", "1: draw TD, discard TD", "2: draw TC, lay 1 8S, discard TC")
    game.play("3: draw TS, discard TS")
    assert (game.score(0), game.score(1)) == (points(melded=50, in_hand=-20), points(melded=30, in_hand=-40))


def test_a_card_laid_in_the_last_turn_counts() -> None:
    game = late("4S KD QC", ["5S 6S 7S"], stock="8S", taken=(True, True)).play("draw 8S, lay 1 4S 8S, discard KD")
    assert game.score(0) == points(melded=50, in_hand=-30)
