"""buraco Art. 18: nothing is credited or debited that the chapter on points does not name."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from canastra.engine import Phase, deal_out, legal_actions, start_match
from canastra.records import DealRecord, Record, Ruling, record_deal, replay
from tests.drawing import deal
from tests.playing import shuffled
from tests.rules.buraco.positions import BURACO, CLEAN, DIRTY, ended, playing, to_finish

PLAYERS = ("Ana", "Bruno", "Clara", "Davi")


def a_deal() -> DealRecord:
    """A deal played at random to its end."""
    rng, recorder = Random(1), record_deal(start_match(BURACO, 0), deal_out(shuffled(1), 4, 0))
    while recorder.state.phase is not Phase.OVER:
        recorder = recorder.play_legal(rng.choice(legal_actions(recorder.state)))
    return recorder.deal


def test_the_whole_score_of_a_deal_is_the_sum_of_the_chapter() -> None:
    game = to_finish("KD", [CLEAN, DIRTY, "5S 6S 7S"], theirs=["7D 8D 9D TD"], hands={1: "3H 3S", 2: "AS", 3: "2C"})
    game.play("discard KD")
    assert game.score(0) == (170, 200, 100, 0, 100, 0, 0, 0, -10)
    assert game.score(0).total == 560
    assert game.score(1) == (40, 0, 0, 0, 0, -100, 0, 0, -30)
    assert game.score(1).total == -90


def test_red_and_black_threes_have_no_points_of_their_own() -> None:
    game = ended(["3H 4H 5H"], ["3C 4C 5C"], hands=("3D 3S", "3H 3C", "KC", "QC"))
    for side in (0, 1):
        assert game.score(side) == (30, 0, 0, 0, 0, 0, 0, 0, -30)


def test_a_red_three_is_drawn_held_and_discarded_like_any_card() -> None:
    game = deal("buraco", {0: "3H 4H 5H 3D KD"}, stock="3D").play("0: draw 3D")
    assert game.state.red_threes == ((), ())
    assert {"discard 3H", "discard 3D", "meld 3H 4H 5H"} <= game.legal


def test_a_black_three_is_melded_and_does_not_close_the_pile() -> None:
    game = deal("buraco", {0: "3S 4S 5S KD 3C", 1: "7D"}, stock="9D").play("0: draw 9D, meld 3S 4S 5S, discard 3C")
    assert game.legal == {"draw", "take"}


def test_the_morto_taken_pays_nothing() -> None:
    assert ended(has_morto=(True, True)).score(0) == (0, 0, 0, 0, 0, 0, 0, 0, -20)


def test_ace_to_ace_is_no_canasta_of_its_own() -> None:
    score = ended(["AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"]).score(0)
    assert (score.clean, score.royal, score.melded) == (200, 0, 140)


def test_a_side_without_any_meld_pays_nothing_for_that() -> None:
    game = to_finish("KD", [DIRTY], hands={1: "", 3: ""}, has_morto=(True, True), mortos=()).play("discard KD")
    assert game.score(1).total == 0


def test_no_minimum_is_asked_for_the_first_meld() -> None:
    game = playing("4H 5H 6H KD QS", opening=start_match(BURACO, 0, (1990, 1990)).opening)
    game.play("meld 4H 5H 6H, discard KD")
    assert BURACO.vulnerability.minimums == ()


def test_the_referees_points_are_added_to_the_match_and_to_no_deal() -> None:
    played = a_deal()
    fined = replace(played, rulings=(Ruling("points", "late for the deal", 0, -100),))
    (free,), (charged,) = (replay(Record(BURACO, PLAYERS, deals=(deal,))).deals for deal in (played, fined))
    assert free.scores is not None
    assert charged.scores == free.scores
    one, two = (score.total for score in free.scores)
    assert one is not None
    assert free.match is not None
    assert charged.match is not None
    assert free.match.points == (one, two)
    assert charged.match.points == (one - 100, two)
