"""Plans that are worth it only as a whole turn: an opening that reaches the minimum, a hand that becomes empty."""

from __future__ import annotations

from typing import Final

from canastra.engine.melds import SHORTEST
from canastra.kernel.heuristic.lays import CAREFUL, CLOSED, FREE, NOTHING, best_lay
from canastra.kernel.heuristic.scratch import HeuristicScratch, Workspace
from canastra.kernel.heuristic.sight import lanes, shown_from
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.heuristic.worth import grown, worth
from canastra.kernel.jit import compiled
from canastra.kernel.masks import NATURALS, TWO_MASK, ones
from canastra.kernel.play.going_out import may_be_empty, minimum
from canastra.kernel.play.layout import Deals, DealState
from canastra.kernel.play.turn import perform
from canastra.kernel.rules.steps import LAY, LOW_BITS, MELD
from canastra.kernel.rules.tables import GROUP_FACT, Rules

LAST_HAND: Final = 7
"""The largest hand for which a plan to empty it is made."""
LATE_ENOUGH: Final = 0.5
NO_PLAN: Final = -1e9


@compiled
def plan(states: Deals, i: int, rules: Rules, w: Weights, scratch: HeuristicScratch) -> int:
    """Set how freely to lay (`rates.mode`).

    Returns the first step of a plan, or `NOTHING`; its worth is in `rates.planned`.
    """
    s = states[i]
    work = scratch.work[0]
    rates = work.rates
    one, two = s.one[s.seat], s.two[s.seat]
    rates.before = worth(s, rules, w, work, one, two)
    rates.mode = FREE if rates.late > LATE_ENOUGH else CAREFUL
    rates.planned = NO_PLAN
    if s.withdrawn:
        return NOTHING
    if s.opening[s.seat & 1] >= 0:
        return _opening(s, rules, w, scratch)
    if one & TWO_MASK and ones(one) + ones(two) <= LAST_HAND and _may_empty_soon(s, rules, work, one, two):
        mode = rates.mode
        first = followed(s, rules, w, scratch, FREE)
        rates.mode = mode
        return first
    return NOTHING


@compiled
def _opening(s: DealState, rules: Rules, w: Weights, scratch: HeuristicScratch) -> int:
    """The first step of the most careful plan that reaches the minimum; without a plan the mode is closed."""
    work = scratch.work[0]
    rates = work.rates
    first = NOTHING
    if s.points + _all_points(s, rules) >= minimum(s, rules, s.seat & 1):
        mode = CAREFUL
        first = followed(s, rules, w, scratch, CAREFUL)
        if first == NOTHING and s.one[s.seat] & TWO_MASK:
            mode = FREE
            first = followed(s, rules, w, scratch, FREE)
        rates.mode = mode
        rates.planned += w.opening
    if first == NOTHING or (s.laid == 0 and rates.planned <= 0.0):
        rates.mode = CLOSED
        return NOTHING
    return first


@compiled
def _all_points(s: DealState, rules: Rules) -> int:
    found = 0
    for card in range(52):
        found += rules.values[card] * ((s.one[s.seat] >> card & 1) + (s.two[s.seat] >> card & 1))
    return found


@compiled
def followed(s: DealState, rules: Rules, w: Weights, scratch: HeuristicScratch, mode: float) -> int:
    """Lay the best again and again on a copy, until the side has opened or the hand is empty but for a discard.

    Returns the first step, with the worth of all steps in `rates.planned`; `NOTHING` if the plan fails. No card is
    turned: the copy is left before its hand is empty.
    """
    work, copies = scratch.work[0], scratch.copies
    rates = work.rates
    before = rates.before
    rates.mode = mode
    copies[0] = s
    t = copies[0]
    first, total = NOTHING, 0.0
    opens = s.opening[s.seat & 1] >= 0
    t.pile_size -= shown_from(s, rules)
    while True:
        step = best_lay(t, rules, w, work)
        if step == NOTHING:
            break
        total += rates.found
        if first == NOTHING:
            first = step
        if _last(t, rules, step):
            rates.before = before
            rates.planned = total
            return first
        perform(copies, 0, rules, step)
        if _reached(t, rules, opens):
            rates.before = before
            rates.planned = total
            return first
        rates.before = worth(t, rules, w, work, t.one[t.seat], t.two[t.seat])
    rates.before = before
    return NOTHING


@compiled
def _last(t: DealState, rules: Rules, step: int) -> bool:
    """Return whether a step lays the last cards."""
    cards = ones(t.one[t.seat]) + ones(t.two[t.seat])
    kind = step & ~LOW_BITS
    return bool((kind == MELD and cards == SHORTEST) or (kind == LAY and cards == 1))


@compiled
def _reached(t: DealState, rules: Rules, opens: bool) -> bool:
    if opens:
        return bool(t.opening[t.seat & 1] < 0)
    cards = ones(t.one[t.seat]) + ones(t.two[t.seat])
    return bool(cards == 1 and may_be_empty(t, rules, t.seat & 1))


@compiled
def _may_empty_soon(s: DealState, rules: Rules, work: Workspace, one: int, two: int) -> bool:
    """Return whether all but a few cards fit somewhere, so that 2s may bring down all but one."""
    within = work.seen.within
    free_one, free_two = lanes(one & NATURALS, within), lanes(two & NATURALS, within)
    side = s.seat & 1
    for index in range(s.melded[side]):
        facts = int(rules.meld_facts[s.melds[side, index]])
        if facts & GROUP_FACT == 0:
            _, _, free_one, free_two = grown(facts, free_one, free_two)
    starts = free_one & free_one >> 1 & free_one >> 2
    free_one &= ~(starts | starts << 1 | starts << 2)
    wilds = ones(one & TWO_MASK) + ones(two & TWO_MASK)
    return ones(free_one) <= 1 + 2 * wilds
