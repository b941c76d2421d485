"""Decides if a turn can still be finished: the twin of `canastra.engine.going_out`."""

from __future__ import annotations

from typing import Final

from canastra.engine.going_out import SAFE as ENGINE_SAFE
from canastra.kernel.jit import compiled
from canastra.kernel.masks import drop, ones
from canastra.kernel.play.layout import NO_CARD, DealState
from canastra.kernel.rules.parameters import MORTO_ALWAYS, NEED_CLEAN, NEVER_STAYS, NO_NEED, STAYS_UNTIL_LAID
from canastra.kernel.rules.tables import CANASTA_FLAG, CLEAN_FLAG, Rules

SAFE: Final = int(ENGINE_SAFE)


@compiled
def has_canasta(s: DealState, rules: Rules, side: int, need: int) -> bool:
    """Return whether a side has the canasta that `need` demands."""
    if need == NO_NEED:
        return True
    flag = CLEAN_FLAG if need == NEED_CLEAN else CANASTA_FLAG
    for index in range(s.melded[side]):  # noqa: SIM110 - compiled code knows no generator
        if rules.meld_flags[s.melds[side, index]] & flag:
            return True
    return False


@compiled
def morto_available(s: DealState, side: int) -> bool:
    """Return whether a morto is left for a side."""
    return bool(s.mortos > 0 and s.has_morto[side] == 0)


@compiled
def minimum(s: DealState, rules: Rules, side: int) -> int:
    """The points that a side with a minimum needs to open."""
    return int(rules.minimums[min(int(s.opening[side]), rules.minimum_count - 1)])


@compiled
def below_minimum(s: DealState, side: int) -> bool:
    """Return whether the points laid in this turn are below the side's minimum."""
    return bool(s.laid > 0 and s.opening[side] >= 0 and s.withdrawn == 0)


@compiled
def may_be_empty(s: DealState, rules: Rules, side: int) -> bool:
    """Return whether the seat to act may have an empty hand."""
    if below_minimum(s, side):
        return False
    p = rules.parameters
    if morto_available(s, side):
        return has_canasta(s, rules, side, p.morto_needs)
    if p.going_out_morto == MORTO_ALWAYS and s.has_morto[side] == 0:
        return False
    return has_canasta(s, rules, side, p.going_out_needs)


@compiled
def barred_by(size: int, card: int, rules: Rules) -> int:
    """The card that may not be this turn's discard once a pile of this size, with this first card, is taken."""
    return int(card) if size == 1 and rules.parameters.single_card_stays != NEVER_STAYS else NO_CARD


@compiled
def count_laid(s: DealState, rules: Rules, side: int, points: int, cards: int, mask: int) -> None:
    """Count cards as laid: their points open the side once they reach its minimum; they may free a card for the
    discard.
    """
    s.points += points
    s.laid += cards
    if s.opening[side] >= 0 and s.points >= minimum(s, rules, side):
        s.opening[side] = -1
    if s.barred != NO_CARD and mask >> s.barred & 1 and rules.parameters.single_card_stays == STAYS_UNTIL_LAID:
        s.barred = NO_CARD


@compiled
def can_end(s: DealState, rules: Rules, side: int, one: int, two: int) -> bool:
    """Return whether the seat to act, with this hand (perhaps empty), can end its turn by legal steps.

    The melds, points and minimum in the record must be those of the position in question; the search changes and
    restores them.
    """
    if one == 0:
        return may_be_empty(s, rules, side)
    count = ones(one) + ones(two)
    if count >= SAFE or below_minimum(s, side):
        return True
    thrown = one if s.barred == NO_CARD else one & ~(1 << s.barred)
    if thrown != 0 and (count > 1 or may_be_empty(s, rules, side)):
        return True
    if s.withdrawn:
        return False
    for index in range(s.melded[side]):
        meld = s.melds[side, index]
        home = rules.meld_shift[meld]
        if home >= 0:
            s.melds[side, index] = home
            ends = can_end(s, rules, side, one, two)
            s.melds[side, index] = meld
            if ends:
                return True
        if rules.way_cards[meld] & one == 0:
            continue
        for way in range(rules.way_at[meld], rules.way_at[meld + 1]):
            card = rules.way_card[way]
            if one >> card & 1:
                points, opening, laid, barred = s.points, s.opening[side], s.laid, s.barred
                s.melds[side, index] = rules.way_to[way]
                count_laid(s, rules, side, rules.values[card], 1, 1 << card)
                less_one, less_two = drop(one, two, card)
                ends = can_end(s, rules, side, less_one, less_two)
                s.melds[side, index], s.points, s.opening[side] = meld, points, opening
                s.laid, s.barred = laid, barred
                if ends:
                    return True
    return False
