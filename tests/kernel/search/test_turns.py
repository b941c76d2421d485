"""The turns that are compared: the heuristic's own first, all of them legal, each once."""

from __future__ import annotations

from typing import Any

from canastra.engine import Phase, State, is_legal, perform, settle, view
from canastra.kernel.heuristic.choice import choose
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play.view import encode_view
from canastra.kernel.rules.steps import action_of
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.scratch import SearchScratch, new_search_scratch
from canastra.kernel.search.turns import list_turns
from tests.playing import ALL, by_name, states

MOST = 12


def positions(name: str, seed: int, every: int = 5) -> list[State]:
    """Some of the positions of a random deal."""
    found = [state for state in states(ALL[name], seed) if state.phase is not Phase.OVER]
    return found[seed::every]


def listed(state: State, scratch: SearchScratch, most: int = MOST) -> list[list[int]]:
    """The steps of each turn."""
    rulebook = state.lookup.rulebook
    encode_view(view(state, state.seat), rule_tables(rulebook), scratch.nodes[0])
    count = list_turns(scratch, rule_tables(rulebook).rules, weights_of(rulebook), most)
    nodes = scratch.turns[:count].tolist()
    return [scratch.node_steps[node, : scratch.node_sizes[node]].tolist() for node in nodes]


def after(state: State, steps: list[int]) -> State:
    """Where a turn leads; every step is legal."""
    tables: Any = rule_tables(state.lookup.rulebook)
    for step in steps:
        action = action_of(step, tables)
        assert is_legal(state, action)
        state = settle(perform(state, action))
    return state


@by_name
def test_turns_are_legal_and_each_leads_elsewhere(name: str) -> None:
    scratch = new_search_scratch()
    several = 0
    for seed in range(2):
        for state in positions(name, seed):
            turns = listed(state, scratch)
            ends = [after(state, steps) for steps in turns]
            # The order of melds does not count as a difference.
            told = [(end.hands, sorted(map(str, end.melds[state.side])), end.pile, end.phase) for end in ends]
            assert 1 <= len(turns) <= MOST
            assert all(one not in told[:at] for at, one in enumerate(told))
            several += len(turns) > 2
    assert several > 5


@by_name
def test_the_first_turn_is_the_one_that_the_heuristic_plays(name: str) -> None:
    scratch = new_search_scratch()
    for state in positions(name, 2):
        rulebook = state.lookup.rulebook
        (own,) = listed(state, scratch, most=1)
        encode_view(view(state, state.seat), rule_tables(rulebook), scratch.nodes[0])
        assert own[0] == choose(scratch.nodes, 0, rule_tables(rulebook).rules, weights_of(rulebook), scratch.player)


def test_a_turn_ends_where_something_unseen_turns_up() -> None:
    state = next(state for state in positions("buraco", 0, every=1) if state.phase is Phase.DRAW and state.stock)
    turns = listed(state, new_search_scratch())
    assert [0] in turns  # Drawing is all that can be foreseen of it.
    assert all(0 not in steps for steps in turns if steps != [0])
