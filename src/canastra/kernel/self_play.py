"""The heuristic against itself with other weights: duplicate deals in bulk, for tuning and for measuring."""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np

from canastra.kernel.arrays import Points, RecordArray
from canastra.kernel.bulk import DealScratch, new_deal_scratch, over_threads
from canastra.kernel.heuristic.choice import play_out_heuristic
from canastra.kernel.heuristic.scratch import HeuristicScratch, new_heuristic_scratch
from canastra.kernel.heuristic.weights import WEIGHTS, Weights
from canastra.kernel.jit import compiled
from canastra.kernel.play.deal import deal
from canastra.kernel.play.layout import Deals, new_states
from canastra.kernel.play.scoring import score, total
from canastra.kernel.rng import seed_rng, shuffle
from canastra.kernel.rules.tables import Rules, rule_tables
from canastra.rulebooks.schema import Rulebook


class DuelScratch(NamedTuple):
    """The arrays of one thread."""

    states: Deals
    heuristic: HeuristicScratch
    deal: DealScratch


@compiled
def duel_range(
    rules_array: RecordArray[Rules],
    weights: RecordArray[RecordArray[Weights]],
    seed: int,
    scratch: DuelScratch,
    made: tuple[Points, int],
) -> int:
    """Play both deals of the pairs from `made[1]` on, one pair for each row of `made[0]`.

    Returns the number of steps.
    """
    rules, states, work = rules_array[0], scratch.states, scratch.deal
    pack, rng, minimums, points = work.pack, work.rng, work.minimums, work.points
    found, begin = made
    steps = 0
    for row in range(len(found)):
        number = begin + row
        for swapped in range(2):
            seed_rng(rng, 0, seed, number)
            shuffle(rng, 0, pack)
            for side in range(2):
                # A quarter of the pairs each: no side has a minimum to open with, the first, the second, both.
                minimums[side] = 0 if rules.minimum_count and number >> side & 1 else -1
            deal(states, 0, rules, pack, (number >> 2) % rules.players, minimums)
            steps += play_out_heuristic(states, 0, rules, weights[swapped], scratch.heuristic)
            score(states, 0, rules, points)
            found[row, swapped] = total(states, 0, rules, swapped, points) - total(
                states, 0, rules, 1 - swapped, points
            )
    return steps


def duel(rulebook: Rulebook, weights_a: Weights, weights_b: Weights, pairs: int, seed: int, threads: int = 1) -> Points:
    """Play each of `pairs` packs twice, with the sides swapped. Returns (pairs, 2): the points by which A was ahead.

    Where the rulebook knows minimums, sides are vulnerable in turn. The same seed gives the same deals and results on
    any number of threads.
    """
    rules_array = rule_tables(rulebook).arrays
    swapped = np.array([[weights_a, weights_b], [weights_b, weights_a]], WEIGHTS)
    weights = cast(RecordArray[RecordArray[Weights]], swapped)
    found = np.zeros((pairs, 2), np.int32)

    def part(begin: int, end: int) -> None:
        scratch = DuelScratch(new_states(1), new_heuristic_scratch(), new_deal_scratch())
        duel_range(rules_array, weights, seed, scratch, (found[begin:end], begin))

    over_threads(part, pairs, threads)
    return found
