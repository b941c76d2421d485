"""One turn searched: candidates played out in many deals that the seat may be in, a network to value what is left.

- `canastra.kernel.search.determinization`: deals that a seat may be in
- `canastra.kernel.search.turns`: the turns worth comparing
- `canastra.kernel.search.features`, `network`: what a position is worth to a side
- `canastra.kernel.search.rollouts`, `comparison`: turns played out in the same worlds, and the choice among them
- `canastra.kernel.search.wild_melds`: what turns with a new meld of three with a wild have to gain
- `canastra.kernel.search.search`: `search`, from Python
"""
