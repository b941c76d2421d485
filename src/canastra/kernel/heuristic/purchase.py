"""Decides between the pile and the stock, and how to use the pile's top card."""

from __future__ import annotations

from typing import Final

from canastra.kernel.heuristic.lays import CAREFUL, FREE, NOTHING, with_step
from canastra.kernel.heuristic.plans import followed
from canastra.kernel.heuristic.scratch import HeuristicScratch
from canastra.kernel.heuristic.sight import shown_from
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.heuristic.worth import worth
from canastra.kernel.jit import compiled
from canastra.kernel.masks import TWO_MASK, put
from canastra.kernel.play.layout import DRAW, DealState
from canastra.kernel.play.legal_steps import justifications, must_justify
from canastra.kernel.play.turn import perform
from canastra.kernel.rules.steps import DRAW_CARD, TAKE
from canastra.kernel.rules.tables import Rules

HOPELESS: Final = -500.0
"""The value of a purchase that would have to be withdrawn."""


@compiled
def with_pile(s: DealState, rules: Rules) -> tuple[int, int]:
    """The hand of the seat to act with the open cards of the pile."""
    one, two = s.one[s.seat], s.two[s.seat]
    for index in range(shown_from(s, rules), s.pile_size):
        one, two = put(one, two, s.pile[index])
    return one, two


@compiled
def use_score(s: DealState, rules: Rules, w: Weights, scratch: HeuristicScratch, step: int) -> float:
    """The gain of a step that uses the top card, with the pile in the hand, over the hand as it is."""
    if s.opening[s.seat & 1] >= 0 and not _opens(s, rules, w, scratch, step):
        return HOPELESS
    after = with_step(s, rules, w, scratch.work[0], with_pile(s, rules), step)
    return float(after + w.hidden_card * shown_from(s, rules) - scratch.work[0].rates.before)


@compiled
def _opens(s: DealState, rules: Rules, w: Weights, scratch: HeuristicScratch, step: int) -> bool:
    """Return whether the minimum can be reached after a step that uses the top card, with the cards that the seat can
    see.
    """
    work, copies = scratch.work[0], scratch.copies
    rates = work.rates
    side = s.seat & 1
    copies[1] = s
    t = copies[1]
    first = shown_from(s, rules)
    for index in range(first, s.pile_size):
        t.pile[index - first] = s.pile[index]
    t.pile_size -= first
    if t.phase == DRAW:
        perform(copies, 1, rules, TAKE)
    perform(copies, 1, rules, step)
    if t.opening[side] < 0:
        return True
    before = rates.before
    rates.before = worth(t, rules, w, work, t.one[t.seat], t.two[t.seat])
    found = followed(t, rules, w, scratch, CAREFUL)
    if found == NOTHING and t.one[t.seat] & TWO_MASK:
        found = followed(t, rules, w, scratch, FREE)
    rates.before = before
    return bool(found != NOTHING)


@compiled
def take_score(s: DealState, rules: Rules, w: Weights, scratch: HeuristicScratch, instead: int) -> float:
    """The gain of taking the pile over the step `instead`."""
    work = scratch.work[0]
    rates = work.rates
    rates.before = worth(s, rules, w, work, s.one[s.seat], s.two[s.seat])
    found = w.denied_card * s.pile_size
    if instead == DRAW_CARD:
        found -= w.unknown_card
    if must_justify(s, rules):
        best = HOPELESS
        out = work.uses[:]
        for at in range(justifications(s, rules, out, False)):
            best = max(best, use_score(s, rules, w, scratch, out[at]))
        return float(found + best)
    one, two = with_pile(s, rules)
    return float(found + worth(s, rules, w, work, one, two) - rates.before)
