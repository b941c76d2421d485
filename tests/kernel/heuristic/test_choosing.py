"""What the heuristic considers is legal, and it plays the best of it."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from canastra.engine import legal_actions
from canastra.kernel import coding, layout
from canastra.kernel.arrays import RecordArray
from canastra.kernel.book import book_of
from canastra.kernel.coding import decode
from canastra.kernel.heuristic.choosing import best_of, choose, play_out_heuristic, rank
from canastra.kernel.heuristic.weights import WEIGHTS, Weights, weights_of
from canastra.kernel.steps import MOST_STEPS, action_of
from canastra.rulebooks import Rulebook
from tests.kernel.heuristic.playing import ROOM, begun, played
from tests.playing import by_rulebook
from tests.samples import sample


@by_rulebook
@pytest.mark.parametrize("seed", sample(range(4), 1))
def test_every_step_is_legal_and_the_best_of_those_ranked(rulebook: Rulebook, seed: int) -> None:
    """Both leave the deal as it was, and the engine lists the same steps."""
    book, weights = book_of(rulebook), weights_of(rulebook)
    steps, scores = np.zeros(MOST_STEPS, np.int32), np.zeros(MOST_STEPS)
    for states, step in played(rulebook, seed):
        before = decode(states[0], book)
        count = rank(states, 0, book.arrays[0], weights, ROOM, (steps, scores))
        assert count > 0
        assert np.isfinite(scores[:count]).all()
        assert best_of(steps, scores, count) == step
        assert choose(states, 0, book.arrays[0], weights, ROOM) == step
        assert decode(states[0], book) == before  # Places beyond the melds are room to try things in.
        legal = set(legal_actions(coding.decode(states[0], book)))
        assert {action_of(each, book) for each in steps[:count].tolist()} == legal


@by_rulebook
def test_a_deal_played_out_is_the_one_played_step_by_step(rulebook: Rulebook) -> None:
    weights = cast(RecordArray[Weights], np.array([weights_of(rulebook)] * 2, WEIGHTS))
    whole = begun(rulebook, 9)
    count = play_out_heuristic(whole, 0, book_of(rulebook).arrays[0], weights, ROOM)
    one = [states for states, _ in played(rulebook, 9)]
    assert len(one) == count
    assert whole.tobytes() == one[-1].tobytes()
    assert whole[0]["phase"] == layout.OVER
    steps = np.zeros(MOST_STEPS, np.int32)
    assert rank(whole, 0, book_of(rulebook).arrays[0], weights[0], ROOM, (steps, np.zeros(MOST_STEPS))) == 0
