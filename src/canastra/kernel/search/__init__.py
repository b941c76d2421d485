"""Searches one turn: candidates are played out in many deals that the seat may be in, and a network values the
positions reached.

- `canastra.kernel.search.determinization`: deals that a seat may be in
- `canastra.kernel.search.turns`: the turns worth comparing
- `canastra.kernel.search.features`, `network`: the worth of a position to a side
- `canastra.kernel.search.rollouts`, `comparison`: turns played out in the same worlds, and the choice among them
- `canastra.kernel.search.wild_melds`: the gain that a turn with a new meld of three with a wild must have
- `canastra.kernel.search.search`: `search`, from Python
"""
