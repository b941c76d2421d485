"""The schedule of a phase that is known from its draw, in printed form: for the wall, and for each side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from canastra.messages import text
from canastra.prints.event.rounds import fixture_sides, printed_side
from canastra.prints.event.standings import printed_groups
from canastra.prints.pairings import TableSeating
from canastra.prints.schedules import GuideCard, GuideLine, PrintedSchedule, ScheduledRound
from canastra.prints.standings import PrintedGroup
from canastra.tournament import Tournament
from canastra.tournament.fixtures import planned_rounds
from canastra.tournament.rounds import PlannedRound
from canastra.tournament.standings import group_letters

_LETTERS = ("A", "B")


def printed_schedules(tournament: Tournament, phase: int, language: str) -> tuple[PrintedSchedule, ...]:
    """The rounds of each group of a phase; empty if they don't follow from the draw."""
    planned, groups = planned_rounds(tournament, phase), tournament.phases[phase - 1].groups
    if not planned:
        return ()
    name = tournament.regulations.phases[phase - 1].name
    return tuple(
        PrintedSchedule(
            text("print_group", language, phase=name, group=letter) if len(groups) > 1 else name,
            tuple(_rounds(tournament, planned, frozenset(group), language)),
        )
        for letter, group in zip(group_letters(), groups, strict=False)
    )


def _rounds(
    tournament: Tournament, planned: Sequence[PlannedRound], group: frozenset[int], language: str
) -> Iterator[ScheduledRound]:
    for planned_round in planned:
        tables = [
            TableSeating(tournament.regulations.tables_label(one.table), fixture_sides(tournament, one))
            for one in planned_round.fixtures
            if group.issuperset((*one.one, *one.two))
        ]
        byes = [TableSeating("", (printed_side(tournament, side),)) for side in planned_round.byes if side in group]
        if tables or byes:
            yield ScheduledRound(text("print_round_number", language, round=planned_round.number), (*tables, *byes))


def scheduled_groups(tournament: Tournament, phase: int, language: str) -> tuple[PrintedGroup, ...]:
    """The groups of a phase with their rounds, if these follow from the draw."""
    groups, schedules = printed_groups(tournament, phase, language), printed_schedules(tournament, phase, language)
    return tuple(
        replace(group, schedule=_in_lines(schedule, language)) if schedule is not None else group
        for group, schedule in zip_longest(groups, schedules)
    )


def _in_lines(schedule: PrintedSchedule, language: str) -> tuple[str, ...]:
    """A group's rounds in a line each, by the numbers of its sides."""
    lines = []
    for scheduled in schedule.rounds:
        met = [
            text(
                "print_at_table", language, table=table.table, sides=" × ".join(str(one.number) for one in table.sides)
            )
            for table in scheduled.tables
            if table.table
        ]
        lines.append(f"{scheduled.name}: {' · '.join(met)}")
    return tuple(lines)


def guide_cards(tournament: Tournament, phase: int, language: str) -> tuple[GuideCard, ...]:
    """Return the guide card of each side; empty if the rounds don't follow from the draw."""
    planned = planned_rounds(tournament, phase)
    members = sorted(filter(tournament.active, tournament.phases[phase - 1].members)) if planned else []
    return tuple(
        GuideCard(printed_side(tournament, side), tuple(_lines(tournament, planned, side))) for side in members
    )


def _lines(tournament: Tournament, planned: Sequence[PlannedRound], side: int) -> Iterator[GuideLine]:
    for planned_round in planned:
        if side in planned_round.byes:
            yield GuideLine(str(planned_round.number))
        for fixture in planned_round.fixtures:
            halves = fixture.one, fixture.two
            for half in (0, 1):
                if side in halves[half]:
                    other, partners = halves[1 - half], [one for one in halves[half] if one != side]
                    yield GuideLine(
                        str(planned_round.number),
                        tournament.regulations.tables_label(fixture.table),
                        _LETTERS[half],
                        printed_side(tournament, *other),
                        printed_side(tournament, *partners) if partners else None,
                    )
