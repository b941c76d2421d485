"""Many random deals at once, on as many threads as wanted: the same seed gives the same results."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from canastra.kernel.arrays import Cards, Points, RecordArray, Rng, Steps
from canastra.kernel.bulk import DealScratch, new_deal_scratch, over_threads
from canastra.kernel.jit import compiled
from canastra.kernel.play.deal import deal
from canastra.kernel.play.layout import OVER, Deals, new_states
from canastra.kernel.play.legal_steps import legal_steps
from canastra.kernel.play.scoring import COMPONENTS, PARTS, score
from canastra.kernel.play.turn import perform
from canastra.kernel.rng import randbelow, seed_rng, shuffle
from canastra.kernel.rules.steps import MOST_STEPS
from canastra.kernel.rules.tables import Rules, rule_tables
from canastra.rulebooks.schema import Rulebook


class SimulatedDeals(NamedTuple):
    """The results of deals, in order."""

    scores: Points
    """Deals x 2 sides x components of `canastra.engine.Score`."""
    steps: Steps
    """The number of steps of each deal."""
    endings: Cards
    """See `canastra.kernel.play.layout`."""


@compiled
def play_out(states: Deals, i: int, rules: Rules, rng: Rng, out: Steps) -> int:
    """Play deal `i` to its end, every legal step with the same probability. Returns the number of steps."""
    count = 0
    while states[i].phase != OVER:
        steps = legal_steps(states, i, rules, out)
        perform(states, i, rules, int(out[randbelow(rng, 0, steps)]))
        count += 1
    return count


@compiled
def play_range(
    rules_array: RecordArray[Rules],
    seed: int,
    span: tuple[int, int],
    scratch: tuple[Deals, Steps, DealScratch],
    made: SimulatedDeals,
) -> None:
    """Deal and play the deals of a span, which does not include its end, with the scratch of one thread."""
    rules = rules_array[0]
    players = rules.players
    states, out, work = scratch
    pack, rng, minimums, points = work.pack, work.rng, work.minimums, work.points
    scores, steps, endings = made.scores, made.steps, made.endings
    for number in range(span[0], span[1]):
        seed_rng(rng, 0, seed, number)
        shuffle(rng, 0, pack)
        deal(states, 0, rules, pack, number % players, minimums)
        steps[number] = play_out(states, 0, rules, rng, out)
        score(states, 0, rules, points)
        endings[number] = states[0].ending
        for side in range(2):
            for part in range(PARTS):
                scores[number, side, part] = points[side, part]


def simulate(rulebook: Rulebook, deals: int, seed: int, threads: int = 1) -> SimulatedDeals:
    """Play random deals; the dealer changes from deal to deal, and no side has a minimum to open with."""
    rules_array = rule_tables(rulebook).arrays
    made = SimulatedDeals(
        np.zeros((deals, 2, len(COMPONENTS)), np.int32), np.zeros(deals, np.int32), np.zeros(deals, np.int8)
    )

    def part(begin: int, end: int) -> None:
        scratch = new_states(1), np.zeros(MOST_STEPS, np.int32), new_deal_scratch()
        play_range(rules_array, seed, (begin, end), scratch, made)

    over_threads(part, deals, threads)
    return made
