"""tranca Art. 20: a side that never took its morto loses 100 points."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import CLEAN, last_card, late, points


@pytest.mark.parametrize("taken", [(False, False), (True, False), (False, True), (True, True)])
def test_a_hundred_for_each_side_without_it_and_nothing_for_the_other(taken: tuple[bool, bool]) -> None:
    game = last_card("KD", taken=taken)
    assert [game.score(side).morto for side in (0, 1)] == [0 if has else -100 for has in taken]


def test_the_side_that_the_others_beat_to_it_pays_too() -> None:
    game = late("QH", [CLEAN], ["5D 6D 7D"], taken=(True, False)).play("draw TS, lay 1 QH, discard TS")
    assert game.score(1) == points(melded=30, morto=-100, in_hand=-40)
    assert game.score(0) == points(melded=80, clean=200, going_out=100, in_hand=-20)


def test_the_untouched_mortos_own_cards_are_nobodys() -> None:
    # Black and red 3s in it too.
    game = last_card("KD", morto="3H 3D 3S 3C 6S 7S 8S 6D 7D 8D 6C")
    assert game.score(0) == points(morto=-100, in_hand=-30)
    assert game.score(1) == points(morto=-100, in_hand=-40)


def test_either_partner_may_have_taken_it() -> None:
    game = late("KS KD", ["5C 6C 7C"], stock="TS TD 8C TC TS", hands={2: "9C"}).play("draw TS, discard TS")
    game.play("1: draw TD, discard TD", "2: draw 8C, lay 1 8C, discard 9C, morto", "3: draw TC, discard TC")
    game.play("0: draw TS, discard TS")
    # Eleven of the partner's morto, whose next turn never came, and two of seat 0.
    assert game.score(0) == points(melded=40, in_hand=-130)


def test_a_canasta_does_not_make_up_for_it() -> None:
    assert last_card("KD", [CLEAN]).score(0) == points(melded=70, clean=200, morto=-100, in_hand=-30)
