"""The heuristic against itself with other weights: duplicate deals in bulk, for tuning and for measuring."""

from __future__ import annotations

from typing import Any

import numpy as np

from canastra.kernel.book import book_of
from canastra.kernel.bulk import new_table, over_threads
from canastra.kernel.compiling import compiled
from canastra.kernel.dealing import begin_chance, deal, shuffle
from canastra.kernel.heuristic.choosing import new_room, play_out_heuristic
from canastra.kernel.layout import new_states
from canastra.kernel.parameters import MINIMUMS
from canastra.kernel.scoring import score, total
from canastra.rulebooks.schema import Rulebook


@compiled
def duel_range(states: Any, books: Any, weights: Any, seed: int, room: Any, made: Any) -> int:
    """Play both deals of the pairs from `made[1]` on, as many as `made[0]` has rows; the number of steps."""
    book = books[0]
    mine, pack, chance, minimums, points = room
    found, begin = made
    steps = 0
    for row in range(len(found)):
        number = begin + row
        for swapped in range(2):
            begin_chance(chance, 0, seed, number)
            shuffle(chance, 0, pack)
            for side in range(2):
                # A quarter of the pairs each: nobody has a minimum to open with, one side, the other, both.
                minimums[side] = 0 if book.parameters[MINIMUMS] and number >> side & 1 else -1
            deal(states, 0, book, pack, (number >> 2) % book.players, minimums)
            steps += play_out_heuristic(states, 0, book, weights[swapped], mine)
            score(states, 0, book, points)
            found[row, swapped] = total(states, 0, book, swapped, points) - total(states, 0, book, 1 - swapped, points)
    return steps


def duel(rulebook: Rulebook, weights_a: Any, weights_b: Any, pairs: int, seed: int, threads: int = 1) -> Any:
    """Play each of so many packs twice, the sides swapped: int32 (pairs, 2), the points by which A was better.

    Where the rulebook knows minimums, sides are vulnerable in turn. The same seed gives the same deals and results on
    any number of threads.
    """
    book = book_of(rulebook).arrays
    weights = np.array([[weights_a, weights_b], [weights_b, weights_a]], np.float64)
    found = np.zeros((pairs, 2), np.int32)

    def part(begin: int, end: int) -> None:
        duel_range(new_states(1), book, weights, seed, (new_room(), *new_table()), (found[begin:end], begin))

    over_threads(part, pairs, threads)
    return found
