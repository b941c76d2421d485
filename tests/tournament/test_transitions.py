"""Allowed and refused events: entries, rounds from draft to ratified, results of both sides, penalties, revocations."""

from __future__ import annotations

import pytest

from canastra.tournament import EventRefusedError, RoundStage, fold
from canastra.tournament import events as ev
from canastra.tournament.events import AbandonedResult, DefaultResult, Fixture, PlayedResult, WalkoverResult
from tests.tournament.days import Day, regulations_text

ROUND = [(1, 2), (3, 4), (5, 6), (7, 8)]
WON = PlayedResult(((3020, 1500),))
OTHER = PlayedResult(((3020, 1510),))
TIMELESS = (("minutes = 60", "minutes = 0"), ("warning = 10", "warning = 0"), ('"finish_deal"', '"play_on"'))


def drafted() -> Day:
    day = Day(regulations_text("club-day"), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.draft(1, 1, ROUND)
    return day


def playing() -> Day:
    day = drafted()
    day.open(1, 1)
    return day


def refused(day: Day, event: ev.TournamentEvent, code: str) -> None:
    before = day.state
    with pytest.raises(EventRefusedError) as error:
        day.add(event)
    assert error.value.code == code
    assert error.value.message("pt") != error.value.message("en")
    assert day.state is before


def stage(day: Day) -> RoundStage:
    return day.state.phases[0].rounds[0].stage


def result(day: Day, table: int) -> object:
    found = day.state.phases[0].rounds[0].table(table)
    assert found is not None
    return found.result


def test_nothing_happens_before_the_regulations_is_adopted() -> None:
    day = Day(regulations_text("club-day"))
    day.state = fold(day.regulations, [])
    day.log.clear()
    refused(day, ev.SideRegistered(1, "Ana e Rui", ("Ana", "Rui"), ""), "event_before_regulations")


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (ev.SideRegistered(1, "Nova", ("Eva", "Ivo"), ""), "side_number_taken"),
        (ev.SideRegistered(9, "LADO 1", ("Eva", "Ivo"), ""), "side_name_taken"),
        (ev.SideRegistered(9, "Nova", ("Eva",), ""), "side_players"),
        (ev.SideCorrected(9, "Nova", ("Eva", "Ivo"), "", "x"), "entry_unknown"),
        (ev.SideCorrected(1, "Lado 2", ("Eva", "Ivo"), "", "x"), "side_name_taken"),
        (ev.CheckedIn(1), "side_checked_in"),
        (ev.CheckedIn(9), "entry_unknown"),
        (ev.PhaseBegun(1, ((1, 2, 3, 4), (5, 6, 7, 8))), "phase_begun"),
        (ev.PhaseBegun(2, ((1, 2),)), "phase_without_seed"),
        (ev.PhaseBegun(3, ((1, 2),)), "phase_unknown"),
        (ev.SeedPublished(1, "outra"), "seed_twice"),
        (ev.SeedPublished(3, "outra"), "phase_unknown"),
        (ev.SideAdmitted(1, 1, 4), "side_in_phase"),
        (ev.SideAdmitted(1, 3, 9), "entry_unknown"),
        (ev.RoundDrafted(1, 2, (), ()), "round_before_open"),
        (ev.RoundDrafted(1, 3, (), ()), "round_not_next"),
        (ev.RoundDrafted(2, 1, (), ()), "phase_not_current"),
        (ev.RoundDrafted(1, 1, (Fixture(1, (1,), (1,)),), ()), "side_twice"),
        (ev.RoundDrafted(1, 1, (Fixture(1, (1,), (2,)),), (2,)), "side_twice"),
        (ev.RoundDrafted(1, 1, (Fixture(1, (1,), (9,)),), ()), "side_not_in_phase"),
        (ev.RoundDrafted(1, 1, (Fixture(1, (1, 2), (3, 4)),), ()), "table_sides"),
        (ev.RoundDrafted(1, 1, (Fixture(1, (1,), (2,)), Fixture(1, (3,), (4,))), ()), "table_twice"),
        (ev.RoundStarted(1, 1), "round_stage"),
        (ev.RoundClosed(1, 1), "round_stage"),
        (ev.RoundPublished(1, 2), "round_unknown"),
        (ev.SheetReceived(1, 1, 1, WON), "round_stage"),
        (ev.PenaltyApplied(1, 1, "grosseria", "x"), "penalty_unlisted"),
        (ev.PenaltyApplied(1, 9, "atraso", "x"), "side_not_in_phase"),
        (ev.Revoked(99, "x"), "event_no_line"),
        (ev.Revoked(1, "x"), "event_irrevocable"),
        (ev.Revoked(2, "x"), "event_needed"),
        (ev.Adopted("0" * 64, ""), "regulations_without_reason"),
    ],
)
def test_what_cannot_happen_to_a_draft(event: ev.TournamentEvent, code: str) -> None:
    refused(drafted(), event, code)


