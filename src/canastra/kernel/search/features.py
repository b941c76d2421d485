"""A position as numbers for the network, all cards seen: from the side of the seat to act, at the start of a turn."""

from __future__ import annotations

from typing import Final

from canastra.cards import ACE, TWO
from canastra.kernel.arrays import Features
from canastra.kernel.jit import compiled
from canastra.kernel.masks import SUIT_MASK, TWO_MASK, lowest, ones
from canastra.kernel.play.going_out import has_canasta, minimum, morto_available
from canastra.kernel.play.layout import SEATS, Deals, DealState
from canastra.kernel.rules.tables import CANASTA_FLAG, CLEAN_FLAG, FULL_FLAG, Rules

OF_SIDE: Final = 18
OF_SEAT: Final = 11
OF_TABLE: Final = 7
FEATURES: Final = 2 * OF_SIDE + SEATS * OF_SEAT + OF_TABLE
POINTS: Final = 1 / 100
"""Points are counted in hundreds."""
CARDS: Final = 1 / 10
"""Cards in tens."""
LONG: Final = 3
"""The length from which melds without a canasta are counted by length: 3, 4, 5, 6."""


@compiled
def write_features(states: Deals, i: int, rules: Rules, out: Features) -> None:
    """Write the features of deal `i` into `out` (`FEATURES`, float32)."""
    s = states[i]
    for at in range(FEATURES):
        out[at] = 0.0
    mine = s.seat & 1
    _side(s, rules, mine, out, 0)
    _side(s, rules, 1 - mine, out, OF_SIDE)
    for turn in range(s.players):
        seat = (s.seat + turn) % s.players
        _seat(s, rules, seat, out, 2 * OF_SIDE + turn * OF_SEAT)
    _table(s, rules, out, 2 * OF_SIDE + SEATS * OF_SEAT)


@compiled
def _side(s: DealState, rules: Rules, side: int, out: Features, at: int) -> None:
    """Melds by kind and length, and the side's distance from the morto and from going out."""
    points = 0
    for index in range(s.melded[side]):
        meld = s.melds[side, index]
        flags = rules.meld_flags[meld]
        points += rules.meld_points[meld]
        if flags & FULL_FLAG:
            out[at] += 1
        elif flags & CLEAN_FLAG:
            out[at + 1] += 1
        elif flags & CANASTA_FLAG:
            out[at + 2] += 1
        else:
            length = ones(rules.meld_one[meld]) + ones(rules.meld_two[meld])
            wild = 4 if rules.meld_wild[meld] >= 0 else 0
            out[at + 3 + wild + min(max(length - LONG, 0), 3)] += 1
    out[at + 11] = points * POINTS
    out[at + 12] = s.melded[side] * CARDS
    out[at + 13] = s.has_morto[side]
    out[at + 14] = s.red_count[side]
    if s.opening[side] >= 0:
        out[at + 15] = minimum(s, rules, side) * POINTS
    out[at + 16] = has_canasta(s, rules, side, rules.parameters.going_out_needs)
    if morto_available(s, side):
        out[at + 17] = has_canasta(s, rules, side, rules.parameters.morto_needs)


@compiled
def _seat(s: DealState, rules: Rules, seat: int, out: Features, at: int) -> None:
    """The cards of a hand, and how many of them can be laid."""
    one, two = s.one[seat], s.two[seat]
    size = ones(one) + ones(two)
    out[at] = size * CARDS
    out[at + 1] = 1.0 if size == 1 else 0.0
    out[at + 2] = 1.0 if size <= 3 else 0.0
    out[at + 3] = (ones(one & TWO_MASK) + ones(two & TWO_MASK)) * 1.0
    points, rest = 0, one
    while rest:
        card = lowest(rest)
        points += rules.values[card] * (1 + (two >> card & 1))
        rest &= rest - 1
    out[at + 4] = points * POINTS
    out[at + 5] = _fits(s, rules, seat & 1, one, two) * CARDS
    out[at + 6] = _fits(s, rules, 1 - (seat & 1), one, two) * CARDS
    naturals, neighbours = 0, 0
    for suit in range(4):
        mask = one >> 13 * suit & SUIT_MASK
        naturals += rules.natural_at[mask + 1] - rules.natural_at[mask]
        # The ace also stands above the king.
        high = mask | (mask >> ACE & 1) << 13
        neighbours += ones(high & high >> 1) + ones(high & high >> 2)
    out[at + 7] = naturals * CARDS
    out[at + 8] = neighbours * CARDS
    out[at + 9] = s.unplayed[seat]
    out[at + 10] = ones(two) * CARDS


@compiled
def _fits(s: DealState, rules: Rules, side: int, one: int, two: int) -> int:
    """Cards of a hand that can be laid on a side's melds, wilds left out."""
    ways = 0
    for index in range(s.melded[side]):
        ways |= rules.way_cards[s.melds[side, index]]
    ways &= ~TWO_MASK
    return ones(one & ways) + ones(two & ways)


@compiled
def _table(s: DealState, rules: Rules, out: Features, at: int) -> None:
    stock = s.stock_end - s.stock_at
    out[at] = stock * CARDS
    out[at + 1] = 1.0 if stock < s.players else 0.0
    out[at + 2] = s.mortos
    out[at + 3] = s.pile_size * CARDS
    points = 0
    for index in range(s.pile_size):
        points += rules.values[s.pile[index]]
    out[at + 4] = points * POINTS
    if s.pile_size:
        top = s.pile[s.pile_size - 1]
        out[at + 5] = _fits(s, rules, s.seat & 1, 1 << top, 0)
        out[at + 6] = top % 13 == TWO
