"""Sequential halving (Karnin, Koren, Somekh 2013): of the turns compared the worse half goes after every round.

All turns are played in the same worlds, so that their differences say more than their values.
"""

from __future__ import annotations

from math import sqrt

from canastra.kernel.book import Rules
from canastra.kernel.compiling import compiled, inlined
from canastra.kernel.search.network import Players
from canastra.kernel.search.rollouts import play_turn
from canastra.kernel.search.room import MOST_WORLDS, SearchBudget, SearchScratch
from canastra.kernel.search.worlds import deal_hidden


@compiled
def compare(room: SearchScratch, book: Rules, players: Players, count: int, budget: SearchBudget) -> int:
    """Play `count` turns of `room.turns` out; the place of the one to play.

    That is the heuristic's own, the first, unless another one gained more than the gate asks for.
    """
    for place in range(count):
        room.alive[place] = 1
        room.counts[place] = 0
    rounds, rest = 1, count
    while rest > 2 and budget.halving:
        rest = (rest + 1) // 2
        rounds += 1
    alive, begin = count, 0
    for number in range(rounds):
        end = min(begin + max(budget.rollouts // (rounds * alive), 1), MOST_WORLDS)
        _play(room, book, players, count, (begin, end), budget.turns)
        begin = end
        if number < rounds - 1:
            alive = _halve(room, count, alive)
    return best(room, count, budget.gate)


@inlined
def _play(room: SearchScratch, book: Rules, players: Players, count: int, span: tuple[int, int], turns: int) -> None:
    """Play the turns that are left in the worlds of a span, its end left out."""
    for world in range(span[0], span[1]):
        room.world[0] = room.nodes[0]
        deal_hidden(room.world, 0, book, int(room.nodes[0].seat), room.chance, room.pool)
        for place in range(count):
            if room.alive[place]:
                room.values[place, world] = play_turn(room, book, players, room.turns[place], turns)
                room.counts[place] = world + 1


@compiled
def _halve(room: SearchScratch, count: int, alive: int) -> int:
    """Leave the better half, and always the heuristic's own; how many are left."""
    keep = (alive + 1) // 2
    while alive > keep:
        worst = -1
        for place in range(1, count):
            if room.alive[place] and (worst < 0 or mean(room, place) < mean(room, worst)):
                worst = place
        room.alive[worst] = 0
        alive -= 1
    return alive


@compiled
def mean(room: SearchScratch, place: int) -> float:
    """Of what came of a turn."""
    found = 0.0
    for world in range(room.counts[place]):
        found += room.values[place, world]
    return float(found / max(room.counts[place], 1))


@compiled
def gain(room: SearchScratch, place: int) -> tuple[float, float]:
    """What a turn gains on the heuristic's own in the same worlds, and the standard error of that."""
    count = room.counts[place]
    if count < 2:
        return 0.0, 1e9
    found, squares = 0.0, 0.0
    for world in range(count):
        difference = room.values[place, world] - room.values[0, world]
        found += difference
        squares += difference * difference
    found /= count
    variance = max(squares / count - found * found, 0.0) * count / (count - 1)
    return found, sqrt(variance / count)


@compiled
def best(room: SearchScratch, count: int, gate: float) -> int:
    """The turn with the most points, if it gains more on the first than so many standard errors; else the first."""
    most = 0
    for place in range(1, count):
        if room.alive[place] and mean(room, place) > mean(room, most):
            most = place
    if most == 0:
        return 0
    found, error = gain(room, most)
    return most if found > gate * error else 0
