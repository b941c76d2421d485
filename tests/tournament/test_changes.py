"""Tables set by hand, corrected names, and late sides."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from canastra.tournament import EventRefusedError, RoundState
from canastra.tournament import events as ev
from canastra.tournament.acts import entered
from canastra.tournament.events import Fixture
from canastra.tournament.rounds import Drafted, late_for, seated_at, swapped
from tests.tournament.days import Day, regulations_text


def swiss() -> Day:
    """Round 1 is published: 1 × 2, 3 × 4, and 5 has a bye."""
    day = Day(regulations_text("club-rounds", ("least = 12", "least = 3")), sides=5)
    day.begin(1, (1, 2, 3, 4, 5))
    day.draft(1, 1, [(1, 2), (3, 4)], byes=[5])
    day.add(ev.RoundPublished(1, 1))
    return day


def only_round(day: Day) -> RoundState:
    return day.state.phases[0].rounds[0]


def met(day: Day) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Return the tables of the round with their sides, and the sides with a bye."""
    return [(each.fixture.table, *each.fixture.one, *each.fixture.two) for each in only_round(day).tables], only_round(
        day
    ).byes


@pytest.mark.parametrize(
    ("change", "tables", "byes"),
    [
        (lambda found: swapped(found, 2, 3), [(1, 1, 3), (2, 2, 4)], (5,)),
        (lambda found: swapped(found, 4, 3), [(1, 1, 2), (2, 4, 3)], (5,)),
        (lambda found: swapped(found, 5, 1), [(1, 5, 2), (2, 3, 4)], (1,)),
        (lambda found: seated_at(found, 2, (1, 2)), [(1, 3, 4), (2, 1, 2)], (5,)),
        (lambda found: seated_at(found, 1, (4, 5)), [(1, 4, 5), (2, 3, 1)], (2,)),
        (lambda found: seated_at(found, 1, (2, 1)), [(1, 2, 1), (2, 3, 4)], (5,)),
        (lambda found: seated_at(found, 1, ()), [(2, 3, 4)], (5, 1, 2)),
    ],
    ids=["other tables", "seats", "bye", "whole table", "two places", "round", "given up"],
)
def test_a_change_by_hand(change: Callable[[RoundState], Drafted], tables: object, byes: object) -> None:
    day = swiss()
    before = {each.fixture.table: each for each in only_round(day).tables}
    fixtures, resting = change(only_round(day))
    day.add(ev.FixturesChanged(1, 1, fixtures, resting, "à mão"))
    assert met(day) == (tables, byes)
    untouched = set(before) - {each.table for each in fixtures}
    assert all(only_round(day).table(number) is before[number] for number in untouched)


def test_who_was_given_up_plays_at_a_new_table() -> None:
    day = swiss()
    day.add(ev.FixturesChanged(1, 1, *seated_at(only_round(day), 1, ()), "a mesa quebrou"))
    day.add(ev.FixturesChanged(1, 1, *seated_at(only_round(day), 9, (2, 5)), "outra mesa"))
    assert met(day) == ([(2, 3, 4), (9, 2, 5)], (1,))


@pytest.mark.parametrize("started", [False, True])
def test_who_comes_late_takes_the_place_of_a_bye(started: bool) -> None:
    day = swiss()
    if started:
        day.add(ev.RoundStarted(1, 1))
        day.paper(1, 1, 1, (2000, 0))
    assert late_for(day.state, day.state.phases[0], only_round(day)) == ()
    day.enter(6)
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.FixturesChanged(1, 1, (Fixture(3, (5,), (6,)),), (), "chegou tarde"))
    assert refused.value.code == "side_not_in_phase"
    day.add(ev.SideAdmitted(1, 1, 6))
    late = late_for(day.state, day.state.phases[0], only_round(day))
    assert late == (6,)
    with pytest.raises(EventRefusedError) as refused:
        seated_at(only_round(day), 3, (4, 6), late)
    assert refused.value.code == "side_without_bye"
    day.add(ev.FixturesChanged(1, 1, *seated_at(only_round(day), 3, (5, 6), late), "chegou tarde"))
    assert met(day) == ([(1, 1, 2), (2, 3, 4), (3, 5, 6)], ())
    assert late_for(day.state, day.state.phases[0], only_round(day)) == ()


