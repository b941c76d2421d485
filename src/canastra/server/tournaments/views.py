"""The views of a tournament, made of its state. For many sides this is long work, done in a worker process."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from canastra.protocol import encode
from canastra.protocol import tournaments as shown
from canastra.protocol.tournaments import Due, TournamentRole
from canastra.protocol.tournaments import rounds as cards
from canastra.protocol.tournaments.rounds import RoundStep
from canastra.rulebooks import Rulebook
from canastra.tournament import LoggedEvent, RoundStage, RoundState, TableResult, Tournament
from canastra.tournament.encounters import encounter_credits, lined_up, team_score
from canastra.tournament.events import RoundExtended, RoundPaused, RoundResumed, RoundStarted
from canastra.tournament.fixtures import avoided_in_draft, is_over, planned_rounds, rounds_of
from canastra.tournament.progression import (
    category_standings,
    club_standings,
    final_standings,
    going_on,
    has_places,
    overall,
)
from canastra.tournament.regulations import (
    EncounterLength,
    GroupsPhase,
    KnockoutPhase,
    LeaguePhase,
    PhaseTerms,
    Regulations,
)
from canastra.tournament.results import BY_MATCHES, Credit, is_compared, match_target, round_credits, score_range
from canastra.tournament.rounds import PlannedRound, unwanted_meetings
from canastra.tournament.sides import missable_rounds
from canastra.tournament.standings import Standing, reason_for_place
from canastra.tournament.state import PhaseState
from canastra.tournament.table_codes import OPEN
from canastra.tournament.transitions import revoked_lines

MINUTE = 60_000
OF_CLOCKS = RoundStarted, RoundPaused, RoundResumed, RoundExtended


class RoundTime(NamedTuple):
    """When a round was started and, while its clock is paused, since when; in milliseconds since 1970."""

    started: int
    paused: int | None = None
    pauses: tuple[tuple[int, int], ...] = ()
    """The beginning and end of each earlier pause."""
    extended: int = 0
    """Milliseconds by which the call of time was postponed."""

    def rested(self, since: int = 0) -> int:
        """Milliseconds for which its clock was paused before, without pauses earlier than `since`."""
        return sum(max(0, end - max(begin, since)) for begin, end in self.pauses)


class RoundClock(NamedTuple):
    """When time is called in a round and when the warning is given, and since when its clock is paused."""

    ends: int | None = None
    warns: int | None = None
    paused: int | None = None


Times = Mapping[tuple[int, int], RoundTime]
"""By phase and round."""
Taken = Mapping[tuple[int, int, int], tuple[bool, bool]]
"""For each side True if a phone speaks for it, by phase, round and table; tables without any are left out."""


class ViewSource(NamedTuple):
    """The data that a view is made of."""

    id: str
    state: Tournament
    times: Times
    taken: Taken
    rulebook: Rulebook | None
    """The rulebook, if it is a house rulebook."""


class ViewBytes(NamedTuple):
    """A view as JSON, its ETag for HTTP, and the JSON compressed by gzip, empty if that is not worth it."""

    tag: str
    content: bytes
    packed: bytes = b""


def view_bytes(source: ViewSource, role: TournamentRole | None, language: str) -> ViewBytes:
    """Return the view of a person with a role, or without one, compressed."""
    content = encode(tournament_view(source, role, language))
    return tagged(content)._replace(packed=gzip.compress(content, 6, mtime=0))


def tagged(content: bytes) -> ViewBytes:
    """Return a view with its tag, not compressed."""
    return ViewBytes(f'"{sha256(content).hexdigest()[:32]}"', content)


def tournament_view(source: ViewSource, role: TournamentRole | None, language: str) -> shown.TournamentView:
    """The view of a person with a role, or without one, as a value."""
    if role is None:
        source = source._replace(state=unrevealed(source.state))
    state = source.state
    due = due_of(state)
    ranked = state.current is not None and has_places(state, state.current.number)
    return shown.TournamentView(
        id=source.id,
        line=state.lines,
        name=state.regulations.name,
        rulebook=state.regulations.rulebook,
        kind=state.regulations.entries.kind.value,
        online=state.regulations.online is not None,
        least=state.regulations.entries.least,
        tolerance=state.regulations.walkover.tolerance_minutes,
        role=role,
        due=due,
        sides=tuple(side_card(state, number) for number in sorted(state.sides)),
        phases=tuple(_phase(source, phase, role, language) for phase in state.phases),
        decisions=tuple(
            shown.DecisionCard(
                decision.line, decision.article, decision.reason, decision.by, decision.at, decision.place
            )
            for decision in state.decisions
        ),
        penalties=tuple(
            shown.PenaltyCard(penalty.line, penalty.phase, penalty.side, penalty.penalty, penalty.reason)
            for penalty in state.penalties
        ),
        requested_byes=state.regulations.absence.requested_byes,
        penalty_terms=tuple(
            shown.PenaltyTerm(term.id, term.points, term.article) for term in state.regulations.penalties
        ),
        overall=overall(state) if due == "over" else (),
        categories=category_standings(state) if ranked else (),
        clubs=_clubs(state) if ranked else None,
    )


def unrevealed(state: Tournament) -> Tournament:
    """Return a state without the results of tables whose deals others may still play: of rounds with common packs."""
    phases = tuple(
        replace(phase, rounds=tuple(map(_unrevealed, phase.rounds))) if any(map(_is_sealed, phase.rounds)) else phase
        for phase in state.phases
    )
    return replace(state, phases=phases) if phases != state.phases else state


def _unrevealed(round_state: RoundState) -> RoundState:
    if not _is_sealed(round_state):
        return round_state
    return replace(round_state, tables=tuple(replace(table, result=None) for table in round_state.tables))


def _is_sealed(round_state: RoundState) -> bool:
    return bool(round_state.packs) and round_state.stage in OPEN


def _clubs(state: Tournament) -> shown.ClubsCard | None:
    terms = state.regulations.clubs
    return None if terms is None else shown.ClubsCard(terms.best, terms.order, club_standings(state))


def due_of(state: Tournament) -> Due:
    """The next step: that of the first round that is not ratified, then a round, then a phase."""
    phase = state.current
    if phase is None:
        present = sum(side.checked_in and not side.withdrawn for side in state.sides.values())
        return "draw" if present >= state.regulations.entries.least else "entries"
    for round_state in phase.rounds:
        if round_state.stage is RoundStage.PLAYING:
            return "results" if round_state.outstanding else "close"
        if round_state.stage is not RoundStage.RATIFIED:
            return _DUE[round_state.stage]
    if not is_over(state, phase.number):
        return "pair"
    return "draw" if state.next_phase else "over"


def times_of(log: Sequence[LoggedEvent]) -> dict[tuple[int, int], RoundTime]:
    """When the rounds were started, and the pauses and extensions of their clocks."""
    gone, found = revoked_lines(log), dict[tuple[int, int], RoundTime]()
    for logged in log:
        event = logged.event
        if logged.line in gone or not isinstance(event, OF_CLOCKS):
            continue
        place = event.phase, event.round
        if isinstance(event, RoundStarted):
            found[place] = RoundTime(logged.at)
            continue
        time = found[place]
        if isinstance(event, RoundExtended):
            found[place] = time._replace(extended=time.extended + event.minutes * MINUTE)
        elif isinstance(event, RoundPaused):
            found[place] = time._replace(paused=logged.at)
        elif time.paused is not None:
            found[place] = time._replace(paused=None, pauses=(*time.pauses, (time.paused, logged.at)))
    return found


def side_card(state: Tournament, number: int) -> shown.SideCard:
    """The public card of a side."""
    side = state.sides[number]
    seen = side.checked_in, side.withdrawn
    return shown.SideCard(number, side.name, side.players, side.delegation, side.category, *seen)


def clock_of(source: ViewSource, phase: int, number: int) -> RoundClock:
    """The clock of a round, as far as the regulations give it one."""
    form, time = source.state.regulations.form_of(phase - 1), source.times.get((phase, number))
    if time is None or not form.minutes:
        return RoundClock()
    ends = time.started + form.minutes * MINUTE + time.rested() + time.extended
    return RoundClock(ends, ends - form.warning * MINUTE if form.warning else None, time.paused)


def target_of(source: ViewSource, phase: int) -> int:
    """The points that end a match of a phase; 0 if no match goes to a target."""
    regulations = source.state.regulations
    if regulations.form_of(phase - 1).length not in BY_MATCHES:
        return 0
    return match_target(regulations, phase) or (source.rulebook.match.target if source.rulebook is not None else 0)


def round_step(stage: RoundStage) -> RoundStep:
    """The stage of a round, as messages call it."""
    return _STEPS[stage]


_STEPS: dict[RoundStage, RoundStep] = {
    RoundStage.DRAFT: "draft",
    RoundStage.PUBLISHED: "published",
    RoundStage.PLAYING: "playing",
    RoundStage.CLOSED: "closed",
    RoundStage.RATIFIED: "ratified",
}
_DUE: dict[RoundStage, Due] = {
    RoundStage.DRAFT: "publish",
    RoundStage.PUBLISHED: "start",
    RoundStage.CLOSED: "ratify",
}


def _phase(source: ViewSource, phase: PhaseState, role: TournamentRole | None, language: str) -> shown.PhaseCard:
    state, number = source.state, phase.number
    terms, form = state.regulations.phases[number - 1], state.regulations.form_of(number - 1)
    seen = [round_state for round_state in phase.rounds if role is not None or round_state.stage > RoundStage.DRAFT]
    published = sum(round_state.stage > RoundStage.DRAFT for round_state in phase.rounds)
    planned = planned_rounds(state, number)
    return shown.PhaseCard(
        number=number,
        form=str(terms.__struct_config__.tag),
        name=terms.name,
        rounds_due=rounds_of(state, number) if phase.groups else None,
        groups=tuple(_groups(state, phase, language)),
        rounds=tuple(_round(source, number, round_state, role) for round_state in seen),
        seed=phase.seed,
        drawn=_is_drawn(number, terms),
        length=EncounterLength(form.length).value,
        count=form.number,
        each_deal=is_compared(state.regulations, number),
        target=target_of(source, number),
        scores=score_range(state.regulations, number, source.rulebook),
        minutes=form.minutes,
        warning=form.warning,
        at_call=str(form.at_call),
        absences=tuple(shown.AbsenceCard(absence.side, absence.round, absence.bye) for absence in phase.absences),
        missable=missable_rounds(terms),
        evening=terms.rounds if isinstance(terms, LeaguePhase) else 1,
        ranked=bool(phase.groups) and has_places(state, number),
        scheduled=bool(planned),
        planned=tuple(_planned(state.regulations, planned_round) for planned_round in planned[published:]),
    )


def _is_drawn(number: int, terms: PhaseTerms) -> bool:
    """Return whether a phase is drawn by its seed; otherwise the phase before decides its encounters."""
    if isinstance(terms, KnockoutPhase):
        return number == 1 or terms.seeding == "draw"
    return number == 1 or (isinstance(terms, GroupsPhase) and terms.fill != "snake")


def _planned(regulations: Regulations, found: PlannedRound) -> cards.PlannedCard:
    tables = (
        cards.PlannedTable(tuple(regulations.tables_at(fixture.table)), fixture.one, fixture.two)
        for fixture in found.fixtures
    )
    return cards.PlannedCard(found.number, tuple(tables), found.byes)


def _groups(state: Tournament, phase: PhaseState, language: str) -> Iterator[shown.GroupCard]:
    if not phase.groups:
        return
    names = {number: side.name for number, side in state.sides.items()}
    terms = state.regulations.phases[phase.number - 1]
    goes_on = bool(terms.passing or (isinstance(terms, GroupsPhase) and terms.best_others))
    goes_on = goes_on and has_places(state, phase.number)
    passing = going_on(state, phase.number) if goes_on else frozenset()
    for sides, standings in zip(phase.groups, final_standings(state, phase.number), strict=True):
        cards = (_standing(standing, names, standing.side in passing, language) for standing in standings)
        yield shown.GroupCard(sides, tuple(cards))


def _standing(standing: Standing, names: Mapping[int, str], passes: bool, language: str) -> shown.StandingCard:
    own = standing.totals
    return shown.StandingCard(
        place=standing.place,
        side=standing.side,
        points=int(own.points),
        encounters=own.encounters,
        wins=int(own.wins),
        difference=int(own.scored - own.conceded),
        reason=reason_for_place(standing, names, language),
        passes=passes,
    )


def _round(source: ViewSource, phase: int, round_state: RoundState, role: TournamentRole | None) -> cards.RoundCard:
    alone = round_state.tables_of_encounter == 1
    given = {table.fixture.table: both for table, both in round_credits(source.state, phase, round_state) if alone}
    tables = tuple(
        _fixture(source, (phase, round_state), result, given.get(result.fixture.table), role)
        for result in round_state.tables
    )
    clock = clock_of(source, phase, round_state.number)
    avoided = avoided_in_draft(source.state) if round_state.stage is RoundStage.DRAFT else ()
    unwanted = unwanted_meetings(source.state, phase, round_state.number)
    encounters = () if alone else tuple(_encounters(source.state, phase, round_state))
    return cards.RoundCard(
        round_state.number,
        round_step(round_state.stage),
        tables,
        round_state.byes,
        *clock,
        avoided,
        unwanted,
        encounters,
    )


def _encounters(state: Tournament, phase: int, round_state: RoundState) -> Iterator[cards.TeamEncounter]:
    """The results of teams in each encounter, over all its tables."""
    given = {
        encounter.fixture.table: (encounter, both) for encounter, both in encounter_credits(state, phase, round_state)
    }
    for fixture, tables in round_state.encounters:
        score, points = None, None
        if fixture.table in given:
            settled, (one, two) = given[fixture.table]
            score, points = team_score(state.regulations, phase, settled.results), (one.points, two.points)
        numbers = tuple(table.fixture.table for table in tables)
        yield cards.TeamEncounter(fixture.table, numbers, fixture.one[0], fixture.two[0], score, points)


def _fixture(
    source: ViewSource,
    at: tuple[int, RoundState],
    table: TableResult,
    given: tuple[Credit, Credit] | None,
    role: TournamentRole | None,
) -> cards.FixtureCard:
    """A table; the reports of sides, and the phones that speak for them, are for people with a role."""
    fixture, (phase, found) = table.fixture, at
    one, two = (lined_up(source.state, found, fixture.table, half) for half in (0, 1))
    return cards.FixtureCard(
        table=fixture.table,
        one=fixture.one,
        two=fixture.two,
        result=table.result,
        points=None if given is None else (given[0].points, given[1].points),
        reports=None if role is None else table.reports,
        claimed=None if role is None else source.taken.get((phase, found.number, fixture.table), (False, False)),
        corrected=table.corrected,
        players=(one, two),
    )
