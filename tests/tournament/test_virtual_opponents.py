"""Buchholz with virtual opponents and cuts, from a table made by hand."""

from __future__ import annotations

import pytest

from canastra.tournament import events as ev
from canastra.tournament.events import Fixture, WalkoverResult
from canastra.tournament.regulations import Criterion, parse_regulations
from canastra.tournament.standings import criterion_name, criterion_values, phase_ledger
from tests.tournament.days import Day, regulations_text

WON = (1500, 500)
TEXT = regulations_text("club-rounds", ("least = 12", "least = 5"))


def opened() -> Day:
    """A win, a bye and a walkover give two points, an absence −1. After two rounds of five sides:

    1 beat 2 and 3; 2 lost and rested; 3 beat 4 and lost; 4 lost, then 5 did not come; 5 rested, then was absent.
    """
    day = Day(TEXT, 5)
    day.begin(1, range(1, 6))
    day.play(1, {(1, 2): WON, (3, 4): WON}, byes=(5,))
    day.draft(1, 2, [(1, 3), (4, 5)], byes=(2,))
    day.open(1, 2)
    day.paper(1, 2, 1, WON)
    day.add(ev.ResultDecided(1, 2, 2, WalkoverResult((1,)), "Congresso, 4", "não vieram"))
    day.add(ev.RoundClosed(1, 2))
    return day


def values(day: Day, criterion: Criterion) -> dict[int, int]:
    ledger = phase_ledger(day.state, 1)
    found = criterion_values(criterion, ledger, ledger.sides, {})
    assert found is not None
    return {side: int(value) for side, value in found.items()}


@pytest.mark.parametrize(
    ("criterion", "expected"),
    [
        # After the third round: 1 has 6 points, 2 and 3 have 4, 4 has 2, 5 has 1.
        (Criterion.BUCHHOLZ, {1: 10, 2: 7, 3: 8, 4: 11, 5: 6}),
        # 2 met 1 and 5, and itself when it rested: 6 + 1 + 4. 4 met 3 and 1, and itself for the walkover: 4 + 6 + 2.
        (Criterion.BUCHHOLZ_VIRTUAL, {1: 10, 2: 11, 3: 12, 4: 12, 5: 6}),
        (Criterion.BUCHHOLZ_CUT, {1: 8, 2: 10, 3: 10, 4: 10, 5: 5}),
        (Criterion.BUCHHOLZ_MEDIAN, {1: 4, 2: 4, 3: 4, 4: 4, 5: 1}),
    ],
)
def test_a_round_that_was_not_played_is_a_virtual_opponent(criterion: Criterion, expected: dict[int, int]) -> None:
    day = opened()
    day.play(1, {(1, 4): WON, (2, 5): WON}, byes=(3,))
    assert {side: int(own.points) for side, own in phase_ledger(day.state, 1).totals.items()} == {
        1: 6,
        2: 4,
        3: 4,
        4: 2,
        5: 1,
    }
    assert values(day, criterion) == expected


def test_rounds_before_a_side_came_are_virtual_opponents_too() -> None:
    day = opened()
    day.enter(6)
    day.add(ev.SideAdmitted(1, 1, 6))
    day.play(1, {(1, 4): WON, (2, 5): WON, (6, 3): WON})
    # 6 has 2 points and beat 3, who has 2; two rounds before it came.
    assert values(day, Criterion.BUCHHOLZ)[6] == 2
    assert values(day, Criterion.BUCHHOLZ_VIRTUAL)[6] == 2 + 2 + 2


def test_a_round_that_is_still_played_counts_for_nobody() -> None:
    day = opened()
    before = values(day, Criterion.BUCHHOLZ_VIRTUAL)
    day.add(ev.RoundDrafted(1, 3, (Fixture(1, (1,), (4,)), Fixture(2, (2,), (5,))), (3,)))
    day.open(1, 3)
    # The bye of 3 gives it two points when the round begins, which its opponent 1 has; it is no opponent yet.
    after = values(day, Criterion.BUCHHOLZ_VIRTUAL)
    assert (after[3], after[1]) == (before[3], before[1] + 2)


def test_byes_of_groups_are_nothing() -> None:
    day = Day(regulations_text("club-day", ("least = 8", "least = 5"), ("size = 4", "size = 5")), 5)
    day.begin(1, range(1, 6))
    day.play(1, {(1, 2): (2000, 500), (3, 4): (2000, 500)}, byes=(5,))
    assert values(day, Criterion.BUCHHOLZ_VIRTUAL) == {1: 0, 2: 3, 3: 0, 4: 3, 5: 0}


def test_regulations_choose_it_and_a_place_says_so_in_both_languages() -> None:
    text = TEXT.replace('"buchholz"', '"buchholz_cut"')
    assert Criterion.BUCHHOLZ_CUT in parse_regulations(text).standings.more
    for criterion in (Criterion.BUCHHOLZ_VIRTUAL, Criterion.BUCHHOLZ_CUT, Criterion.BUCHHOLZ_MEDIAN):
        names = {language: criterion_name(criterion.value, language) for language in ("pt", "en")}
        assert len(set(names.values())) == 2
