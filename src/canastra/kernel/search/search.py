"""The search as one call: from a record of what a seat knows to the turn to play."""

from __future__ import annotations

from canastra.kernel.rng import seed_rng
from canastra.kernel.rules.tables import Rules
from canastra.kernel.search.comparison import compare
from canastra.kernel.search.network import Players
from canastra.kernel.search.scratch import SearchBudget, SearchScratch
from canastra.kernel.search.turns import list_turns
from canastra.kernel.search.wild_melds import plain_first


def search(scratch: SearchScratch, rules: Rules, players: Players, seed: int, budget: SearchBudget) -> int:
    """The place in `scratch.turns` of the turn to play from the position in `scratch.nodes[0]`.

    `players` are the weights of the heuristic and the network. The same position, seed and budget give the same turn.
    """
    seed_rng(scratch.rng, 0, seed, 0)
    count = list_turns(scratch, rules, players[0], budget.candidates)
    if budget.wild_meld > 0.0:
        count = plain_first(scratch, rules, players[0], count, budget.candidates)
    scratch.counts[0] = 0
    if count <= 1:
        return 0
    return compare(scratch, rules, players, count, budget)
