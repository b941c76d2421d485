"""What is played for whoever does not play: a bot that failed, a program that is late, a person who went away."""

from __future__ import annotations

from canastra.engine import Action, Discard, Draw, Pass, View


def fallback_action(view: View) -> Action:
    """A legal step that leads to the end of the turn by the shortest way, and binds to as little as possible."""
    shortest = (action for action in view.legal if isinstance(action, Draw | Pass | Discard))
    return next(shortest, view.legal[0])
