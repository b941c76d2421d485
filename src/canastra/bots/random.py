"""The weakest player: any legal step, each as likely as the others."""

from __future__ import annotations

from random import Random

from canastra.engine import Action, View


class RandomBot:
    """Plays legal steps at random; what it does next depends on its seed and on how often it was asked."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> Action:
        """One of the legal steps."""
        return self._random.choice(view.legal)
