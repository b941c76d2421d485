"""The strong bots and the levels for people, which need the compiled kernel.

All levels see the same. A weaker one chooses with a higher temperature, or thinks for a shorter time.
"""

from __future__ import annotations

from typing import Final

from canastra.bots.heuristic import HeuristicBot, SoftmaxBot
from canastra.bots.player import Bot
from canastra.bots.search import SearchBot
from canastra.kernel.search.scratch import SearchBudget

TEMPERATURES: Final = {"iniciante": 26.0, "intermediario": 4.0}
"""Temperatures in points: a step that is worse by one temperature is chosen e times less often."""
WORTH_A_WILD: Final = 10.0
"""Points that a level has to gain by a new meld of three with a wild."""
BUDGETS: Final = {
    "avancado": SearchBudget(candidates=3, rollouts=24, turns=2, wild_meld=WORTH_A_WILD),
    "mestre": SearchBudget(candidates=16, rollouts=1600, turns=8, wild_meld=WORTH_A_WILD),
    "search": SearchBudget(candidates=16, rollouts=1600, turns=8),
}
"""Search budgets: `search` is the reference, `mestre` the same for people."""


def compiled_bot(name: str, seed: int) -> Bot:
    """A bot by a name of `canastra.bots.COMPILED`."""
    if name in TEMPERATURES:
        return SoftmaxBot(seed, name, TEMPERATURES[name], thrifty=True)
    if name in BUDGETS:
        return SearchBot(seed, name, BUDGETS[name])
    return HeuristicBot(seed)
