"""Sides that miss rounds with notice, ask for byes, come back, or come late into a round-robin league."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from canastra.tournament import EventRefusedError
from canastra.tournament import events as ev
from canastra.tournament.acts import arrived, called, next_absences
from canastra.tournament.fixtures import draw_phase, is_over, pair_round
from canastra.tournament.standings import phase_standings
from canastra.tournament.verifier import check_tournament
from tests.tournament.days import Day, regulations_text

ROUND_ROBIN = ('pairing = "swiss"', 'pairing = "round_robin"')
BYES = ("requested_byes = 0", "requested_byes = 1")
FLEXIBLE: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "swiss": ("club-rounds", [BYES]),
    "danese": ("italy-danese", [BYES]),
    "league": ("league-evenings", []),
    "round_robin": ("league-evenings", [ROUND_ROBIN]),
    "mitchell": ("italy-mitchell", [BYES]),
    "individual": ("individual", [BYES]),
    "duplicate": ("duplicate", [BYES]),
}


def begun(form: str, sides: int = 12) -> Day:
    example, changes = FLEXIBLE[form]
    text = re.sub(r"(?m)^(least = |passing = )\d+", r"\g<1>4", regulations_text(example, *changes))
    text = text[::-1].replace("4 = gnissap", "0 = gnissap", 1)[::-1]
    day = Day(text, sides)
    day.add(ev.SeedPublished(1, "Loteria 5921"))
    day.add(draw_phase(day.state, 1))
    return day


def plays(day: Day, closes: bool = True) -> ev.RoundDrafted:
    """A round in which the lower number of each table wins."""
    drafted = pair_round(day.state)
    day.add(drafted)
    day.open(drafted.phase, drafted.round)
    for fixture in drafted.fixtures:
        day.wins(drafted.phase, drafted.round, fixture.table, 0 if fixture.one < fixture.two else 1)
    if closes:
        day.add(ev.RoundClosed(drafted.phase, drafted.round))
    return drafted


def there(drafted: ev.RoundDrafted) -> set[int]:
    return {side for each in drafted.fixtures for side in (*each.one, *each.two)} | {*drafted.byes}


def misses(day: Day, rounds: range, absent: set[int], byes: set[int] = frozenset()) -> None:  # type: ignore[assignment]
    for event in called(day.state, rounds, absent, byes):
        day.add(event)


def points(day: Day, side: int) -> int:
    return next(int(each.totals.points) for each in phase_standings(day.state, 1)[0] if each.side == side)


@pytest.mark.parametrize("form", FLEXIBLE)
def test_who_gives_notice_is_not_paired_and_plays_the_next_round(form: str) -> None:
    day = begun(form)
    plays(day)
    before = points(day, 5)
    misses(day, range(2, 3), {5})
    second = plays(day)
    assert there(second) == {*range(1, 13)} - {5}
    assert points(day, 5) == before
    assert all(each.totals.absences == 0 for each in phase_standings(day.state, 1)[0])
    assert 5 in there(plays(day))
    assert check_tournament(day.text, day.content) == ()


@pytest.mark.parametrize("form", FLEXIBLE)
def test_a_requested_bye_counts_as_one_as_often_as_the_regulations_allow(form: str) -> None:
    day = begun(form)
    misses(day, range(1, 2), set(), {5})
    drafted = plays(day)
    assert 5 in drafted.byes
    gone = [each for each in phase_standings(day.state, 1)[0] if each.side == 5]
    assert gone[0].totals.encounters == 0
    evening = getattr(day.regulations.phases[0], "evenings", 0) and 4
    with pytest.raises(EventRefusedError) as refused:
        misses(day, range(evening or 2, (evening or 2) + 1), set(), {5})
    assert refused.value.code == "absence_no_bye"
    assert check_tournament(day.text, day.content) == ()


def test_a_requested_bye_has_the_points_of_a_bye_and_an_absence_none() -> None:
    day = begun("swiss", 13)
    misses(day, range(1, 2), {4}, {5})
    drafted = plays(day)
    assert {5} < {*drafted.byes}
    drawn = next(side for side in drafted.byes if side != 5)
    assert points(day, 5) == points(day, drawn) > 0 == points(day, 4)


@pytest.mark.parametrize("form", FLEXIBLE)
def test_a_round_to_which_nobody_comes_has_no_table_and_the_next_one_is_played(form: str) -> None:
    day = begun(form)
    misses(day, range(1, 2), {*range(3, 13)} if form != "individual" else {*range(4, 13)})
    assert len(plays(day).fixtures) <= 1
    misses(day, range(2, 3), {*range(1, 13)})
    assert there(plays(day)) == set()
    assert there(plays(day)) == {*range(1, 13)}
    assert check_tournament(day.text, day.content) == ()


def test_a_roll_call_is_of_the_whole_evening_and_can_be_corrected() -> None:
    day = begun("league")
    evening = day.regulations.phases[0].rounds  # type: ignore[union-attr]
    assert evening > 1
    assert next_absences(day.state) == range(1, evening + 1)
    misses(day, next_absences(day.state), {3, 4})
    plays(day)
    misses(day, next_absences(day.state), {4})
    second = plays(day)
    assert 3 in there(second)
    assert 4 not in there(second)
    assert next_absences(day.state).start == 3


def test_one_requested_bye_of_a_league_is_an_evening() -> None:
    day = begun("league")
    misses(day, next_absences(day.state), set(), {3})
    for _ in next_absences(day.state):
        assert 3 in plays(day).byes
    with pytest.raises(EventRefusedError):
        misses(day, next_absences(day.state), set(), {3})


def test_a_draft_falls_away_when_one_of_it_gives_notice_or_comes_back() -> None:
    day = begun("swiss")
    day.add(pair_round(day.state))
    misses(day, range(1, 2), {3})
    assert day.state.phases[0].rounds == ()
    day.add(pair_round(day.state))
    day.add(ev.SideReturned(1, 1, 3))
    assert day.state.phases[0].rounds == ()
    assert there(plays(day)) == {*range(1, 13)}


def test_who_withdrew_comes_back() -> None:
    day = begun("league")
    plays(day)
    day.add(ev.SideWithdrawn(3, "viagem"))
    assert 3 not in there(plays(day))
    day.add(ev.SideReturned(1, 3, 3))
    assert 3 in there(plays(day))


def test_who_comes_in_time_after_all_takes_the_place_of_a_bye() -> None:
    day = begun("swiss")
    misses(day, range(1, 2), {3})
    drafted = pair_round(day.state)
    day.add(drafted)
    day.add(ev.RoundPublished(1, 1))
    (waiting,) = drafted.byes
    free = ev.Fixture(len(drafted.fixtures) + 1, (waiting,), (3,))
    with pytest.raises(EventRefusedError):
        day.add(ev.FixturesChanged(1, 1, (free,), (), "chegou"))
    day.add(ev.SideReturned(1, 1, 3))
    day.add(ev.FixturesChanged(1, 1, (free,), (), "chegou"))
    assert day.state.phases[0].rounds[0].byes == ()


@pytest.mark.parametrize(("form", "code"), [("club-day", "absence_fixed"), ("league-evenings", "absence_too_late")])
def test_where_an_absence_is_a_walkover(form: str, code: str) -> None:
    """In groups and knock-outs, and once the round is published."""
    day = Day(regulations_text(form), 8)
    day.begin(1, *([(1, 2, 3, 4), (5, 6, 7, 8)] if form == "club-day" else [range(1, 9)]))
    day.add(pair_round(day.state))
    day.add(ev.RoundPublished(1, 1))
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.SideAbsent(1, 1, 3, False, ""))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (ev.SideAbsent(1, 1, 77, False, ""), "side_not_in_phase"),
        (ev.SideAbsent(1, 99, 3, False, ""), "round_unknown"),
        (ev.SideAbsent(2, 1, 3, False, ""), "phase_not_current"),
        (ev.SideReturned(1, 1, 3), "absence_none"),
    ],
)
def test_what_can_not_be_missed(event: ev.TournamentEvent, code: str) -> None:
    with pytest.raises(EventRefusedError) as refused:
        begun("league").add(event)
    assert refused.value.code == code


@pytest.mark.parametrize("sides", [7, 8, 9, 10])
@pytest.mark.parametrize("after", [1, 2, 5])
def test_a_late_side_does_not_move_the_schedule_of_a_league(sides: int, after: int) -> None:
    """No two sides meet twice in an evening, and at most two meetings repeat before all have met."""
    day = begun("round_robin", sides)
    evening = day.regulations.phases[0].rounds  # type: ignore[union-attr]
    for _ in range(after):
        plays(day)
    day.enter(sides + 1)
    for event in arrived(day.state, [sides + 1])[1:]:
        day.add(event)
    met = Counter[frozenset[int]]()
    while not is_over(day.state, 1) and len(day.state.phases[0].rounds) < sides:
        plays(day)
    for start in range(0, sides, evening):
        tonight = [
            frozenset((*table.fixture.one, *table.fixture.two))
            for found in day.state.phases[0].rounds[start : start + evening]
            for table in found.tables
        ]
        assert len(set(tonight)) == len(tonight)
        met.update(tonight)
    assert sum(times - 1 for times in met.values()) <= 2
    assert any(sides + 1 in pair for pair in met)
    assert check_tournament(day.text, day.content) == ()


@pytest.mark.parametrize("form", FLEXIBLE)
@pytest.mark.parametrize("seed", range(6))
def test_every_phase_ends_however_many_come_and_go(form: str, seed: int) -> None:
    rng = random.Random(seed)
    day = begun(form, rng.randint(8, 13))
    while not is_over(day.state, 1):
        sides = [side for side in day.state.phases[0].members if day.state.active(side)]
        absent = {side for side in sides if rng.random() < 0.3}
        misses(day, next_absences(day.state), absent)
        if is_over(day.state, 1):
            break  # The last rounds of a schedule can be without tables.
        drafted = plays(day)
        assert there(drafted) == set(sides) - absent - set(day.state.phases[0].requested_byes(drafted.round))
    assert check_tournament(day.text, day.content) == ()
