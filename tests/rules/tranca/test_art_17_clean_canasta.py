"""tranca Art. 17: each canasta without a wild earns 200 points."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import CLEAN, SIX, last_card, points

KINGS = "KS KS KH KH KC KC KD"


@pytest.mark.parametrize(
    ("ours", "cards", "clean"),
    [
        ([SIX], 6, 0),
        ([CLEAN], 7, 200),
        ([f"{CLEAN} QH"], 8, 200),
        (["4H 5H 6H 7H 8H 9H TH JH QH KH AH"], 11, 200),  # as long as can be, and no royal one
        (["KS KS KH KH KC KC"], 6, 0),
        ([KINGS], 7, 200),
        ([f"{KINGS} KD"], 8, 200),
        ([CLEAN, KINGS], 14, 400),
        ([CLEAN, CLEAN], 14, 400),
        ([SIX, "KS KS KH KH KC KC"], 12, 0),
    ],
)
def test_two_hundred_for_each(ours: list[str], cards: int, clean: int) -> None:
    game = last_card("QC", ours, taken=(True, True))
    assert game.score(0) == points(melded=10 * cards, clean=clean, in_hand=-30)


def test_they_are_the_sides_that_laid_them() -> None:
    game = last_card("KD", [SIX], [CLEAN])
    assert (game.score(0).clean, game.score(1).clean) == (0, 200)


def test_they_count_whoever_ends_the_deal_and_without_the_morto() -> None:
    game = last_card("KD", [CLEAN])
    assert game.score(0) == points(melded=70, clean=200, morto=-100, in_hand=-30)