def test_only_a_draft_is_paired_again() -> None:
    day = drafted()
    day.draft(1, 1, [(1, 3), (2, 4), (5, 7), (6, 8)])
    assert [each.fixture.two for each in day.state.phases[0].rounds[0].tables] == [(3,), (4,), (7,), (8,)]
    published = day.add(ev.RoundPublished(1, 1))
    refused(day, ev.RoundDrafted(1, 1, (Fixture(1, (1,), (2,)),), ()), "round_not_draft")
    refused(day, ev.Revoked(published, "engano"), "event_irrevocable")


def test_a_published_round_changes_at_single_tables_only() -> None:
    """Two pairs sat down at each other's tables; the other tables keep what they have."""
    day = playing()
    day.paper(1, 1, 3, (3000, 100))
    before = day.state.phases[0].rounds[0].tables
    day.add(ev.FixturesChanged(1, 1, (Fixture(1, (1,), (4,)), Fixture(2, (3,), (2,))), (), "sentaram-se trocados"))
    after = day.state.phases[0].rounds[0].tables
    assert [each.fixture.two for each in after[:2]] == [(4,), (2,)]
    assert after[2:] == before[2:]
    change = ev.FixturesChanged(1, 1, (Fixture(1, (1,), (2,)),), (), "x")
    refused(day, change, "side_twice")
    refused(day, ev.FixturesChanged(1, 1, (Fixture(3, (5,), (7,)),), (), "x"), "table_has_result")


def test_a_late_pair_gets_the_bye_as_its_opponent() -> None:
    day = Day(regulations_text("club-rounds", ("least = 12", "least = 3")), sides=3)
    day.begin(1, (1, 2, 3))
    day.draft(1, 1, [(1, 2)], byes=[3])
    day.add(ev.RoundPublished(1, 1))
    day.enter(4)
    day.add(ev.SideAdmitted(1, 1, 4))
    day.add(ev.FixturesChanged(1, 1, (Fixture(2, (3,), (4,)),), (), "chegaram durante a chamada"))
    found = day.state.phases[0].rounds[0]
    assert (found.byes, [each.fixture.table for each in found.tables]) == ((), [1, 2])
    assert day.state.phases[0].members == (1, 2, 3, 4)


def test_groups_take_nobody_in_once_a_round_is_published() -> None:
    day = drafted()
    day.enter(9)
    day.add(ev.RoundPublished(1, 1))
    refused(day, ev.SideAdmitted(1, 1, 9), "side_too_late_fixed")


def test_a_round_goes_from_draft_to_ratified_one_step_at_a_time() -> None:
    day = playing()
    refused(day, ev.RoundPublished(1, 1), "round_stage")
    refused(day, ev.RoundClosed(1, 1), "round_outstanding")
    for table in (1, 2, 3, 4):
        day.paper(1, 1, table, (3000, 10 * table))
    day.add(ev.RoundClosed(1, 1))
    ratified = day.add(ev.RoundRatified(1, 1))
    assert stage(day) is RoundStage.RATIFIED
    refused(day, ev.ResultCorrected(1, 1, 1, OTHER, "x"), "round_stage")
    day.add(ev.Revoked(ratified, "assinatura errada"))
    assert stage(day) is RoundStage.CLOSED
    day.add(ev.ResultCorrected(1, 1, 1, OTHER, "soma errada"))
    assert result(day, 1) == OTHER


