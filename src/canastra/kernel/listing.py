"""All legal steps: the twin of `canastra.engine.legal_actions` and of what it asks."""

from __future__ import annotations

from typing import Final

from canastra.cards import TWO
from canastra.engine.melds import SHORTEST
from canastra.kernel.arrays import Steps
from canastra.kernel.book import Rules
from canastra.kernel.compiling import compiled
from canastra.kernel.judging import SAFE, barred_by, below_minimum, can_end, count_laid, may_be_empty
from canastra.kernel.layout import DRAW, JUSTIFY, NO_CARD, PLAY, DealRecord, Deals
from canastra.kernel.masks import BLACK_MASK, EVERY_SUIT, SUIT_MASK, TWO_BIT, TWO_MASK, drop_all, lowest, ones, put
from canastra.kernel.parameters import DEAL_ENDS, JUSTIFIED, NEW_MELD, ONE_CARD_ALLOWED, ONE_CARD_NEVER, TWO_BLOCKS
from canastra.kernel.steps import DISCARD, DRAW_CARD, LAY, MELD, PASS, REFUSE, SHIFT, TAKE, WITHDRAW

SMALL: Final = SHORTEST + SAFE
"""With fewer cards in the hand a meld has to be judged."""


@compiled
def pile_closed(s: DealRecord, book: Rules, seat: int) -> bool:
    """Whether a seat may not take the pile, as far as everybody can see."""
    p = book.parameters
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
def needs_new_meld(s: DealRecord, book: Rules, top: int) -> bool:
    """Whether a top card may go only to a new meld, as its wild."""
    return bool(book.parameters.top_two == NEW_MELD and TWO_MASK >> top & 1)


@compiled
def must_justify(s: DealRecord, book: Rules) -> bool:
    """Whether the pile's top card has to be used at once if the pile is taken."""
    return bool(
        book.parameters.purchase == JUSTIFIED or (s.pile_size > 0 and needs_new_meld(s, book, s.pile[s.pile_size - 1]))
    )


@compiled
def new_melds(book: Rules, one: int, two: int, out: Steps) -> int:
    """Write the numbers of all new melds of three cards of a hand; how many there are."""
    count = 0
    for suit in range(4):
        mask = one >> 13 * suit & SUIT_MASK
        if mask & (mask - 1) == 0:
            continue
        for at in range(book.natural_at[mask], book.natural_at[mask + 1]):
            out[count] = book.natural_melds[suit, book.natural[at]]
            count += 1
        if one & TWO_MASK == 0:
            continue
        for wild in range(4):
            if one >> (13 * wild + TWO) & 1 == 0:
                continue
            if wild == suit:
                # Used as the wild, the own-suit 2 is natural only if the hand holds the other copy too.
                rest = mask if two >> (13 * suit + TWO) & 1 else mask & ~TWO_BIT
                for at in range(book.own_at[rest], book.own_at[rest + 1]):
                    out[count] = book.wild_melds[suit, wild, book.own[at]]
                    count += 1
            else:
                for at in range(book.off_at[mask], book.off_at[mask + 1]):
                    out[count] = book.wild_melds[suit, wild, book.off[at]]
                    count += 1
    for index in range(book.group_count):
        count = _groups(book, one, two, index, out, count)
    return count


@compiled
def _groups(book: Rules, one: int, two: int, index: int, out: Steps, count: int) -> int:
    rank = book.group_ranks[index]
    if (one >> rank) & EVERY_SUIT == 0:
        return count
    held = 0
    for suit in range(4):
        held |= (one >> (13 * suit + rank) & 1) << suit | (two >> (13 * suit + rank) & 1) << (suit + 4)
    for at in range(book.triple_at[held], book.triple_at[held + 1]):
        out[count] = book.triple_melds[index, book.triple[at]]
        count += 1
    if one & TWO_MASK:
        for at in range(book.pair_at[held], book.pair_at[held + 1]):
            for wild in range(4):
                if one >> (13 * wild + TWO) & 1:
                    out[count] = book.pair_melds[index, book.pair[at], wild]
                    count += 1
    return count


@compiled
def meld_leaves_a_way(s: DealRecord, book: Rules, one: int, two: int, meld: int) -> bool:
    """Whether a turn can be ended after a new meld of cards of this hand."""
    side = s.seat & 1
    after_one, after_two = drop_all(one, two, book.meld_one[meld], book.meld_two[meld])
    if ones(after_one) + ones(after_two) >= SAFE:
        return True
    points, opening, laid, barred = s.points, s.opening[side], s.laid, s.barred
    s.melds[side, s.melded[side]] = meld
    s.melded[side] += 1
    count_laid(s, book, side, book.meld_points[meld], SHORTEST, book.meld_one[meld])
    ends = can_end(s, book, side, after_one, after_two)
    s.melded[side] -= 1
    s.points, s.opening[side], s.laid, s.barred = points, opening, laid, barred
    return ends


@compiled
def way_leaves_a_way(s: DealRecord, book: Rules, one: int, two: int, index: int, way: int) -> bool:
    """Whether a turn can be ended after a card of this hand was laid on a meld."""
    side = s.seat & 1
    card = book.way_card[way]
    bit = 1 << card
    after_one, after_two = (one, two & ~bit) if two & bit else (one & ~bit, two)
    if ones(after_one) + ones(after_two) >= SAFE:
        return True
    meld, points, opening, laid, barred = s.melds[side, index], s.points, s.opening[side], s.laid, s.barred
    s.melds[side, index] = book.way_to[way]
    count_laid(s, book, side, book.values[card], 1, 1 << card)
    ends = can_end(s, book, side, after_one, after_two)
    s.melds[side, index], s.points, s.opening[side], s.laid, s.barred = meld, points, opening, laid, barred
    return ends


