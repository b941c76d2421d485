"""tranca Art. 14: only a side that has taken its morto and made a canasta, dirty or clean, may go out."""

from __future__ import annotations

import pytest

from canastra.engine import Ending
from tests.drawing import Game
from tests.rules.tranca.positions import CLEAN, SIX, late, points


def _two_left(ours: list[str], **more: object) -> Game:
    """Seat 0 holds 4D and 8D, which both fit its meld number 1 and would empty its hand."""
    game = late("4D", ["5D 6D 7D", *ours], stock="8D TD TC", **more)  # type: ignore[arg-type]
    return game.play("draw 8D")


def test_without_a_canasta_the_last_card_stays() -> None:
    game = _two_left([SIX], taken=(True, False))
    game.refused("lay 1 4D 8D", "going_out_needs_any", "Art. 14")
    game.refused("lay 1 4D", "dead_end_going_out_needs_any", "Art. 14")
    assert game.legal == {"discard 4D", "discard 8D"}


def test_nor_may_the_only_card_be_discarded() -> None:
    game = late("4D 9H", ["5D 6D 7D", SIX], taken=(True, False), stock="8D TD").play("draw 8D, lay 1 4D")
    # 8D and 9H: one is discarded, the other one kept.
    game.refused("lay 1 8D", "dead_end_going_out_needs_any", "Art. 14").play("discard 9H")
    assert game.hand_of(0) == "8D"


def test_the_others_canasta_is_no_help() -> None:
    _two_left([], theirs=[CLEAN], taken=(True, True)).refused("lay 1 4D 8D", "going_out_needs_any", "Art. 14")


@pytest.mark.parametrize("last", ["lay 1 4D 8D", "lay 1 4D, discard 8D"])
def test_with_both_it_goes_out_directly_or_by_the_discard(last: str) -> None:
    game = _two_left([CLEAN], taken=(True, False)).play(last)
    assert (game.state.ending, game.state.went_out) == (Ending.GOING_OUT, 0)


def test_with_a_canasta_but_no_morto_the_hand_is_emptied_for_the_morto() -> None:
    game = _two_left([CLEAN]).play("lay 1 4D 8D, morto")
    assert (game.over, game.state.has_morto) == (False, (True, False))


def test_nothing_stands_in_for_the_morto() -> None:
    game = _two_left([CLEAN], taken=(False, True), mortos=())
    game.refused("lay 1 4D 8D", "going_out_needs_morto", "Art. 14")
    game.refused("lay 1 4D", "dead_end_going_out_needs_morto", "Art. 14")


def test_the_seventh_card_may_be_the_one_that_empties_the_hand() -> None:
    game = late("JH", [SIX, "5D 6D 7D"], taken=(True, False), stock="8D TD").play("draw 8D, lay 2 8D")
    game.play("lay 1 JH")
    assert game.state.went_out == 0


def test_two_cards_may_make_it_together_when_one_alone_would_not() -> None:
    five = "6H 7H 8H 9H TH"
    game = late("4H", [five], taken=(True, False), stock="5H TD").play("draw 5H").allowed("lay 1 5H", "lay 1 4H 5H")
    game.play("lay 1 5H")
    # Six on the table and one in the hand: only laying it ends the turn.
    assert game.legal == {"lay 1 4H"}
    game.refused("discard 4H", "going_out_needs_any", "Art. 14").play("lay 1 4H")
    assert game.state.went_out == 0
    game = late("KC", [five], taken=(True, False), stock="5H TD").play("draw 5H")
    game.refused("lay 1 5H", "dead_end_going_out_needs_any", "Art. 14")


def test_the_partner_goes_out_with_the_sides_canasta_and_morto() -> None:
    game = late("JH", [SIX], stock="TS TD TC", hands={2: "QH"})
    game.play("draw TS, lay 1 JH, discard TS, morto", "1: draw TD, discard TD", "2: draw TC, lay 1 QH, discard TC")
    assert game.state.went_out == 2
    assert game.score(0) == points(melded=80, clean=200, going_out=100, in_hand=-110)


def test_nobody_must_go_out() -> None:
    game = _two_left([CLEAN], taken=(True, False)).play("discard 8D")
    assert (game.over, game.hand_of(0)) == (False, "4D")
