"""Transitions in which sides enter, check in, withdraw, and join phases."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from canastra.errors import InputError
from canastra.names import check_name, same_name
from canastra.tournament import events
from canastra.tournament.encounters import PAIR, settled
from canastra.tournament.errors import EventRefusedError
from canastra.tournament.regulations import (
    GroupsPhase,
    HowellPhase,
    KnockoutPhase,
    LeaguePhase,
    MitchellPhase,
    PhaseTerms,
    Regulations,
    SideKind,
)
from canastra.tournament.rounds import is_round_robin, without_draft, without_draft_of, without_round
from canastra.tournament.standings import group_letters
from canastra.tournament.state import MissedRound, Participant, PhaseState, RoundStage, Tournament

PLAYERS_OF = {SideKind.PAIRS: (2, 2), SideKind.TEAMS: (4, 12), SideKind.PLAYERS: (1, 1)}
"""The fewest and the most players of a side."""
LONGEST_NAME = 80
"""Characters of the longest name of a side, a player or a delegation."""
LONGEST_CATEGORY = 40
"""Characters of the longest category."""


def players_of(regulations: Regulations) -> tuple[int, int]:
    """Return the fewest and the most players of a side: of a team as many as sit at its tables."""
    fewest, most = PLAYERS_OF[regulations.entries.kind]
    return max(fewest, PAIR * (regulations.teams.tables if regulations.teams else 0)), most


def register_side(state: Tournament, event: events.SideRegistered) -> Tournament:
    """The state with a new side. Raises `EventRefusedError` if its number or name is taken, or the tournament
    is full.
    """
    if event.side in state.sides:
        raise EventRefusedError("side_number_taken", side=event.side)
    if len(state.sides) >= state.regulations.entries.most:
        raise EventRefusedError("side_full", most=state.regulations.entries.most)
    registered = _with_names(state, Participant(event.side, "", ()), event)
    return replace(registered, last_number=max(state.last_number, event.side))


def correct_side(state: Tournament, event: events.SideCorrected) -> Tournament:
    """The state with a side's other names. Raises `EventRefusedError` if another side has that name."""
    return _with_names(state, _known(state, event.side), event)


def remove_side(state: Tournament, event: events.SideRemoved) -> Tournament:
    """The tournament without the side. Raises `EventRefusedError` if it is unknown, in a phase, or has withdrawn."""
    _present(state, event.side)
    if any(event.side in phase.members for phase in state.phases):
        raise EventRefusedError("side_not_removable", side=event.side)
    return replace(state, sides={number: side for number, side in state.sides.items() if number != event.side})


def withdraw_side(state: Tournament, event: events.SideWithdrawn) -> Tournament:
    """Withdraw a side, which is not paired again. Raises `EventRefusedError` if it is unknown or gone."""
    side, phase = _present(state, event.side), state.current
    left = phase.number if phase is not None and _has_opponents_left(state, phase, event.side) else 0
    order = 1 + max(side.left_as for side in state.sides.values())
    gone = replace(side, withdrawn=True, left_during=left, left_as=order)
    return without_draft_of(_with_side(state, gone), event.side)


def miss_round(state: Tournament, event: events.SideAbsent) -> Tournament:
    """Take a side out of a round, and drop a draft that has it.

    Raises `EventRefusedError` if encounters are fixed, once the round is published, and if the side has no bye left.
    """
    phase = _flexible(state, event)
    _present(state, event.side)
    published = phase.round(event.round)
    if published is not None and published.stage is not RoundStage.DRAFT:
        raise EventRefusedError("absence_too_late", side=event.side, round=event.round)
    if event.side in phase.absent(event.round):
        raise EventRefusedError("absence_twice", side=event.side, round=event.round)
    most = state.regulations.absence.requested_byes
    if event.bye and len({*_byes_of(state, event.side), _occasion(state, event.phase, event.round)}) > most:
        raise EventRefusedError("absence_no_bye", side=event.side, most=most)
    missed = MissedRound(event.side, event.round, event.bye)
    state = _with_phase(state, replace(phase, absences=(*phase.absences, missed)))
    return without_draft_of(state, event.side)


