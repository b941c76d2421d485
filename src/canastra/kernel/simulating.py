"""Many random deals at once, on as many threads as wanted: the same seed gives the same results."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from canastra.kernel.arrays import Cards, Points, RecordArray, Rng, Steps
from canastra.kernel.book import Rules, book_of
from canastra.kernel.bulk import DealScratch, new_deal_scratch, over_threads
from canastra.kernel.compiling import compiled
from canastra.kernel.dealing import begin_chance, below, deal, shuffle
from canastra.kernel.layout import OVER, Deals, new_states
from canastra.kernel.listing import legal_steps
from canastra.kernel.moving import perform
from canastra.kernel.scoring import COMPONENTS, PARTS, score
from canastra.kernel.steps import MOST_STEPS
from canastra.rulebooks.schema import Rulebook


class SimulatedDeals(NamedTuple):
    """What came of deals, in order."""

    scores: Points
    """Deals x 2 sides x components of `canastra.engine.Score`."""
    steps: Steps
    """Steps of each."""
    endings: Cards
    """See `canastra.kernel.layout`."""


@compiled
def play_out(states: Deals, i: int, book: Rules, chance: Rng, out: Steps) -> int:
    """Play deal `i` to its end, every legal step as likely as the others; the number of steps."""
    count = 0
    while states[i].phase != OVER:
        steps = legal_steps(states, i, book, out)
        perform(states, i, book, int(out[below(chance, 0, steps)]))
        count += 1
    return count


@compiled
def play_range(
    books: RecordArray[Rules],
    seed: int,
    span: tuple[int, int],
    scratch: tuple[Deals, Steps, DealScratch],
    made: SimulatedDeals,
) -> None:
    """Deal and play the deals of a span, its end left out, with the scratch of one thread."""
    book = books[0]
    players = book.players
    states, out, work = scratch
    pack, chance, minimums, points = work.pack, work.chance, work.minimums, work.points
    scores, steps, endings = made.scores, made.steps, made.endings
    for number in range(span[0], span[1]):
        begin_chance(chance, 0, seed, number)
        shuffle(chance, 0, pack)
        deal(states, 0, book, pack, number % players, minimums)
        steps[number] = play_out(states, 0, book, chance, out)
        score(states, 0, book, points)
        endings[number] = states[0].ending
        for side in range(2):
            for part in range(PARTS):
                scores[number, side, part] = points[side, part]


def simulate(rulebook: Rulebook, deals: int, seed: int, threads: int = 1) -> SimulatedDeals:
    """Play so many random deals; the dealer moves on from deal to deal, nobody has a minimum to open with."""
    books = book_of(rulebook).arrays
    made = SimulatedDeals(
        np.zeros((deals, 2, len(COMPONENTS)), np.int32), np.zeros(deals, np.int32), np.zeros(deals, np.int8)
    )

    def part(begin: int, end: int) -> None:
        scratch = new_states(1), np.zeros(MOST_STEPS, np.int32), new_deal_scratch()
        play_range(books, seed, (begin, end), scratch, made)

    over_threads(part, deals, threads)
    return made
