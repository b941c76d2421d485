"""Transitions that draft rounds, and change single tables of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, NamedTuple

from msgspec import structs

from canastra.tournament import events
from canastra.tournament.errors import EventRefusedError
from canastra.tournament.regulations import (
    DanesePhase,
    GroupsPhase,
    IndividualPhase,
    KnockoutPhase,
    LeaguePhase,
    PhaseTerms,
    Regulations,
    SwissPhase,
)
from canastra.tournament.state import PhaseState, RoundStage, RoundState, TableResult, Tournament


class PlannedRound(NamedTuple):
    """A round known from the draw: its encounters and byes."""

    number: int
    fixtures: tuple[events.Fixture, ...]
    byes: tuple[int, ...]


Drafted = tuple[tuple[events.Fixture, ...], tuple[int, ...]]
"""The fixtures of a round, and the byes."""


def draft_round(state: Tournament, event: events.RoundDrafted) -> Tournament:
    """The state with a drafted round. Raises `EventRefusedError` for anything but the next round."""
    phase = state.phase(event.phase)
    if phase is None or phase is not state.current:
        raise EventRefusedError("phase_not_current", phase=event.phase)
    again = phase.round(event.round)
    if again is not None and again.stage is not RoundStage.DRAFT:
        raise EventRefusedError("round_not_draft", round=event.round)
    due = len(phase.rounds) + (again is None)
    if event.round != due:
        raise EventRefusedError("round_not_next", round=event.round, due=due)
    before = phase.round(event.round - 1)
    if before is not None and before.stage < _needed(state.regulations.phases[event.phase - 1]):
        raise EventRefusedError("round_before_open", round=event.round - 1, stage=before.stage.name.lower())
    tables, each = _tables(state.regulations, event.fixtures), state.regulations.tables_of_encounter
    drafted = RoundState(event.round, RoundStage.DRAFT, tables, event.byes, tables_of_encounter=each)
    _hold_round(state, phase, drafted)
    return with_round(state, event.phase, drafted)


def change_fixtures(state: Tournament, event: events.FixturesChanged) -> Tournament:
    """The state with other sides in single encounters; an encounter without sides is removed.

    Raises `EventRefusedError` if one of them has a report or a result, or the round is closed; and in a knock-out if
    the meetings would differ from the bracket.
    """
    found, phase = round_of(state, event.phase, event.round), state.phases[event.phase - 1]
    if found.stage >= RoundStage.CLOSED:
        raise EventRefusedError("round_stage", round=event.round, stage=found.stage.name.lower())
    changed = {fixture.table: fixture for fixture in event.fixtures}
    kept: list[TableResult] = []
    for fixture, tables in found.encounters:
        touched = next((table.fixture.table for table in tables if not table.untouched), None)
        if fixture.table not in changed:
            kept += tables
        elif touched is not None:
            raise EventRefusedError("table_has_result", table=touched)
    new = _tables(state.regulations, [fixture for fixture in event.fixtures if fixture.one or fixture.two])
    after = replace(
        found,
        tables=tuple(sorted((*kept, *new), key=lambda each: each.fixture.table)),
        byes=event.byes,
        by_hand=found.by_hand | {table.fixture.table for table in new},
    )
    if isinstance(state.regulations.phases[event.phase - 1], KnockoutPhase) and _meetings(after) != _meetings(found):
        raise EventRefusedError("round_of_bracket", round=event.round)
    _hold_round(state, phase, after, {side for table in kept for side in sides_at(table)})
    return with_round(state, event.phase, after)


def swapped(round_state: RoundState, one: int, two: int) -> Drafted:
    """The changed encounters, and the byes, if two sides of a round take each other's places.

    Raises `EventRefusedError` if one of them isn't in the round.
    """
    places = {one: two, two: one}
    for side in places:
        if side not in round_state.byes and not any(
            side in (*fixture.one, *fixture.two) for fixture in round_state.fixtures
        ):
            raise EventRefusedError("side_not_in_round", side=side, round=round_state.number)
    before = [fixture for fixture in round_state.fixtures if places.keys() & {*fixture.one, *fixture.two}]
    changed = [
        events.Fixture(fixture.table, _exchanged(fixture.one, places), _exchanged(fixture.two, places))
        for fixture in before
    ]
    kept = [after for after, fixture in zip(changed, before, strict=True) if after != fixture]
    return tuple(kept), _exchanged(round_state.byes, places)


def late_for(state: Tournament, phase: PhaseState, round_state: RoundState) -> tuple[int, ...]:
    """Return the sides that came too late for a round: available, but without a table or a bye."""
    there = {*round_state.byes, *(side for table in round_state.tables for side in sides_at(table))}
    return tuple(side for side in state.available(phase, round_state.number) if side not in there)


def seated_at(round_state: RoundState, table: int, sides: Sequence[int], late: Collection[int] = ()) -> Drafted:
    """The changed encounters, and the byes, if these sides play at a table, the first of them first.

    Teams change all tables of the encounter. The sides that sat there take the others' places. A new table takes sides
    with a bye or `late` ones (`late_for`). A table without sides is given up.

    Raises `EventRefusedError` if a side occurs twice or isn't in the round, or if the number of sides is wrong.
    """
    if len(set(sides)) < len(sides):
        raise EventRefusedError("side_twice", side=next(side for side in sides if sides.count(side) > 1))
    table = round_state.encounter_at(table)
    # From here on each encounter has one table.
    round_state = replace(round_state, tables=tuple(map(TableResult, round_state.fixtures)), tables_of_encounter=1)
    there = round_state.table(table)
    if there is None or not sides:
        return _opened(round_state, table, sides, late) if there is None else _given_up(round_state, there)
    if len(sides) != len(sides_at(there)):
        raise EventRefusedError("table_sides", table=table, count=len(there.fixture.one))
    after = round_state
    for place, side in enumerate(sides):
        now = after.table(table)
        assert now is not None
        fixtures, byes = swapped(after, sides_at(now)[place], side)
        by_table = {fixture.table: TableResult(fixture) for fixture in fixtures}
        tables = tuple(by_table.get(table.fixture.table, table) for table in after.tables)
        after = replace(after, tables=tables, byes=byes)
    pairs = zip(after.tables, round_state.tables, strict=True)
    return tuple(pair.fixture for pair, before in pairs if pair.fixture != before.fixture), after.byes


def _opened(round_state: RoundState, table: int, sides: Sequence[int], late: Collection[int]) -> Drafted:
    for side in sides:
        if side not in round_state.byes and side not in late:
            raise EventRefusedError("side_without_bye", side=side, table=table)
    half = len(sides) // 2
    byes = tuple(side for side in round_state.byes if side not in sides)
    return (events.Fixture(table, tuple(sides[:half]), tuple(sides[half:])),), byes


def _given_up(round_state: RoundState, there: TableResult) -> Drafted:
    return (events.Fixture(there.fixture.table, (), ()),), (*round_state.byes, *sides_at(there))


def _exchanged(sides: Sequence[int], places: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(places.get(side, side) for side in sides)


def _meetings(round_state: RoundState) -> set[frozenset[int]]:
    return {frozenset((*fixture.one, *fixture.two)) for fixture in round_state.fixtures}


def without_draft(state: Tournament) -> Tournament:
    """Drop the current draft, if there is one."""
    phase = state.current
    draft = phase.rounds[-1] if phase is not None and phase.rounds else None
    if phase is None or draft is None or draft.stage is not RoundStage.DRAFT:
        return state
    return without_round(state, phase)


def without_draft_of(state: Tournament, side: int) -> Tournament:
    """Drop the current draft if this side is in it.

    In groups with kept results the opponents of a side that left keep their encounter, so the draft stays.
    """
    phase = state.current
    draft = phase.rounds[-1] if phase is not None and phase.rounds else None
    if phase is None or draft is None:
        return state
    terms = state.regulations.phases[phase.number - 1]
    stays = isinstance(terms, GroupsPhase) and side not in state.annulled(phase.number)
    if stays or side not in {*draft.byes, *(seated for table in draft.tables for seated in sides_at(table))}:
        return state
    return without_draft(state)


def without_round(state: Tournament, phase: PhaseState) -> Tournament:
    """The state without the last round of a phase."""
    shorter = replace(phase, rounds=phase.rounds[:-1])
    return replace(state, phases=tuple(shorter if present is phase else present for present in state.phases))


@dataclass(frozen=True, slots=True)
class UnwantedMeeting:
    """A rematch, or a meeting within a delegation, made by hand or unavoidable."""

    table: int
    sides: tuple[int, int]
    why: Literal["met", "partners", "delegation"]
    """The sides have met before, were partners before, or are of one delegation."""
    before: tuple[tuple[int, int], ...]
    """The phases and rounds in which they met, or were partners."""
    by_hand: bool
    """True if the table was changed by hand."""


def unwanted_meetings(state: Tournament, phase: int, number: int) -> tuple[UnwantedMeeting, ...]:
    """Return the rematches and delegation meetings of a round that its phase tries to avoid.

    Raises `EventRefusedError` if there is no such round.
    """
    found, terms = round_of(state, phase, number), state.regulations.phases[phase - 1]
    if isinstance(terms, KnockoutPhase):
        return ()
    pairs = _partners if isinstance(terms, IndividualPhase) else _opponents
    # Only the couples of this round: a view computes them for each of 400 rounds.
    before: dict[tuple[int, int], list[tuple[int, int]]] = {
        couple: [] for fixture, _ in found.encounters for couple in pairs(fixture)
    }
    for place, earlier in _looked_at(state, phase, number):
        for drawn in earlier.fixtures:
            for couple in pairs(drawn):
                met = before.get(couple)
                if met is None:
                    met = before.get(couple[::-1])
                if met is not None:
                    met.append(place)
    allowed = _meetings_due(state, phase, number)
    apart = by_standings(terms) and number <= state.regulations.seats.apart_rounds
    meetings: list[UnwantedMeeting] = []
    for fixture, tables in found.encounters:
        at = tables[0].fixture.table
        by_hand = at in found.by_hand
        for couple in pairs(fixture):
            places = tuple(before[couple])
            if len(places) >= allowed:
                why: Literal["met", "partners"] = "partners" if pairs is _partners else "met"
                meetings.append(UnwantedMeeting(at, couple, why, places, by_hand))
            one, other = (state.sides[side].delegation for side in couple)
            if apart and one and one == other:
                meetings.append(UnwantedMeeting(at, couple, "delegation", (), by_hand))
    return tuple(meetings)


def _opponents(fixture: events.Fixture) -> tuple[tuple[int, int], ...]:
    return ((fixture.one[0], fixture.two[0]),)


def _partners(fixture: events.Fixture) -> tuple[tuple[int, int], ...]:
    (one, two), (three, four) = fixture.one, fixture.two
    return (one, two), (three, four)


def _looked_at(state: Tournament, phase: int, number: int) -> Iterator[tuple[tuple[int, int], RoundState]]:
    """Return the earlier rounds whose meetings should not repeat, with their phases and numbers."""
    terms = state.regulations.phases[phase - 1]
    rounds = state.phases[phase - 1].rounds[: number - 1]
    if isinstance(terms, DanesePhase) and terms.rematches == "allowed":
        return
    if isinstance(terms, LeaguePhase) and terms.pairing != "round_robin":
        evening = (number - 1) // terms.rounds * terms.rounds
        rounds = rounds[evening:] if terms.pairing == "swiss" else rounds[max(evening, number - 2) :]
    elif isinstance(terms, DanesePhase) and terms.rematches == "not_last":
        rounds = rounds[-1:]
    elif isinstance(terms, DanesePhase | SwissPhase):
        yield from (
            ((earlier.number, one.number), one) for earlier in state.phases[: phase - 1] for one in earlier.rounds
        )
    yield from (((phase, round_state.number), round_state) for round_state in rounds)


def _meetings_due(state: Tournament, phase: int, number: int) -> int:
    """The most meetings of two sides by the schedule of a phase until a round."""
    terms, members = state.regulations.phases[phase - 1], len(state.phases[phase - 1].members)
    if isinstance(terms, GroupsPhase):
        return 2 if terms.double else 1
    if isinstance(terms, LeaguePhase) and terms.pairing == "round_robin":
        return -(-number // max(1, members - 1 + members % 2))
    return 1


def sides_at(table: TableResult) -> tuple[int, ...]:
    """All sides of a table: two, or four players with changing partners."""
    return (*table.fixture.one, *table.fixture.two)


def round_of(state: Tournament, phase: int, number: int) -> RoundState:
    """A round of a phase. Raises `EventRefusedError` if it doesn't exist."""
    within = state.phase(phase)
    found = within.round(number) if within is not None else None
    if found is None:
        raise EventRefusedError("round_unknown", round=number, phase=phase)
    return found