def test_both_sides_report_the_same() -> None:
    day = playing()
    day.add(ev.ResultReported(1, 1, 1, 0, WON))
    assert result(day, 1) is None
    day.add(ev.ResultReported(1, 1, 1, 1, WON))
    assert result(day, 1) == WON
    refused(day, ev.ResultReported(1, 1, 1, 1, OTHER), "result_settled")


def test_one_side_confirms_what_the_other_reported() -> None:
    day = playing()
    refused(day, ev.ResultConfirmed(1, 1, 1, 1), "result_unreported")
    day.add(ev.ResultReported(1, 1, 1, 0, WON))
    refused(day, ev.ResultConfirmed(1, 1, 1, 0), "result_unreported")
    day.add(ev.ResultConfirmed(1, 1, 1, 1))
    assert result(day, 1) == WON


def test_two_different_reports_wait_for_the_referee() -> None:
    day = playing()
    day.add(ev.ResultReported(1, 1, 1, 0, WON))
    day.add(ev.ResultReported(1, 1, 1, 1, OTHER))
    table = day.state.phases[0].rounds[0].tables[0]
    assert table.differs
    assert table.result is None
    day.add(ev.ResultDecided(1, 1, 1, OTHER, "Congresso, 12", "a folha da mesa tem 1510"), by="Árbitra Rosa")
    assert result(day, 1) == OTHER
    decision = day.state.decisions[0]
    assert (decision.article, decision.by, decision.place) == ("Congresso, 12", "Árbitra Rosa", (1, 1, 1))
    assert "1510" in decision.reason
    assert decision.at > 0


def test_a_side_that_sees_its_mistake_reports_again() -> None:
    day = playing()
    day.add(ev.ResultReported(1, 1, 1, 0, WON))
    day.add(ev.ResultReported(1, 1, 1, 1, OTHER))
    day.add(ev.ResultReported(1, 1, 1, 0, OTHER))
    assert result(day, 1) == OTHER


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (PlayedResult(()), "result_too_few"),
        (PlayedResult(((3000, 0), (3000, 0))), "result_too_many"),
        (WalkoverResult(()), "result_absent"),
        (WalkoverResult((1, 0)), "result_absent"),
    ],
)
def test_a_result_has_the_form_of_its_encounter(given: ev.EncounterResult, code: str) -> None:
    refused(playing(), ev.ResultDecided(1, 1, 1, given, "Art. 16", "x"), code)


@pytest.mark.parametrize(
    "given", [WalkoverResult((0,)), WalkoverResult((0, 1)), DefaultResult(0), AbandonedResult(1, ((3000, 0),))]
)
def test_what_was_not_played_is_neither_reported_nor_on_a_sheet(given: ev.EncounterResult) -> None:
    """Art. 16: the referee decides cases without a rule, with article and reason, listed among the decisions."""
    refused(playing(), ev.SheetReceived(1, 1, 1, given), "result_not_played")
    refused(playing(), ev.ResultReported(1, 1, 1, 0, given), "result_not_played")
    day = playing()
    day.add(ev.ResultDecided(1, 1, 1, given, "Congresso, 4", "tolerância"))
    assert [each.place for each in day.state.decisions] == [(1, 1, 1)]


def test_a_correction_needs_a_result_and_touches_one_table() -> None:
    day = playing()
    refused(day, ev.ResultCorrected(1, 1, 1, WON, "x"), "result_missing")
    refused(day, ev.SheetReceived(1, 1, 9, WON), "table_unknown")
    for table in (1, 2):
        day.paper(1, 1, table, (3000, 0))
    before = day.state.phases[0].rounds[0].tables
    day.add(ev.ResultCorrected(1, 1, 1, WON, "soma errada"))
    assert day.state.phases[0].rounds[0].tables[1:] == before[1:]


def test_what_is_undone_is_undone_by_a_later_event() -> None:
    day = playing()
    before = day.state.phases
    line = day.paper(1, 1, 1, (3000, 0))
    played = day.state.phases
    gone = day.add(ev.Revoked(line, "era a mesa 2"))
    assert day.state.phases == before
    refused(day, ev.Revoked(line, "x"), "event_revoked")
    day.add(ev.Revoked(gone, "era mesmo a mesa 1"))
    assert day.state.phases == played
    assert fold(day.regulations, day.log) == day.state


