"""All legal steps: the twin of `canastra.engine.legal_actions` and of the rules that it uses."""

from __future__ import annotations

from typing import Final

from canastra.cards import TWO
from canastra.engine.melds import SHORTEST
from canastra.kernel.arrays import Steps
from canastra.kernel.jit import compiled
from canastra.kernel.masks import BLACK_MASK, EVERY_SUIT, SUIT_MASK, TWO_BIT, TWO_MASK, drop_all, lowest, ones, put
from canastra.kernel.play.going_out import SAFE, barred_by, below_minimum, can_end, count_laid, may_be_empty
from canastra.kernel.play.layout import DRAW, JUSTIFY, NO_CARD, PLAY, Deals, DealState
from canastra.kernel.rules.parameters import (
    DEAL_ENDS,
    FREE_PURCHASE,
    NEW_MELD,
    ONE_CARD_ALLOWED,
    ONE_CARD_NEVER,
    TWO_BLOCKS,
    TWO_NATURALS,
)
from canastra.kernel.rules.steps import DISCARD, DRAW_CARD, MELD, PASS, REFUSE, SHIFT, TAKE, WITHDRAW, lay_step
from canastra.kernel.rules.tables import Rules

SMALL: Final = SHORTEST + SAFE
"""The hand size below which a new meld might leave no way to end the turn."""


@compiled
def pile_closed(s: DealState, rules: Rules, seat: int) -> bool:
    """Return whether a seat may not take the pile, judged by public facts."""
    p = rules.parameters
    if s.pile_size == 0:
        return True
    if p.black_three_blocks and BLACK_MASK >> s.pile[s.pile_size - 1] & 1:
        return True
    if p.top_two == TWO_BLOCKS and TWO_MASK >> s.pile[s.pile_size - 1] & 1:
        return True
    if p.one_card != ONE_CARD_ALLOWED and ones(s.one[seat]) + ones(s.two[seat]) == 1:
        return bool(p.one_card == ONE_CARD_NEVER or s.pile_size == 1)
    return False


@compiled
def needs_new_meld(s: DealState, rules: Rules, top: int) -> bool:
    """Return whether a top card may go only to a new meld, as its wild."""
    return bool(rules.parameters.top_two == NEW_MELD and TWO_MASK >> top & 1)


@compiled
def must_justify(s: DealState, rules: Rules) -> bool:
    """Return whether the pile's top card has to be used at once if the pile is taken."""
    return bool(
        rules.parameters.purchase != FREE_PURCHASE
        or (s.pile_size > 0 and needs_new_meld(s, rules, s.pile[s.pile_size - 1]))
    )


@compiled
def new_melds(rules: Rules, one: int, two: int, out: Steps) -> int:
    """Write the numbers of all new melds of three cards of a hand into `out`. Returns how many there are."""
    count = 0
    for suit in range(4):
        mask = one >> 13 * suit & SUIT_MASK
        if mask & (mask - 1) == 0:
            continue
        for at in range(rules.natural_at[mask], rules.natural_at[mask + 1]):
            out[count] = rules.natural_melds[suit, rules.natural[at]]
            count += 1
        if one & TWO_MASK == 0:
            continue
        for wild in range(4):
            if one >> (13 * wild + TWO) & 1 == 0:
                continue
            if wild == suit:
                # If used as the wild, the 2 of the same suit is natural only if the hand holds the other copy too.
                rest = mask if two >> (13 * suit + TWO) & 1 else mask & ~TWO_BIT
                for at in range(rules.own_at[rest], rules.own_at[rest + 1]):
                    out[count] = rules.wild_melds[suit, wild, rules.own[at]]
                    count += 1
            else:
                for at in range(rules.off_at[mask], rules.off_at[mask + 1]):
                    out[count] = rules.wild_melds[suit, wild, rules.off[at]]
                    count += 1
    for index in range(rules.group_count):
        count = _groups(rules, one, two, index, out, count)
    return count


