"""Sequential halving (Karnin, Koren, Somekh 2013): after every round the worse half of the turns is dropped.

All turns are played in the same worlds, so that their differences are more precise than their values.
"""

from __future__ import annotations

from math import sqrt

from canastra.kernel.jit import compiled, inlined
from canastra.kernel.rules.tables import Rules
from canastra.kernel.search.determinization import sample_hidden
from canastra.kernel.search.network import Players
from canastra.kernel.search.rollouts import play_turn
from canastra.kernel.search.scratch import MOST_WORLDS, SearchBudget, SearchScratch
from canastra.kernel.search.wild_melds import drop_unworthy


@compiled
def compare(scratch: SearchScratch, rules: Rules, players: Players, count: int, budget: SearchBudget) -> int:
    """Play out `count` turns of `scratch.turns`. Returns the place of the turn to play.

    That is the first, the heuristic's own, unless another one gained more than the gate demands.
    """
    for place in range(count):
        scratch.alive[place] = 1
        scratch.counts[place] = 0
    rounds, rest = 1, count
    while rest > 2 and budget.halving:
        rest = (rest + 1) // 2
        rounds += 1
    alive, begin = count, 0
    for number in range(rounds):
        end = min(begin + max(budget.rollouts // (rounds * alive), 1), MOST_WORLDS)
        _play(scratch, rules, players, count, (begin, end), budget.turns)
        begin = end
        if number < rounds - 1:
            alive = _halve(scratch, count, alive)
    if budget.wild_meld > 0.0:
        drop_unworthy(scratch, rules, count, budget.wild_meld)
    return best(scratch, count, budget.gate)


@inlined
def _play(
    scratch: SearchScratch, rules: Rules, players: Players, count: int, span: tuple[int, int], turns: int
) -> None:
    """Play the turns that are left in the worlds of a span, which does not include its end."""
    for world in range(span[0], span[1]):
        scratch.world[0] = scratch.nodes[0]
        sample_hidden(scratch.world, 0, rules, int(scratch.nodes[0].seat), scratch.rng, scratch.pool)
        for place in range(count):
            if scratch.alive[place]:
                scratch.values[place, world] = play_turn(scratch, rules, players, scratch.turns[place], turns)
                scratch.counts[place] = world + 1


@compiled
def _halve(scratch: SearchScratch, count: int, alive: int) -> int:
    """Keep the better half, and always the heuristic's own. Returns the number of turns left."""
    keep = (alive + 1) // 2
    while alive > keep:
        worst = -1
        for place in range(1, count):
            if scratch.alive[place] and (worst < 0 or mean(scratch, place) < mean(scratch, worst)):
                worst = place
        scratch.alive[worst] = 0
        alive -= 1
    return alive


@compiled
def mean(scratch: SearchScratch, place: int) -> float:
    """The mean value of a turn over the worlds in which it was played out."""
    found = 0.0
    for world in range(scratch.counts[place]):
        found += scratch.values[place, world]
    return float(found / max(scratch.counts[place], 1))


@compiled
def gain(scratch: SearchScratch, place: int) -> tuple[float, float]:
    """The gain of a turn over the heuristic's own in the same worlds, and its standard error."""
    count = scratch.counts[place]
    if count < 2:
        return 0.0, 1e9
    found, squares = 0.0, 0.0
    for world in range(count):
        difference = scratch.values[place, world] - scratch.values[0, world]
        found += difference
        squares += difference * difference
    found /= count
    variance = max(squares / count - found * found, 0.0) * count / (count - 1)
    return found, sqrt(variance / count)


@compiled
def best(scratch: SearchScratch, count: int, gate: float) -> int:
    """The turn with the most points, if its gain over the first is above `gate` standard errors; else the first."""
    most = 0
    for place in range(1, count):
        if scratch.alive[place] and mean(scratch, place) > mean(scratch, most):
            most = place
    if most == 0:
        return 0
    found, error = gain(scratch, most)
    return most if found > gate * error else 0
