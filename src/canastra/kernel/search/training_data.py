"""Positions to train the network: deals that the heuristic plays against itself, and their results."""

from __future__ import annotations

from typing import Final

from canastra.kernel.arrays import Cards, Features
from canastra.kernel.heuristic.choice import choose, rank
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.jit import compiled
from canastra.kernel.play.deal import deal
from canastra.kernel.play.layout import DRAW, OVER
from canastra.kernel.play.scoring import score, total
from canastra.kernel.play.turn import perform
from canastra.kernel.rng import randbelow, seed_rng, shuffle
from canastra.kernel.rules.tables import Rules
from canastra.kernel.search.features import write_features
from canastra.kernel.search.scratch import SearchScratch

EACH: Final = 8
"""Most positions of a deal."""
LAST_TURN: Final = 72
"""The last turn up to which play may be unusual."""
UNUSUAL: Final = 8
"""Before that turn, one step in this many is one of the best `AMONG` instead of the best."""
AMONG: Final = 4
SKIPPED: Final = 3
"""One turn in this many is recorded."""


@compiled
def collect(
    scratch: SearchScratch,
    rules: Rules,
    weights: Weights,
    seed: int,
    span: tuple[int, int],
    found: tuple[Features, Features],
) -> int:
    """Play the deals of a span and collect positions. Returns how many there are.

    Features (float32, positions x `FEATURES`) and the points by which the side to act was ahead at the end (float32) go
    into `found`, which has room for `EACH` positions a deal. A deal begins with unusual steps, so that positions come
    up that the heuristic would avoid, and goes on as it plays.
    """
    rows, ends = found
    rng, states = scratch.rng, scratch.nodes
    count = 0
    for number in range(span[0], span[1]):
        seed_rng(rng, 0, seed, number)
        shuffle(rng, 0, scratch.pool)
        deal(states, 0, rules, scratch.pool, number % rules.players, _minimums(scratch, rules))
        usual = randbelow(rng, 0, LAST_TURN)
        first, turn = count, 0
        while states[0].phase != OVER:
            taken = states[0].turn > usual and states[0].turn != turn and states[0].phase == DRAW
            if taken and count < first + EACH and randbelow(rng, 0, SKIPPED) == 0:
                write_features(states, 0, rules, rows[count])
                # The side at first; it is replaced by the points once the deal is over.
                ends[count] = states[0].seat & 1
                count += 1
            turn = states[0].turn
            perform(states, 0, rules, _step(scratch, rules, weights, turn <= usual))
        score(states, 0, rules, scratch.points)
        ahead = total(states, 0, rules, 0, scratch.points) - total(states, 0, rules, 1, scratch.points)
        for row in range(first, count):
            ends[row] = -ahead if ends[row] else ahead
    return count


@compiled
def _minimums(scratch: SearchScratch, rules: Rules) -> Cards:
    """The minimums of a deal: where the rulebook has them, one side in four has one, half of these the first."""
    for side in range(2):
        scratch.opening[side] = -1
        if rules.minimum_count and randbelow(scratch.rng, 0, 4) == 0:
            scratch.opening[side] = randbelow(scratch.rng, 0, 2)
    return scratch.opening


@compiled
def _step(scratch: SearchScratch, rules: Rules, weights: Weights, unusual: bool) -> int:
    if not unusual or randbelow(scratch.rng, 0, UNUSUAL):
        return int(choose(scratch.nodes, 0, rules, weights, scratch.player))
    count = rank(scratch.nodes, 0, rules, weights, scratch.player, (scratch.steps, scratch.scores))
    for _ in range(randbelow(scratch.rng, 0, min(count, AMONG))):
        scratch.scores[_best(scratch, count)] = -1e18
    return int(scratch.steps[_best(scratch, count)])


@compiled
def _best(scratch: SearchScratch, count: int) -> int:
    best = 0
    for at in range(1, count):
        if scratch.scores[at] > scratch.scores[best]:
            best = at
    return best
