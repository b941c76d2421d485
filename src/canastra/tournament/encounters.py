"""Encounters of two sides: of pairs and players at one table, of teams at several at once, with their line-ups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from canastra.tournament.errors import EventRefusedError
from canastra.tournament.events import (
    DefaultResult,
    EncounterResult,
    Fixture,
    LineUpGiven,
    Score,
    WalkoverResult,
)
from canastra.tournament.regulations import KnockoutPhase, MatchPoints, Regulations, SideKind, VictoryPoints
from canastra.tournament.results import (
    Credit,
    credits,
    round_credits,
    table_score,
    total_points,
    victory_points,
    winner_of,
)
from canastra.tournament.rounds import round_of, with_round
from canastra.tournament.state import RoundStage, RoundState, TableResult, Tournament

PAIR = 2
"""Players of a team at a table."""


class SettledEncounter(NamedTuple):
    """An encounter that has a result at each of its tables, in their order."""

    fixture: Fixture
    tables: tuple[TableResult, ...]

    @property
    def results(self) -> tuple[EncounterResult, ...]:
        """The results of its tables."""
        return tuple(table.result for table in self.tables if table.result is not None)

    @property
    def sides(self) -> tuple[int, ...]:
        """All sides: two, or four players with changing partners."""
        return (*self.fixture.one, *self.fixture.two)

    @property
    def was_played(self) -> bool:
        """Return whether the sides met: False if one was absent from all tables, or the win was given."""
        return not all(isinstance(result, WalkoverResult | DefaultResult) for result in self.results)

    @property
    def absent(self) -> tuple[int, ...]:
        """The halves, 0 or 1, that were absent from all tables."""
        absent = [result.absent if isinstance(result, WalkoverResult) else () for result in self.results]
        return tuple(half for half in (0, 1) if all(half in halves for halves in absent))


def settled(tournament: Tournament, phase: int) -> Iterator[tuple[RoundState, SettledEncounter]]:
    """Return the encounters of a phase that have a result, with their rounds; `phase` counts from 1."""
    for found in tournament.phases[phase - 1].rounds:
        yield from ((found, encounter) for encounter in settled_in(found))


def settled_in(round_state: RoundState) -> Iterator[SettledEncounter]:
    """Return the encounters of a round that have a result."""
    for fixture, tables in round_state.encounters:
        if all(table.result is not None for table in tables):
            yield SettledEncounter(fixture, tables)


def encounter_winner(regulations: Regulations, phase: int, results: Sequence[EncounterResult]) -> int | None:
    """Return the half that won an encounter, 0 or 1, by its tables' results; None for a draw and if both were absent.

    Of teams the one with more points wins, or, if each table is scored for itself, the one that won more tables.
    """
    halves = [winner_of(regulations.form_of(phase - 1), result) for result in results]
    if len(results) == 1:
        return halves[0]
    if (
        regulations.teams is not None
        and regulations.teams.decided_by == "tables"
        and halves.count(0) != halves.count(1)
    ):
        return 0 if halves.count(0) > halves.count(1) else 1
    one, two = encounter_score(regulations, phase, results)
    if one != two:
        return 0 if one > two else 1
    # Walkovers may be worth no points.
    return None if halves.count(0) == halves.count(1) else 0 if halves.count(0) > halves.count(1) else 1


def encounter_score(regulations: Regulations, phase: int, results: Sequence[EncounterResult]) -> Score:
    """Return the points of both sides at all tables together, with the scores of absences and given wins."""
    return total_points(tuple(table_score(regulations, phase, result) for result in results))


def team_score(regulations: Regulations, phase: int, results: Sequence[EncounterResult]) -> Score:
    """Return the score of teams that met: the tables that each won, or the points of all tables together."""
    if regulations.teams is None or regulations.teams.decided_by == "points":
        return encounter_score(regulations, phase, results)
    halves = [winner_of(regulations.form_of(phase - 1), result) for result in results]
    return halves.count(0), halves.count(1)


def encounter_credits(
    tournament: Tournament, phase: int, round_state: RoundState
) -> Iterator[tuple[SettledEncounter, tuple[Credit, Credit]]]:
    """Return the encounters of a round that have a result, and what each gives both sides; `phase` counts from 1."""
    given = {table.fixture.table: both for table, both in round_credits(tournament, phase, round_state)}
    for encounter in settled_in(round_state):
        both = [given[table.fixture.table] for table in encounter.tables]
        yield encounter, _joined(tournament.regulations, phase, encounter.results, both)


def _joined(
    regulations: Regulations, phase: int, results: Sequence[EncounterResult], both: Sequence[tuple[Credit, Credit]]
) -> tuple[Credit, Credit]:
    """The joint credits of an encounter's tables."""
    if len(both) == 1:
        return both[0]
    winner = encounter_winner(regulations, phase, results)
    one, two = (
        Credit(*map(sum, zip(*(credits[half] for credits in both), strict=True)))._replace(
            wins=int(winner == half),
            draws=int(winner is None and not all(isinstance(result, WalkoverResult) for result in results)),
            absences=int(all(credits[half].absences for credits in both)),
        )
        for half in (0, 1)
    )
    if regulations.teams is not None and regulations.teams.decided_by == "points":
        first, second = _points_of_whole(regulations, phase, results, winner)
        return one._replace(points=first), two._replace(points=second)
    return one, two


