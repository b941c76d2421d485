"""The work of a bot process for the server; its functions are at the top of a module, so that other processes can find
them.

A strong bot plans its turn at once, so it is stored from one step to the next.
"""

from __future__ import annotations

from canastra.bots import COMPILED, LEVELS, Bot, make
from canastra.bots.explain import explain
from canastra.bots.explain.facts import Fact
from canastra.bots.warmup import practice_view
from canastra.cache import Cache
from canastra.engine import Action, View

MOST_KEPT = 32
"""The number of bots that a process stores. A search needs scratch of 0.7 MB, so all of them take some 20 MB."""


class BotCache:
    """The most recently used strong bots, each for one seat in one deal at one table.

    The server draws a `number` of 64 bits for each seat in each deal (`Thinker`) and shows the bot stored under it only
    views of that seat; the level and the seat are part of the key. So a bot has never seen what its seat may not know,
    and no other table's question reaches it. Even if two numbers were ever the same, a bot continues a plan only if
    dealer, turn and hand are those for which it was made, and its step is legal in the view.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._bots = Cache[tuple[str, int, int], Bot](most)

    def __len__(self) -> int:
        return len(self._bots)

    def choose(self, view: View, level: str, seed: int, number: int | None = None) -> Action:
        """The action of a bot of a level: of the one stored under the number, or of a new one.

        It is legal in both cases.
        """
        if number is None or level not in COMPILED:
            return make(level, seed).choose(view)
        key = (level, view.seat, number)
        # A bot that fails is not put back: its state is unknown then, and it must not go on.
        bot = self._bots.drop(key) or make(level, seed)
        action = bot.choose(view)
        self._bots.put(key, bot)
        return action


_KEPT = BotCache()
"""The cached bots of this process."""


def choose(view: View, level: str, seed: int, number: int | None) -> Action:
    """The action of a bot of a level; with a number, of the one that this process has stored under it."""
    return _KEPT.choose(view, level, seed, number)


def explained(view: View, action: Action) -> tuple[Fact, ...]:
    """The reasons for a step, in words and figures."""
    return explain(view, action)


def warm_up() -> None:
    """Do everything once, so that the code is loaded before a person waits for the first turn."""
    view = practice_view()
    for level in LEVELS:
        choose(view, level, 0, None)
    explained(view, view.legal[0])
