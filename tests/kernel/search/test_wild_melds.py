"""Turns with a new meld of three with a wild: one without is always there to compare them with, and to be beaten."""

from __future__ import annotations

import pytest

from canastra.engine import Phase, State, view
from canastra.engine.melds import Meld
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play.turn import perform
from canastra.kernel.play.view import encode_view
from canastra.kernel.rules.steps import step_of
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.scratch import SearchScratch, new_search_scratch
from canastra.kernel.search.turns import list_turns
from canastra.kernel.search.wild_melds import drop_unworthy, plain_first
from tests.drawing import actions, table
from tests.kernel.search.test_turns import after, positions
from tests.playing import by_name


def small_with_wild(melds: tuple[Meld, ...]) -> int:
    return sum(meld.wild >= 0 and len(meld.cards) == 3 for meld in melds)


def listed(state: State, scratch: SearchScratch, most: int) -> tuple[list[list[int]], list[list[int]]]:
    """The steps of the turns as the heuristic likes them, and once the plain one is first."""
    rulebook = state.lookup.rulebook
    rules, weights = rule_tables(rulebook).rules, weights_of(rulebook)
    encode_view(view(state, state.seat), rule_tables(rulebook), scratch.nodes[0])
    count = list_turns(scratch, rules, weights, most)
    liked = _steps(scratch, count)
    return liked, _steps(scratch, plain_first(scratch, rules, weights, count, most))


def _steps(scratch: SearchScratch, count: int) -> list[list[int]]:
    nodes = scratch.turns[:count].tolist()
    return [scratch.node_steps[node, : scratch.node_sizes[node]].tolist() for node in nodes]


@by_name
def test_a_turn_without_one_is_compared_wherever_there_is_one(name: str) -> None:
    scratch, added = new_search_scratch(), 0
    for seed in range(5):
        for state in positions(name, seed, every=4):
            side = state.side
            before = len(state.melds[side])
            for most in (2, 6):
                liked, turns = listed(state, scratch, most)
                counts = [small_with_wild(after(state, steps).melds[side][before:]) for steps in turns]
                assert 1 <= len(turns) <= most
                assert counts[0] == min(counts)
                assert counts[0] == 0 or state.phase is Phase.JUSTIFY
                assert sum(steps not in liked for steps in turns) <= 1
                added += turns[0] not in liked
    assert added > 0 or not small_with_wild(())


def compared(gains: list[list[float]], turns: list[str]) -> list[int]:
    """Which of the turns are still compared after these points in these worlds; the hand is always the same."""
    state = table("buraco", hand="5S 7S 2H 9D 9C KC KD", phase=Phase.PLAY).state
    tables, scratch = rule_tables(state.lookup.rulebook), new_search_scratch()
    encode_view(view(state, 0), tables, scratch.nodes[0])
    for place, (text, row) in enumerate(zip(turns, gains, strict=True)):
        scratch.turns[place] = node = place + 1
        scratch.nodes[node] = scratch.nodes[0]
        for action in actions(*text.split(", ")):
            perform(scratch.nodes, node, tables.rules, step_of(action, tables))
        scratch.values[place, : len(row)] = row
        scratch.counts[place], scratch.alive[place] = len(row), 1
    drop_unworthy(scratch, tables.rules, len(turns), 10.0)
    alive: list[int] = scratch.alive[: len(turns)].tolist()
    return alive


WITH, KING, NINE = "meld 5S 2H 7S, discard KD", "discard KD", "discard 9C"


@pytest.mark.parametrize(("gain", "worthy"), [(-50, 0), (0, 0), (9.9, 0), (10, 1), (300, 1)])
def test_it_has_to_gain_ten_points(gain: float, worthy: int) -> None:
    assert compared([[0, 0], [gain - 5, gain + 5]], [KING, WITH]) == [1, worthy]


def test_it_has_to_gain_them_on_the_best_turn_without_it() -> None:
    assert compared([[0, 0], [15, 15], [8, 8]], [KING, WITH, NINE]) == [1, 0, 1]
    # In the worlds in which both were played out.
    assert compared([[0, 0, 90, 90], [15, 15], [5, 5, 90, 90]], [KING, WITH, NINE]) == [1, 1, 1]


def test_turns_without_one_have_nothing_to_gain() -> None:
    assert compared([[0, 0], [1, 1]], [KING, NINE]) == [1, 1]
    assert compared([[0, 0], [1, 1]], [WITH, "meld 5S 2H 7S, discard 9C"]) == [1, 1]
