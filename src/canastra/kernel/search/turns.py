"""The turns worth comparing: the heuristic's preferred steps, least loss first, as long as no unseen card is turned."""

from __future__ import annotations

from typing import Final

import numpy as np

from canastra.kernel.heuristic.choice import rank
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.jit import compiled, inlined
from canastra.kernel.play.layout import JUSTIFY, OVER, Deals
from canastra.kernel.play.turn import perform
from canastra.kernel.rng import mixed
from canastra.kernel.rules.steps import DRAW_CARD, REFUSE
from canastra.kernel.rules.tables import Rules
from canastra.kernel.search.determinization import covered
from canastra.kernel.search.scratch import LONGEST, NODES, SearchScratch

OPEN: Final = 0
DONE: Final = 1
END: Final = 2
"""The states of a node: to be continued, continued, the end of the foreseeable part."""
LIKED: Final = 8
"""The most steps that are followed from a position."""
BEHIND: Final = 1e-6
"""The loss that puts a step behind an earlier one with the same score."""


@compiled
def list_turns(scratch: SearchScratch, rules: Rules, weights: Weights, most: int) -> int:
    """List turns from the position in `scratch.nodes[0]` into `scratch.turns`, at most `most`. Returns how many there
    are.

    The first is the heuristic's own. A turn goes as far as its player can foresee: to the discard, or to an unseen
    card.
    """
    scratch.node_sizes[0], scratch.node_losses[0], scratch.node_states[0] = 0, 0.0, OPEN
    scratch.node_keys[0] = _key(scratch.nodes, 0)
    used, found = 1, 0
    while found < most:
        node = _next(scratch, used)
        if node < 0:
            break
        if scratch.node_states[node] == END:
            scratch.turns[found] = node
            found += 1
            scratch.node_states[node] = DONE
            continue
        scratch.node_states[node] = DONE
        used = _go_on(scratch, rules, weights, node, used)
    return found


@compiled
def _next(scratch: SearchScratch, used: int) -> int:
    """The node with the least loss that is not done, of equals the newest; -1 without one."""
    best = -1
    for node in range(used):
        if scratch.node_states[node] != DONE and (best < 0 or scratch.node_losses[node] <= scratch.node_losses[best]):
            best = node
    return best


@inlined
def _go_on(scratch: SearchScratch, rules: Rules, weights: Weights, node: int, used: int) -> int:
    """Add the nodes to which the heuristic's preferred steps lead. Returns the new number of nodes."""
    nodes, scores = scratch.nodes, scratch.scores
    count = rank(nodes, node, rules, weights, scratch.player, (scratch.steps, scores))
    top = -np.inf
    for place in range(min(count, LIKED)):
        best = 0
        for at in range(1, count):
            better = scores[at] > scores[best]
            if better or (scores[at] == scores[best] and scratch.steps[at] < scratch.steps[best]):
                best = at
        score, step = scores[best], int(scratch.steps[best])
        if score == -np.inf:
            break
        scores[best] = -np.inf
        top = max(top, score)
        if used == NODES or scratch.node_sizes[node] == LONGEST:
            break
        used = _add(scratch, rules, (node, used), step, top - score + place * BEHIND)
    return used


@compiled
def _add(scratch: SearchScratch, rules: Rules, at: tuple[int, int], step: int, loss: float) -> int:
    nodes = scratch.nodes
    node, used = at
    nodes[used] = nodes[node]
    perform(nodes, used, rules, step)
    ends = reaches_unseen(nodes, node, used, rules, step)
    key = _key(nodes, used)
    for other in range(used):
        if scratch.node_keys[other] == key:
            return used
    size = scratch.node_sizes[node]
    for place in range(size):
        scratch.node_steps[used, place] = scratch.node_steps[node, place]
    scratch.node_steps[used, size] = step
    scratch.node_sizes[used] = size + 1
    scratch.node_losses[used] = scratch.node_losses[node] + loss
    scratch.node_keys[used] = key
    scratch.node_states[used] = END if ends else OPEN
    return used + 1


@compiled
def reaches_unseen(nodes: Deals, before: int, after: int, rules: Rules, step: int) -> bool:
    """Return whether a step ended the turn or turned up cards that its player had not seen."""
    a, b = nodes[before], nodes[after]
    if b.phase == OVER or b.turn != a.turn or step in (DRAW_CARD, REFUSE):
        return True
    side = a.seat & 1
    if b.has_morto[side] != a.has_morto[side] or b.red_count[side] != a.red_count[side]:
        return True
    return bool(covered(a, rules) > 0 and a.pile_size > b.pile_size and b.phase != JUSTIFY)


@compiled
def _key(nodes: Deals, node: int) -> int:
    """A number that is the same for positions of one turn that differ only by the order of their steps."""
    s = nodes[node]
    # The next seat's hand doesn't matter to this turn; after its end, the turn's results are in the pile and melds.
    found = mixed(np.uint64(s.turn)) ^ np.uint64(s.phase) ^ (np.uint64(s.pile_size) << np.uint64(8))
    if s.pile_size:
        found ^= np.uint64(s.pile[s.pile_size - 1]) << np.uint64(16)
    side = nodes[0].seat & 1
    for index in range(s.melded[side]):
        found += mixed(np.uint64(s.melds[side, index]) + np.uint64(1 << 20))
    seat = nodes[0].seat
    found ^= mixed(np.uint64(s.one[seat])) + mixed(np.uint64(s.two[seat]) ^ np.uint64(1 << 60))
    found ^= np.uint64(s.withdrawn) << np.uint64(24) ^ np.uint64(s.drew) << np.uint64(26)
    return np.int64(found)  # type: ignore[return-value]
