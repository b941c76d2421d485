"""buraco Art. 16: going out is worth 100 points, a dirty canasta 100 and a clean one 200."""

from __future__ import annotations

import pytest

from tests.rules.buraco.positions import CLEAN, DIRTY, SIX, ended, playing, to_finish

ACE_TO_ACE = "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"


@pytest.mark.parametrize(
    ("meld", "clean", "dirty"),
    [
        (SIX, 0, 0),
        ("4S 5S 6S 7S 8S 2D", 0, 0),
        (CLEAN, 200, 0),
        (DIRTY, 0, 100),
        ("2S 4H 5H 6H 7H 8H 9H", 0, 100),
        ("2H 3H 4H 5H 6H 7H 8H", 200, 0),
        ("2H 3H 4H 5H 6H 7H 2S", 0, 100),
        ("2H 3H 4H 5H 6H 7H 2H", 0, 100),
        ("4S 5S 6S 7S 8S 9S TS JS QS KS AS", 200, 0),
        ("4S 5S 6S 7S 2H 9S TS JS QS KS AS", 0, 100),
        (ACE_TO_ACE, 200, 0),
        (ACE_TO_ACE.replace("5D", "2S"), 0, 100),
    ],
)
def test_seven_cards_or_more_are_paid_once_by_whether_a_wild_is_among_them(meld: str, clean: int, dirty: int) -> None:
    score = ended([meld], hands=("KC", "QC", "JC", "JC")).score(0)
    assert (score.clean, score.dirty, score.royal) == (clean, dirty, 0)


def test_every_canasta_is_paid() -> None:
    score = ended([CLEAN, DIRTY, "4S 5S 6S 7S 8S 9S TS", "4S 5S 6S 7S 8S 9S 2D"]).score(0)
    assert (score.clean, score.dirty) == (400, 200)


def test_each_side_is_paid_for_its_own() -> None:
    game = ended([CLEAN], [DIRTY])
    assert (game.score(0).clean, game.score(0).dirty) == (200, 0)
    assert (game.score(1).clean, game.score(1).dirty) == (0, 100)


def test_a_clean_canasta_turns_dirty_with_a_wild_laid_later() -> None:
    game = to_finish("2D KD", [CLEAN], hands={2: ""}).play("lay 1 2D high, discard KD")
    assert (game.score(0).clean, game.score(0).dirty, game.score(0).melded) == (0, 100, 80)


def test_going_out_is_paid_to_the_side_that_did_and_once() -> None:
    game = to_finish("KD", [DIRTY]).play("discard KD")
    assert (game.score(0).going_out, game.score(1).going_out) == (100, 0)


def test_directly_or_with_a_discard_it_is_worth_the_same() -> None:
    assert to_finish("JH", [DIRTY]).play("lay 1 JH").score(0).going_out == 100
    assert to_finish("JH", [DIRTY]).play("discard JH").score(0).going_out == 100


def test_taking_the_morto_is_not_going_out() -> None:
    game = playing("KD", [DIRTY]).play("discard KD, morto")
    assert not game.over
    assert ended([DIRTY]).score(0).going_out == 0


def test_nobody_is_paid_where_the_stock_ended_the_deal() -> None:
    game = ended([CLEAN], [DIRTY])
    assert (game.score(0).going_out, game.score(1).going_out) == (0, 0)
