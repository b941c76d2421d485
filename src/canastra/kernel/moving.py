"""A step and all that follows by rule: the twin of `canastra.engine.turn`. Nothing is judged here."""

from __future__ import annotations

from typing import Final

from canastra.cards import RED_THREES
from canastra.engine.melds import SHORTEST
from canastra.engine.turn import STALEMATE
from canastra.kernel.book import Rules
from canastra.kernel.compiling import compiled
from canastra.kernel.judging import barred_by, count_laid, morto_available
from canastra.kernel.layout import (
    DRAW,
    GOING_OUT,
    JUSTIFY,
    MORTO,
    NO_CARD,
    OVER,
    PLAY,
    STALEMATE_END,
    STOCK_END,
    DealRecord,
    Deals,
)
from canastra.kernel.listing import must_justify, needs_new_meld, pile_closed
from canastra.kernel.masks import drop, drop_all, put, put_all
from canastra.kernel.parameters import DEAL_ENDS, JUSTIFIED, MAY_BE_TAKEN_ONCE
from canastra.kernel.steps import DISCARD, DRAW_CARD, LAY, LOW_BITS, MELD, PASS, REFUSE, SHIFT, TAKE, WITHDRAW

FIRST_RED: Final = int(RED_THREES[0])
SECOND_RED: Final = int(RED_THREES[1])


@compiled
def perform(states: Deals, i: int, book: Rules, step: int) -> None:
    """Make a legal step in deal `i`, and do all that follows by rule."""
    s = states[i]
    kind, low = step & ~LOW_BITS, step & LOW_BITS
    if step == DRAW_CARD:
        _draw(s, book)
    elif kind == DISCARD:
        _discard(s, book, low)
    elif kind == MELD:
        _meld(s, book, low)
    elif kind == LAY:
        _lay(s, book, (low >> 8) - 1, low >> 2 & 63, low & 3)
    elif kind == TAKE:
        _take(s, book)
    elif kind == SHIFT:
        _shift(s, book, low - 1)
    elif kind == REFUSE:
        _refuse(s)
    elif kind == WITHDRAW:
        _withdraw(s, book)
    elif kind == PASS:
        _over(s, STOCK_END)


@compiled
def begin_turn(s: DealRecord, book: Rules, seat: int) -> None:
    """A seat's turn, before its draw; its red 3s are exposed at once."""
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
    _expose(s, book)


@compiled
def _expose(s: DealRecord, book: Rules) -> None:
    """All red 3s of the seat to act beside its melds, and their replacements from the stock."""
    if book.parameters.red_exposed == 0:
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
            _over(s, STOCK_END)
            s.unreplaced = seat
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
            _over(s, STOCK_END)
            return


@compiled
def _draw(s: DealRecord, book: Rules) -> None:
    seat = s.seat
    card = s.stock[s.stock_at]
    s.stock_at += 1
    s.one[seat], s.two[seat] = put(s.one[seat], s.two[seat], card)
    may_refuse = s.turn == 1 and s.refused == 0 and book.parameters.opener_may_refuse
    s.phase = PLAY
    s.drew = 1
    s.first = card if may_refuse else NO_CARD
    s.turn_known_one, s.turn_known_two = s.known_one[seat], s.known_two[seat]
    _expose(s, book)


@compiled
def _refuse(s: DealRecord) -> None:
    seat = s.seat
    s.one[seat], s.two[seat] = drop(s.one[seat], s.two[seat], s.first)
    s.pile[s.pile_size] = s.first
    s.pile_size += 1
    s.first = NO_CARD
    s.refused = 1
    s.phase = DRAW


@compiled
def _take(s: DealRecord, book: Rules) -> None:
    seat = s.seat
    for index in range(s.pile_size):
        s.taken[index] = s.pile[index]
    s.taken_size = s.pile_size
    s.barred = barred_by(s.pile_size, s.pile[0], book)
    s.turn_known_one, s.turn_known_two = s.known_one[seat], s.known_two[seat]
    if must_justify(s, book):
        s.phase = JUSTIFY
        return
    _purchase(s)
    s.turn_known_one, s.turn_known_two = s.known_one[seat], s.known_two[seat]


@compiled
def _purchase(s: DealRecord) -> None:
    """The pile in the hand; its cards are publicly known to be there."""
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
def _meld(s: DealRecord, book: Rules, meld: int) -> None:
    seat = s.seat
    side = seat & 1
    if s.phase == JUSTIFY:
        _purchase(s)
    s.melds[side, s.melded[side]] = meld
    s.melded[side] += 1
    one, two = book.meld_one[meld], book.meld_two[meld]
    s.one[seat], s.two[seat] = drop_all(s.one[seat], s.two[seat], one, two)
    if s.known_one[seat]:
        s.known_one[seat], s.known_two[seat] = drop_all(s.known_one[seat], s.known_two[seat], one, two)
    _laid(s, book, side, book.meld_points[meld], SHORTEST, one)


