"""buraco Art. 10: a side goes out with a canasta and its morto taken; if none is left, with the canasta alone."""

from __future__ import annotations

import pytest

from canastra.engine import Ending, Phase
from tests.drawing import Game
from tests.rules.buraco.positions import CLEAN, DIRTY, FIRST_MORTO, SECOND_MORTO, SIX, mortos, playing, to_finish

NEEDS, DEAD_END = "going_out_needs_any", "dead_end_going_out_needs_any"


def went_out(game: Game) -> bool:
    return game.over and game.state.ending is Ending.GOING_OUT and game.state.went_out == 0


@pytest.mark.parametrize("canasta", [CLEAN, DIRTY, "2H 3H 4H 5H 2S 7H 8H"])
def test_any_canasta_lets_the_side_go_out_dirty_or_clean(canasta: str) -> None:
    game = to_finish("KD", [canasta])
    assert game.legal == {"discard KD"}
    assert went_out(game.play("discard KD"))


def test_six_cards_are_no_canasta() -> None:
    for melds in ([], [SIX], [SIX, "7D 8D 9D"]):
        to_finish("KD", melds).refused("discard KD", NEEDS, "Art. 10")


def test_the_last_card_may_be_the_seventh() -> None:
    game = to_finish("TS", [SIX]).refused("discard TS", NEEDS, "Art. 10")
    assert game.legal == {"lay 1 TS"}
    assert went_out(game.play("lay 1 TS"))


def test_with_the_canasta_made_the_discard_may_follow() -> None:
    game = to_finish("TS KD", [SIX])
    assert game.legal == {"lay 1 TS", "discard TS", "discard KD"}
    assert went_out(game.play("lay 1 TS, discard KD"))


def test_a_lay_off_that_would_leave_one_card_and_no_canasta_is_refused() -> None:
    game = to_finish("9S KD", ["4S 5S 6S 7S 8S"]).refused("lay 1 9S", DEAD_END, "Art. 10")
    assert game.legal == {"discard 9S", "discard KD"}
    to_finish("9S KD QC", ["4S 5S 6S 7S 8S"]).allowed("lay 1 9S")


def test_a_new_meld_may_leave_two_cards_but_neither_one_nor_none() -> None:
    to_finish("4S 5S 6S").refused("meld 4S 5S 6S", NEEDS, "Art. 10")
    to_finish("4S 5S 6S KD").refused("meld 4S 5S 6S", DEAD_END, "Art. 10")
    to_finish("4S 5S 6S KD QC").allowed("meld 4S 5S 6S")


def test_the_one_card_left_may_be_the_one_that_makes_the_canasta() -> None:
    game = to_finish("8S 9S", ["3S 4S 5S 6S 7S"]).allowed("lay 1 8S").refused("lay 1 9S")
    assert went_out(game.play("lay 1 8S, lay 1 9S"))


def test_two_cards_laid_at_once_are_judged_as_one_after_the_other() -> None:
    assert went_out(to_finish("8S 9S", ["3S 4S 5S 6S 7S"]).play("lay 1 9S 8S"))
    to_finish("8S 9S", ["4S 5S 6S 7S"]).refused("lay 1 8S 9S", NEEDS, "Art. 10")


def test_a_wild_that_can_go_home_is_a_way_to_finish_too() -> None:
    game = to_finish("5D 6D 7D 2S", ["3H 4H 5H 6H 7H 2H"]).play("meld 5D 6D 7D")
    assert game.legal == {"shift 1"}
    game.play("shift 1")
    assert game.legal == {"lay 1 2S low", "lay 1 2S high"}
    assert went_out(game.play("lay 1 2S high"))


def test_a_wild_may_not_go_home_where_that_closes_the_last_way() -> None:
    game = to_finish("9H", ["3H 4H 5H 6H 7H 2H"]).refused("shift 1", DEAD_END, "Art. 10")
    assert game.legal == {"lay 1 9H"}
    assert went_out(game.play("lay 1 9H"))


def test_the_canasta_of_the_opponents_does_not_help() -> None:
    to_finish("KD", theirs=[CLEAN]).refused("discard KD", NEEDS, "Art. 10")


def test_without_its_morto_a_side_with_a_canasta_takes_it_and_plays_on() -> None:
    fields = {"mortos": mortos(FIRST_MORTO, SECOND_MORTO), "has_morto": (False, False)}
    game = playing("JH", [DIRTY], **fields).play("lay 1 JH, morto")
    assert not game.over
    assert (game.state.seat, game.state.phase) == (0, Phase.PLAY)
    assert sorted(game.hand.split()) == sorted(FIRST_MORTO.split())
    game = playing("KD", [DIRTY], **fields).play("discard KD, morto")
    assert not game.over
    assert game.state.seat == 1


def test_taking_the_morto_asks_for_no_canasta() -> None:
    game = playing("4H 5H 6H", mortos=mortos(FIRST_MORTO, SECOND_MORTO)).play("meld 4H 5H 6H, morto")
    assert game.state.has_morto == (True, False)
    game = playing("KD", mortos=mortos(FIRST_MORTO, SECOND_MORTO)).play("discard KD, morto")
    assert game.state.has_morto == (True, False)


def test_a_side_has_one_morto_and_never_the_other() -> None:
    game = to_finish("KD").refused("discard KD", NEEDS, "Art. 10")
    assert game.state.mortos == mortos(SECOND_MORTO)


def test_the_morto_of_the_opponents_stays_when_a_side_goes_out() -> None:
    game = to_finish("KD", [DIRTY]).play("discard KD")
    assert went_out(game)
    assert game.state.mortos == mortos(SECOND_MORTO)


@pytest.mark.parametrize("has_morto", [(False, False), (False, True)], ids=["both-stock", "opponents-had-the-last"])
def test_no_morto_is_asked_for_where_none_is_left(has_morto: tuple[bool, bool]) -> None:
    game = to_finish("KD", [DIRTY], has_morto=has_morto, mortos=())
    assert went_out(game.play("discard KD"))
    assert game.score(0).morto == -100


@pytest.mark.parametrize("has_morto", [(False, False), (False, True)])
def test_the_canasta_is_asked_for_all_the_same(has_morto: tuple[bool, bool]) -> None:
    game = to_finish("KD QC", [SIX], has_morto=has_morto, mortos=()).play("discard QC")
    assert not game.over
    to_finish("KD", [SIX], has_morto=has_morto, mortos=()).refused("discard KD", NEEDS, "Art. 10")


def test_while_one_morto_is_left_it_is_taken_first() -> None:
    game = to_finish("KD", [DIRTY], has_morto=(False, True), mortos=mortos(SECOND_MORTO)).play("discard KD, morto")
    assert not game.over
    assert game.state.has_morto == (True, True)


def test_the_partner_of_who_took_the_morto_may_go_out() -> None:
    game = to_finish("KD", [DIRTY], hands={2: FIRST_MORTO}).play("discard KD")
    assert went_out(game)
    assert game.score(0).in_hand == -110


def test_two_melds_that_hold_seven_cards_together_are_no_canasta() -> None:
    to_finish("KD", ["4S 5S 6S", "7S 8S 9S TS"]).refused("discard KD", NEEDS, "Art. 10")