def with_round(state: Tournament, phase: int, round_state: RoundState) -> Tournament:
    """The state with another round in place of the one with its number."""
    within = state.phases[phase - 1]
    rounds = (*within.rounds[: round_state.number - 1], round_state, *within.rounds[round_state.number :])
    phases = (*state.phases[: phase - 1], replace(within, rounds=rounds), *state.phases[phase:])
    return replace(state, phases=phases)


def with_table(state: Tournament, phase: int, round_state: RoundState, table: TableResult) -> Tournament:
    """The state with another table in place of the one with its number."""
    number = table.fixture.table
    tables = tuple(table if present.fixture.table == number else present for present in round_state.tables)
    return with_round(state, phase, replace(round_state, tables=tables))


def by_standings(terms: PhaseTerms) -> bool:
    """Return whether the next round depends on the results of the last one."""
    return isinstance(terms, KnockoutPhase | DanesePhase | SwissPhase | LeaguePhase) and not is_round_robin(terms)


def is_round_robin(terms: PhaseTerms) -> bool:
    """Return whether a phase is a league in which all sides meet by a schedule."""
    return isinstance(terms, LeaguePhase) and terms.pairing == "round_robin"


def missing_meetings(state: Tournament, phase: PhaseState, double: bool) -> tuple[tuple[int, int], ...]:
    """Return the missing encounters between sides of a group that have not left.

    After the schedule some are missing if a table was removed, sides were exchanged, or a side that had left came back.
    """
    met = Counter(frozenset((*fixture.one, *fixture.two)) for found in phase.rounds for fixture in found.fixtures)
    missing: list[tuple[int, int]] = []
    for group in phase.groups:
        there = [side for side in group if state.active(side)]
        for one, two in combinations(there, 2):
            missing += [(one, two)] * ((2 if double else 1) - met[frozenset((one, two))])
    return tuple(missing)


