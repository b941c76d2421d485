"""Applies an event to the state of a tournament, or refuses one that can't happen now.

A round is a draft, then published, played, closed, ratified. Only a draft may be paired again: later changes are single
events that touch no other table. Only a later event that revokes its line undoes an event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from canastra.fairness import shared_commitments
from canastra.tournament import events
from canastra.tournament.encounters import give_line_up, hold_encounter
from canastra.tournament.errors import EventLogError, EventRefusedError
from canastra.tournament.log import LoggedEvent
from canastra.tournament.regulations import Regulations
from canastra.tournament.results import hold_to_form
from canastra.tournament.rounds import change_fixtures, draft_round, round_of, with_round, with_table
from canastra.tournament.sides import (
    admit_side,
    begin_phase,
    check_in,
    correct_side,
    miss_round,
    register_side,
    remove_side,
    return_side,
    withdraw_side,
)
from canastra.tournament.state import (
    AppliedPenalty,
    PhaseState,
    RefereeDecision,
    RoundStage,
    RoundState,
    TableResult,
    Tournament,
)

IRREVOCABLE: Final = (events.RoundPublished, events.Adopted, events.PacksSealed, events.PacksOpened)
"""Events that can't be revoked: a published round never becomes a draft again, and statements about its packs stay."""


def fold(regulations: Regulations, log: Sequence[LoggedEvent]) -> Tournament:
    """The tournament of a log. Raises `EventLogError`, with the line, for an impossible event."""
    gone = revoked_lines(log)
    state = start(regulations)
    for logged in log:
        if logged.line not in gone and not isinstance(logged.event, events.Revoked):
            try:
                state = _evolve(state, logged)
            except EventRefusedError as error:
                raise EventLogError("events_refused", place=logged.line, reason=error.message()) from error
        if isinstance(logged.event, events.SideRegistered):
            state = replace(state, last_number=max(state.last_number, logged.event.side))
        state = replace(state, lines=logged.line)
    return state


def start(regulations: Regulations) -> Tournament:
    """A tournament before its first event."""
    phases = tuple(PhaseState(number) for number in range(1, len(regulations.phases) + 1))
    return Tournament(regulations, phases=phases)


def apply_event(state: Tournament, log: Sequence[LoggedEvent], logged: LoggedEvent) -> Tournament:
    """The state after one more event, with the log before it. Raises `EventRefusedError` if it can't happen now."""
    if not isinstance(logged.event, events.Revoked):
        return replace(_evolve(state, logged), lines=logged.line)
    _revocable(log, logged.event)
    try:
        return fold(state.regulations, [*log, logged])
    except EventLogError as error:
        raise EventRefusedError("event_needed", number=logged.event.line, place=error.line) from error


def revoked_lines(log: Sequence[LoggedEvent]) -> frozenset[int]:
    """The lines that no longer count. A revoked revocation revokes nothing."""
    gone: set[int] = set()
    for logged in reversed(log):
        if isinstance(logged.event, events.Revoked) and logged.line not in gone:
            gone.add(logged.event.line)
    return frozenset(gone)


def _revocable(log: Sequence[LoggedEvent], event: events.Revoked) -> None:
    if not 0 < event.line <= len(log):
        raise EventRefusedError("event_no_line", number=event.line)
    if isinstance(log[event.line - 1].event, IRREVOCABLE):
        raise EventRefusedError("event_irrevocable", number=event.line)
    if event.line in revoked_lines(log):
        raise EventRefusedError("event_revoked", number=event.line)


def _evolve(state: Tournament, logged: LoggedEvent) -> Tournament:
    event = logged.event
    if not state.digest and not isinstance(event, events.Adopted):
        raise EventRefusedError("event_before_regulations")
    if isinstance(event, events.ResultDecided | events.CaseDecided):
        state = _decide(state, logged, event)
    elif isinstance(event, events.PenaltyApplied):
        return _penalise(state, logged.line, event)
    handler = _HANDLERS.get(type(event))
    return state if handler is None else handler(state, event)


def _adopt(state: Tournament, event: events.Adopted) -> Tournament:
    if state.digest and not event.reason:
        raise EventRefusedError("regulations_without_reason")
    return replace(state, digest=event.regulations)