@compiled
def _groups(rules: Rules, one: int, two: int, index: int, out: Steps, count: int) -> int:
    rank = rules.group_ranks[index]
    if (one >> rank) & EVERY_SUIT == 0:
        return count
    held = 0
    for suit in range(4):
        held |= (one >> (13 * suit + rank) & 1) << suit | (two >> (13 * suit + rank) & 1) << (suit + 4)
    for at in range(rules.triple_at[held], rules.triple_at[held + 1]):
        out[count] = rules.triple_melds[index, rules.triple[at]]
        count += 1
    if one & TWO_MASK:
        for at in range(rules.pair_at[held], rules.pair_at[held + 1]):
            for wild in range(4):
                if one >> (13 * wild + TWO) & 1:
                    out[count] = rules.pair_melds[index, rules.pair[at], wild]
                    count += 1
    return count


@compiled
def meld_leaves_a_way(s: DealState, rules: Rules, one: int, two: int, meld: int) -> bool:
    """Return whether a turn can be ended after a new meld of cards of this hand."""
    side = s.seat & 1
    after_one, after_two = drop_all(one, two, rules.meld_one[meld], rules.meld_two[meld])
    if ones(after_one) + ones(after_two) >= SAFE:
        return True
    points, opening, laid, barred = s.points, s.opening[side], s.laid, s.barred
    s.melds[side, s.melded[side]] = meld
    s.melded[side] += 1
    count_laid(s, rules, side, rules.meld_points[meld], SHORTEST, rules.meld_one[meld])
    ends = can_end(s, rules, side, after_one, after_two)
    s.melded[side] -= 1
    s.points, s.opening[side], s.laid, s.barred = points, opening, laid, barred
    return ends


@compiled
def way_leaves_a_way(s: DealState, rules: Rules, one: int, two: int, index: int, way: int) -> bool:
    """Return whether a turn can be ended after a card of this hand was laid on a meld."""
    side = s.seat & 1
    card = rules.way_card[way]
    bit = 1 << card
    after_one, after_two = (one, two & ~bit) if two & bit else (one & ~bit, two)
    if ones(after_one) + ones(after_two) >= SAFE:
        return True
    meld, points, opening, laid, barred = s.melds[side, index], s.points, s.opening[side], s.laid, s.barred
    s.melds[side, index] = rules.way_to[way]
    count_laid(s, rules, side, rules.values[card], 1, 1 << card)
    ends = can_end(s, rules, side, after_one, after_two)
    s.melds[side, index], s.points, s.opening[side], s.laid, s.barred = meld, points, opening, laid, barred
    return ends


@compiled
def justifications(s: DealState, rules: Rules, out: Steps, first: bool) -> int:
    """Write the legal steps that use the pile's top card into `out`, only one if `first`.

    Returns how many were written.
    """
    seat = s.seat
    top = s.pile[s.pile_size - 1]
    fresh = needs_new_meld(s, rules, top)
    naturals = rules.parameters.purchase == TWO_NATURALS
    one, two = put(s.one[seat], s.two[seat], top)
    # After the purchase the whole pile is in the hand.
    all_one, all_two = s.one[seat], s.two[seat]
    for index in range(s.pile_size):
        all_one, all_two = put(all_one, all_two, s.pile[index])
    found = new_melds(rules, one, two, out)
    count = 0
    for at in range(found):
        meld = out[at]
        if rules.meld_one[meld] >> top & 1 == 0 or (fresh and rules.meld_wild[meld] != top):
            continue
        if naturals and rules.meld_wild[meld] >= 0 and rules.meld_wild[meld] != top:
            continue
        if meld_leaves_a_way(s, rules, all_one, all_two, meld):
            out[count] = MELD | meld
            count += 1
            if first:
                return count
    if fresh or naturals:
        return count
    side = seat & 1
    for index in range(s.melded[side]):
        meld = s.melds[side, index]
        if rules.way_cards[meld] >> top & 1 == 0:
            continue
        for way in range(rules.way_at[meld], rules.way_at[meld + 1]):
            if rules.way_card[way] == top and way_leaves_a_way(s, rules, all_one, all_two, index, way):
                out[count] = lay_step(index, top, rules.way_end[way])
                count += 1
                if first:
                    return count
    return count