def return_side(state: Tournament, event: events.SideReturned) -> Tournament:
    """Undo a side's absence from a round, or its withdrawal, and drop the draft of that round.

    Raises `EventRefusedError` if encounters are fixed, after the round is over, and if the side had no absence.
    """
    phase = _flexible(state, event)
    side, found = _known(state, event.side), phase.round(event.round)
    if found is not None and found.stage >= RoundStage.CLOSED:
        raise EventRefusedError("round_stage", round=event.round, stage=found.stage.name.lower())
    if side.withdrawn:
        state = _with_side(state, replace(side, withdrawn=False))
    elif event.side in phase.absent(event.round):
        kept = tuple(
            absence for absence in phase.absences if (absence.side, absence.round) != (event.side, event.round)
        )
        state = _with_phase(state, replace(phase, absences=kept))
    else:
        raise EventRefusedError("absence_none", side=event.side, round=event.round)
    drafted = found is not None and found.stage is RoundStage.DRAFT
    return without_round(state, state.phases[event.phase - 1]) if drafted else state


def _byes_of(state: Tournament, side: int) -> set[tuple[int, int]]:
    """The rounds, in a league the evenings, for which a side has asked for a bye."""
    return {
        _occasion(state, phase.number, absence.round)
        for phase in state.phases
        for absence in phase.absences
        if absence.side == side and absence.bye
    }


def _occasion(state: Tournament, phase: int, number: int) -> tuple[int, int]:
    terms = state.regulations.phases[phase - 1]
    return phase, (number - 1) // terms.rounds if isinstance(terms, LeaguePhase) else number


def missable_rounds(terms: PhaseTerms) -> int:
    """The number of rounds of a phase that a side may miss: none if encounters are fixed."""
    if isinstance(terms, GroupsPhase | KnockoutPhase):
        return 0
    return terms.evenings * terms.rounds if isinstance(terms, LeaguePhase) else terms.rounds


def _flexible(state: Tournament, event: events.SideAbsent | events.SideReturned) -> PhaseState:
    """Return the current phase. Raises `EventRefusedError` if the side is not in it or its encounters are fixed."""
    phase = state.phase(event.phase)
    if phase is None or phase is not state.current:
        raise EventRefusedError("phase_not_current", phase=event.phase)
    rounds = missable_rounds(state.regulations.phases[event.phase - 1])
    if not rounds:
        raise EventRefusedError("absence_fixed", phase=event.phase)
    if event.side not in phase.members:
        raise EventRefusedError("side_not_in_phase", side=event.side, phase=event.phase)
    if event.round > rounds:
        raise EventRefusedError("round_unknown", round=event.round, phase=event.phase)
    return phase


def _has_opponents_left(state: Tournament, phase: PhaseState, side: int) -> bool:
    """Return whether a side of a group still has opponents to meet, without those whose results are annulled."""
    terms = state.regulations.phases[phase.number - 1]
    group = next((group for group in phase.groups if side in group), ())
    if not isinstance(terms, GroupsPhase) or not group:
        return False
    gone = state.annulled(phase.number)
    meetings = [{*encounter.sides} for _, encounter in settled(state, phase.number)]
    legs = 2 if terms.double else 1
    return any(meetings.count({side, other}) < legs for other in group if other != side and other not in gone)


def check_in(state: Tournament, event: events.CheckedIn) -> Tournament:
    """Check a side in. Raises `EventRefusedError` if it is unknown, has withdrawn or is checked in already."""
    side = _present(state, event.side)
    if side.checked_in:
        raise EventRefusedError("side_checked_in", side=event.side)
    return _with_side(state, replace(side, checked_in=True))


def begin_phase(state: Tournament, event: events.PhaseBegun) -> Tournament:
    """Begin a phase with its sides. Raises `EventRefusedError` unless the seed is published and the phase before is
    over.
    """
    phase = state.phase(event.phase)
    if phase is None:
        raise EventRefusedError("phase_unknown", phase=event.phase)
    if phase.groups:
        raise EventRefusedError("phase_begun", phase=event.phase)
    if not phase.seed:
        raise EventRefusedError("phase_without_seed", phase=event.phase)
    before = state.phase(event.phase - 1)
    if before is not None and not (
        before.rounds and all(round_state.stage >= RoundStage.CLOSED for round_state in before.rounds)
    ):
        raise EventRefusedError("phase_before_open", phase=event.phase)
    _hold_groups(state, event)
    return _with_phase(state, replace(phase, groups=event.groups))


