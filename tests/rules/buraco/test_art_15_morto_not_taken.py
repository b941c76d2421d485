"""buraco Art. 15: a side that did not get its morto loses 100 points."""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from tests.drawing import table
from tests.rules.buraco.positions import DIRTY, FIRST_MORTO, SECOND_MORTO, ended, mortos, playing, to_finish


@pytest.mark.parametrize("has_morto", [(True, True), (True, False), (False, True), (False, False)])
def test_each_side_is_charged_for_itself(has_morto: tuple[bool, bool]) -> None:
    game = ended(has_morto=has_morto)
    assert [game.score(side).morto for side in (0, 1)] == [0 if taken else -100 for taken in has_morto]


def test_who_goes_out_charges_the_side_whose_morto_still_lies_there() -> None:
    game = to_finish("KD", [DIRTY]).play("discard KD")
    assert (game.score(0).morto, game.score(1).morto) == (0, -100)


def test_the_cards_of_a_morto_left_are_not_debited_besides() -> None:
    game = to_finish("KD", [DIRTY], hands={1: "", 3: ""}).play("discard KD")
    assert game.score(1).total == -100


def test_the_morto_gone_to_the_stock_is_charged_to_both() -> None:
    game = table("buraco", "KD QS", pile="9C", stock=parse_cards("3C"), mortos=mortos(FIRST_MORTO, SECOND_MORTO))
    game.play("0: draw 3C, discard 3C").idle(22).play("3: pass")
    assert (game.score(0).morto, game.score(1).morto) == (-100, -100)


def test_going_out_without_one_by_the_waiver_is_charged_too() -> None:
    game = to_finish("KD", [DIRTY], has_morto=(False, True), mortos=(), hands={2: ""}).play("discard KD")
    assert (game.score(0).going_out, game.score(0).morto) == (100, -100)
    assert game.score(0).total == 70 + 100 + 100 - 100


@pytest.mark.parametrize(
    ("hand", "turn"),
    [("6H", "discard 6H, morto"), ("4H 5H 6H", "meld 4H 5H 6H, morto, discard AS")],
    ids=["indirectly", "directly"],
)
def test_taken_either_way_it_is_neither_charged_nor_paid(hand: str, turn: str) -> None:
    game = playing(hand, pile="9C", stock=(), mortos=mortos(FIRST_MORTO), has_morto=(False, True))
    game.play(f"0: {turn}", "1: pass")
    assert (game.score(0).morto, game.score(1).morto) == (0, 0)


def test_one_morto_serves_both_partners() -> None:
    game = playing("6H", mortos=mortos(FIRST_MORTO), hands={2: "KD"}).play("discard 6H, morto").idle(1)
    game.play(f"2: draw {game.state.stock[0]}")
    assert game.state.has_morto == (True, False)
