"""Plays a turn out in a world: its steps, some further turns of the heuristic, then the value of the position."""

from __future__ import annotations

from typing import Final

from canastra.kernel.heuristic.choice import choose
from canastra.kernel.jit import inlined
from canastra.kernel.play.layout import OVER
from canastra.kernel.play.scoring import score, total
from canastra.kernel.play.turn import perform
from canastra.kernel.rules.tables import Rules
from canastra.kernel.search.network import Players, value
from canastra.kernel.search.scratch import NODES, SearchScratch

LANE: Final = NODES
"""The place in `SearchScratch.nodes` where rollouts are played."""


@inlined
def play_turn(scratch: SearchScratch, rules: Rules, players: Players, node: int, turns: int) -> float:
    """Points by which the side to act is ahead at the end, if it plays the turn that ends in `node`, in
    `scratch.world`.

    The heuristic plays the next `turns` turns, then the network values the position. `players` are the weights of the
    heuristic and the network.
    """
    weights, network = players
    nodes = scratch.nodes
    nodes[LANE] = scratch.world[0]
    side = nodes[LANE].seat & 1
    last = nodes[LANE].turn + turns
    for at in range(scratch.node_sizes[node]):
        perform(nodes, LANE, rules, scratch.node_steps[node, at])
    while nodes[LANE].phase != OVER and nodes[LANE].turn <= last:
        perform(nodes, LANE, rules, choose(nodes, LANE, rules, weights, scratch.player))
    if nodes[LANE].phase == OVER:
        score(nodes, LANE, rules, scratch.points)
        return float(
            total(nodes, LANE, rules, side, scratch.points) - total(nodes, LANE, rules, 1 - side, scratch.points)
        )
    ahead = value(nodes, LANE, rules, network, scratch.features, scratch.hidden)
    return ahead if nodes[LANE].seat & 1 == side else -ahead
