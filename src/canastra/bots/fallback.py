"""The step that replaces that of a bot that failed, a program that is late or a person who left."""

from __future__ import annotations

from canastra.engine import Action, Discard, Draw, Pass, View


def fallback_action(view: View) -> Action:
    """A legal step on the shortest way to the end of the turn that commits to as little as possible."""
    shortest = (action for action in view.legal if isinstance(action, Draw | Pass | Discard))
    return next(shortest, view.legal[0])
