"""The weakest bot: legal steps at random, all equally likely."""

from __future__ import annotations

from random import Random

from canastra.engine import Action, View


class RandomBot:
    """Plays legal steps at random, by its seed and the number of steps so far."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> Action:
        """One of the legal steps."""
        return self._random.choice(view.legal)
