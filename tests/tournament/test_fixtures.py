"""The explanations of a draft: why sides near each other in the standings do not meet."""

from __future__ import annotations

from dataclasses import replace

from canastra.tournament.fixtures import avoided_in_draft
from canastra.tournament.pairing import AvoidedMeeting, Obstacle
from tests.tournament.days import Day, regulations_text

ROUNDS = regulations_text("club-rounds", ("least = 12", "least = 4"), ("apart_rounds = 2", "apart_rounds = 3"))


def two_rounds(text: str = ROUNDS) -> Day:
    """1 has won against 2 and 3, 2 and 3 have one victory each, 4 none."""
    day = Day(text, sides=4)
    day.begin(1, range(1, 5))
    day.play(1, {(1, 2): (2010, 0), (3, 4): (2010, 500)})
    day.play(1, {(1, 3): (2010, 0), (2, 4): (1900, 1500)})
    return day


def test_a_draft_says_who_had_met_the_leader() -> None:
    day = two_rounds()
    assert avoided_in_draft(day.state) == ()
    day.draft(1, 3, [(4, 1), (2, 3)])
    (found,) = avoided_in_draft(day.state)
    assert replace(found, others=()) == AvoidedMeeting(1, 1, (), Obstacle.MET)
    assert sorted(found.others) == [2, 3]
    day.open(1, 3)
    assert avoided_in_draft(day.state) == ()


def test_in_the_first_round_the_order_of_the_draw_counts() -> None:
    day = Day(ROUNDS)
    for number, club in enumerate(("AABB", "AABB", "", ""), 1):
        day.enter(number, club)
    day.begin(1, (1, 2, 3, 4))
    day.draft(1, 1, [(1, 3), (2, 4)])
    assert avoided_in_draft(day.state) == (AvoidedMeeting(1, 1, (2,), Obstacle.DELEGATION),)


def test_a_draft_that_no_standings_made_says_nothing() -> None:
    day = Day(regulations_text("club-day"), sides=8)
    day.begin(1, range(1, 5), range(5, 9))
    day.draft(1, 1, [(1, 3), (2, 4), (5, 7), (6, 8)])
    assert avoided_in_draft(day.state) == ()
