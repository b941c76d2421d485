"""The layings of the heuristic: every step is scored by the worth of melds and hand after it."""

from __future__ import annotations

from typing import Final

from canastra.kernel.heuristic.scratch import Rates, Workspace
from canastra.kernel.heuristic.sight import ALMOST
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.heuristic.worth import worth
from canastra.kernel.jit import compiled
from canastra.kernel.masks import NATURALS, TWO_BIT, TWO_MASK, drop, drop_all, ones
from canastra.kernel.play.going_out import can_end
from canastra.kernel.play.layout import DealState
from canastra.kernel.play.legal_steps import SMALL, meld_leaves_a_way, new_melds, way_leaves_a_way
from canastra.kernel.rules.steps import LAY, LOW_BITS, MELD, SHIFT, lay_parts, lay_step
from canastra.kernel.rules.tables import FOUR_BITS, KIND_AT, SIZE_AT, Rules

CLOSED: Final = -1.0
"""Nothing should be laid: it would have to be withdrawn."""
CAREFUL: Final = 0.0
"""No new meld is begun with a 2."""
FREE: Final = 1.0
NOTHING: Final = -1
SHUT: Final = -1000.0
UNWISE: Final = -1.0
"""The highest score of a step that only a search may consider."""


@compiled
def with_meld(s: DealState, rules: Rules, w: Weights, work: Workspace, hand: tuple[int, int], meld: int) -> float:
    """The worth of melds and hand after a new meld of cards of a hand (two masks)."""
    side = s.seat & 1
    one, two = drop_all(hand[0], hand[1], rules.meld_one[meld], rules.meld_two[meld])
    s.melds[side, s.melded[side]] = meld
    s.melded[side] += 1
    found = worth(s, rules, w, work, one, two) + work.rates.per_point * rules.meld_points[meld]
    s.melded[side] -= 1
    if rules.meld_wild[meld] >= 0:
        found -= w.meld_with_wild
    return float(found)


@compiled
def with_way(
    s: DealState, rules: Rules, w: Weights, work: Workspace, hand: tuple[int, int], at: tuple[int, int]
) -> float:
    """As `with_meld`, after a lay-off: `at` is the place of the meld, and the way."""
    side = s.seat & 1
    index, way = at
    card = rules.way_card[way]
    meld = s.melds[side, index]
    one, two = drop(hand[0], hand[1], card)
    s.melds[side, index] = rules.way_to[way]
    found = worth(s, rules, w, work, one, two) + work.rates.per_point * rules.values[card]
    s.melds[side, index] = meld
    return float(found)


@compiled
def with_shift(s: DealState, rules: Rules, w: Weights, work: Workspace, hand: tuple[int, int], index: int) -> float:
    """As `with_meld`, after a wild went home."""
    side = s.seat & 1
    meld = s.melds[side, index]
    s.melds[side, index] = rules.meld_shift[meld]
    found = worth(s, rules, w, work, hand[0], hand[1])
    s.melds[side, index] = meld
    return float(found)


@compiled
def with_step(s: DealState, rules: Rules, w: Weights, work: Workspace, hand: tuple[int, int], step: int) -> float:
    """As `with_meld`, after a new meld or a lay-off, given as a step."""
    low = step & LOW_BITS
    if step & ~LOW_BITS == MELD:
        return with_meld(s, rules, w, work, hand, low)
    index, card, end = lay_parts(step)
    return with_way(s, rules, w, work, hand, (index, way_of(s, rules, index, card, end)))


@compiled
def way_of(s: DealState, rules: Rules, index: int, card: int, end: int) -> int:
    """The way of a lay-off in the tables; `NOTHING` if there is no such way."""
    meld = s.melds[s.seat & 1, index]
    for way in range(rules.way_at[meld], rules.way_at[meld + 1]):
        if rules.way_card[way] == card and rules.way_end[way] == end:
            return int(way)
    return NOTHING


@compiled
def usable(one: int, mode: float) -> int:
    """The cards of a hand to consider for new melds: at most one of the 2s."""
    twos = one & TWO_MASK if mode == FREE else 0
    return int(NATURALS | twos & -twos)


