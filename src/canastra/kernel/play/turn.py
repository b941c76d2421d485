"""Performs a step and all that follows by rule: the twin of `canastra.engine.turn`. It judges nothing."""

from __future__ import annotations

from typing import Final

from canastra.cards import RED_THREES
from canastra.engine.melds import SHORTEST
from canastra.engine.turn import STALEMATE
from canastra.kernel.jit import compiled
from canastra.kernel.masks import drop, drop_all, put, put_all
from canastra.kernel.play.going_out import barred_by, count_laid, morto_available
from canastra.kernel.play.layout import (
    DRAW,
    GOING_OUT,
    JUSTIFY,
    MORTO,
    NO_CARD,
    OVER,
    PLAY,
    STALEMATE_END,
    STOCK_END,
    Deals,
    DealState,
)
from canastra.kernel.play.legal_steps import must_justify, needs_new_meld, pile_closed
from canastra.kernel.rules.parameters import DEAL_ENDS, FREE_PURCHASE, MAY_BE_TAKEN_ONCE, PLAIN_UNEXCHANGED
from canastra.kernel.rules.steps import (
    DISCARD,
    DRAW_CARD,
    LAY,
    LOW_BITS,
    MELD,
    PASS,
    REFUSE,
    SHIFT,
    TAKE,
    WITHDRAW,
    lay_parts,
)
from canastra.kernel.rules.tables import Rules

FIRST_RED: Final = int(RED_THREES[0])
SECOND_RED: Final = int(RED_THREES[1])


@compiled
def perform(states: Deals, i: int, rules: Rules, step: int) -> None:
    """Make a legal step in deal `i`, and do all that follows by rule."""
    s = states[i]
    kind, low = step & ~LOW_BITS, step & LOW_BITS
    if step == DRAW_CARD:
        _draw(s, rules)
    elif kind == DISCARD:
        _discard(s, rules, low)
    elif kind == MELD:
        _meld(s, rules, low)
    elif kind == LAY:
        index, card, end = lay_parts(step)
        _lay(s, rules, index, card, end)
    elif kind == TAKE:
        _take(s, rules)
    elif kind == SHIFT:
        _shift(s, rules, low - 1)
    elif kind == REFUSE:
        _refuse(s)
    elif kind == WITHDRAW:
        _withdraw(s, rules)
    elif kind == PASS:
        _out_of_stock(s, rules)


@compiled
def begin_turn(s: DealState, rules: Rules, seat: int) -> None:
    """Begin a seat's turn, before its draw; its red 3s are exposed at once."""
    s.seat = seat
    s.phase = DRAW
    s.unplayed[seat] = 0
    s.points = 0
    s.laid = 0
    s.first = NO_CARD
    s.barred = NO_CARD
    s.drew = 0
    s.refused = 0
    s.withdrawn = 0
    s.taken_size = 0
    s.turn_known_one = 0
    s.turn_known_two = 0
    _expose(s, rules)


@compiled
def _expose(s: DealState, rules: Rules) -> None:
    """Expose all red 3s of the seat to act and replace them from the stock."""
    if rules.parameters.red_exposed == 0:
        return
    seat = s.seat
    side = seat & 1
    while True:
        if s.one[seat] >> FIRST_RED & 1:
            card = FIRST_RED
        elif s.one[seat] >> SECOND_RED & 1:
            card = SECOND_RED
        else:
            return
        if s.stock_at == s.stock_end:
            _out_of_stock(s, rules)
            s.unreplaced[seat] = 1
            return
        replacement = s.stock[s.stock_at]
        s.stock_at += 1
        one, two = drop(s.one[seat], s.two[seat], card)
        s.one[seat], s.two[seat] = put(one, two, replacement)
        s.reds[side, s.red_count[side]] = card
        s.red_count[side] += 1
        s.drew = 1
        if s.first != NO_CARD:
            s.first = replacement
        due = s.one[seat] >> FIRST_RED & 1 or s.one[seat] >> SECOND_RED & 1
        if not due and s.phase == DRAW and s.stock_at == s.stock_end:
            _out_of_stock(s, rules)
            return


