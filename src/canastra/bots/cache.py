"""What a process of bots does for the server; at the top of a module, for other processes to find.

A strong bot plans its turn at once, so that it is kept from one step to the next.
"""

from __future__ import annotations

from collections import OrderedDict

from canastra.bots import COMPILED, LEVELS, Bot, make
from canastra.bots.explain import explain
from canastra.bots.explain.facts import Fact
from canastra.bots.warmup import practice_view
from canastra.engine import Action, View

MOST_KEPT = 32
"""Bots that a process keeps. A search needs scratch of 0.7 MB, so that all of them take some 20 MB."""


class BotCache:
    """The strong bots used last, each for one seat in one deal at one table.

    The server draws a `number` of 64 bits for each seat in each deal (`Thinker`) and shows the bot stored under
    it only views of that seat; the level and the seat are part of the key. So a bot has never seen what its
    seat may not know, and no other table's question reaches it. Even if two numbers were ever the same, a bot
    continues a plan only if dealer, turn and hand are those that it was made for, and its step is legal in the view.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._bots: OrderedDict[tuple[str, int, int], Bot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._bots)

    def choose(self, view: View, level: str, seed: int, number: int | None = None) -> Action:
        """What a bot of a level does: that of the number, or a new one. Which of them answers, its action is legal."""
        if number is None or level not in COMPILED:
            return make(level, seed).choose(view)
        key = (level, view.seat, number)
        # One that fails is not put back: whatever state it is in then, nobody goes on with it.
        bot = self._bots.pop(key, None) or make(level, seed)
        action = bot.choose(view)
        self._bots[key] = bot
        while len(self._bots) > self._most:
            self._bots.popitem(last=False)
        return action


_KEPT = BotCache()
"""The cached bots of this process."""


def choose(view: View, level: str, seed: int, number: int | None) -> Action:
    """What a bot of a level does; with a number, the bot of this process that is kept under it."""
    return _KEPT.choose(view, level, seed, number)


def explained(view: View, action: Action) -> tuple[Fact, ...]:
    """Why a step, in words and figures."""
    return explain(view, action)


def warm_up() -> None:
    """Do everything once, so that the code has been read and nobody's first turn waits for it."""
    view = practice_view()
    for level in LEVELS:
        choose(view, level, 0, None)
    explained(view, view.legal[0])
