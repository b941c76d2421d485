"""The worth of a side's melds and a hand together, in points: the measure of everything but discards."""

from __future__ import annotations

from typing import Final

from canastra.engine.melds import CANASTA, ROYAL, SHORTEST, WHOLE_SUIT
from canastra.engine.scoring import GOING_OUT
from canastra.kernel.heuristic.scratch import Rates, Workspace
from canastra.kernel.heuristic.sight import LANE, Sight, lanes
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.jit import compiled
from canastra.kernel.masks import EVERY_SUIT, NATURALS, TWO_MASK, ones
from canastra.kernel.play.going_out import has_canasta, may_be_empty, morto_available
from canastra.kernel.play.layout import PLAY, DealState
from canastra.kernel.rules.parameters import NEED_CLEAN
from canastra.kernel.rules.tables import FOUR_BITS, GROUP_FACT, KIND_AT, SIZE_AT, SPAN, WILD_FACT, Rules

LONG: Final = int(CANASTA)
LONGEST: Final = int(ROYAL)
SUIT: Final = int(WHOLE_SUIT)
LEAST: Final = int(SHORTEST)
OUT_POINTS: Final = int(GOING_OUT)
LAST_CARDS: Final = 2
ACES: Final = 1 | 1 << 13


@compiled
def meld_worth(rules: Rules, w: Weights, facts: int, more: int) -> float:
    """The bonus of a meld with `more` naturals added, or the part of the bonus that its length is worth."""
    p = rules.parameters
    size = (facts >> SIZE_AT & FOUR_BITS) + more
    bonus = float(p.dirty) if facts & WILD_FACT else float(p.clean)
    if size < LONG:
        return bonus * float(w.of_seven[size - LEAST])
    if size > LONG and facts & (WILD_FACT | GROUP_FACT) == 0:
        found = bonus
        if p.royal:
            found = _on_the_way(w, size, LONGEST, bonus, p.royal)
        if p.thirteen and (size < LONGEST or p.royal == 0):
            found = max(found, _on_the_way(w, size, SUIT, bonus, p.thirteen))
        return found
    return bonus


@compiled
def _on_the_way(w: Weights, size: int, whole: int, bonus: float, points: int) -> float:
    """The worth of a clean canasta on its way to one of `whole` cards, which earns `points`."""
    part = (size - LONG) / (whole - LONG)
    rises = 1.0 if size >= whole else float(w.royal_part) * part * part
    return bonus + float(points - bonus) * rises


@compiled
def grade(w: Weights, size: int) -> float:
    """The part of a canasta that a meld of `size` cards is worth."""
    return 1.0 if size >= LONG else float(w.of_seven[size - LEAST])


@compiled
def grown(facts: int, one: int, two: int) -> tuple[int, int, int, int]:
    """A sequence lengthened by positions held: the number added, the number then one apart, and the positions left."""
    shift = 16 * (facts >> KIND_AT & 3)
    lane = one >> shift & LANE
    if lane == 0:
        return 0, 0, one, two
    span = facts & SPAN
    added = 0
    edge = (span << 1 | span >> 1) & lane & ~span
    while edge:
        added |= edge
        span |= edge
        edge = (span << 1 | span >> 1) & lane & ~span
    near = ones((span << 2 | span >> 2) & lane & ~span)
    if added == 0:
        return 0, near, one, two
    more = ones(added)
    if added & ACES:
        added |= ACES
    added <<= shift
    return more, near, one & ~(added & ~two), two & ~added


@compiled
def hopes(s: DealState, rules: Rules, w: Weights, side: int) -> float:
    """The worth of a side's melds that are not yet canastas."""
    found = 0.0
    for index in range(s.melded[side]):
        facts = int(rules.meld_facts[s.melds[side, index]])
        if facts >> SIZE_AT & FOUR_BITS < LONG:
            found += meld_worth(rules, w, facts, 0)
    return found


@compiled
def weigh(s: DealState, rules: Rules, w: Weights, rates: Rates) -> None:
    """Write into `rates` the values that depend on the deal and not on the cards of the hand."""
    p = rules.parameters
    side = s.seat & 1
    left = s.stock_end - s.stock_at + (11 * s.mortos if p.morto_becomes_stock else 0)
    late = max(0.0, 1.0 - left / max(1.0, w.late_from))
    if not morto_available(s, 1 - side) and has_canasta(s, rules, 1 - side, p.going_out_needs):
        fewest = 99
        for seat in range(1 - side, s.players, 2):
            fewest = min(fewest, ones(s.one[seat]) + ones(s.two[seat]))
        late = max(late, w.hurry * max(0.0, 1.0 - 0.25 * (fewest - 1)))
    late = min(late, 1.0)
    rates.late = late
    per_card = w.card
    if morto_available(s, side):
        per_card = w.card_before_morto
        rates.discarded = w.morto * (1.0 - late)
        rates.emptied = w.morto + w.morto_directly
    else:
        if has_canasta(s, rules, side, p.going_out_needs):
            per_card = w.card_before_out
        rates.emptied = _out(s, rules, w, side)
        rates.discarded = rates.emptied
    rates.per_card = per_card - late * w.card_late
    rates.per_point = w.laid + late * w.laid_late
    fades = 1.0 - late * w.wild_fades
    rates.first_wild, rates.more_wilds = w.wild * fades, w.second_wild * fades
    rates.need = w.first_canasta + 2.0 * p.red_bonus * s.red_count[side] * w.red_threes


