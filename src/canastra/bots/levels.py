"""The strong bots and the levels for people, which need the compiled kernel.

A weaker level never sees less or more than a stronger one: it chooses more widely, or thinks for a shorter time.
"""

from __future__ import annotations

from typing import Final

from canastra.bots.heuristic import HeuristicBot, LooseBot
from canastra.bots.player import Bot
from canastra.bots.search import SearchBot
from canastra.kernel.search.room import Effort

WIDTHS: Final = {"iniciante": 30.0, "intermediario": 8.0}
"""Points by which a step may be worse and is still chosen, every e-th time."""
EFFORTS: Final = {
    "avancado": Effort(candidates=3, rollouts=24, turns=2),
    "mestre": Effort(candidates=16, rollouts=1600, turns=8),
    "search": Effort(candidates=16, rollouts=1600, turns=8),
}
"""`search` is the reference, `mestre` the same for people."""


def compiled_bot(name: str, seed: int) -> Bot:
    """A bot by a name of `canastra.bots.COMPILED`."""
    if name in WIDTHS:
        return LooseBot(seed, name, WIDTHS[name])
    if name in EFFORTS:
        return SearchBot(seed, name, EFFORTS[name])
    return HeuristicBot(seed)
