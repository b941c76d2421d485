"""What a bot is: a named player that is shown a `View` and answers with an action."""

from __future__ import annotations

from typing import Protocol

from canastra.engine import Action, View


class Bot(Protocol):
    """A player that sees what a seat may know, and nothing else.

    `choose` is asked only when it is the seat's turn, and answers with an action that is legal in the view. The same
    bot made with the same seed and shown the same views answers the same.
    """

    @property
    def name(self) -> str:
        """By which `canastra.bots.make` knows it."""

    def choose(self, view: View) -> Action:
        """What to do now."""
