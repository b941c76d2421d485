"""Laying that is only worth it as a whole turn: an opening that reaches the minimum, a hand that becomes empty."""

from __future__ import annotations

from typing import Any, Final

from canastra.kernel.book import GROUP_FACT
from canastra.kernel.compiling import compiled
from canastra.kernel.heuristic import names
from canastra.kernel.heuristic.laying import CAREFUL, CLOSED, FREE, NOTHING, best_lay
from canastra.kernel.heuristic.seen import NATURALS, RANGE, TWO_MASK, lanes, shown_from
from canastra.kernel.heuristic.worth import BEFORE, FOUND, LATE, MODE, PLANNED, grown, worth
from canastra.kernel.judging import may_be_empty, minimum
from canastra.kernel.masks import ones
from canastra.kernel.moving import perform

LAST_HAND: Final = 7
"""With more cards no plan to empty the hand is made."""
LATE_ENOUGH: Final = 0.5
NO_PLAN: Final = -1e9


@compiled
def prepare(states: Any, i: int, book: Any, w: Any, room: Any) -> int:
    """Decide how freely to lay; the first step of a plan if there is one, what it comes to in the rates."""
    s = states[i]
    r = room[0][0]
    rates = r.rates
    one, two = s.one[s.seat], s.two[s.seat]
    rates[BEFORE] = worth(s, book, w, r, one, two)
    rates[MODE] = FREE if rates[LATE] > LATE_ENOUGH else CAREFUL
    rates[PLANNED] = NO_PLAN
    if s.withdrawn:
        return NOTHING
    if s.opening[s.seat & 1] >= 0:
        return _opening(s, book, w, room)
    if one & TWO_MASK and ones(one) + ones(two) <= LAST_HAND and _may_empty_soon(s, book, r, one, two):
        mode = rates[MODE]
        first = followed(s, book, w, room, FREE)
        rates[MODE] = mode
        return first
    return NOTHING


@compiled
def _opening(s: Any, book: Any, w: Any, room: Any) -> int:
    """The most careful plan that reaches the minimum; without one the mode is closed."""
    r = room[0][0]
    rates = r.rates
    first = NOTHING
    if s.points + _all_points(s, book) >= minimum(s, book, s.seat & 1):
        mode = CAREFUL
        first = followed(s, book, w, room, CAREFUL)
        if first == NOTHING and s.one[s.seat] & TWO_MASK:
            mode = FREE
            first = followed(s, book, w, room, FREE)
        rates[MODE] = mode
        rates[PLANNED] += w[names.OPENING]
    if first == NOTHING or (s.laid == 0 and rates[PLANNED] <= 0.0):
        rates[MODE] = CLOSED
        return NOTHING
    return first


@compiled
def _all_points(s: Any, book: Any) -> int:
    found = 0
    for card in range(52):
        found += book.values[card] * ((s.one[s.seat] >> card & 1) + (s.two[s.seat] >> card & 1))
    return found


@compiled
def followed(s: Any, book: Any, w: Any, room: Any, mode: float) -> int:
    """Lay the best again and again on a copy, until the side has opened or the hand is empty but for a discard.

    The first step, its worth with all that follows in its rates; `NOTHING` if it comes to nothing. No card is turned:
    the copy is left before its hand is empty.
    """
    r, copies = room[0][0], room[1]
    rates = r.rates
    before = rates[BEFORE]
    rates[MODE] = mode
    copies[0] = s
    t = copies[0]
    first, total = NOTHING, 0.0
    opens = s.opening[s.seat & 1] >= 0
    t.pile_size -= shown_from(s, book)
    while True:
        step = best_lay(t, book, w, r)
        if step == NOTHING:
            break
        total += rates[FOUND]
        if first == NOTHING:
            first = step
        if _last(t, book, step):
            rates[BEFORE] = before
            rates[PLANNED] = total
            return first
        perform(copies, 0, book, step)
        if _reached(t, book, opens):
            rates[BEFORE] = before
            rates[PLANNED] = total
            return first
        rates[BEFORE] = worth(t, book, w, r, t.one[t.seat], t.two[t.seat])
    rates[BEFORE] = before
    return NOTHING


@compiled
def _last(t: Any, book: Any, step: int) -> bool:
    """Whether a step lays the last cards."""
    cards = ones(t.one[t.seat]) + ones(t.two[t.seat])
    kind = step >> 24
    return bool((kind == 6 and cards == 3) or (kind == 7 and cards == 1))


@compiled
def _reached(t: Any, book: Any, opens: bool) -> bool:
    if opens:
        return bool(t.opening[t.seat & 1] < 0)
    cards = ones(t.one[t.seat]) + ones(t.two[t.seat])
    return bool(cards == 1 and may_be_empty(t, book, t.seat & 1))


@compiled
def _may_empty_soon(s: Any, book: Any, r: Any, one: int, two: int) -> bool:
    """Whether so few cards fit nowhere that 2s may bring all but one down."""
    within = r.seen[RANGE]
    free_one, free_two = lanes(one & NATURALS, within), lanes(two & NATURALS, within)
    side = s.seat & 1
    for index in range(s.melded[side]):
        facts = int(book.meld_facts[s.melds[side, index]])
        if facts & GROUP_FACT == 0:
            _, _, free_one, free_two = grown(facts, free_one, free_two)
    starts = free_one & free_one >> 1 & free_one >> 2
    free_one &= ~(starts | starts << 1 | starts << 2)
    wilds = ones(one & TWO_MASK) + ones(two & TWO_MASK)
    return ones(free_one) <= 1 + 2 * wilds