def admit_side(state: Tournament, event: events.SideAdmitted) -> Tournament:
    """Admit a late entry to a phase. The first draft of a schedule or a bracket is dropped.

    Raises `EventRefusedError` if that is impossible. Groups, a Mitchell and a knock-out have a schedule of all their
    sides from the first round on: after its publication a late entry can only replace a side that left.
    """
    phase = state.phase(event.phase)
    if phase is None or phase is not state.current:
        raise EventRefusedError("phase_not_current", phase=event.phase)
    _present(state, event.side)
    if event.side in phase.members:
        raise EventRefusedError("side_in_phase", side=event.side, phase=event.phase)
    if event.group > len(phase.groups):
        raise EventRefusedError(
            "group_unknown", group=next(islice(group_letters(), event.group - 1, None), event.group)
        )
    if event.phase > 1:
        raise EventRefusedError("side_too_late", side=event.side, phase=event.phase)
    terms = state.regulations.phases[0]
    fixed = isinstance(terms, KnockoutPhase | GroupsPhase | MitchellPhase | HowellPhase)
    if fixed and any(round_state.stage > RoundStage.DRAFT for round_state in phase.rounds):
        raise EventRefusedError("side_too_late_fixed", side=event.side, phase=event.phase)
    index = event.group - 1
    groups = (*phase.groups[:index], (*phase.groups[index], event.side), *phase.groups[index + 1 :])
    joined = _with_phase(state, replace(phase, groups=groups))
    begins = len(phase.rounds) < 2 and (fixed or is_round_robin(terms))
    return without_draft(joined) if begins else joined


def _hold_groups(state: Tournament, event: events.PhaseBegun) -> None:
    members = [side for group in event.groups for side in group]
    for side in members:
        _present(state, side)
        if members.count(side) > 1:
            raise EventRefusedError("side_twice", side=side)
    grouped = isinstance(state.regulations.phases[event.phase - 1], GroupsPhase)
    if not members or not all(event.groups) or (len(event.groups) > 1 and not grouped):
        raise EventRefusedError("phase_groups", phase=event.phase, groups=len(event.groups))
    least = state.regulations.entries.least if event.phase == 1 else 2
    if len(members) < least:
        raise EventRefusedError("phase_too_few", count=len(members), least=least)


def _known(state: Tournament, number: int) -> Participant:
    if number not in state.sides:
        raise EventRefusedError("entry_unknown", side=number)
    return state.sides[number]


def _present(state: Tournament, number: int) -> Participant:
    side = _known(state, number)
    if side.withdrawn:
        raise EventRefusedError("side_withdrawn", side=number)
    return side


def _with_names(
    state: Tournament, side: Participant, event: events.SideRegistered | events.SideCorrected
) -> Tournament:
    fewest, most = players_of(state.regulations)
    if not fewest <= len(event.players) <= most:
        raise EventRefusedError("side_players", side=event.side, count=len(event.players), fewest=fewest, most=most)
    try:
        for name in (event.name, *event.players, *filter(None, [event.delegation])):
            check_name(name, LONGEST_NAME)
        if event.category:
            check_name(event.category, LONGEST_CATEGORY)
    except InputError as error:
        raise EventRefusedError(error.code, **error.figures) from None
    name = same_name(event.name)
    other = next((side for side in state.sides.values() if same_name(side.name) == name), None)
    if other is not None and other.number != event.side:
        raise EventRefusedError("side_name_taken", name=event.name, side=other.number)
    named = replace(side, name=event.name, players=event.players, delegation=event.delegation, category=event.category)
    return _with_side(state, named)


def _with_side(state: Tournament, side: Participant) -> Tournament:
    return replace(state, sides={**state.sides, side.number: side})


def _with_phase(state: Tournament, phase: PhaseState) -> Tournament:
    return replace(
        state, phases=tuple(phase if present.number == phase.number else present for present in state.phases)
    )
