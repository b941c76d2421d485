"""The interface of a bot: a named player that gets a `View` and returns an action."""

from __future__ import annotations

from typing import Protocol

from canastra.engine import Action, View


class Bot(Protocol):
    """A player that sees only what a seat may know.

    `choose` is called only on the seat's turn and returns an action that is legal in the view. A bot made with the same
    seed and given the same views answers the same.
    """

    @property
    def name(self) -> str:
        """The bot's name for `canastra.bots.make`."""

    def choose(self, view: View) -> Action:
        """The bot's action."""
