"""tranca Art. 16: the side that goes out gets 100 points."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import CLEAN, last_card, late, points


@pytest.mark.parametrize("last", ["lay 1 QH KH", "lay 1 QH, discard KH"])
def test_a_hundred_for_either_way_of_going_out(last: str) -> None:
    game = late("QH", [CLEAN], taken=(True, True), stock="KH TD").play("draw KH", last)
    laid = 90 if last == "lay 1 QH KH" else 80
    assert game.score(0) == points(melded=laid, clean=200, going_out=100, in_hand=-20)
    assert game.score(1) == points(in_hand=-40)


def test_it_belongs_to_the_side_of_who_went_out() -> None:
    game = late("KD QC", ["5D 6D 7D"], [CLEAN], taken=(True, True), hands={3: "QH"})
    game.play("draw TS, discard TS", "1: draw TD, discard TD", "2: draw TC, discard TC")
    game.play("3: draw TS, lay 1 QH, discard TS")
    assert (game.score(0).going_out, game.score(1).going_out) == (0, 100)


def test_emptying_the_hand_for_the_morto_earns_nothing() -> None:
    game = late("QH", [CLEAN], stock="KH").play("draw KH, lay 1 QH KH, morto, discard JD")
    assert game.over
    assert game.score(0) == points(melded=90, clean=200, in_hand=-120)


def test_nobody_gets_it_when_the_stock_ends_the_deal() -> None:
    game = last_card("KD", [CLEAN], taken=(True, True))
    assert (game.score(0).going_out, game.score(1).going_out) == (0, 0)
