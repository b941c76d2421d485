"""Hints in the terminal: the action that the strongest prepared bot would play for the person, and why."""

from __future__ import annotations

from collections.abc import Collection

from canastra import bots
from canastra.bots.explain import explain, step_facts
from canastra.bots.explain.facts import Fact
from canastra.bots.explain.hint import hint_reasons
from canastra.engine import Action, View

PLAIN = "greedy"
"""The bot that gives hints if no compiled bot was prepared, which would take minutes."""


def hint(view: View, ready: Collection[str]) -> tuple[Action, tuple[Fact, ...]]:
    """A legal step of the seat to act, and few reasons for it; the same again if asked again.

    `ready` are the bots of the match, which were prepared for it. Everything is asked of the seat's view.
    """
    if set(ready) & set(bots.COMPILED):
        step = bots.make(bots.LEVELS[-1], 0).choose(view)
        return step, hint_reasons(explain(view, step))
    step = bots.make(PLAIN, 0).choose(view)
    return step, hint_reasons(tuple(step_facts(view, step)))