@compiled
def judged(rules: Rules, rates: Rates, one: int, step: int, after: float) -> float:
    """The score of a step, from the worth of melds and hand after it."""
    score = after - rates.before
    if rates.mode == CLOSED:
        return float(min(score, 0.0) + SHUT)
    if step & ~LOW_BITS == MELD and rules.meld_one[step & LOW_BITS] & ~usable(one, rates.mode):
        return float(min(score, UNWISE))
    return float(score)


@compiled
def spendable(s: DealState, rules: Rules, rates: Rates, index: int) -> int:
    """The cards to consider for a meld of the side: no 2s for a meld far from a canasta, unless the mode is free."""
    facts = int(rules.meld_facts[s.melds[s.seat & 1, index]])
    if rates.mode == CAREFUL and facts >> SIZE_AT & FOUR_BITS < ALMOST - 1:
        return NATURALS
    one = s.one[s.seat]
    spare = one & TWO_MASK & ~(TWO_BIT << 13 * (facts >> KIND_AT & 3))
    return int(NATURALS | one & TWO_MASK & ~(spare & (spare - 1)))


@compiled
def lay_score(s: DealState, rules: Rules, w: Weights, work: Workspace, step: int) -> float:
    """The score of a step that lays or shifts; `plan` has filled the scratch."""
    hand = (s.one[s.seat], s.two[s.seat])
    if step & ~LOW_BITS == SHIFT:
        after = with_shift(s, rules, w, work, hand, (step & LOW_BITS) - 1)
    else:
        after = with_step(s, rules, w, work, hand, step)
    score = judged(rules, work.rates, hand[0], step, after)
    if step & ~LOW_BITS == LAY:
        index, card, _ = lay_parts(step)
        if spendable(s, rules, work.rates, index) >> card & 1 == 0:
            score = min(score, UNWISE)
    return score


@compiled
def _better(rates: Rates, score: float, step: int, best: int) -> int:
    """The better step, whose score is written into `rates`; of equal ones the smaller."""
    if best == NOTHING or score > rates.found or (score == rates.found and step < best):
        rates.found = score
        return step
    return best


@compiled
def best_lay(s: DealState, rules: Rules, w: Weights, work: Workspace) -> int:
    """The best step that lays or shifts, its score in the scratch; `NOTHING` if there is no step to consider.

    New melds with a 2 are left out unless they could be played.
    """
    out, rates = work.steps[:], work.rates
    one, two = s.one[s.seat], s.two[s.seat]
    small = ones(one) + ones(two) < SMALL
    best = NOTHING
    if s.withdrawn:
        return best
    found = new_melds(rules, one & usable(one, rates.mode), two & NATURALS, out)
    for at in range(found):
        meld = out[at]
        if not small or meld_leaves_a_way(s, rules, one, two, meld):
            score = judged(rules, rates, one, MELD | meld, with_meld(s, rules, w, work, (one, two), meld))
            best = _better(rates, score, MELD | meld, best)
    for index in range(s.melded[s.seat & 1]):
        best = _best_on(s, rules, w, work, index, best)
    return best


@compiled
def _best_on(s: DealState, rules: Rules, w: Weights, work: Workspace, index: int, best: int) -> int:
    rates = work.rates
    side = s.seat & 1
    one, two = s.one[s.seat], s.two[s.seat]
    small = ones(one) + ones(two) < SMALL
    meld = s.melds[side, index]
    of = one & spendable(s, rules, rates, index)
    if rules.way_cards[meld] & of:
        for way in range(rules.way_at[meld], rules.way_at[meld + 1]):
            card = rules.way_card[way]
            if of >> card & 1 and (not small or way_leaves_a_way(s, rules, one, two, index, way)):
                step = lay_step(index, card, rules.way_end[way])
                after = with_way(s, rules, w, work, (one, two), (index, way))
                best = _better(rates, judged(rules, rates, one, step, after), step, best)
    home = rules.meld_shift[meld]
    if home >= 0:
        s.melds[side, index] = home
        ends = not small or can_end(s, rules, side, one, two)
        s.melds[side, index] = meld
        if ends:
            step = SHIFT | (index + 1)
            after = with_shift(s, rules, w, work, (one, two), index)
            best = _better(rates, judged(rules, rates, one, step, after), step, best)
    return best