def _points_of_whole(
    regulations: Regulations, phase: int, results: Sequence[EncounterResult], winner: int | None
) -> tuple[int, int]:
    """The points of the classification where those of all tables are scored once."""
    first, scoring = results[0], regulations.scoring_of(phase - 1)
    if isinstance(first, WalkoverResult | DefaultResult) and all(result == first for result in results):
        one, two = credits(regulations, phase, first)
        return one.points, two.points
    if isinstance(scoring, VictoryPoints):
        score = encounter_score(regulations, phase, results)
        more, less = victory_points(regulations, scoring.table, abs(score[0] - score[1]))
        return (more, less) if score[0] >= score[1] else (less, more)
    assert isinstance(scoring, MatchPoints)  # Comparison is refused for teams.
    if winner is None:
        return scoring.draw, scoring.draw
    return (scoring.win, scoring.loss) if winner == 0 else (scoring.loss, scoring.win)


def hold_encounter(tournament: Tournament, phase: int, number: int, table: int) -> None:
    """Raise `EventRefusedError` if a tie of teams is over without a winner, and the regulations have it played on."""
    regulations, found = tournament.regulations, round_of(tournament, phase, number)
    terms = regulations.phases[phase - 1]
    if regulations.tables_of_encounter == 1 or not isinstance(terms, KnockoutPhase) or terms.level != "play_on":
        return
    encounter = next(
        (settled for settled in settled_in(found) if settled.fixture.table == found.encounter_at(table)), None
    )
    if encounter is None or encounter.absent:
        return
    if encounter_winner(regulations, phase, encounter.results) is None:
        raise EventRefusedError("result_needs_winner")


def give_line_up(state: Tournament, event: LineUpGiven) -> Tournament:
    """The state after a team named its players, table by table. It may change them at a table that has no result.

    Raises `EventRefusedError` if the side has no table, or the players are too few, too many or of another team.
    """
    found = round_of(state, event.phase, event.round)
    if found.stage not in (RoundStage.PUBLISHED, RoundStage.PLAYING):
        raise EventRefusedError("round_stage", round=event.round, stage=found.stage.name.lower())
    tables = next(
        (tables for encounter, tables in found.encounters if event.side in (*encounter.one, *encounter.two)), ()
    )
    if state.regulations.entries.kind is not SideKind.TEAMS or not tables:
        raise EventRefusedError("line_up_no_table", side=event.side, round=event.round)
    known = len(state.sides[event.side].players)
    named = [player for pair in event.line_up for player in pair]
    if len(event.line_up) != len(tables) or any(len(pair) != PAIR for pair in event.line_up):
        raise EventRefusedError("line_up_count", side=event.side, tables=len(tables), players=PAIR)
    if len(set(named)) < len(named) or not {*named} <= {*range(1, known + 1)}:
        raise EventRefusedError("line_up_players", side=event.side, count=known)
    before = found.line_ups.get(event.side, ())
    for table, pair, was in zip(tables, event.line_up, before or event.line_up, strict=True):
        if table.result is not None and before and pair != was:
            raise EventRefusedError("line_up_settled", table=table.fixture.table)
    return with_round(state, event.phase, replace(found, line_ups={**found.line_ups, event.side: event.line_up}))


def lined_up(tournament: Tournament, round_state: RoundState, table: int, half: int) -> tuple[str, ...]:
    """Return the names of a team's players at a table; none before it gave its line-up."""
    there = round_state.table(table) if round_state.line_ups else None
    if there is None:
        return ()
    (side,) = (there.fixture.one, there.fixture.two)[half]
    line_up, players = round_state.line_ups.get(side), tournament.sides[side].players
    if line_up is None:
        return ()
    pair = line_up[(table - 1) % round_state.tables_of_encounter]
    return tuple(players[player - 1] for player in pair if player <= len(players))
