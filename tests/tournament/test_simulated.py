"""Whole random tournaments: pairings follow the form, places follow from results, and `check` agrees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from networkx import Graph, max_weight_matching

from canastra.tournament import apply_event, dump_log, fold, load_log, log_event, start
from canastra.tournament import events as ev
from canastra.tournament.fixtures import draw_phase, pair_round
from canastra.tournament.log import LoggedEvent
from canastra.tournament.pairing import individual as individual_pairing
from canastra.tournament.pairing import least_cost_matching
from canastra.tournament.pairing import swiss as swiss_pairing
from canastra.tournament.progression import final_standings, overall
from canastra.tournament.state import Tournament
from canastra.tournament.verifier import Difference, check_tournament, open_tournament
from tests.samples import sample
from tests.tournament.days import Day, regulations_text
from tests.tournament.simulation import Simulation

FORMS = {
    "groups and knock-out": (regulations_text("club-day"), (8, 9, 11, 14, 16, 27, 32)),
    "drop last, others": (
        regulations_text(
            "club-day", ("best_others = 0", "best_others = 2"), ('normalise = "none"', 'normalise = "drop_last"')
        ),
        (9, 13, 17),
    ),
    "consolation": (regulations_text("club-day", ("consolation = false", "consolation = true")), (12, 20)),
    "swiss": (regulations_text("club-rounds"), (12, 13, 21, 30)),
    "mitchell": (regulations_text("italy-mitchell"), (12, 13, 16, 17)),
    "danese": (regulations_text("italy-danese", ("passing = 16", "passing = 12")), (16, 19, 24)),
    "league": (
        regulations_text("league-evenings", ("evenings = 10", "evenings = 4"), ("best = 8", "best = 3")),
        (6, 7, 10),
    ),
    "howell": (regulations_text("howell"), (8, 9, 16)),
    "switched": (regulations_text("italy-mitchell", ("switched = 0", "switched = 2")), (12, 13)),
    "duplicate": (regulations_text("duplicate"), (12, 13, 21)),
    "individual": (regulations_text("individual"), (8, 9, 10, 11, 13, 16)),
}
CASES = [(form, sides, seed) for form, (_, sizes) in FORMS.items() for sides in sizes for seed in range(75)]

LARGE = [("swiss", 4), ("swiss", 120), ("swiss", 200), ("groups and knock-out", 200), ("individual", 100)]


@pytest.mark.soak
@pytest.mark.parametrize(("form", "sides"), LARGE)
def test_small_and_large_ones(form: str, sides: int) -> None:
    text = re.sub(r"least = \d+\nmost = \d+", "least = 4\nmost = 400", FORMS[form][0])
    day = Simulation(text.replace("rounds = 5", "rounds = 2") if sides == 4 else text, sides, sides).run()
    assert check_tournament(text if sides > 4 else day.text, dump_log(day.log)) == ()
    holds(day.state, sides)


@pytest.mark.parametrize(("case"), sample(CASES, 24))
def test_a_tournament_by_chance(case: tuple[str, int, int]) -> None:
    form, sides, seed = case
    text = FORMS[form][0]
    day = Simulation(text, sides, seed).run()
    content = dump_log(day.log)
    state, log = open_tournament(text, content)
    assert (state, list(log)) == (day.state, day.log)
    assert check_tournament(text, content) == ()
    cut = day.log[: 1 + seed * len(day.log) // 75]
    assert fold(day.regulations, load_log(dump_log(cut))).lines == len(cut)
    holds(state, sides)
    if form == "individual":
        partners_come_again_only_where_they_must(state, day.log)


def holds(state: Tournament, sides: int) -> None:
    """Fail unless a finished tournament of this many sides has each property of a right one."""
    entered = set(state.sides)
    assert sorted(overall(state)) == sorted({side for phase in state.phases for side in phase.members})
    for phase in state.phases:
        kind = state.regulations.phases[phase.number - 1].__struct_config__.tag
        for table, group in zip(final_standings(state, phase.number), phase.groups, strict=True):
            assert sorted(each.side for each in table) == sorted(group)
            assert all(each.reasons for each in table)
        met = Counter(
            frozenset((*each.fixture.one, *each.fixture.two)) for found in phase.rounds for each in found.tables
        )
        byes = Counter(side for found in phase.rounds for side in found.byes)
        assert set(phase.members) <= entered
        if kind == "groups":
            pairs = {frozenset(pair) for group in phase.groups for pair in combinations(group, 2)}
            assert met == Counter(dict.fromkeys(pairs, 1))
        if kind in ("swiss", "mitchell"):
            assert max(met.values()) == 1
            assert max(byes.values(), default=0) <= 1
        if kind == "danese":
            pairs_of = [{frozenset((*t.fixture.one, *t.fixture.two)) for t in found.tables} for found in phase.rounds]
            assert not any(one & two for one, two in pairwise(pairs_of))
        if kind == "individual" and all(state.active(side) for side in phase.members):
            partners = Counter(half for found in phase.rounds for t in found.tables for half in halves(t.fixture))
            # Late entries make the rounds follow no schedule.
            follows = len(phase.members) == sides and sides in (8, 9, 13, 16)
            assert max(partners.values()) <= (1 if follows else 2)


def halves(fixture: ev.Fixture) -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(fixture.one), frozenset(fixture.two)


def partners_come_again_only_where_they_must(state: Tournament, log: Sequence[LoggedEvent]) -> None:
    """A round has partners of an earlier one if those who play in it can't all be paired otherwise."""
    partners: set[frozenset[int]] = set()
    drafts = {each.event.round: each.event for each in log if isinstance(each.event, ev.RoundDrafted)}
    for played in state.phases[0].rounds:
        pairs = [half for fixture in drafts[played.number].fixtures for half in halves(fixture)]
        if partners & set(pairs):
            players = frozenset[int]().union(*pairs)
            new = [pair for pair in combinations(players, 2) if frozenset(pair) not in partners]
            assert len(max_weight_matching(Graph(new), maxcardinality=True)) < len(pairs)
        partners |= {half for table in played.tables for half in halves(table.fixture)}


