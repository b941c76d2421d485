"""tranca Art. 18: each canasta with a wild earns 100 points."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import CLEAN, DIRTY, SIX, last_card, late, points


@pytest.mark.parametrize(
    ("ours", "cards", "dirty"),
    [
        (["5H 6H 7H 8H 9H 2S"], 6, 0),
        ([DIRTY], 7, 100),
        ([f"{SIX} 2H"], 7, 100),  # the own suit's 2 is no cleaner
        (["2H 5H 6H 7H 8H 9H TH"], 7, 100),
        (["5H 6H 2S 8H 9H TH JH QH"], 8, 100),
        (["AS AS AH AH AD AD 2C"], 7, 100),
        (["4S 4S 4H 4H 4D 4D 4C 4C 2S"], 9, 100),
        ([DIRTY, "AS AS AH AH AD AD 2C"], 14, 200),
        (["KS KS KH KH KC 2D"], 6, 0),
    ],
)
def test_a_hundred_for_each(ours: list[str], cards: int, dirty: int) -> None:
    game = last_card("QC", ours, taken=(True, True))
    assert game.score(0) == points(melded=10 * cards, dirty=dirty, in_hand=-30)


def test_clean_and_dirty_ones_add_up() -> None:
    score = last_card("KD", [CLEAN, DIRTY]).score(0)
    assert (score.clean, score.dirty, score.royal) == (200, 100, 0)


def test_a_wild_laid_on_a_clean_canasta_makes_it_dirty() -> None:
    game = late("2S KD", [CLEAN], stock="TS").play("draw TS, lay 1 2S high, discard TS")
    assert game.score(0) == points(melded=80, dirty=100, morto=-100, in_hand=-30)


@pytest.mark.parametrize("end", ["low", "high"])
def test_a_wild_that_the_natural_card_displaced_is_still_in_it(end: str) -> None:
    game = late("JH KD", [DIRTY], stock="TS").play(f"draw TS, lay 1 JH {end}, discard TS")
    assert game.score(0) == points(melded=80, dirty=100, morto=-100, in_hand=-30)


def test_the_seventh_card_may_be_the_wild_or_a_natural_one() -> None:
    wild = late("2S KD", [SIX], stock="TS").play("draw TS, lay 1 2S low, discard TS")
    natural = late("JH KD", ["5H 6H 2S 8H 9H TH"], stock="TS").play("draw TS, lay 1 JH, discard TS")
    assert wild.score(0).dirty == natural.score(0).dirty == 100