def _needed(terms: PhaseTerms) -> RoundStage:
    """The stage that a round must reach before the next one may be drafted."""
    return RoundStage.CLOSED if by_standings(terms) else RoundStage.PUBLISHED


def _tables(regulations: Regulations, fixtures: Sequence[events.Fixture]) -> tuple[TableResult, ...]:
    """Return the tables of encounters."""
    return tuple(
        TableResult(structs.replace(fixture, table=table))
        for fixture in sorted(fixtures, key=lambda each: each.table)
        for table in regulations.tables_at(fixture.table)
    )


def _hold_round(state: Tournament, phase: PhaseState, round_state: RoundState, kept: set[int] | None = None) -> None:
    """Check that no side plays twice and all play in the phase; `kept` sides may have withdrawn since.

    In groups the opponents of a side that withdrew keep their encounter: it is a W.O., or the referee decides it.
    """
    numbers = [table.fixture.table for table in round_state.tables]
    if len(set(numbers)) != len(numbers):
        raise EventRefusedError("table_twice", round=round_state.number)
    terms = state.regulations.phases[phase.number - 1]
    half, fixed = 2 if isinstance(terms, IndividualPhase) else 1, isinstance(terms, GroupsPhase)
    seen: set[int] = set()
    members = set(phase.members)
    present, asked = state.available(phase, round_state.number), phase.requested_byes(round_state.number)
    for fixture in round_state.fixtures:
        if len(fixture.one) != half or len(fixture.two) != half:
            raise EventRefusedError("table_sides", table=fixture.table, count=half)
    playing = [side for fixture in round_state.fixtures for side in (*fixture.one, *fixture.two)]
    for side in (*playing, *round_state.byes):
        if side in seen:
            raise EventRefusedError("side_twice", side=side)
        there = fixed or side in present or side in (kept or ()) or (side in asked and side not in playing)
        if side not in members or not there:
            raise EventRefusedError("side_not_in_phase", side=side, phase=phase.number)
        seen.add(side)
