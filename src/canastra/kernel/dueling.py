"""The heuristic against itself with other weights: duplicate deals in bulk, for tuning and for measuring."""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np

from canastra.kernel.arrays import Points, RecordArray
from canastra.kernel.book import Rules, book_of
from canastra.kernel.bulk import DealScratch, new_deal_scratch, over_threads
from canastra.kernel.compiling import compiled
from canastra.kernel.dealing import begin_chance, deal, shuffle
from canastra.kernel.heuristic.choosing import play_out_heuristic
from canastra.kernel.heuristic.scratch import HeuristicScratch, new_heuristic_scratch
from canastra.kernel.heuristic.weights import WEIGHTS, Weights
from canastra.kernel.layout import Deals, new_states
from canastra.kernel.scoring import score, total
from canastra.rulebooks.schema import Rulebook


class DuelScratch(NamedTuple):
    """Arrays for one thread."""

    states: Deals
    heuristic: HeuristicScratch
    deal: DealScratch


@compiled
def duel_range(
    books: RecordArray[Rules],
    weights: RecordArray[RecordArray[Weights]],
    seed: int,
    scratch: DuelScratch,
    made: tuple[Points, int],
) -> int:
    """Play both deals of the pairs from `made[1]` on, as many as `made[0]` has rows; the number of steps."""
    book, states, work = books[0], scratch.states, scratch.deal
    pack, chance, minimums, points = work.pack, work.chance, work.minimums, work.points
    found, begin = made
    steps = 0
    for row in range(len(found)):
        number = begin + row
        for swapped in range(2):
            begin_chance(chance, 0, seed, number)
            shuffle(chance, 0, pack)
            for side in range(2):
                # A quarter of the pairs each: nobody has a minimum to open with, one side, the other, both.
                minimums[side] = 0 if book.minimum_count and number >> side & 1 else -1
            deal(states, 0, book, pack, (number >> 2) % book.players, minimums)
            steps += play_out_heuristic(states, 0, book, weights[swapped], scratch.heuristic)
            score(states, 0, book, points)
            found[row, swapped] = total(states, 0, book, swapped, points) - total(states, 0, book, 1 - swapped, points)
    return steps


def duel(rulebook: Rulebook, weights_a: Weights, weights_b: Weights, pairs: int, seed: int, threads: int = 1) -> Points:
    """Play each of so many packs twice, the sides swapped: (pairs, 2), the points by which A was better.

    Where the rulebook knows minimums, sides are vulnerable in turn. The same seed gives the same deals and results on
    any number of threads.
    """
    books = book_of(rulebook).arrays
    swapped = np.array([[weights_a, weights_b], [weights_b, weights_a]], WEIGHTS)
    weights = cast(RecordArray[RecordArray[Weights]], swapped)
    found = np.zeros((pairs, 2), np.int32)

    def part(begin: int, end: int) -> None:
        scratch = DuelScratch(new_states(1), new_heuristic_scratch(), new_deal_scratch())
        duel_range(books, weights, seed, scratch, (found[begin:end], begin))

    over_threads(part, pairs, threads)
    return found