@compiled
def _draw(s: DealState, rules: Rules) -> None:
    seat = s.seat
    card = s.stock[s.stock_at]
    s.stock_at += 1
    s.one[seat], s.two[seat] = put(s.one[seat], s.two[seat], card)
    may_refuse = s.turn == 1 and s.refused == 0 and rules.parameters.opener_may_refuse
    s.phase = PLAY
    s.drew = 1
    s.first = card if may_refuse else NO_CARD
    s.turn_known_one, s.turn_known_two = s.known_one[seat], s.known_two[seat]
    _expose(s, rules)


@compiled
def _refuse(s: DealState) -> None:
    seat = s.seat
    s.one[seat], s.two[seat] = drop(s.one[seat], s.two[seat], s.first)
    s.pile[s.pile_size] = s.first
    s.pile_size += 1
    s.first = NO_CARD
    s.refused = 1
    s.phase = DRAW


@compiled
def _take(s: DealState, rules: Rules) -> None:
    seat = s.seat
    for index in range(s.pile_size):
        s.taken[index] = s.pile[index]
    s.taken_size = s.pile_size
    s.barred = barred_by(s.pile_size, s.pile[0], rules)
    s.turn_known_one, s.turn_known_two = s.known_one[seat], s.known_two[seat]
    if must_justify(s, rules):
        s.phase = JUSTIFY
        return
    _purchase(s)
    s.turn_known_one, s.turn_known_two = s.known_one[seat], s.known_two[seat]


@compiled
def _purchase(s: DealState) -> None:
    """Put the pile into the hand; its cards are publicly known to be there."""
    seat = s.seat
    one, two = s.one[seat], s.two[seat]
    known_one, known_two = s.known_one[seat], s.known_two[seat]
    for index in range(s.pile_size):
        one, two = put(one, two, s.pile[index])
        known_one, known_two = put(known_one, known_two, s.pile[index])
    s.one[seat], s.two[seat] = one, two
    s.known_one[seat], s.known_two[seat] = known_one, known_two
    s.pile_size = 0
    s.phase = PLAY


@compiled
def _meld(s: DealState, rules: Rules, meld: int) -> None:
    seat = s.seat
    side = seat & 1
    if s.phase == JUSTIFY:
        _purchase(s)
    s.melds[side, s.melded[side]] = meld
    s.melded[side] += 1
    one, two = rules.meld_one[meld], rules.meld_two[meld]
    s.one[seat], s.two[seat] = drop_all(s.one[seat], s.two[seat], one, two)
    if s.known_one[seat]:
        s.known_one[seat], s.known_two[seat] = drop_all(s.known_one[seat], s.known_two[seat], one, two)
    _laid(s, rules, side, rules.meld_points[meld], SHORTEST, one)


@compiled
def _lay(s: DealState, rules: Rules, index: int, card: int, end: int) -> None:
    seat = s.seat
    side = seat & 1
    if s.phase == JUSTIFY:
        _purchase(s)
    meld = s.melds[side, index]
    for way in range(rules.way_at[meld], rules.way_at[meld + 1]):
        if rules.way_card[way] == card and rules.way_end[way] == end:
            s.melds[side, index] = rules.way_to[way]
            break
    s.one[seat], s.two[seat] = drop(s.one[seat], s.two[seat], card)
    if s.known_one[seat]:
        s.known_one[seat], s.known_two[seat] = drop(s.known_one[seat], s.known_two[seat], card)
    _laid(s, rules, side, rules.values[card], 1, 1 << card)


@compiled
def _laid(s: DealState, rules: Rules, side: int, points: int, cards: int, mask: int) -> None:
    s.first = NO_CARD
    count_laid(s, rules, side, points, cards, mask)
    if s.one[s.seat] == 0:
        _emptied(s, rules, True)


@compiled
def _shift(s: DealState, rules: Rules, index: int) -> None:
    side = s.seat & 1
    s.melds[side, index] = rules.meld_shift[s.melds[side, index]]
    s.first = NO_CARD


@compiled
def _discard(s: DealState, rules: Rules, card: int) -> None:
    seat = s.seat
    s.one[seat], s.two[seat] = drop(s.one[seat], s.two[seat], card)
    if s.known_one[seat]:
        s.known_one[seat], s.known_two[seat] = drop(s.known_one[seat], s.known_two[seat], card)
    s.pile[s.pile_size] = card
    s.pile_size += 1
    if s.one[seat] == 0:
        _emptied(s, rules, False)
    else:
        _end_turn(s, rules)