def swiss() -> Day:
    return Simulation(FORMS["swiss"][0], 13, 5).run()


def test_check_says_which_round_is_not_what_the_results_make() -> None:
    """Two opponents in a draft are exchanged, with right digests."""
    day = swiss()
    log = list(day.log)
    place = next(at for at, each in enumerate(log) if isinstance(each.event, ev.RoundDrafted) and each.event.round == 3)
    event = log[place].event
    assert isinstance(event, ev.RoundDrafted)
    one, two, *rest = event.fixtures
    exchanged = (ev.Fixture(one.table, one.one, two.two), ev.Fixture(two.table, two.one, one.two), *rest)
    forged = [*log[:place]]
    forged.append(log_event(ev.RoundDrafted(event.phase, event.round, exchanged, event.byes), "Ana", 0, forged))
    found = check_tournament(day.text, dump_log(forged))
    assert [(each.code, getattr(each, "line", 0)) for each in found] == [("events_round_differs", place + 1)]
    assert isinstance(found[0], Difference)
    assert found[0].derived == event
    assert "rodada 3" in found[0].message("pt")


@pytest.mark.parametrize("form", ["swiss", "individual"])
def test_a_log_stays_right_when_another_matching_of_least_cost_is_found(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Releases of networkx may find another one of several; here the vertices are numbered the other way round."""
    text = FORMS[form][0]

    def turned(costs: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
        last = len(costs) - 1
        found = least_cost_matching([row[::-1] for row in costs[::-1]])
        return tuple(sorted((last - other, last - one) for one, other in found))

    with monkeypatch.context() as upgraded:
        for module in (swiss_pairing, individual_pairing):
            upgraded.setattr(module, "least_cost_matching", turned)
        day = Simulation(text, 14, 2).run()
        assert check_tournament(text, dump_log(day.log)) == ()
    assert check_tournament(text, dump_log(day.log)) == ()
    state, others = start(day.regulations), 0
    for number, logged in enumerate(day.log):
        others += isinstance(logged.event, ev.RoundDrafted) and pair_round(state) != logged.event
        state = apply_event(state, day.log[:number], logged)
    assert others


def test_check_says_that_a_draw_is_not_what_the_seed_makes() -> None:
    day = swiss()
    log = [*day.log]
    place = next(at for at, each in enumerate(log) if isinstance(each.event, ev.PhaseBegun))
    event = log[place].event
    assert isinstance(event, ev.PhaseBegun)
    forged = log[:place]
    turned = ev.PhaseBegun(event.phase, tuple(group[::-1] for group in event.groups))
    forged.append(log_event(turned, "Ana", 0, forged))
    found = check_tournament(day.text, dump_log(forged))
    assert [(each.code, getattr(each, "line", 0)) for each in found] == [("events_draw_differs", place + 1)]


def test_a_result_that_was_corrected_later_changes_no_round_that_was_drawn_from_it() -> None:
    """Round 2 was paired by a correction that is revoked afterwards: the round stays, and follows from its own time."""
    simulation = Simulation(FORMS["swiss"][0], 12, 3)
    day = simulation.day
    day.begin(1, draw_phase(publish(day), 1).groups[0])
    day.add(pair_round(day.state))
    day.open(1, 1)
    for table in range(1, 7):
        day.paper(1, 1, table, (100 * table, 0))
    day.add(ev.RoundClosed(1, 1))
    line = day.add(ev.ResultCorrected(1, 1, 1, ev.PlayedResult(((0, 900),)), "colunas trocadas"))
    drafted = pair_round(day.state)
    day.add(drafted)
    day.add(ev.Revoked(line, "estava certa"))
    assert pair_round(day.state) != drafted
    assert check_tournament(day.text, dump_log(day.log)) == ()


def publish(day: Day) -> Tournament:
    """The state as it is once the seed of `Day.begin` is published."""
    phase = replace(day.state.phases[0], seed="Loteria 5921")
    return replace(day.state, phases=(phase, *day.state.phases[1:]))