def _publish_seed(state: Tournament, event: events.SeedPublished) -> Tournament:
    phase = state.phase(event.phase)
    if phase is None:
        raise EventRefusedError("phase_unknown", phase=event.phase)
    if phase.seed:
        raise EventRefusedError("seed_twice", phase=event.phase)
    changed = replace(phase, seed=event.seed)
    return replace(state, phases=tuple(changed if present is phase else present for present in state.phases))


_Moves = events.RoundPublished | events.RoundStarted | events.RoundClosed | events.RoundRatified
_STAGES: Final[dict[type, RoundStage]] = {
    events.RoundPublished: RoundStage.PUBLISHED,
    events.RoundStarted: RoundStage.PLAYING,
    events.RoundClosed: RoundStage.CLOSED,
    events.RoundRatified: RoundStage.RATIFIED,
}


def _move_on(state: Tournament, event: _Moves) -> Tournament:
    """Advance a round by one stage."""
    found, stage = round_of(state, event.phase, event.round), _STAGES[type(event)]
    if found.stage != stage - 1:
        raise EventRefusedError("round_stage", round=event.round, stage=found.stage.name.lower())
    if stage is RoundStage.CLOSED and found.outstanding:
        tables = ", ".join(str(table.fixture.table) for table in found.outstanding)
        raise EventRefusedError("round_outstanding", round=event.round, tables=tables)
    return with_round(state, event.phase, replace(found, stage=stage))


_OfClock = events.RoundPaused | events.RoundResumed | events.RoundExtended


def _set_clock(state: Tournament, event: _OfClock) -> Tournament:
    """Stop, restart or extend the clock of the round in play."""
    found = round_of(state, event.phase, event.round)
    if not state.regulations.form_of(event.phase - 1).minutes:
        raise EventRefusedError("clock_none", phase=event.phase)
    if found.stage is not RoundStage.PLAYING:
        raise EventRefusedError("round_stage", round=event.round, stage=found.stage.name.lower())
    if isinstance(event, events.RoundExtended):
        return with_round(state, event.phase, replace(found, extended=found.extended + event.minutes))
    pausing = isinstance(event, events.RoundPaused)
    if found.paused == pausing:
        raise EventRefusedError("clock_paused" if pausing else "clock_running", round=event.round)
    return with_round(state, event.phase, replace(found, paused=pausing))


def _seal_packs(state: Tournament, event: events.PacksSealed) -> Tournament:
    """Seal the packs of a draft; they stay secret until the round is over."""
    found = _duplicate(state, event)
    if found.stage is not RoundStage.DRAFT:
        raise EventRefusedError("round_stage", round=event.round, stage=found.stage.name.lower())
    deals = state.regulations.form_of(event.phase - 1).number
    if len(event.commitments) != deals:
        raise EventRefusedError("packs_count", count=len(event.commitments), deals=deals)
    return with_round(state, event.phase, replace(found, packs=event.packs, commitments=event.commitments))


def _open_packs(state: Tournament, event: events.PacksOpened) -> Tournament:
    """Open the secrets of a round that is over; each must match its commitment."""
    found = _duplicate(state, event)
    if found.stage < RoundStage.CLOSED or found.secrets:
        raise EventRefusedError("round_stage", round=event.round, stage=found.stage.name.lower())
    if shared_commitments(found.packs, event.secrets) != found.commitments:
        raise EventRefusedError("packs_differ", round=event.round)
    return with_round(state, event.phase, replace(found, secrets=event.secrets))


def _duplicate(state: Tournament, event: events.PacksSealed | events.PacksOpened) -> RoundState:
    """A round in which all of the server's tables have the same packs."""
    if state.regulations.online is None or state.regulations.online.packs != "same":
        raise EventRefusedError("packs_own")
    return round_of(state, event.phase, event.round)


_AtTable = (
    events.ResultReported
    | events.ResultConfirmed
    | events.SheetReceived
    | events.GamePlayed
    | events.ResultCorrected
    | events.ResultDecided
)

_OF_PLAY = events.ResultReported, events.SheetReceived
"""Events with played results only: absences, given wins and abandonments are the referee's to decide."""


