"""tranca Art. 23: each card left in a hand costs 10 points."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import CLEAN, last_card, late, points


@pytest.mark.parametrize("hand", ["4S", "9S", "KS", "AS", "2S", "AS 2S 4S 9S KS"])
def test_ten_whatever_the_card(hand: str) -> None:
    game = last_card("KD", taken=(True, True), hands={2: hand})
    assert game.score(0) == points(in_hand=-10 - 10 * len(hand.split()))


def test_both_hands_of_both_sides_when_the_stock_ends_the_deal() -> None:
    game = last_card("KD QC JC", taken=(True, True), hands={1: "4S", 2: "9D QD", 3: "AS 2S 4H 4D"})
    assert (game.score(0), game.score(1)) == (points(in_hand=-50), points(in_hand=-50))


def test_the_partner_of_who_went_out_pays_as_well() -> None:
    game = late("QH", [CLEAN], taken=(True, True), hands={2: "9D QD JD", 1: "9S"})
    game.play("draw TS, lay 1 QH, discard TS")
    assert (game.score(0).in_hand, game.score(1).in_hand) == (-30, -30)


def test_the_card_discarded_last_is_in_no_hand() -> None:
    game = late("KD", stock="TS", taken=(True, True)).play("draw TS, discard KD")
    assert (game.hand_of(0), game.score(0).in_hand) == ("TS", -30)


def test_more_may_be_lost_than_was_laid() -> None:
    game = last_card("KD QC JC", ["4H 5H 6H"], hands={2: "9D QD JD TD 8D 7D 4D 4C"})
    assert (game.score(0), game.score(0).total) == (points(melded=30, morto=-100, in_hand=-110), -180)
