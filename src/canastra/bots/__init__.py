"""Players: they see a `View` and return an action.

>>> from canastra.engine import deal_out, settle, start_deal, view
>>> from canastra.cards import TWO_PACKS
>>> from canastra.rulebooks import official
>>> state = settle(start_deal(official("buraco"), deal_out(TWO_PACKS, players=4, dealer=3), dealer=3))
>>> str(make("greedy", seed=1).choose(view(state, seat=0)))
'draw'
"""

from __future__ import annotations

from collections.abc import Callable

from canastra.bots.greedy import GreedyBot
from canastra.bots.player import Bot
from canastra.bots.random import RandomBot
from canastra.errors import InputError

__all__ = ["NAMES", "Bot", "GreedyBot", "RandomBot", "make"]

_BOTS: dict[str, Callable[[int], Bot]] = {"greedy": GreedyBot, "random": RandomBot}

NAMES = tuple(_BOTS)
"""What `make` knows."""


def make(name: str, seed: int) -> Bot:
    """A new bot by its name; an `InputError` for a name that no bot has."""
    if name not in _BOTS:
        raise InputError("bot_unknown", name=name[:40], known=", ".join(NAMES))
    return _BOTS[name](seed)
