"""A hint in the terminal: what the strongest bot that is ready would do on the person's seat, and why."""

from __future__ import annotations

from collections.abc import Collection

from canastra import bots
from canastra.bots.explain import explain, step_facts
from canastra.bots.explain.facts import Fact
from canastra.bots.explain.hint import hint_reasons
from canastra.engine import Action, View

PLAIN = "greedy"
"""Whose hint it is where no compiled bot was made ready: nobody waits minutes for one."""


def hint(view: View, ready: Collection[str]) -> tuple[Action, tuple[Fact, ...]]:
    """A legal step of the seat to act, and few reasons for it; the same again if asked again.

    `ready` are the bots of the match, which were prepared for it. Everything is asked of the seat's view.
    """
    if set(ready) & set(bots.COMPILED):
        step = bots.make(bots.LEVELS[-1], 0).choose(view)
        return step, hint_reasons(explain(view, step))
    step = bots.make(PLAIN, 0).choose(view)
    return step, hint_reasons(tuple(step_facts(view, step)))
