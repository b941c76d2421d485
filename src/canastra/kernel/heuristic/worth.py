"""What a side's melds and a hand are worth together, in points: the measure of everything but discards."""

from __future__ import annotations

from typing import Any, Final

from canastra.engine.melds import CANASTA, ROYAL, SHORTEST
from canastra.engine.scoring import GOING_OUT
from canastra.kernel.book import FOUR_BITS, GROUP_FACT, KIND_AT, SIZE_AT, SPAN, WILD_FACT
from canastra.kernel.compiling import compiled
from canastra.kernel.heuristic import names
from canastra.kernel.heuristic.seen import EVERY_SUIT, LANE, NATURALS, OPEN, OPEN_TWICE, RANGE, TWO_MASK, lanes
from canastra.kernel.judging import has_canasta, may_be_empty, morto_available
from canastra.kernel.layout import PLAY
from canastra.kernel.masks import ones
from canastra.kernel.parameters import CLEAN, DIRTY, MORTO_IS_STOCK, NEED_CLEAN, OUT_NEEDS, RED_BONUS
from canastra.kernel.parameters import ROYAL as ROYAL_BONUS

LATE, PER_CARD, PER_POINT, FIRST_WILD, MORE_WILDS, NEED, EMPTIED, DISCARDED, BEFORE, MODE, FOUND, PLANNED = range(12)
"""Places of `weigh`'s answer; the last four are filled where they are used."""
RATES: Final = 12
LONG: Final = int(CANASTA)
LONGEST: Final = int(ROYAL)
LEAST: Final = int(SHORTEST)
OUT_POINTS: Final = int(GOING_OUT)
LAST_CARDS: Final = 2
ACES: Final = 1 | 1 << 13


@compiled
def meld_worth(book: Any, w: Any, facts: int, more: int) -> float:
    """A meld's bonus, or the part of it that its length is worth, with so many naturals more."""
    p = book.parameters
    size = (facts >> SIZE_AT & FOUR_BITS) + more
    bonus = float(p[DIRTY]) if facts & WILD_FACT else float(p[CLEAN])
    if size < LONG:
        return bonus * float(w[names.THREE_OF_SEVEN + size - LEAST])
    if p[ROYAL_BONUS] and size > LONG and facts & (WILD_FACT | GROUP_FACT) == 0:
        part = (size - LONG) / (LONGEST - LONG)
        rises = 1.0 if size >= LONGEST else float(w[names.ROYAL_PART]) * part * part
        return bonus + float(p[ROYAL_BONUS] - bonus) * rises
    return bonus


@compiled
def grade(w: Any, size: int) -> float:
    """The part of a canasta that a meld of so many cards is."""
    return 1.0 if size >= LONG else float(w[names.THREE_OF_SEVEN + size - LEAST])


@compiled
def grown(facts: int, one: int, two: int) -> tuple[int, int, int, int]:
    """A sequence lengthened by positions held: by how many, how many are one apart then, and the positions left."""
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
def hopes(s: Any, book: Any, w: Any, side: int) -> float:
    """What a side's melds that are no canastas yet count for."""
    found = 0.0
    for index in range(s.melded[side]):
        facts = int(book.meld_facts[s.melds[side, index]])
        if facts >> SIZE_AT & FOUR_BITS < LONG:
            found += meld_worth(book, w, facts, 0)
    return found


@compiled
def weigh(s: Any, book: Any, w: Any, rates: Any) -> None:
    """Write into `rates` (float64, `RATES`) what hangs on the deal and not on the cards of the hand."""
    p = book.parameters
    side = s.seat & 1
    left = s.stock_end - s.stock_at + (11 * s.mortos if p[MORTO_IS_STOCK] else 0)
    late = max(0.0, 1.0 - left / max(1.0, w[names.LATE_FROM]))
    if not morto_available(s, 1 - side) and has_canasta(s, book, 1 - side, p[OUT_NEEDS]):
        fewest = 99
        for seat in range(1 - side, s.players, 2):
            fewest = min(fewest, ones(s.one[seat]) + ones(s.two[seat]))
        late = max(late, w[names.HURRY] * max(0.0, 1.0 - 0.25 * (fewest - 1)))
    late = min(late, 1.0)
    rates[LATE] = late
    per_card = w[names.CARD]
    if morto_available(s, side):
        per_card = w[names.CARD_BEFORE_MORTO]
        rates[DISCARDED] = w[names.MORTO] * (1.0 - late)
        rates[EMPTIED] = w[names.MORTO] + w[names.MORTO_DIRECTLY]
    else:
        if has_canasta(s, book, side, p[OUT_NEEDS]):
            per_card = w[names.CARD_BEFORE_OUT]
        rates[EMPTIED] = _out(s, book, w, side)
        rates[DISCARDED] = rates[EMPTIED]
    rates[PER_CARD] = per_card - late * w[names.CARD_LATE]
    rates[PER_POINT] = w[names.LAID] + late * w[names.LAID_LATE]
    fades = 1.0 - late * w[names.WILD_FADES]
    rates[FIRST_WILD], rates[MORE_WILDS] = w[names.WILD] * fades, w[names.SECOND_WILD] * fades
    rates[NEED] = w[names.FIRST_CANASTA] + 2.0 * p[RED_BONUS] * s.red_count[side] * w[names.RED_THREES]


