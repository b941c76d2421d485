"""The steps that the heuristic considers are legal, and it plays the best of them."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from canastra.engine import legal_actions
from canastra.kernel.arrays import RecordArray
from canastra.kernel.heuristic.choice import best_of, choose, play_out_heuristic, rank
from canastra.kernel.heuristic.weights import WEIGHTS, Weights, weights_of
from canastra.kernel.play import codec, layout
from canastra.kernel.play.codec import decode
from canastra.kernel.rules.steps import MOST_STEPS, action_of
from canastra.kernel.rules.tables import rule_tables
from canastra.rulebooks import Rulebook
from tests.kernel.heuristic.playing import SCRATCH, begun, played
from tests.playing import by_rulebook
from tests.samples import sample


@by_rulebook
@pytest.mark.parametrize("seed", sample(range(4), 1))
def test_every_step_is_legal_and_the_best_of_those_ranked(rulebook: Rulebook, seed: int) -> None:
    """Both leave the deal as it was, and the engine lists the same steps."""
    tables, weights = rule_tables(rulebook), weights_of(rulebook)
    steps, scores = np.zeros(MOST_STEPS, np.int32), np.zeros(MOST_STEPS)
    for states, step in played(rulebook, seed):
        before = decode(states[0], tables)
        count = rank(states, 0, tables.rules, weights, SCRATCH, (steps, scores))
        assert count > 0
        assert np.isfinite(scores[:count]).all()
        assert best_of(steps, scores, count) == step
        assert choose(states, 0, tables.rules, weights, SCRATCH) == step
        assert decode(states[0], tables) == before  # Places beyond the melds are room to try things in.
        legal = set(legal_actions(codec.decode(states[0], tables)))
        assert {action_of(each, tables) for each in steps[:count].tolist()} == legal


@by_rulebook
def test_a_deal_played_out_is_the_one_played_step_by_step(rulebook: Rulebook) -> None:
    weights = cast(RecordArray[Weights], np.array([weights_of(rulebook)] * 2, WEIGHTS))
    whole = begun(rulebook, 9)
    count = play_out_heuristic(whole, 0, rule_tables(rulebook).rules, weights, SCRATCH)
    one = [states for states, _ in played(rulebook, 9)]
    assert len(one) == count
    assert whole.tobytes() == one[-1].tobytes()
    assert whole[0]["phase"] == layout.OVER
    steps = np.zeros(MOST_STEPS, np.int32)
    assert rank(whole, 0, rule_tables(rulebook).rules, weights[0], SCRATCH, (steps, np.zeros(MOST_STEPS))) == 0
