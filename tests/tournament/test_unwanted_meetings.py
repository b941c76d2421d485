"""Rematches and meetings within a delegation are listed, made by hand or by the pairing."""

from __future__ import annotations

import pytest

from canastra.tournament import events as ev
from canastra.tournament.events import Fixture
from canastra.tournament.rounds import swapped, unwanted_meetings
from tests.tournament.days import Day, regulations_text

WON = (2010, 1500)
Told = list[tuple[int, tuple[int, int], str, tuple[tuple[int, int], ...], bool]]


def told(day: Day, phase: int, number: int) -> Told:
    found = unwanted_meetings(day.state, phase, number)
    return [(each.table, each.sides, each.why, each.before, each.by_hand) for each in found]


def swiss(*changes: tuple[str, str]) -> Day:
    """1 and 4 are of one club. Round 1 is played: 1 × 2, 3 × 4; round 2 is a draft: 1 × 3, 2 × 4."""
    text = regulations_text("club-rounds", ("least = 12", "least = 3"), *changes)
    day = Day(text)
    for number in range(1, 5):
        day.enter(number, "AABB" if number in (1, 4) else "")
    day.begin(1, (1, 2, 3, 4))
    day.play(1, {(1, 2): WON, (3, 4): WON})
    day.draft(1, 2, [(1, 3), (2, 4)])
    return day


def change(day: Day, one: int, other: int, phase: int = 1) -> None:
    found = day.state.phases[phase - 1].rounds[-1]
    fixtures, byes = swapped(found, one, other)
    day.add(ev.FixturesChanged(phase, found.number, fixtures, byes, "engano"))


def test_a_rematch_made_by_hand_is_said_and_a_new_draft_forgets_it() -> None:
    day = swiss()
    assert told(day, 1, 2) == []
    change(day, 3, 2)
    assert told(day, 1, 2) == [(1, (1, 2), "met", ((1, 1),), True), (2, (3, 4), "met", ((1, 1),), True)]
    day.draft(1, 2, [(1, 3), (2, 4)])
    assert told(day, 1, 2) == []


def test_a_rematch_that_the_pairing_made_is_said_too() -> None:
    day = swiss()
    day.draft(1, 2, [(2, 1), (4, 3)])
    assert told(day, 1, 2) == [(1, (2, 1), "met", ((1, 1),), False), (2, (4, 3), "met", ((1, 1),), False)]


@pytest.mark.parametrize(("rounds", "said"), [(2, True), (1, False)])
def test_a_meeting_of_one_delegation_is_said_while_they_are_kept_apart(rounds: int, said: bool) -> None:
    day = swiss(("apart_rounds = 2", f"apart_rounds = {rounds}"))
    change(day, 3, 4)
    assert told(day, 1, 2) == ([(1, (1, 4), "delegation", (), True)] if said else [])


def test_it_stays_said_once_the_round_is_played() -> None:
    day = swiss()
    change(day, 3, 2)
    day.open(1, 2)
    assert [each[-1] for each in told(day, 1, 2)] == [True, True]
    assert told(day, 1, 1) == []


@pytest.mark.parametrize(("rematches", "said"), [("allowed", []), ("not_last", [2]), ("never", [2, 1])])
def test_in_danese_the_regulations_say_whom_one_may_meet_again(rematches: str, said: list[int]) -> None:
    """Round 3: 3 × 1 met in the last round, 5 × 6 in the first."""
    danese = f'kind = "danese"\nrematches = "{rematches}"'
    day = Day(regulations_text("club-rounds", ("least = 12", "least = 6"), ('kind = "swiss"', danese)), sides=6)
    day.begin(1, range(1, 7))
    day.play(1, {(1, 2): WON, (3, 4): WON, (5, 6): WON})
    day.play(1, {(1, 3): WON, (2, 5): WON, (4, 6): WON})
    day.draft(1, 3, [(2, 4), (3, 1), (5, 6)])
    expected = {2: (2, (3, 1), "met", ((1, 2),), False), 1: (3, (5, 6), "met", ((1, 1),), False)}
    assert told(day, 1, 3) == [expected[each] for each in said]


def test_in_a_group_only_what_its_schedule_does_not_have_is_said() -> None:
    day = Day(regulations_text("club-day", ("least = 8", "least = 4")), sides=4)
    day.begin(1, (1, 2, 3, 4))
    day.play(1, {(1, 2): WON, (3, 4): WON})
    day.draft(1, 2, [(1, 3), (2, 4)])
    assert told(day, 1, 2) == []
    change(day, 3, 2)
    assert [each[:3] for each in told(day, 1, 2)] == [(1, (1, 2), "met"), (2, (3, 4), "met")]


def test_in_a_league_of_round_robins_the_second_leg_is_the_schedule() -> None:
    pairing = next(line for line in regulations_text("league-evenings").splitlines() if line.startswith("pairing"))
    text = regulations_text("league-evenings", (pairing, 'pairing = "round_robin"'), ("least = 6", "least = 4"))
    day = Day(text, sides=4)
    day.begin(1, (1, 2, 3, 4))
    legs: list[dict[tuple[int, int], tuple[int, int]]] = [
        {(1, 2): WON, (3, 4): WON},
        {(1, 3): WON, (2, 4): WON},
        {(1, 4): WON, (2, 3): WON},
        {(2, 1): WON, (4, 3): WON},
    ]
    for leg in legs:
        day.play(1, leg)
    assert [told(day, 1, number) for number in (1, 2, 3, 4)] == [[]] * 4
    day.draft(1, 5, [(1, 2), (3, 4)])
    assert [each[3] for each in told(day, 1, 5)] == [((1, 1), (1, 4))] * 2


def test_partners_who_were_partners_are_said() -> None:
    day = Day(regulations_text("individual", ("least = 8", "least = 4")), sides=4)
    day.begin(1, (1, 2, 3, 4))
    for number in (1, 2):
        day.add(ev.RoundDrafted(1, number, (Fixture(1, (1, 2), (3, 4)),), ()))
        if number == 1:
            day.open(1, 1)
            day.paper(1, 1, 1, WON)
            day.add(ev.RoundClosed(1, 1))
    assert told(day, 1, 2) == [
        (1, (1, 2), "partners", ((1, 1),), False),
        (1, (3, 4), "partners", ((1, 1),), False),
    ]
    day.add(ev.RoundDrafted(1, 2, (Fixture(1, (1, 3), (2, 4)),), ()))
    assert told(day, 1, 2) == []


def test_a_bracket_says_nothing() -> None:
    """The bracket decides the meetings of a knock-out; a change by hand is refused."""
    day = Day(regulations_text("club-day", ("least = 8", "least = 4")), sides=4)
    day.begin(1, (1, 2, 3, 4))
    day.play(1, {(1, 2): WON, (3, 4): WON})
    day.begin(2, (1, 2, 3, 4))
    day.draft(2, 1, [(1, 2), (3, 4)])
    assert told(day, 2, 1) == []