def _result(state: Tournament, event: _AtTable) -> Tournament:
    """Change the result of one table, and no other."""
    found = round_of(state, event.phase, event.round)
    if isinstance(event, events.GamePlayed) and state.regulations.online is None:
        raise EventRefusedError("result_not_online")
    last = RoundStage.CLOSED if isinstance(event, events.ResultCorrected | events.ResultDecided) else RoundStage.PLAYING
    if not RoundStage.PLAYING <= found.stage <= last:
        raise EventRefusedError("round_stage", round=event.round, stage=found.stage.name.lower())
    table = found.table(event.table)
    if table is None:
        raise EventRefusedError("table_unknown", table=event.table, round=event.round)
    if isinstance(event, _OF_PLAY) and not isinstance(event.result, events.PlayedResult | events.DealsResult):
        raise EventRefusedError("result_not_played", table=event.table)
    if not isinstance(event, events.ResultConfirmed):
        hold_to_form(state.regulations, event.phase, event.result)
    after = with_table(state, event.phase, found, _at_table(table, event))
    hold_encounter(after, event.phase, event.round, event.table)
    return after


def _at_table(table: TableResult, event: _AtTable) -> TableResult:
    number = event.table
    if isinstance(event, events.ResultCorrected):
        if table.result is None:
            raise EventRefusedError("result_missing", table=number)
        return replace(table, result=event.result, corrected=True)
    if isinstance(event, events.ResultDecided):
        return replace(table, result=event.result)
    if table.result is not None:
        raise EventRefusedError("result_settled", table=number)
    if isinstance(event, events.SheetReceived | events.GamePlayed):
        return replace(table, result=event.result)
    said = event.result if isinstance(event, events.ResultReported) else table.reports[1 - event.half]
    if said is None:
        raise EventRefusedError("result_unreported", table=number)
    reports = (said, table.reports[1]) if event.half == 0 else (table.reports[0], said)
    return replace(table, reports=reports, result=said if reports[0] == reports[1] else None)


def _decide(state: Tournament, logged: LoggedEvent, event: events.ResultDecided | events.CaseDecided) -> Tournament:
    place = (event.phase, event.round, event.table) if isinstance(event, events.ResultDecided) else None
    decision = RefereeDecision(logged.line, event.article, event.reason, logged.by, logged.at, place)
    return replace(state, decisions=(*state.decisions, decision))


def _penalise(state: Tournament, line: int, event: events.PenaltyApplied) -> Tournament:
    """Apply one of the listed penalties: a match's points have no others than the rulebook's (buraco Art. 18)."""
    phase, known = state.phase(event.phase), [penalty.id for penalty in state.regulations.penalties]
    if event.penalty not in known:
        raise EventRefusedError("penalty_unlisted", name=event.penalty, known=", ".join(known))
    if phase is None or event.side not in phase.members:
        raise EventRefusedError("side_not_in_phase", side=event.side, phase=event.phase)
    applied = AppliedPenalty(line, event.phase, event.side, event.penalty, event.reason)
    return replace(state, penalties=(*state.penalties, applied))


_HANDLERS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    events.Adopted: _adopt,
    events.SideRegistered: register_side,
    events.SideCorrected: correct_side,
    events.SideRemoved: remove_side,
    events.SideWithdrawn: withdraw_side,
    events.CheckedIn: check_in,
    events.SideAbsent: miss_round,
    events.SideReturned: return_side,
    events.SeedPublished: _publish_seed,
    events.PhaseBegun: begin_phase,
    events.SideAdmitted: admit_side,
    events.RoundDrafted: draft_round,
    events.FixturesChanged: change_fixtures,
    events.PacksSealed: _seal_packs,
    events.PacksOpened: _open_packs,
    events.RoundPaused: _set_clock,
    events.RoundResumed: _set_clock,
    events.RoundExtended: _set_clock,
    events.LineUpGiven: give_line_up,
    events.ResultReported: _result,
    events.ResultConfirmed: _result,
    events.SheetReceived: _result,
    events.GamePlayed: _result,
    events.ResultCorrected: _result,
    events.ResultDecided: _result,
    **dict.fromkeys(_STAGES, _move_on),
}