def test_a_side_that_withdrew_is_paired_no_more_and_keeps_what_it_played() -> None:
    day = Day(regulations_text("club-rounds", ("least = 12", "least = 4")), sides=4)
    day.begin(1, (1, 2, 3, 4))
    day.play(1, {(1, 2): (3000, 0), (3, 4): (3000, 0)})
    line = day.add(ev.SideWithdrawn(1, "adoeceu"))
    refused(day, ev.SideWithdrawn(1, "x"), "side_withdrawn")
    refused(day, ev.RoundDrafted(1, 2, (Fixture(1, (1,), (3,)),), ()), "side_not_in_phase")
    assert result(day, 1) == PlayedResult(((3000, 0),))
    day.add(ev.Revoked(line, "voltou"))
    day.draft(1, 2, [(1, 3), (2, 4)])


def test_in_a_group_the_opponents_of_a_side_that_withdrew_keep_their_encounter() -> None:
    """It is a W.O. then: the others of the group have had theirs."""
    day = drafted()
    day.add(ev.SideWithdrawn(1, "adoeceu"))
    day.open(1, 1)
    day.add(ev.ResultDecided(1, 1, 1, WalkoverResult((0,)), "Congresso, 4", "saiu do torneio"))
    assert result(day, 1) == WalkoverResult((0,))


def test_a_penalty_is_listed_and_changes_no_result() -> None:
    """Buraco Art. 18: a match has no other points than the chapter's."""
    day = playing()
    day.paper(1, 1, 1, (3000, 0))
    before = day.state.phases
    day.add(ev.PenaltyApplied(1, 1, "atraso", "sete minutos"))
    assert day.state.phases == before
    assert [(each.side, each.penalty) for each in day.state.penalties] == [(1, "atraso")]


def test_a_case_that_no_rule_has_is_decided_and_kept() -> None:
    """Regional Art. 16."""
    day = playing()
    day.add(ev.CaseDecided("Art. 16", "faltou luz: a rodada recomeça às 15h"), by="Coordenação Técnica")
    assert (day.state.decisions[0].place, day.state.decisions[0].by) == (None, "Coordenação Técnica")


def test_too_few_entries() -> None:
    day = Day(regulations_text("club-day"), sides=7)
    day.add(ev.SeedPublished(1, "x"))
    refused(day, ev.PhaseBegun(1, ((1, 2, 3, 4), (5, 6, 7))), "phase_too_few")
    refused(day, ev.PhaseBegun(1, ((1, 2, 3, 4), (5, 6, 7, 7))), "side_twice")
    refused(day, ev.PhaseBegun(1, ((1, 2, 3, 4, 5, 6, 7), ())), "phase_groups")


def test_a_full_event_takes_no_more() -> None:
    day = Day(regulations_text("club-day", ("most = 64", "most = 8")), sides=8)
    refused(day, ev.SideRegistered(9, "Nova", ("Eva", "Ivo"), ""), "side_full")


def test_a_clock_is_stopped_goes_on_and_has_more_time() -> None:
    day = playing()
    paused = ev.RoundPaused(1, 1, "faltou luz")
    refused(day, ev.RoundResumed(1, 1), "clock_running")
    line = day.add(paused)
    refused(day, paused, "clock_paused")
    day.add(ev.RoundExtended(1, 1, 5, "faltou luz"))
    day.add(ev.RoundExtended(1, 1, 10, "faltou luz"))
    found = day.state.phases[0].rounds[0]
    assert (found.paused, found.extended) == (True, 15)
    day.add(ev.RoundResumed(1, 1))
    refused(day, ev.Revoked(line, "engano"), "event_needed")
    assert not day.state.phases[0].rounds[0].paused
    assert fold(day.regulations, day.log) == day.state


def test_a_clock_needs_a_limit_of_time_and_a_round_that_is_played() -> None:
    day = drafted()
    refused(day, ev.RoundPaused(1, 1, "x"), "round_stage")
    timeless = Day(regulations_text("club-day", *TIMELESS), sides=8)
    timeless.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    timeless.draft(1, 1, ROUND)
    timeless.open(1, 1)
    refused(timeless, ev.RoundExtended(1, 1, 5, "x"), "clock_none")
