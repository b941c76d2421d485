"""What a discard costs: what the card is of use for in the hand, and what it gives to the opponents."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from canastra.cards import ACE, BLACK_THREES, CARDS
from canastra.kernel.compiling import compiled
from canastra.kernel.heuristic import names
from canastra.kernel.heuristic.seen import (
    EVERY_SUIT,
    HELD,
    IN_PILE,
    NATURALS,
    NEXT_KNOWN,
    OPEN,
    OPEN_TWICE,
    OWN_FITS,
    RANGE,
    THEIR_FITS,
    THEIR_NEAR,
    THEIR_OPEN,
    THEIR_SIX,
    TWO_MASK,
    lanes,
)
from canastra.kernel.heuristic.worth import LATE
from canastra.kernel.masks import ones
from canastra.kernel.parameters import BLACK_BLOCKS, BLACK_CHARGE

_HIGH_ACE: Final = 1 << 13
PLACES: Final = np.array(
    [(1 << card.rank | _HIGH_ACE * (card.rank == ACE)) << 16 * card.suit for card in CARDS], np.int64
)
"""The positions of every card."""
BLACK_MASK: Final = sum(1 << card for card in BLACK_THREES)


@compiled
def cost(s: Any, book: Any, w: Any, r: Any, card: int) -> float:
    """What it costs to discard a card, in points: the least is discarded. `hold` has filled the room."""
    seen, rates = r.seen, r.rates
    one, two = s.one[s.seat], s.two[s.seat]
    found = -book.values[card] * (w[names.BURDEN] + rates[LATE] * w[names.BURDEN_LATE])
    if TWO_MASK >> card & 1:
        return float(found + w[names.KEEP_WILD])
    if BLACK_MASK >> card & 1:
        found -= w[names.BLACK_THREE] * book.parameters[BLACK_CHARGE]
        if book.parameters[BLACK_BLOCKS]:
            found -= w[names.BLOCKS] * s.pile_size
    place = PLACES[card] & seen[RANGE]
    if two >> card & 1 == 0:
        found += _joined(seen, w, seen[HELD] & ~place, place)
    if seen[OWN_FITS] >> card & 1:
        found += w[names.KEEP_FITTING]
    found += _grouped(book, w, one, two, card)
    return float(found + (1.0 + w[names.GIVES_PILE] * s.pile_size) * _danger(book, w, seen, card, place))


@compiled
def hold(s: Any, seen: Any) -> None:
    """Write the positions held into what is seen."""
    seen[HELD] = lanes(s.one[s.seat] & NATURALS, seen[RANGE])


@compiled
def _joined(seen: Any, w: Any, held: int, place: int) -> float:
    """What a card is worth to those beside it: the runs, pairs and gaps that end with it."""
    found = 0.0
    open_one, open_two = seen[OPEN], seen[OPEN_TWICE]
    while place:
        bit = place & -place
        place ^= bit
        below, above = held & bit >> 1, held & bit << 1
        far_below, far_above = held & bit >> 2, held & bit << 2
        if (below and far_below) or (below and above) or (above and far_above):
            found += w[names.RUN]
            continue
        if below:
            outs = bit >> 2 | bit << 1
            found += w[names.PAIR] * (ones(open_one & outs) + ones(open_two & outs))
        elif far_below:
            found += w[names.GAP] * (ones(open_one & bit >> 1) + ones(open_two & bit >> 1))
        if above:
            outs = bit >> 1 | bit << 2
            found += w[names.PAIR] * (ones(open_one & outs) + ones(open_two & outs))
        elif far_above:
            found += w[names.GAP] * (ones(open_one & bit << 1) + ones(open_two & bit << 1))
    return float(found)


@compiled
def _grouped(book: Any, w: Any, one: int, two: int, card: int) -> float:
    rank = card % 13
    for index in range(book.group_count):
        if book.group_ranks[index] == rank:
            copies = ones(one & EVERY_SUIT << rank) + ones(two & EVERY_SUIT << rank)
            if copies > 2:
                return float(w[names.GROUP_RUN])
            return float(w[names.GROUP_PAIR]) if copies == 2 else 0.0
    return 0.0


@compiled
def _danger(book: Any, w: Any, seen: Any, card: int, place: int) -> float:
    """What the opponents could do with a card, as far as can be seen."""
    found = 0.0
    if seen[THEIR_FITS] >> card & 1:
        found += w[names.GIVES_FITTING]
        if seen[THEIR_SIX] >> card & 1:
            found += w[names.GIVES_CANASTA]
    if place & seen[THEIR_NEAR]:
        found += w[names.GIVES_NEAR]
    known = seen[NEXT_KNOWN]
    if (place << 1 | place >> 1 | place << 2 | place >> 2) & known:
        found += w[names.GIVES_KNOWN]
    can = seen[THEIR_OPEN]
    ways = can & can << 1 & place << 1 | can & can >> 1 & place >> 1
    found += w[names.GIVES_OPEN] * (ones(ways) + ones(can << 1 & can >> 1 & place))
    for index in range(book.group_count):
        if book.group_ranks[index] == card % 13:
            found += w[names.GIVES_GROUP]
    if seen[IN_PILE] >> card & 1:
        found += w[names.GIVES_AGAIN]
    return float(found)
