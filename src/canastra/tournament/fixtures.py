"""Derives the draw of a phase and its next round from the regulations and the results so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TypeGuard

from canastra.tournament.errors import EventRefusedError
from canastra.tournament.events import Fixture, PhaseBegun, RoundDrafted
from canastra.tournament.individuals import fixtures_of, foursome, individual_fixtures, scheduled_fours, solo_players
from canastra.tournament.pairing import (
    AvoidedMeeting,
    Basis,
    Competitor,
    GroupFill,
    Pairing,
    Part,
    Rematches,
    RoundPlan,
    SeatingTerms,
    SwissTerms,
    avoided_meetings,
    draw_groups,
    draw_order,
    howell_rounds,
    is_individual_optimum,
    is_least_cost,
    mitchell_lines,
    mitchell_rounds,
    pair_by_standings,
    played,
    round_robin,
    round_robin_round,
    round_robin_rounds,
)
from canastra.tournament.pairing.individual import IndividualRound
from canastra.tournament.progression import final_standings, qualifiers
from canastra.tournament.regulations import (
    DanesePhase,
    GroupsPhase,
    HowellPhase,
    IndividualPhase,
    KnockoutPhase,
    LeaguePhase,
    MitchellPhase,
    PhaseTerms,
    SwissPhase,
)
from canastra.tournament.rounds import (
    Drafted,
    PlannedRound,
    is_round_robin,
    missing_meetings,
    without_round,
)
from canastra.tournament.standings import knockout_progress
from canastra.tournament.state import PhaseState, RoundStage, Tournament

_PARTS = (Part.MAIN, Part.THIRD_PLACE, Part.CONSOLATION)


def draw_phase(tournament: Tournament, number: int) -> PhaseBegun:
    """The sides of a phase, group by group, by the draw from its published seed or by the former phase's standings.

    Raises `EventRefusedError` if the regulations have no such phase, its seed is not published or no side is checked
    in.
    """
    phase = tournament.phase(number)
    if phase is None:
        raise EventRefusedError("phase_unknown", phase=number)
    if not phase.seed:
        raise EventRefusedError("phase_without_seed", phase=number)
    terms = tournament.regulations.phases[number - 1]
    sides = _entrants(tournament, phase)
    if isinstance(terms, GroupsPhase):
        groups = terms.number or -(-len(sides) // terms.size)
        known = [Competitor(side, tournament.sides[side].delegation) for side in sides]
        return PhaseBegun(number, draw_groups(known, groups, GroupFill(terms.fill), f"{phase.seed}/phase {number}"))
    if isinstance(terms, KnockoutPhase) and terms.seeding == "draw":
        sides = draw_order(sorted(sides), phase.seed, f"phase {number}: bracket")
    return PhaseBegun(number, (tuple(sides),))


def _entrants(tournament: Tournament, phase: PhaseState) -> tuple[int, ...]:
    """The checked-in sides, in the order of a lot; in a later phase the sides that passed, the best first."""
    if phase.number > 1:
        return tuple(qualifier.side for qualifier in qualifiers(tournament, phase.number - 1))
    present = sorted(side.number for side in tournament.sides.values() if side.checked_in and not side.withdrawn)
    if not present:
        raise EventRefusedError("phase_nobody_there")
    return draw_order(present, phase.seed, "phase 1: order")


def rounds_of(tournament: Tournament, number: int) -> int:
    """The total number of rounds of a phase that has begun."""
    terms, phase = tournament.regulations.phases[number - 1], tournament.phases[number - 1]
    if isinstance(terms, GroupsPhase):
        planned = _scheduled_rounds(phase, terms)
        late = len(phase.rounds) >= planned and bool(missing_meetings(tournament, phase, terms.double))
        return max(planned, len(phase.rounds)) + late
    if isinstance(terms, KnockoutPhase):
        return knockout_progress(tournament, number).bracket.rounds
    if isinstance(terms, LeaguePhase):
        return terms.evenings * terms.rounds
    return terms.rounds


def _scheduled_rounds(phase: PhaseState, terms: GroupsPhase) -> int:
    return max(round_robin_rounds(len(group), terms.double) for group in phase.groups)


def is_over(tournament: Tournament, number: int) -> bool:
    """Return whether a phase that has begun needs no further round: all are played, or too few sides are left."""
    terms, phase = tournament.regulations.phases[number - 1], tournament.phases[number - 1]
    if isinstance(terms, KnockoutPhase):
        return not knockout_progress(tournament, number).due
    following = range(len(phase.rounds) + 1, rounds_of(tournament, number) + 1)
    if _is_scheduled(terms):
        return not any(_round(tournament, phase, later)[0] for later in following)
    least = 4 if isinstance(terms, IndividualPhase) else 2
    return not following or sum(map(tournament.active, phase.members)) < least


def planned_rounds(tournament: Tournament, number: int) -> tuple[PlannedRound, ...]:
    """Return the rounds of a phase that follow from its draw; none if pairing depends on results, or before the draw.

    Published rounds are returned as they are, later ones as they will be if no side comes or leaves.
    """
    terms, phase = tournament.regulations.phases[number - 1], tournament.phases[number - 1]
    found: list[PlannedRound] = []
    for number_of_round in range(1, rounds_of(tournament, number) + 1) if phase.groups else ():
        paired = phase.round(number_of_round)
        if paired is not None and paired.stage > RoundStage.DRAFT:
            found.append(PlannedRound(number_of_round, paired.fixtures, paired.byes))
        elif _is_scheduled(terms) and not (is_round_robin(terms) and not _follows_schedule(phase)):
            found.append(PlannedRound(number_of_round, *_round(tournament, phase, number_of_round)))
        elif (
            isinstance(terms, IndividualPhase)
            and (plan := scheduled_fours(tournament, phase, number_of_round)) is not None
        ):
            found.append(PlannedRound(number_of_round, *fixtures_of(plan)))
    return tuple(found) if _is_scheduled(terms) or isinstance(terms, IndividualPhase) else ()


def is_last_round(tournament: Tournament, phase: int, number: int) -> bool:
    """Return whether a round is the last: all later ones are over, and none remains to pair."""
    if tournament.next_phase or not is_over(tournament, len(tournament.phases)):
        return False
    later = (
        round_state
        for found in tournament.phases[phase - 1 :]
        for round_state in found.rounds[number * (found.number == phase) :]
    )
    return all(round_state.stage >= RoundStage.CLOSED for round_state in later)


def pair_round(tournament: Tournament) -> RoundDrafted:
    """The next round of the current phase, or its draft paired again.

    Raises `EventRefusedError` if no phase has begun, or the phase has no further round; and `PairingError` if the sides
    can't be paired.
    """
    tournament, phase, number = _due(tournament)
    over = is_over(tournament, phase.number)
    if over:
        raise EventRefusedError("phase_no_round", phase=phase.number, round=number)
    # A scheduled round without a table is drafted too, if a later round has one.
    fixtures, byes = _round(tournament, phase, number)
    return RoundDrafted(phase.number, number, fixtures, byes)


def is_as_good(tournament: Tournament, written: RoundDrafted) -> bool:
    """Return whether a round paired by a matching is one of several as good as the one of `pair_round`.

    Raises the errors of `pair_round`.
    """
    tournament, phase, number = _due(tournament)
    terms = tournament.regulations.phases[phase.number - 1]
    if (written.phase, written.round) != (phase.number, number):
        return False
    if _is_by_matching(terms, tournament, phase):
        asked = phase.requested_byes(number)
        if any(len(fixture.one) != 1 or len(fixture.two) != 1 for fixture in written.fixtures) or not {*asked} <= {
            *written.byes
        }:
            return False
        plan = _plan(written.fixtures, tuple(side for side in written.byes if side not in asked))
        return is_least_cost(*_standings_pairing(tournament, phase, terms, number), plan)
    if isinstance(terms, IndividualPhase) and scheduled_fours(tournament, phase, number) is None:
        if any(len(fixture.one) != 2 or len(fixture.two) != 2 for fixture in written.fixtures):
            return False
        byes = tuple(side for side in written.byes if side not in phase.requested_byes(number))
        plan_of_four = IndividualRound(tuple(map(foursome, written.fixtures)), byes)
        return is_individual_optimum(solo_players(tournament, phase, number), _seed(phase, number), plan_of_four)
    return False


def avoided_in_draft(tournament: Tournament) -> tuple[AvoidedMeeting, ...]:
    """The reasons why sides near each other in the standings don't meet in the draft; empty if it was not paired by
    them.
    """
    phase = tournament.current
    draft = phase.rounds[-1] if phase is not None and phase.rounds else None
    if draft is None or draft.stage is not RoundStage.DRAFT:
        return ()
    tournament, phase, number = _due(tournament)
    terms = tournament.regulations.phases[phase.number - 1]
    if not _is_by_matching(terms, tournament, phase):
        return ()
    sides, swiss, _ = _standings_pairing(tournament, phase, terms, number)
    return avoided_meetings(sides, swiss, _plan(draft.fixtures, draft.byes))


def _is_by_matching(
    terms: PhaseTerms, tournament: Tournament, phase: PhaseState
) -> TypeGuard[DanesePhase | SwissPhase | LeaguePhase]:
    """Return whether the next round of a phase is a matching of least cost of its sides."""
    if len(tournament.available(phase, len(phase.rounds) + 1)) < 2:
        return False
    return isinstance(terms, DanesePhase | SwissPhase | LeaguePhase) and not (
        is_round_robin(terms) and _follows_schedule(phase)
    )


def _is_scheduled(terms: PhaseTerms) -> bool:
    """Return whether all rounds of a phase are known from its beginning."""
    return isinstance(terms, GroupsPhase | MitchellPhase | HowellPhase) or is_round_robin(terms)


def _follows_schedule(phase: PhaseState) -> bool:
    """Return whether all earlier pairings are in the schedule of the current sides; False after a late entry."""
    planned = round_robin(phase.members)
    for found in phase.rounds:
        due = planned[(found.number - 1) % len(planned)]
        meetings = [{pairing.first, pairing.second} for pairing in due.pairings]
        if any({*fixture.one, *fixture.two} not in meetings for fixture in found.fixtures):
            return False
    return True


def _plan(fixtures: Sequence[Fixture], byes: tuple[int, ...]) -> RoundPlan:
    """A plan of tables of one side against another."""
    return RoundPlan(tuple(Pairing(fixture.table, fixture.one[0], fixture.two[0]) for fixture in fixtures), byes)


def _due(tournament: Tournament) -> tuple[Tournament, PhaseState, int]:
    """The tournament without a draft that would be replaced, its phase, and the number of the next round."""
    phase = tournament.current
    if phase is None:
        raise EventRefusedError("phase_none_begun")
    last = phase.rounds[-1] if phase.rounds else None
    if last is not None and last.stage is RoundStage.DRAFT:
        tournament = without_round(tournament, phase)
        phase = tournament.phases[phase.number - 1]
    return tournament, phase, len(phase.rounds) + 1


def _round(tournament: Tournament, phase: PhaseState, number: int) -> Drafted:
    fixtures, byes = _round_of_present(tournament, phase, number)
    return fixtures, (*byes, *phase.requested_byes(number))


def _round_of_present(tournament: Tournament, phase: PhaseState, number: int) -> Drafted:
    """A round without the byes that sides have asked for. If the sides are too few, all have a bye."""
    terms = tournament.regulations.phases[phase.number - 1]
    present = tournament.available(phase, number)
    if isinstance(terms, GroupsPhase):
        if number > _scheduled_rounds(phase, terms):
            return _disjoint(missing_meetings(tournament, phase, terms.double)), ()
        drafted = _group_round(phase.groups, terms.double, number)
        return _without(drafted, tournament.annulled(phase.number))
    if isinstance(terms, KnockoutPhase):
        return _knockout_round(tournament, phase)
    if len(present) < (4 if isinstance(terms, IndividualPhase) else 2):
        return (), present
    if isinstance(terms, MitchellPhase | HowellPhase):
        return _movement_round(tournament, phase, terms, number)
    if isinstance(terms, IndividualPhase):
        return individual_fixtures(tournament, phase, number, _seed(phase, number))
    if is_round_robin(terms) and _follows_schedule(phase):
        legs = round_robin_rounds(len(phase.members))
        drafted = _group_round(phase.groups, False, (number - 1) % legs + 1)
        return _without(drafted, {*phase.members}.difference(present))
    return _drafted(_by_standings(tournament, phase, terms, number))


def _drafted(plan: RoundPlan) -> Drafted:
    return tuple(Fixture(pairing.table, (pairing.first,), (pairing.second,)) for pairing in plan.pairings), plan.byes


def _group_round(groups: Sequence[Sequence[int]], double: bool, number: int) -> Drafted:
    """The round with this number in each group that has one; the tables of the groups follow each other."""
    fixtures: list[Fixture] = []
    byes: list[int] = []
    for group in groups:
        if number <= round_robin_rounds(len(group), double):
            more, resting = _drafted(round_robin_round(group, number, first_table=len(fixtures) + 1))
            fixtures += more
            byes += resting
    return tuple(fixtures), tuple(byes)


def _disjoint(meetings: Iterable[tuple[int, int]]) -> tuple[Fixture, ...]:
    """Return as many of these meetings as can be played at once, taken in order."""
    fixtures: list[Fixture] = []
    busy: set[int] = set()
    for one, two in meetings:
        if not busy & {one, two}:
            fixtures.append(Fixture(len(fixtures) + 1, (one,), (two,)))
            busy |= {one, two}
    return tuple(fixtures)


def _without(drafted: Drafted, gone: Collection[int]) -> Drafted:
    """Take these sides out of a round. Their opponents have a bye."""
    fixtures, byes = drafted
    kept = tuple(fixture for fixture in fixtures if not {*fixture.one, *fixture.two}.intersection(gone))
    left = tuple(side for fixture in fixtures if fixture not in kept for side in (*fixture.one, *fixture.two))
    return kept, tuple(side for side in (*byes, *left) if side not in gone)


def _knockout_round(tournament: Tournament, phase: PhaseState) -> Drafted:
    """The ties that can be played now, the main ones first; a side with two of them plays the second one later.

    Ties of a later round wait: two sides with byes rest as long as the others play.
    """
    possible = knockout_progress(tournament, phase.number).due
    earliest = min((tie.round for tie, _, _ in possible), default=0)
    due = [playable for playable in possible if playable[0].round == earliest]
    order = sorted(due, key=lambda each: (_PARTS.index(each[0].part), each[0].number))
    return _disjoint((one, two) for _, one, two in order), ()


def _movement_round(
    tournament: Tournament, phase: PhaseState, terms: MitchellPhase | HowellPhase, number: int
) -> Drafted:
    """The round of a movement by the places of its beginning; the opponent of a missing side has a bye."""
    basis, seed = Basis(tournament.regulations.seats.tables), f"{phase.seed}/phase {phase.number}"
    if isinstance(terms, HowellPhase):
        plans = howell_rounds(phase.members, terms.rounds, seed)
    else:
        lines = mitchell_lines(phase.members, basis, seed)
        plans = mitchell_rounds(*lines, terms.move, terms.rounds, terms.skip, terms.switched)
    return _without(_drafted(plans[number - 1]), {*phase.members}.difference(tournament.available(phase, number)))


def _seed(phase: PhaseState, number: int) -> str:
    return f"{phase.seed}/phase {phase.number}/round {number}"


def _by_standings(
    tournament: Tournament, phase: PhaseState, terms: DanesePhase | SwissPhase | LeaguePhase, number: int
) -> RoundPlan:
    """The round of a Swiss or danese phase or a league's evening: a matching of least cost in the order of the
    standings.
    """
    return pair_by_standings(*_standings_pairing(tournament, phase, terms, number))


def _standings_pairing(
    tournament: Tournament, phase: PhaseState, terms: DanesePhase | SwissPhase | LeaguePhase, number: int
) -> tuple[list[Competitor], SwissTerms, SeatingTerms]:
    """The sides in the order of the standings, and the terms of their pairing."""
    seats = tournament.regulations.seats
    # The first round follows the draw, or the former phase: this one has no results yet. A round robin may be paired
    # ahead of its results.
    drawn = number == 1 or is_round_robin(terms)
    standing = phase.members if drawn else [standing.side for standing in final_standings(tournament, phase.number)[0]]
    present = tournament.available(phase, number)
    order = [side for side in standing if side in present]
    past = competitors(tournament, phase, terms, number)
    swiss = SwissTerms(_rematches(terms), number <= seats.apart_rounds)
    seating = SeatingTerms(Basis(seats.tables), Basis(seats.seats), _seed(phase, number))
    return [past[side] for side in order], swiss, seating


def _rematches(terms: DanesePhase | SwissPhase | LeaguePhase) -> Rematches:
    if isinstance(terms, DanesePhase):
        return Rematches(terms.rematches)
    if isinstance(terms, LeaguePhase):
        return Rematches.NOT_LAST if terms.pairing == "danese" else Rematches.EVENING
    return Rematches.NEVER


def competitors(
    tournament: Tournament, phase: PhaseState, terms: DanesePhase | SwissPhase | LeaguePhase, number: int
) -> dict[int, Competitor]:
    """The data of each side for pairing: opponents of all phases, and of the evening or the last round."""
    sides = [Competitor(side, tournament.sides[side].delegation) for side in phase.members]
    for found in (round_state for before in tournament.phases[: phase.number] for round_state in before.rounds):
        here = found in phase.rounds and isinstance(terms, LeaguePhase)
        same_evening = here and isinstance(terms, LeaguePhase) and (found.number - 1) % terms.rounds > 0
        sides = list(played(sides, _plan(found.fixtures, found.byes), same_evening))
    if isinstance(terms, LeaguePhase) and (number - 1) % terms.rounds == 0:
        sides = [replace(side, recent=()) for side in sides]
    return {side.number: side for side in sides}
