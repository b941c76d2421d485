"""Positions to teach the network from: deals that the heuristic plays against itself, and how they ended."""

from __future__ import annotations

from typing import Final

from canastra.kernel.arrays import Cards, Features
from canastra.kernel.book import Rules
from canastra.kernel.compiling import compiled
from canastra.kernel.dealing import begin_chance, below, deal, shuffle
from canastra.kernel.heuristic.choosing import choose, rank
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.layout import DRAW, OVER
from canastra.kernel.moving import perform
from canastra.kernel.scoring import score, total
from canastra.kernel.search.features import write_features
from canastra.kernel.search.room import SearchScratch

EACH: Final = 8
"""Most positions of a deal."""
LAST_TURN: Final = 72
"""Up to which turn play may be unusual."""
UNUSUAL: Final = 8
"""Before that one step in so many is one of the best `AMONG`, not the best."""
AMONG: Final = 4
SKIPPED: Final = 3
"""One turn in so many is taken."""


@compiled
def collect(
    room: SearchScratch,
    book: Rules,
    weights: Weights,
    seed: int,
    span: tuple[int, int],
    found: tuple[Features, Features],
) -> int:
    """Play the deals of a span; features (float32, positions x `FEATURES`) and points that the side to act was ahead
    by in the end (float32) go into `found`, which has room for `EACH` a deal. How many positions there are.

    A deal begins unusually, so that positions come up that the heuristic wouldn't bring about, and goes on as it plays.
    """
    rows, ends = found
    chance, states = room.chance, room.nodes
    count = 0
    for number in range(span[0], span[1]):
        begin_chance(chance, 0, seed, number)
        shuffle(chance, 0, room.pool)
        deal(states, 0, book, room.pool, number % book.players, _minimums(room, book))
        usual = below(chance, 0, LAST_TURN)
        first, turn = count, 0
        while states[0].phase != OVER:
            taken = states[0].turn > usual and states[0].turn != turn and states[0].phase == DRAW
            if taken and count < first + EACH and below(chance, 0, SKIPPED) == 0:
                write_features(states, 0, book, rows[count])
                # The side for now, the points once the deal is over.
                ends[count] = states[0].seat & 1
                count += 1
            turn = states[0].turn
            perform(states, 0, book, _step(room, book, weights, turn <= usual))
        score(states, 0, book, room.points)
        ahead = total(states, 0, book, 0, room.points) - total(states, 0, book, 1, room.points)
        for row in range(first, count):
            ends[row] = -ahead if ends[row] else ahead
    return count


@compiled
def _minimums(room: SearchScratch, book: Rules) -> Cards:
    """Where the rulebook has minimums one side in four has one, half of them the first."""
    for side in range(2):
        room.opening[side] = -1
        if book.minimum_count and below(room.chance, 0, 4) == 0:
            room.opening[side] = below(room.chance, 0, 2)
    return room.opening


@compiled
def _step(room: SearchScratch, book: Rules, weights: Weights, unusual: bool) -> int:
    if not unusual or below(room.chance, 0, UNUSUAL):
        return int(choose(room.nodes, 0, book, weights, room.player))
    count = rank(room.nodes, 0, book, weights, room.player, (room.steps, room.scores))
    for _ in range(below(room.chance, 0, min(count, AMONG))):
        room.scores[_best(room, count)] = -1e18
    return int(room.steps[_best(room, count)])


@compiled
def _best(room: SearchScratch, count: int) -> int:
    best = 0
    for at in range(1, count):
        if room.scores[at] > room.scores[best]:
            best = at
    return best
