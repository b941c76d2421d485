"""New melds of three cards with a wild: a turn that lays one has to gain by it.

A card player saves a wild for a canasta; the search by itself lays such a meld for a few points.
"""

from __future__ import annotations

from canastra.engine.melds import SHORTEST
from canastra.kernel.heuristic.choice import rank
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.jit import compiled
from canastra.kernel.play.layout import DRAW, MELDS, Deals
from canastra.kernel.play.legal_steps import must_justify
from canastra.kernel.play.turn import perform
from canastra.kernel.rules.steps import LOW_BITS, MELD, TAKE
from canastra.kernel.rules.tables import FOUR_BITS, SIZE_AT, Rules
from canastra.kernel.search.scratch import LONGEST, NODES, SearchScratch
from canastra.kernel.search.turns import reaches_unseen


@compiled
def spent_wilds(nodes: Deals, node: int, rules: Rules) -> int:
    """`MELDS` for each new meld of three with a wild that is on the table in a node, but not in the first node.

    And 1 for each that may be from earlier in this turn: a bot without memory of its plan goes on with it.
    """
    root, now = nodes[0], nodes[node]
    side = root.seat & 1
    before = root.melded[side]
    found = 0
    for index in range(max(before - root.laid // SHORTEST, 0), now.melded[side]):
        meld = now.melds[side, index]
        if rules.meld_wild[meld] >= 0 and rules.meld_facts[meld] >> SIZE_AT & FOUR_BITS == SHORTEST:
            found += 1 if index < before else MELDS
    return found


@compiled
def plain_first(scratch: SearchScratch, rules: Rules, weights: Weights, count: int, most: int) -> int:
    """Put the first of the listed turns with the fewest such melds in the first place. Returns the new number of turns.

    If each of them has a new one, the turn that the heuristic would play without such a meld is listed too, in the
    place of the last if there are `most` already.
    """
    place = _fewest(scratch, rules, count)
    if count > 0 and spent_wilds(scratch.nodes, scratch.turns[place], rules) >= MELDS:
        node = _spare(scratch, count)
        if _follow(scratch, rules, weights, node):
            place = min(count, most - 1)
            count = place + 1
            scratch.turns[place] = node
    first = scratch.turns[0]
    scratch.turns[0] = scratch.turns[place]
    scratch.turns[place] = first
    return count


@compiled
def _fewest(scratch: SearchScratch, rules: Rules, count: int) -> int:
    found = 0
    for place in range(1, count):
        here, there = scratch.turns[place], scratch.turns[found]
        if spent_wilds(scratch.nodes, here, rules) < spent_wilds(scratch.nodes, there, rules):
            found = place
    return found


@compiled
def _spare(scratch: SearchScratch, count: int) -> int:
    """A node that is not in a listed turn: there are far more nodes than turns."""
    node = 1
    while True:
        free = True
        for place in range(count):
            free = free and scratch.turns[place] != node
        if free:
            return node
        node += 1


@compiled
def _follow(scratch: SearchScratch, rules: Rules, weights: Weights, node: int) -> bool:
    """Write into a node the turn that the heuristic would play without a new meld of three with a wild.

    Returns False if there is no such turn: it may be that only such a meld justifies taking the pile.
    """
    nodes, before = scratch.nodes, NODES
    nodes[node] = nodes[0]
    for size in range(LONGEST):
        step = _best_plain(scratch, rules, weights, node)
        if step < 0:
            return False
        nodes[before] = nodes[node]
        perform(nodes, node, rules, step)
        scratch.node_steps[node, size] = step
        scratch.node_sizes[node] = size + 1
        if reaches_unseen(nodes, before, node, rules, step):
            return True
    return False


@compiled
def _best_plain(scratch: SearchScratch, rules: Rules, weights: Weights, node: int) -> int:
    """The heuristic's best step among all that neither lay nor require such a meld; -1 without one."""
    s = scratch.nodes[node]
    steps, scores = scratch.steps, scratch.scores
    count = rank(scratch.nodes, node, rules, weights, scratch.player, (steps, scores))
    justified = s.phase == DRAW and must_justify(s, rules)
    best = -1
    for at in range(count):
        step = steps[at]
        if step & ~LOW_BITS == MELD and rules.meld_wild[step & LOW_BITS] >= 0:
            continue
        if step == TAKE and justified:
            continue
        if best < 0 or scores[at] > scores[best] or (scores[at] == scores[best] and step < steps[best]):
            best = at
    return int(steps[best]) if best >= 0 else -1


@compiled
def drop_unworthy(scratch: SearchScratch, rules: Rules, count: int, least: float) -> None:
    """Drop each turn that has more such melds than another turn without gaining `least` points over it.

    Each two turns are compared in the worlds in which both were played out.
    """
    for place in range(count):
        here = spent_wilds(scratch.nodes, scratch.turns[place], rules)
        for other in range(count):
            fewer = spent_wilds(scratch.nodes, scratch.turns[other], rules) < here
            if fewer and _ahead(scratch, place, other) < least:
                scratch.alive[place] = 0


@compiled
def _ahead(scratch: SearchScratch, one: int, other: int) -> float:
    """Points that a turn gains over another on average."""
    worlds = min(scratch.counts[one], scratch.counts[other])
    found = 0.0
    for world in range(worlds):
        found += scratch.values[one, world] - scratch.values[other, world]
    return float(found / max(worlds, 1))