def test_nobody_comes_late_into_a_round_that_is_closed() -> None:
    day = swiss()
    day.add(ev.RoundStarted(1, 1))
    for table in (1, 2):
        day.paper(1, 1, table, (2000, 0))
    day.add(ev.RoundClosed(1, 1))
    day.enter(6)
    day.add(ev.SideAdmitted(1, 1, 6))
    with pytest.raises(EventRefusedError) as refused:
        day.add(ev.FixturesChanged(1, 1, *seated_at(only_round(day), 3, (5, 6), (6,)), "chegou tarde"))
    assert refused.value.code == "round_stage"


def test_four_players_of_a_table() -> None:
    day = Day(regulations_text("individual"), sides=9)
    day.begin(1, range(1, 10))
    day.add(ev.RoundDrafted(1, 1, (Fixture(1, (1, 2), (3, 4)), Fixture(2, (5, 6), (7, 8))), (9,)))
    day.add(ev.FixturesChanged(1, 1, *seated_at(only_round(day), 1, (5, 2, 9, 4)), "à mão"))
    assert met(day) == ([(1, 5, 2, 9, 4), (2, 1, 6, 7, 8)], (3,))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda found: swapped(found, 1, 6), "side_not_in_round"),
        (lambda found: seated_at(found, 1, (1, 1)), "side_twice"),
        (lambda found: seated_at(found, 1, (1, 2, 3)), "table_sides"),
        (lambda found: seated_at(found, 1, (1, 6)), "side_not_in_round"),
        (lambda found: seated_at(found, 3, (4, 5)), "side_without_bye"),
    ],
)
def test_what_no_change_can_be(change: Callable[[RoundState], Drafted], code: str) -> None:
    with pytest.raises(EventRefusedError) as error:
        change(only_round(swiss()))
    assert error.value.code == code


def test_the_bracket_says_who_meets_whom() -> None:
    """Encounters of a knock-out change tables; other encounters would not be the bracket's."""
    day = Day(regulations_text("club-day"), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.play(1, {(1, 2): (3000, 0), (3, 4): (3000, 0), (5, 6): (3000, 0), (7, 8): (3000, 0)})
    day.begin(2, (1, 5, 3, 7))
    day.draft(2, 1, [(1, 7), (5, 3)])
    found = day.state.phases[1].rounds[0]
    with pytest.raises(EventRefusedError) as error:
        day.add(ev.FixturesChanged(2, 1, *swapped(found, 1, 5), "trocados"))
    assert error.value.code == "round_of_bracket"
    day.add(ev.FixturesChanged(2, 1, *seated_at(found, 1, (3, 5)), "a mesa 2 é longe"))
    assert [each.fixture.one + each.fixture.two for each in day.state.phases[1].rounds[0].tables] == [(3, 5), (7, 1)]


def test_late_entries_come_into_the_smallest_group() -> None:
    """A withdrawn side leaves a place. Among groups of one size the first is taken."""
    day = Day(regulations_text("club-day"), sides=8)
    entry = ev.SideRegistered(9, "Nova", ("Eva", "Ivo"), "")
    later = ev.SideRegistered(10, "Outra", ("Eva", "Leo"), "")
    assert entered(day.state, [entry]) == (entry,)
    with pytest.raises(EventRefusedError):
        entered(day.state, [entry], 1)
    day.begin(1, (1, 2, 3), (4, 5, 6, 7, 8))

    def groups(group: int | None = None) -> list[int]:
        found = entered(day.state, [entry, later], group)
        return [each.group for each in found if isinstance(each, ev.SideAdmitted)]

    assert groups() == [1, 1]
    assert groups(2) == [2, 2]
    day.add(ev.SideWithdrawn(5, "adoeceu"))
    day.add(ev.SideWithdrawn(6, "adoeceu"))
    assert groups() == [1, 2]


@pytest.mark.parametrize(("example", "sides"), [("club-day", 8), ("italy-mitchell", 12)])
def test_a_schedule_of_all_sides_is_paired_again_for_who_came_after_the_draft(example: str, sides: int) -> None:
    day = Day(regulations_text(example), sides)
    day.begin(1, range(1, sides + 1))
    day.draft(1, 1, [(one, one + 1) for one in range(1, sides, 2)])
    day.enter(sides + 1)
    day.add(ev.SideAdmitted(1, 1, sides + 1))
    with pytest.raises(EventRefusedError) as error:
        day.add(ev.RoundPublished(1, 1))
    assert error.value.code == "round_unknown"
    day.draft(1, 1, [(one, one + 1) for one in range(1, sides, 2)], byes=[sides + 1])
    day.add(ev.RoundPublished(1, 1))
    day.enter(sides + 2)
    with pytest.raises(EventRefusedError) as error:
        day.add(ev.SideAdmitted(1, 1, sides + 2))
    assert error.value.code == "side_too_late_fixed"
