"""Positions of deals that the heuristic plays against itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from canastra.kernel.heuristic.choice import choose
from canastra.kernel.heuristic.scratch import new_heuristic_scratch
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play import deal, layout, turn
from canastra.kernel.rng import seed_rng, shuffle
from canastra.kernel.rules.tables import rule_tables
from canastra.rulebooks import Rulebook

SCRATCH = new_heuristic_scratch()
LONGEST = 3_000
"""More steps than any deal has."""


def begun(rulebook: Rulebook, seed: int) -> Any:
    """A deal just dealt; where the rulebook knows minimums, sides have one in turn."""
    states, rng, pack = layout.new_states(1), np.zeros(1, np.uint64), np.zeros(104, np.int8)
    seed_rng(rng, 0, seed, 0)
    shuffle(rng, 0, pack)
    minimums = [0 if rulebook.vulnerability.minimums and seed >> side & 1 else -1 for side in range(2)]
    deal.deal(states, 0, rule_tables(rulebook).rules, pack, seed % rulebook.table.players, np.array(minimums, np.int8))
    return states


def played(rulebook: Rulebook, seed: int) -> Iterator[tuple[Any, int]]:
    """Every position of a deal with a seat to act, as an array of one record, and the heuristic's step."""
    states, rules, weights = begun(rulebook, seed), rule_tables(rulebook).rules, weights_of(rulebook)
    for _ in range(LONGEST):
        if states[0]["phase"] == layout.OVER:
            return
        step = choose(states, 0, rules, weights, SCRATCH)
        yield states, step
        turn.perform(states, 0, rules, step)
    raise AssertionError("a deal without end")