@compiled
def _out(s: DealState, rules: Rules, w: Weights, side: int) -> float:
    """The worth of ending the deal now."""
    found = OUT_POINTS + w.out
    for seat in range(s.players):
        cards = ones(s.one[seat]) + ones(s.two[seat])
        if seat & 1 != side:
            found += w.out_their_cards * cards
        elif seat != s.seat:
            found -= w.out_partners_cards * cards
    found -= w.out_our_hopes * hopes(s, rules, w, side)
    return float(found + w.out_their_hopes * hopes(s, rules, w, 1 - side))


@compiled
def worth(s: DealState, rules: Rules, w: Weights, work: Workspace, one: int, two: int) -> float:
    """The value of the melds of the side to act and a hand of its seat; `look` and `weigh` have filled the scratch."""
    seen, rates = work.seen, work.rates
    side = s.seat & 1
    within = seen.within
    free_one, free_two = lanes(one & NATURALS, within), lanes(two & NATURALS, within)
    found, best = 0.0, 0.0
    wants_clean = rules.parameters.going_out_needs == NEED_CLEAN
    for index in range(s.melded[side]):
        facts = int(rules.meld_facts[s.melds[side, index]])
        if facts & GROUP_FACT == 0:
            more, near, free_one, free_two = grown(facts, free_one, free_two)
            found += w.near * near
        else:
            rank = EVERY_SUIT << (facts >> KIND_AT & FOUR_BITS)
            more = ones(one & rank) + ones(two & rank)
            free_one &= ~lanes(rank, within)
            free_two &= ~lanes(rank, within)
        now = meld_worth(rules, w, facts, 0)
        found += now
        if more:
            found += w.held_part * (meld_worth(rules, w, facts, more) - now)
        if not (wants_clean and facts & WILD_FACT):
            best = max(best, grade(w, (facts >> SIZE_AT & FOUR_BITS) + more))
    found += rates.need * best + _loose(seen, w, free_one, free_two) + _groups(rules, w, one, two)
    wilds = ones(one & TWO_MASK) + ones(two & TWO_MASK)
    if wilds:
        found += rates.first_wild + (wilds - 1) * rates.more_wilds
    cards = ones(one) + ones(two)
    found += rates.per_card * cards
    if cards <= LAST_CARDS and s.phase == PLAY:
        found += _last_cards(s, rules, w, rates, cards)
    return float(found)


@compiled
def _last_cards(s: DealState, rules: Rules, w: Weights, rates: Rates, cards: int) -> float:
    if may_be_empty(s, rules, s.seat & 1):
        if cards == 0:
            return float(rates.emptied)
        return float(rates.discarded) if cards == 1 else 0.0
    return float(-w.stripped * (LAST_CARDS + 1 - cards))


@compiled
def _loose(sight: Sight, w: Weights, one: int, two: int) -> float:
    """The worth of loose positions (both copies in `two`): runs, pairs and gaps that can still be filled."""
    found = 0.0
    if one == 0:
        return found
    within, open_one, open_two = sight.within, sight.open, sight.open_twice
    next_one, next_two = one & one >> 1, one & one >> 2
    starts = next_one & one >> 2
    if starts:
        found += w.run * ones(starts)
        again = two & two >> 1 & two >> 2
        if again:
            found += w.run * ones(again)
    pairs = next_one & ~starts & ~(starts << 1)
    if pairs:
        outs = ones(pairs & open_one << 1) + ones(pairs & open_one >> 2)
        outs += ones(pairs & open_two << 1) + ones(pairs & open_two >> 2)
        found += w.pair * outs
    gaps = next_two & ~(one >> 1) & within
    if gaps:
        found += w.gap * (ones(gaps & open_one >> 1) + ones(gaps & open_two >> 1))
    return found


@compiled
def _groups(rules: Rules, w: Weights, one: int, two: int) -> float:
    found = 0.0
    for index in range(rules.group_count):
        rank = EVERY_SUIT << rules.group_ranks[index]
        copies = ones(one & rank) + ones(two & rank)
        if copies == 2:
            found += w.group_pair
        elif copies > 2:
            found += w.group_run * (copies - 2)
    return found
