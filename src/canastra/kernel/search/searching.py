"""The search as one call: from a record of what a seat knows to the turn to play."""

from __future__ import annotations

from canastra.kernel.book import Rules
from canastra.kernel.dealing import begin_chance
from canastra.kernel.search.halving import compare
from canastra.kernel.search.network import Players
from canastra.kernel.search.room import SearchBudget, SearchScratch
from canastra.kernel.search.turns import list_turns


def search(room: SearchScratch, book: Rules, players: Players, seed: int, budget: SearchBudget) -> int:
    """The place in `room.turns` of the turn to play from the position in `room.nodes[0]`.

    `players` are the weights of the heuristic and the network. The same position, seed and budget give the same turn.
    """
    begin_chance(room.chance, 0, seed, 0)
    count = list_turns(room, book, players[0], budget.candidates)
    room.counts[0] = 0
    if count <= 1:
        return 0
    return compare(room, book, players, count, budget)
