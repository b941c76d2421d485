"""buraco Art. 17: every card counts ten points."""

from __future__ import annotations

import pytest

from canastra.cards import RANKS
from tests.rules.buraco.positions import BURACO, CLEAN, DIRTY, ended, to_finish


@pytest.mark.parametrize("rank", RANKS)
def test_in_a_hand_each_rank_costs_ten(rank: str) -> None:
    for suit in "SH":
        score = ended(hands=(f"{rank}{suit}", "QD", "KC", "QC")).score(0)
        assert (score.in_hand, score.red_threes, score.black_threes) == (-20, 0, 0)


def test_on_the_table_each_rank_brings_ten() -> None:
    assert ended(["AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"], hands=("KC", "QC", "JC", "JC")).score(0).melded == 140
    assert ended(["AS 2S 3S"]).score(0).melded == 30
    assert ended(["QS KS AS"]).score(0).melded == 30


@pytest.mark.parametrize("meld", ["4S 2D 6S", "2D 2S 3S", "2S 3S 2S", "2D KS AS"])
def test_a_2_counts_ten_as_a_wild_and_at_home(meld: str) -> None:
    assert ended([meld]).score(0).melded == 30


def test_the_cards_of_a_canasta_count_besides_its_bonus() -> None:
    score = ended([CLEAN], hands=("", "QD", "", "QC")).score(0)
    assert (score.melded, score.clean, score.total) == (70, 200, 270)
    score = ended([DIRTY], hands=("", "QD", "", "QC")).score(0)
    assert (score.melded, score.dirty, score.total) == (70, 100, 170)


def test_cards_laid_off_in_the_last_turn_count() -> None:
    game = to_finish("JH QH KD", [DIRTY], hands={2: ""}).play("lay 1 JH QH, discard KD")
    assert game.score(0).melded == 90


def test_no_rank_is_an_exception_in_the_rulebook() -> None:
    values = BURACO.values
    assert {values.ace, values.two, values.three_to_seven, values.eight_to_king} == {10}
    assert BURACO.article("values.ace") == "Art. 17"
