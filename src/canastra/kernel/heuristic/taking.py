"""The pile or the stock, and what to do with the pile's top card."""

from __future__ import annotations

from typing import Final

from canastra.kernel.book import Rules
from canastra.kernel.compiling import compiled
from canastra.kernel.heuristic.laying import CAREFUL, FREE, NOTHING, with_step
from canastra.kernel.heuristic.planning import followed
from canastra.kernel.heuristic.scratch import HeuristicScratch
from canastra.kernel.heuristic.seen import shown_from
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.heuristic.worth import worth
from canastra.kernel.layout import DRAW, DealRecord
from canastra.kernel.listing import justifications, must_justify
from canastra.kernel.masks import TWO_MASK, put
from canastra.kernel.moving import perform
from canastra.kernel.steps import DRAW_CARD, TAKE

HOPELESS: Final = -500.0
"""Of a purchase that would have to be withdrawn."""


@compiled
def with_pile(s: DealRecord, book: Rules) -> tuple[int, int]:
    """The hand of the seat to act with what is shown of the pile."""
    one, two = s.one[s.seat], s.two[s.seat]
    for index in range(shown_from(s, book), s.pile_size):
        one, two = put(one, two, s.pile[index])
    return one, two


@compiled
def use_score(s: DealRecord, book: Rules, w: Weights, room: HeuristicScratch, step: int) -> float:
    """What a step that uses the top card comes to, the pile in the hand, over the hand as it is."""
    if s.opening[s.seat & 1] >= 0 and not _opens(s, book, w, room, step):
        return HOPELESS
    after = with_step(s, book, w, room.work[0], with_pile(s, book), step)
    return float(after + w.hidden_card * shown_from(s, book) - room.work[0].rates.before)


@compiled
def _opens(s: DealRecord, book: Rules, w: Weights, room: HeuristicScratch, step: int) -> bool:
    """Whether the minimum can be reached after a step that uses the top card, with the cards that can be seen."""
    r, copies = room.work[0], room.copies
    rates = r.rates
    side = s.seat & 1
    copies[1] = s
    t = copies[1]
    first = shown_from(s, book)
    for index in range(first, s.pile_size):
        t.pile[index - first] = s.pile[index]
    t.pile_size -= first
    if t.phase == DRAW:
        perform(copies, 1, book, TAKE)
    perform(copies, 1, book, step)
    if t.opening[side] < 0:
        return True
    before = rates.before
    rates.before = worth(t, book, w, r, t.one[t.seat], t.two[t.seat])
    found = followed(t, book, w, room, CAREFUL)
    if found == NOTHING and t.one[t.seat] & TWO_MASK:
        found = followed(t, book, w, room, FREE)
    rates.before = before
    return bool(found != NOTHING)


@compiled
def take_score(s: DealRecord, book: Rules, w: Weights, room: HeuristicScratch, instead: int) -> float:
    """What taking the pile comes to, over the step that may be made instead."""
    r = room.work[0]
    rates = r.rates
    rates.before = worth(s, book, w, r, s.one[s.seat], s.two[s.seat])
    found = w.denied_card * s.pile_size
    if instead == DRAW_CARD:
        found -= w.unknown_card
    if must_justify(s, book):
        best = HOPELESS
        out = r.uses[:]
        for at in range(justifications(s, book, out, False)):
            best = max(best, use_score(s, book, w, room, out[at]))
        return float(found + best)
    one, two = with_pile(s, book)
    return float(found + worth(s, book, w, r, one, two) - rates.before)