@compiled
def justifications(s: DealRecord, book: Rules, out: Steps, first: bool) -> int:
    """Write the legal steps that use the pile's top card, only one if `first`; how many were written."""
    seat = s.seat
    top = s.pile[s.pile_size - 1]
    fresh = needs_new_meld(s, book, top)
    one, two = put(s.one[seat], s.two[seat], top)
    # After the purchase the whole pile is in the hand.
    all_one, all_two = s.one[seat], s.two[seat]
    for index in range(s.pile_size):
        all_one, all_two = put(all_one, all_two, s.pile[index])
    found = new_melds(book, one, two, out)
    count = 0
    for at in range(found):
        meld = out[at]
        if book.meld_one[meld] >> top & 1 == 0 or (fresh and book.meld_wild[meld] != top):
            continue
        if meld_leaves_a_way(s, book, all_one, all_two, meld):
            out[count] = MELD | meld
            count += 1
            if first:
                return count
    if fresh:
        return count
    side = seat & 1
    for index in range(s.melded[side]):
        meld = s.melds[side, index]
        if book.way_cards[meld] >> top & 1 == 0:
            continue
        for way in range(book.way_at[meld], book.way_at[meld + 1]):
            if book.way_card[way] == top and way_leaves_a_way(s, book, all_one, all_two, index, way):
                out[count] = LAY | (index + 1) << 8 | top << 2 | book.way_end[way]
                count += 1
                if first:
                    return count
    return count


@compiled
def may_take(s: DealRecord, book: Rules, out: Steps) -> bool:
    """Whether the seat to act may take the pile; `out` is room to write in."""
    if s.refused or s.withdrawn or pile_closed(s, book, s.seat):
        return False
    if not must_justify(s, book):
        return True
    s.barred = barred_by(s.pile_size, s.pile[0], book)
    found = justifications(s, book, out, True) > 0
    s.barred = NO_CARD
    return found


@compiled
def legal_steps(states: Deals, i: int, book: Rules, out: Steps) -> int:
    """Write every legal next step of deal `i` into `out` (`MOST_STEPS`, int32); how many there are.

    The same as `canastra.engine.legal_actions`, in another order; none once the deal is over.
    """
    s = states[i]
    if s.phase == PLAY:
        return _playing(s, book, out)
    if s.phase == JUSTIFY:
        return justifications(s, book, out, False)
    if s.phase != DRAW:
        return 0
    takes = may_take(s, book, out)
    count = 0
    if s.stock_at < s.stock_end:
        out[count] = DRAW_CARD
        count += 1
    elif book.parameters.stock_exhausted != DEAL_ENDS:
        out[count] = PASS
        count += 1
    if takes:
        out[count] = TAKE
        count += 1
    return count


@compiled
def _playing(s: DealRecord, book: Rules, out: Steps) -> int:
    seat = s.seat
    side = seat & 1
    one, two = s.one[seat], s.two[seat]
    small = ones(one) + ones(two) < SMALL
    below = below_minimum(s, side)
    count = 0
    if not s.withdrawn:
        found = new_melds(book, one, two, out)
        for at in range(found):
            meld = out[at]
            if not small or meld_leaves_a_way(s, book, one, two, meld):
                out[count] = MELD | meld
                count += 1
        for index in range(s.melded[side]):
            count = _laying(s, book, index, small, out, count)
    if not below:
        count = _discards(s, book, one, two, out, count)
    if s.first != NO_CARD:
        out[count] = REFUSE
        count += 1
    if below:
        out[count] = WITHDRAW
        count += 1
    return count


@compiled
def _laying(s: DealRecord, book: Rules, index: int, small: bool, out: Steps, count: int) -> int:
    side = s.seat & 1
    one, two = s.one[s.seat], s.two[s.seat]
    meld = s.melds[side, index]
    if book.way_cards[meld] & one:
        for way in range(book.way_at[meld], book.way_at[meld + 1]):
            card = book.way_card[way]
            if one >> card & 1 and (not small or way_leaves_a_way(s, book, one, two, index, way)):
                out[count] = LAY | (index + 1) << 8 | card << 2 | book.way_end[way]
                count += 1
    home = book.meld_shift[meld]
    if home >= 0:
        s.melds[side, index] = home
        ends = not small or can_end(s, book, side, one, two)
        s.melds[side, index] = meld
        if ends:
            out[count] = SHIFT | (index + 1)
            count += 1
    return count


@compiled
def _discards(s: DealRecord, book: Rules, one: int, two: int, out: Steps, count: int) -> int:
    rest = one if s.barred == NO_CARD else one & ~(1 << s.barred)
    if ones(one) + ones(two) == 1 and not may_be_empty(s, book, s.seat & 1):
        return count
    while rest:
        out[count] = DISCARD | lowest(rest)
        count += 1
        rest &= rest - 1
    return count


__all__ = ["justifications", "legal_steps", "may_take", "must_justify", "new_melds", "pile_closed"]
