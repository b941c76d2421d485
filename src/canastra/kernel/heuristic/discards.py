"""The cost of a discard: the use of the card in the hand, and its use to the opponents."""

from __future__ import annotations

from typing import Final

import numpy as np

from canastra.cards import ACE, CARDS
from canastra.kernel.heuristic.scratch import Workspace
from canastra.kernel.heuristic.sight import Sight, lanes
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.jit import compiled
from canastra.kernel.masks import BLACK_MASK, EVERY_SUIT, NATURALS, TWO_MASK, ones
from canastra.kernel.play.layout import DealState
from canastra.kernel.rules.tables import Rules

_HIGH_ACE: Final = 1 << 13
PLACES: Final = np.array(
    [(1 << card.rank | _HIGH_ACE * (card.rank == ACE)) << 16 * card.suit for card in CARDS], np.int64
)
"""The positions of every card."""


@compiled
def cost(s: DealState, rules: Rules, w: Weights, work: Workspace, card: int) -> float:
    """The cost of discarding a card, in points: the cheapest card is discarded. Call `hold` first."""
    seen, rates = work.seen, work.rates
    one, two = s.one[s.seat], s.two[s.seat]
    found = -rules.values[card] * (w.burden + rates.late * w.burden_late)
    if TWO_MASK >> card & 1:
        return float(found + w.keep_wild)
    if BLACK_MASK >> card & 1:
        found -= w.black_three * rules.parameters.black_charge
        if rules.parameters.black_three_blocks:
            found -= w.blocks * s.pile_size
    place = PLACES[card] & seen.within
    if two >> card & 1 == 0:
        found += _joined(seen, w, seen.held & ~place, place)
    if seen.own_fits >> card & 1:
        found += w.keep_fitting
    found += _grouped(rules, w, one, two, card)
    return float(found + (1.0 + w.gives_pile * s.pile_size) * _danger(rules, w, seen, card, place))


@compiled
def hold(s: DealState, sight: Sight) -> None:
    """Write the positions held into what is seen."""
    sight.held = lanes(s.one[s.seat] & NATURALS, sight.within)


@compiled
def _joined(sight: Sight, w: Weights, held: int, place: int) -> float:
    """The worth of a card to its neighbours: the runs, pairs and gaps that end with it."""
    found = 0.0
    open_one, open_two = sight.open, sight.open_twice
    while place:
        bit = place & -place
        place ^= bit
        below, above = held & bit >> 1, held & bit << 1
        far_below, far_above = held & bit >> 2, held & bit << 2
        if (below and far_below) or (below and above) or (above and far_above):
            found += w.run
            continue
        if below:
            outs = bit >> 2 | bit << 1
            found += w.pair * (ones(open_one & outs) + ones(open_two & outs))
        elif far_below:
            found += w.gap * (ones(open_one & bit >> 1) + ones(open_two & bit >> 1))
        if above:
            outs = bit >> 1 | bit << 2
            found += w.pair * (ones(open_one & outs) + ones(open_two & outs))
        elif far_above:
            found += w.gap * (ones(open_one & bit << 1) + ones(open_two & bit << 1))
    return float(found)


@compiled
def _grouped(rules: Rules, w: Weights, one: int, two: int, card: int) -> float:
    rank = card % 13
    for index in range(rules.group_count):
        if rules.group_ranks[index] == rank:
            copies = ones(one & EVERY_SUIT << rank) + ones(two & EVERY_SUIT << rank)
            if copies > 2:
                return float(w.group_run)
            return float(w.group_pair) if copies == 2 else 0.0
    return 0.0


@compiled
def _danger(rules: Rules, w: Weights, sight: Sight, card: int, place: int) -> float:
    """The use of a card to the opponents, as far as the seat can see."""
    found = 0.0
    if sight.their_fits >> card & 1:
        found += w.gives_fitting
        if sight.their_six >> card & 1:
            found += w.gives_canasta
    if place & sight.their_near:
        found += w.gives_near
    known = sight.next_known
    if (place << 1 | place >> 1 | place << 2 | place >> 2) & known:
        found += w.gives_known
    can = sight.their_open
    ways = can & can << 1 & place << 1 | can & can >> 1 & place >> 1
    found += w.gives_open * (ones(ways) + ones(can << 1 & can >> 1 & place))
    for index in range(rules.group_count):
        if rules.group_ranks[index] == card % 13:
            found += w.gives_group
    if sight.in_pile >> card & 1:
        found += w.gives_again
    return float(found)
