"""Many random deals at once, on as many threads as wanted: the same seed gives the same results."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from canastra.kernel.book import book_of
from canastra.kernel.bulk import new_table, over_threads
from canastra.kernel.compiling import compiled
from canastra.kernel.dealing import begin_chance, below, deal, shuffle
from canastra.kernel.layout import OVER, new_states
from canastra.kernel.listing import legal_steps
from canastra.kernel.moving import perform
from canastra.kernel.scoring import COMPONENTS, score
from canastra.kernel.steps import MOST_STEPS
from canastra.rulebooks.schema import Rulebook


class Deals(NamedTuple):
    """What came of deals, in order."""

    scores: Any
    """int32, deals x 2 sides x components of `canastra.engine.Score`."""
    steps: Any
    """int32: steps of each."""
    endings: Any
    """int8, see `canastra.kernel.layout`."""


@compiled
def play_out(states: Any, i: int, book: Any, chance: Any, lane: int, out: Any) -> int:
    """Play deal `i` to its end, every legal step as likely as the others; the number of steps."""
    count = 0
    while states[i].phase != OVER:
        steps = legal_steps(states, i, book, out)
        perform(states, i, book, int(out[below(chance, lane, steps)]))
        count += 1
    return count


@compiled
def play_range(states: Any, books: Any, seed: int, span: tuple[int, int], room: Any, made: Any) -> None:
    """Deal and play the deals of a span, its end left out, with the room of one thread."""
    book = books[0]
    players = book.players
    out, pack, chance, minimums, points = room
    scores, steps, endings = made
    for number in range(span[0], span[1]):
        begin_chance(chance, 0, seed, number)
        shuffle(chance, 0, pack)
        deal(states, 0, book, pack, number % players, minimums)
        steps[number] = play_out(states, 0, book, chance, 0, out)
        score(states, 0, book, points)
        endings[number] = states[0].ending
        for side in range(2):
            for part in range(9):
                scores[number, side, part] = points[side, part]


def simulate(rulebook: Rulebook, deals: int, seed: int, threads: int = 1) -> Deals:
    """Play so many random deals; the dealer moves on from deal to deal, nobody has a minimum to open with."""
    book = book_of(rulebook).arrays
    made = Deals(np.zeros((deals, 2, len(COMPONENTS)), np.int32), np.zeros(deals, np.int32), np.zeros(deals, np.int8))

    def part(begin: int, end: int) -> None:
        room = (np.zeros(MOST_STEPS, np.int32), *new_table())
        play_range(new_states(1), book, seed, (begin, end), room, tuple(made))

    over_threads(part, deals, threads)
    return made
