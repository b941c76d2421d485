"""Explains a step in words and figures: its effect by the rules, reasons for and against it, its value.

The figures need the compiled kernel; without it there are only facts. Everything comes from the seat's view.
"""

from __future__ import annotations

from collections.abc import Iterator

from canastra import kernel
from canastra.bots.explain.facts import Fact, rule_facts
from canastra.bots.explain.risk import discard_risk
from canastra.engine import Action, Discard, View


def explain(view: View, action: Action) -> tuple[Fact, ...]:
    """The reasons for a legal step of the seat to act (one card or a new meld of three).

    First its effect, with articles; then facts about a discard; then the heuristic's points against the next best step,
    and the points when turns are played out. Only rules have articles.
    """
    return (*step_facts(view, action), *_figures(view, action))


def step_facts(view: View, action: Action) -> Iterator[Fact]:
    """The effect of a step; for a discard, also the players who could use the card."""
    found = tuple(rule_facts(view, action))
    yield from found
    ends = any(fact.code == "hint_going_out" for fact in found)
    if isinstance(action, Discard) and not ends:  # The card is of no use after the end of the deal.
        yield from discard_risk(view, action.card)


def _figures(view: View, action: Action) -> tuple[Fact, ...]:
    if len(view.legal) == 1 or not kernel.available():
        return ()
    from canastra.bots.explain.estimates import estimates

    return estimates(view, action)
