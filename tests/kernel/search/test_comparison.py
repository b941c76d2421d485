"""Comparing turns: the same worlds for all, the worse half goes, and the heuristic's own stays unless it is beaten."""

from __future__ import annotations

import numpy as np
import pytest

from canastra.engine import Phase, State, score, settle, view
from canastra.engine.turn import perform
from canastra.kernel.heuristic.choice import choose
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play.codec import decode, encode
from canastra.kernel.play.view import encode_view
from canastra.kernel.rules.steps import action_of
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.comparison import best, compare, gain, mean
from canastra.kernel.search.network import no_network
from canastra.kernel.search.rollouts import play_turn
from canastra.kernel.search.scratch import SearchBudget, SearchScratch, new_search_scratch
from canastra.kernel.search.turns import list_turns
from canastra.rulebooks import OFFICIAL
from tests.playing import ALL, states

TO_THE_END = 10_000


def begun(name: str, seed: int, scratch: SearchScratch) -> State:
    """A position in the middle of a deal with several turns to compare."""
    for state in [each for each in states(ALL[name], seed) if each.phase is Phase.PLAY][20:]:
        rulebook = state.lookup.rulebook
        encode_view(view(state, state.seat), rule_tables(rulebook), scratch.nodes[0])
        if list_turns(scratch, rule_tables(rulebook).rules, weights_of(rulebook), 8) == 8:
            return state
    raise AssertionError("no such position")


def filled(rows: list[list[float]]) -> SearchScratch:
    """Scratch as it is after turns were played out with these points."""
    scratch = new_search_scratch()
    for place, row in enumerate(rows):
        scratch.values[place, : len(row)] = row
        scratch.counts[place], scratch.alive[place] = len(row), 1
    return scratch


def test_another_turn_is_played_only_if_it_gains_more_than_chance_does() -> None:
    assert best(filled([[0, 0, 0, 0], [50, 60, 40, 50]]), 2, 1.0) == 1
    assert best(filled([[0, 0, 0, 0], [500, -480, 460, -470]]), 2, 1.0) == 0
    assert best(filled([[0, 0, 0, 0], [500, -480, 460, -470]]), 2, 0.0) == 1
    assert best(filled([[10, 10], [0, 0], [5, 5]]), 3, 1.0) == 0
    # Only the difference in the same worlds counts, however far apart the worlds are.
    assert best(filled([[1000, -1000, 500, -500], [1010, -991, 509, -490]]), 2, 1.0) == 1


def test_the_gain_is_that_of_pairs() -> None:
    scratch = filled([[1, 2, 3, 6], [2, 4, 4, 10]])
    differences = np.array([1, 2, 1, 4])
    assert gain(scratch, 1) == pytest.approx((differences.mean(), differences.std(ddof=1) / 2))
    assert mean(scratch, 1) == 5


@pytest.mark.parametrize("name", OFFICIAL)
def test_the_worse_half_goes_and_the_heuristics_own_stays(name: str) -> None:
    scratch = new_search_scratch()
    state = begun(name, 3, scratch)
    rulebook = state.lookup.rulebook
    players = weights_of(rulebook), no_network()
    place = compare(scratch, rule_tables(rulebook).rules, players, 8, SearchBudget(8, 240, TO_THE_END))
    counts = scratch.counts[:8].tolist()
    assert sum(counts) <= 240
    assert counts[0] == max(counts)
    assert sorted(counts)[0] < sorted(counts)[4] < sorted(counts)[6]
    assert 0 <= place < 8
    assert scratch.alive[place]


@pytest.mark.parametrize("name", OFFICIAL)
def test_a_turn_played_out_is_what_the_engine_makes_of_it(name: str) -> None:
    scratch, players = new_search_scratch(), (weights_of(ALL[name]), no_network())
    state = begun(name, 1, scratch)
    tables = rule_tables(ALL[name])
    scratch.world[0] = scratch.nodes[0]
    for node in scratch.turns[:3].tolist():
        found = play_turn(scratch, tables.rules, players, node, TO_THE_END)
        now, record = decode(scratch.world[0], tables), scratch.world.copy()
        for step in scratch.node_steps[node, : scratch.node_sizes[node]].tolist():
            now = settle(perform(now, action_of(step, tables)))
        while now.phase is not Phase.OVER:
            encode(now, tables, record[0])
            step = int(choose(record, 0, tables.rules, players[0], scratch.player))
            now = settle(perform(now, action_of(step, tables)))
        points = [each.total or 0 for each in score(now)]
        assert found == points[state.side] - points[1 - state.side]