@compiled
def _out(s: Any, book: Any, w: Any, side: int) -> float:
    """What it is worth to end the deal now."""
    found = OUT_POINTS + w[names.OUT]
    for seat in range(s.players):
        cards = ones(s.one[seat]) + ones(s.two[seat])
        if seat & 1 != side:
            found += w[names.OUT_THEIR_CARDS] * cards
        elif seat != s.seat:
            found -= w[names.OUT_PARTNERS_CARDS] * cards
    found -= w[names.OUT_OUR_HOPES] * hopes(s, book, w, side)
    return float(found + w[names.OUT_THEIR_HOPES] * hopes(s, book, w, 1 - side))


@compiled
def worth(s: Any, book: Any, w: Any, r: Any, one: int, two: int) -> float:
    """Of the melds of the side to act and a hand of its seat; `look` and `weigh` have filled the room."""
    seen, rates = r.seen, r.rates
    side = s.seat & 1
    within = seen[RANGE]
    free_one, free_two = lanes(one & NATURALS, within), lanes(two & NATURALS, within)
    found, best = 0.0, 0.0
    wants_clean = book.parameters[OUT_NEEDS] == NEED_CLEAN
    for index in range(s.melded[side]):
        facts = int(book.meld_facts[s.melds[side, index]])
        if facts & GROUP_FACT == 0:
            more, near, free_one, free_two = grown(facts, free_one, free_two)
            found += w[names.NEAR] * near
        else:
            rank = EVERY_SUIT << (facts >> KIND_AT & FOUR_BITS)
            more = ones(one & rank) + ones(two & rank)
            free_one &= ~lanes(rank, within)
            free_two &= ~lanes(rank, within)
        now = meld_worth(book, w, facts, 0)
        found += now
        if more:
            found += w[names.HELD_PART] * (meld_worth(book, w, facts, more) - now)
        if not (wants_clean and facts & WILD_FACT):
            best = max(best, grade(w, (facts >> SIZE_AT & FOUR_BITS) + more))
    found += rates[NEED] * best + _loose(seen, w, free_one, free_two) + _groups(book, w, one, two)
    wilds = ones(one & TWO_MASK) + ones(two & TWO_MASK)
    if wilds:
        found += rates[FIRST_WILD] + (wilds - 1) * rates[MORE_WILDS]
    cards = ones(one) + ones(two)
    found += rates[PER_CARD] * cards
    if cards <= LAST_CARDS and s.phase == PLAY:
        found += _last_cards(s, book, w, rates, cards)
    return float(found)


@compiled
def _last_cards(s: Any, book: Any, w: Any, rates: Any, cards: int) -> float:
    if may_be_empty(s, book, s.seat & 1):
        if cards == 0:
            return float(rates[EMPTIED])
        return float(rates[DISCARDED]) if cards == 1 else 0.0
    return float(-w[names.STRIPPED] * (LAST_CARDS + 1 - cards))


@compiled
def _loose(seen: Any, w: Any, one: int, two: int) -> float:
    """What positions held (both copies in `two`) may become: runs, pairs and gaps that can still be filled."""
    found = 0.0
    if one == 0:
        return found
    within, open_one, open_two = seen[RANGE], seen[OPEN], seen[OPEN_TWICE]
    next_one, next_two = one & one >> 1, one & one >> 2
    starts = next_one & one >> 2
    if starts:
        found += w[names.RUN] * ones(starts)
        again = two & two >> 1 & two >> 2
        if again:
            found += w[names.RUN] * ones(again)
    pairs = next_one & ~starts & ~(starts << 1)
    if pairs:
        outs = ones(pairs & open_one << 1) + ones(pairs & open_one >> 2)
        outs += ones(pairs & open_two << 1) + ones(pairs & open_two >> 2)
        found += w[names.PAIR] * outs
    gaps = next_two & ~(one >> 1) & within
    if gaps:
        found += w[names.GAP] * (ones(gaps & open_one >> 1) + ones(gaps & open_two >> 1))
    return found


@compiled
def _groups(book: Any, w: Any, one: int, two: int) -> float:
    found = 0.0
    for index in range(book.group_count):
        rank = EVERY_SUIT << book.group_ranks[index]
        copies = ones(one & rank) + ones(two & rank)
        if copies == 2:
            found += w[names.GROUP_PAIR]
        elif copies > 2:
            found += w[names.GROUP_RUN] * (copies - 2)
    return found
