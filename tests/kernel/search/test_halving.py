"""Comparing turns: the same worlds for all, the worse half goes, and the heuristic's own stays unless it is beaten."""

from __future__ import annotations

import numpy as np
import pytest

from canastra.engine import Phase, State, score, settle, view
from canastra.engine.turn import perform
from canastra.kernel.book import book_of
from canastra.kernel.coding import decode, encode
from canastra.kernel.heuristic.choosing import choose
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.search.halving import best, compare, gain, mean
from canastra.kernel.search.network import no_network
from canastra.kernel.search.rollouts import play_turn
from canastra.kernel.search.room import SearchBudget, SearchScratch, new_search_scratch
from canastra.kernel.search.turns import list_turns
from canastra.kernel.steps import action_of
from canastra.kernel.viewing import encode_view
from canastra.rulebooks import OFFICIAL
from tests.playing import ALL, states

TO_THE_END = 10_000


def begun(name: str, seed: int, room: SearchScratch) -> State:
    """A position in the middle of a deal with several turns to compare."""
    for state in [each for each in states(ALL[name], seed) if each.phase is Phase.PLAY][20:]:
        rulebook = state.lookup.rulebook
        encode_view(view(state, state.seat), book_of(rulebook), room.nodes[0])
        if list_turns(room, book_of(rulebook).arrays[0], weights_of(rulebook), 8) == 8:
            return state
    raise AssertionError("no such position")


def filled(rows: list[list[float]]) -> SearchScratch:
    """Scratch as it is after turns were played out with these points."""
    room = new_search_scratch()
    for place, row in enumerate(rows):
        room.values[place, : len(row)] = row
        room.counts[place], room.alive[place] = len(row), 1
    return room


def test_another_turn_is_played_only_if_it_gains_more_than_chance_does() -> None:
    assert best(filled([[0, 0, 0, 0], [50, 60, 40, 50]]), 2, 1.0) == 1
    assert best(filled([[0, 0, 0, 0], [500, -480, 460, -470]]), 2, 1.0) == 0
    assert best(filled([[0, 0, 0, 0], [500, -480, 460, -470]]), 2, 0.0) == 1
    assert best(filled([[10, 10], [0, 0], [5, 5]]), 3, 1.0) == 0
    # What counts is the difference in the same worlds, however far those are apart.
    assert best(filled([[1000, -1000, 500, -500], [1010, -991, 509, -490]]), 2, 1.0) == 1


def test_the_gain_is_that_of_pairs() -> None:
    room = filled([[1, 2, 3, 6], [2, 4, 4, 10]])
    differences = np.array([1, 2, 1, 4])
    assert gain(room, 1) == pytest.approx((differences.mean(), differences.std(ddof=1) / 2))
    assert mean(room, 1) == 5


@pytest.mark.parametrize("name", OFFICIAL)
def test_the_worse_half_goes_and_the_heuristics_own_stays(name: str) -> None:
    room = new_search_scratch()
    state = begun(name, 3, room)
    rulebook = state.lookup.rulebook
    players = weights_of(rulebook), no_network()
    place = compare(room, book_of(rulebook).arrays[0], players, 8, SearchBudget(8, 240, TO_THE_END))
    counts = room.counts[:8].tolist()
    assert sum(counts) <= 240
    assert counts[0] == max(counts)
    assert sorted(counts)[0] < sorted(counts)[4] < sorted(counts)[6]
    assert 0 <= place < 8
    assert room.alive[place]


@pytest.mark.parametrize("name", OFFICIAL)
def test_a_turn_played_out_is_what_the_engine_makes_of_it(name: str) -> None:
    room, players = new_search_scratch(), (weights_of(ALL[name]), no_network())
    state = begun(name, 1, room)
    book = book_of(ALL[name])
    room.world[0] = room.nodes[0]
    for node in room.turns[:3].tolist():
        found = play_turn(room, book.arrays[0], players, node, TO_THE_END)
        now, record = decode(room.world[0], book), room.world.copy()
        for step in room.node_steps[node, : room.node_sizes[node]].tolist():
            now = settle(perform(now, action_of(step, book)))
        while now.phase is not Phase.OVER:
            encode(now, book, record[0])
            step = int(choose(record, 0, book.arrays[0], players[0], room.player))
            now = settle(perform(now, action_of(step, book)))
        points = [each.total or 0 for each in score(now)]
        assert found == points[state.side] - points[1 - state.side]