@compiled
def may_take(s: DealState, rules: Rules, out: Steps) -> bool:
    """Return whether the seat to act may take the pile; `out` is scratch space."""
    if s.refused or s.withdrawn or pile_closed(s, rules, s.seat):
        return False
    if not must_justify(s, rules):
        return True
    s.barred = barred_by(s.pile_size, s.pile[0], rules)
    found = justifications(s, rules, out, True) > 0
    s.barred = NO_CARD
    return found


@compiled
def legal_steps(states: Deals, i: int, rules: Rules, out: Steps) -> int:
    """Write every legal next step of deal `i` into `out` (`MOST_STEPS`, int32). Returns how many there are.

    They are the same as in `canastra.engine.legal_actions`, in another order; none once the deal is over.
    """
    s = states[i]
    if s.phase == PLAY:
        return _playing(s, rules, out)
    if s.phase == JUSTIFY:
        return justifications(s, rules, out, False)
    if s.phase != DRAW:
        return 0
    takes = may_take(s, rules, out)
    count = 0
    if s.stock_at < s.stock_end:
        out[count] = DRAW_CARD
        count += 1
    elif rules.parameters.stock_exhausted != DEAL_ENDS:
        out[count] = PASS
        count += 1
    if takes:
        out[count] = TAKE
        count += 1
    return count


@compiled
def _playing(s: DealState, rules: Rules, out: Steps) -> int:
    seat = s.seat
    side = seat & 1
    one, two = s.one[seat], s.two[seat]
    small = ones(one) + ones(two) < SMALL
    below = below_minimum(s, side)
    count = 0
    if not s.withdrawn:
        found = new_melds(rules, one, two, out)
        for at in range(found):
            meld = out[at]
            if not small or meld_leaves_a_way(s, rules, one, two, meld):
                out[count] = MELD | meld
                count += 1
        for index in range(s.melded[side]):
            count = _laying(s, rules, index, small, out, count)
    if not below:
        count = _discards(s, rules, one, two, out, count)
    if s.first != NO_CARD:
        out[count] = REFUSE
        count += 1
    if below:
        out[count] = WITHDRAW
        count += 1
    return count


@compiled
def _laying(s: DealState, rules: Rules, index: int, small: bool, out: Steps, count: int) -> int:
    side = s.seat & 1
    one, two = s.one[s.seat], s.two[s.seat]
    meld = s.melds[side, index]
    if rules.way_cards[meld] & one:
        for way in range(rules.way_at[meld], rules.way_at[meld + 1]):
            card = rules.way_card[way]
            if one >> card & 1 and (not small or way_leaves_a_way(s, rules, one, two, index, way)):
                out[count] = lay_step(index, card, rules.way_end[way])
                count += 1
    home = rules.meld_shift[meld]
    if home >= 0:
        s.melds[side, index] = home
        ends = not small or can_end(s, rules, side, one, two)
        s.melds[side, index] = meld
        if ends:
            out[count] = SHIFT | (index + 1)
            count += 1
    return count


@compiled
def _discards(s: DealState, rules: Rules, one: int, two: int, out: Steps, count: int) -> int:
    rest = one if s.barred == NO_CARD else one & ~(1 << s.barred)
    if ones(one) + ones(two) == 1 and not may_be_empty(s, rules, s.seat & 1):
        return count
    while rest:
        out[count] = DISCARD | lowest(rest)
        count += 1
        rest &= rest - 1
    return count


__all__ = ["justifications", "legal_steps", "may_take", "must_justify", "new_melds", "pile_closed"]