@compiled
def _lay(s: DealRecord, book: Rules, index: int, card: int, end: int) -> None:
    seat = s.seat
    side = seat & 1
    if s.phase == JUSTIFY:
        _purchase(s)
    meld = s.melds[side, index]
    for way in range(book.way_at[meld], book.way_at[meld + 1]):
        if book.way_card[way] == card and book.way_end[way] == end:
            s.melds[side, index] = book.way_to[way]
            break
    s.one[seat], s.two[seat] = drop(s.one[seat], s.two[seat], card)
    if s.known_one[seat]:
        s.known_one[seat], s.known_two[seat] = drop(s.known_one[seat], s.known_two[seat], card)
    _laid(s, book, side, book.values[card], 1, 1 << card)


@compiled
def _laid(s: DealRecord, book: Rules, side: int, points: int, cards: int, mask: int) -> None:
    s.first = NO_CARD
    count_laid(s, book, side, points, cards, mask)
    if s.one[s.seat] == 0:
        _emptied(s, book, True)


@compiled
def _shift(s: DealRecord, book: Rules, index: int) -> None:
    side = s.seat & 1
    s.melds[side, index] = book.meld_shift[s.melds[side, index]]
    s.first = NO_CARD


@compiled
def _discard(s: DealRecord, book: Rules, card: int) -> None:
    seat = s.seat
    s.one[seat], s.two[seat] = drop(s.one[seat], s.two[seat], card)
    if s.known_one[seat]:
        s.known_one[seat], s.known_two[seat] = drop(s.known_one[seat], s.known_two[seat], card)
    s.pile[s.pile_size] = card
    s.pile_size += 1
    if s.one[seat] == 0:
        _emptied(s, book, False)
    else:
        _end_turn(s, book)


@compiled
def _withdraw(s: DealRecord, book: Rules) -> None:
    """All cards laid in this turn back to the hand; a justified purchase is undone."""
    seat = s.seat
    side = seat & 1
    seen_one, seen_two = 0, 0
    for index in range(s.melded[side]):
        meld = s.melds[side, index]
        seen_one, seen_two = put_all(seen_one, seen_two, book.meld_one[meld], book.meld_two[meld])
    one, two = put_all(s.one[seat], s.two[seat], seen_one, seen_two)
    s.melded[side] = 0
    undone = s.taken_size > 0 and _was_justified(s, book)
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
    # What was laid has been seen: the larger count of each card.
    s.known_one[seat] = s.turn_known_one | seen_one
    s.known_two[seat] = s.turn_known_two | seen_two
    s.opening[side] = max(int(s.opening[side]), 0) + 1
    s.points = 0
    s.laid = 0
    s.withdrawn = 1
    s.barred = barred_by(s.taken_size, s.taken[0], book)


@compiled
def _was_justified(s: DealRecord, book: Rules) -> bool:
    return bool(book.parameters.purchase == JUSTIFIED or needs_new_meld(s, book, s.taken[s.taken_size - 1]))


@compiled
def _emptied(s: DealRecord, book: Rules, direct: bool) -> None:
    if morto_available(s, s.seat & 1):
        _take_morto(s, book, direct)
    else:
        _over(s, GOING_OUT)
        s.went_out = s.seat


@compiled
def _take_morto(s: DealRecord, book: Rules, direct: bool) -> None:
    seat = s.seat
    which = 2 - s.mortos
    s.mortos -= 1
    one, two = 0, 0
    for index in range(MORTO):
        one, two = put(one, two, s.morto[which, index])
    s.one[seat], s.two[seat] = one, two
    s.has_morto[seat & 1] = 1
    if direct:
        _expose(s, book)
    else:
        # Unseen until the next turn: it can't be played from before.
        s.unplayed[seat] = 1
        _end_turn(s, book)


@compiled
def _end_turn(s: DealRecord, book: Rules) -> None:
    """What ends with the turn, in the order of docs/rules.md §7; then the next seat's turn."""
    p = book.parameters
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
            or pile_closed(s, book, seat)
        ):
            _over(s, STOCK_END)
            return
    s.idle_turns = 0 if s.drew or s.laid else s.idle_turns + 1
    if s.idle_turns >= STALEMATE:
        _over(s, STALEMATE_END)
        return
    s.turn += 1
    begin_turn(s, book, seat)


@compiled
def _over(s: DealRecord, ending: int) -> None:
    s.phase = OVER
    s.ending = ending