@compiled
def _withdraw(s: DealState, rules: Rules) -> None:
    """Take all cards laid in this turn back to the hand; a justified purchase is undone."""
    seat = s.seat
    side = seat & 1
    seen_one, seen_two = 0, 0
    for index in range(s.melded[side]):
        meld = s.melds[side, index]
        seen_one, seen_two = put_all(seen_one, seen_two, rules.meld_one[meld], rules.meld_two[meld])
    one, two = put_all(s.one[seat], s.two[seat], seen_one, seen_two)
    s.melded[side] = 0
    undone = s.taken_size > 0 and _was_justified(s, rules)
    if undone:
        for index in range(s.taken_size):
            card = s.taken[index]
            one, two = drop(one, two, card)
            seen_one, seen_two = drop(seen_one, seen_two, card)
            s.pile[index] = card
        s.pile_size = s.taken_size
        s.taken_size = 0
    s.phase = DRAW if undone else PLAY
    s.one[seat], s.two[seat] = one, two
    # The laid cards have been seen: the larger count of each card is known.
    s.known_one[seat] = s.turn_known_one | seen_one
    s.known_two[seat] = s.turn_known_two | seen_two
    s.opening[side] = max(int(s.opening[side]), 0) + 1
    s.points = 0
    s.laid = 0
    s.withdrawn = 1
    s.barred = barred_by(s.taken_size, s.taken[0], rules)


@compiled
def _was_justified(s: DealState, rules: Rules) -> bool:
    return bool(rules.parameters.purchase != FREE_PURCHASE or needs_new_meld(s, rules, s.taken[s.taken_size - 1]))


@compiled
def _emptied(s: DealState, rules: Rules, direct: bool) -> None:
    if morto_available(s, s.seat & 1):
        _take_morto(s, rules, direct)
    else:
        _over(s, GOING_OUT)
        s.went_out = s.seat


@compiled
def _take_morto(s: DealState, rules: Rules, direct: bool) -> None:
    seat = s.seat
    which = 2 - s.mortos
    s.mortos -= 1
    one, two = 0, 0
    for index in range(MORTO):
        one, two = put(one, two, s.morto[which, index])
    s.one[seat], s.two[seat] = one, two
    s.has_morto[seat & 1] = 1
    if direct:
        _expose(s, rules)
    else:
        # The morto is unseen until the next turn: it can't be played from before.
        s.unplayed[seat] = 1
        _end_turn(s, rules)


@compiled
def _end_turn(s: DealState, rules: Rules) -> None:
    """Do all that follows the end of a turn, in the order of docs/rules.md §7, and begin the next seat's turn."""
    p = rules.parameters
    seat = s.seat + 1
    if seat == s.players:
        seat = 0
    if s.stock_at == s.stock_end:
        if s.mortos > 0 and p.morto_becomes_stock:
            which = 2 - s.mortos
            s.mortos -= 1
            for index in range(MORTO):
                s.stock[index] = s.morto[which, index]
            s.stock_at, s.stock_end = 0, MORTO
        elif (
            p.stock_exhausted == DEAL_ENDS
            or (p.stock_exhausted == MAY_BE_TAKEN_ONCE and s.drew == 0)
            or pile_closed(s, rules, seat)
        ):
            _out_of_stock(s, rules)
            return
    s.idle_turns = 0 if s.drew or s.laid else s.idle_turns + 1
    if s.idle_turns >= STALEMATE:
        _over(s, STALEMATE_END)
        return
    s.turn += 1
    begin_turn(s, rules, seat)


@compiled
def _out_of_stock(s: DealState, rules: Rules) -> None:
    """End a deal whose stock has run out; the red 3s of an unplayed morto are plain cards or charged."""
    _over(s, STOCK_END)
    p = rules.parameters
    if p.red_exposed and p.red_unexchanged == PLAIN_UNEXCHANGED:
        for seat in range(s.players):
            s.unreplaced[seat] = s.unplayed[seat]


@compiled
def _over(s: DealState, ending: int) -> None:
    s.phase = OVER
    s.ending = ending
