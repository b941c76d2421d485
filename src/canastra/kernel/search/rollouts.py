"""A turn played out in a world: its steps, the heuristic for some turns more, then what the position is worth."""

from __future__ import annotations

from typing import Final

from canastra.kernel.book import Rules
from canastra.kernel.compiling import inlined
from canastra.kernel.heuristic.choosing import choose
from canastra.kernel.layout import OVER
from canastra.kernel.moving import perform
from canastra.kernel.scoring import score, total
from canastra.kernel.search.network import Players, value
from canastra.kernel.search.room import NODES, SearchScratch

LANE: Final = NODES
"""Of `Room.nodes`, where rollouts are played."""


@inlined
def play_turn(room: SearchScratch, book: Rules, players: Players, node: int, turns: int) -> float:
    """Points that the side to act is ahead by in the end, if it plays the turn that ends in `node`, in `room.world`.

    After it the heuristic plays so many `turns`; what is left the network values. `players` are the weights of the
    heuristic and the network.
    """
    weights, network = players
    nodes = room.nodes
    nodes[LANE] = room.world[0]
    side = nodes[LANE].seat & 1
    last = nodes[LANE].turn + turns
    for at in range(room.node_sizes[node]):
        perform(nodes, LANE, book, room.node_steps[node, at])
    while nodes[LANE].phase != OVER and nodes[LANE].turn <= last:
        perform(nodes, LANE, book, choose(nodes, LANE, book, weights, room.player))
    if nodes[LANE].phase == OVER:
        score(nodes, LANE, book, room.points)
        return float(total(nodes, LANE, book, side, room.points) - total(nodes, LANE, book, 1 - side, room.points))
    ahead = value(nodes, LANE, book, network, room.features, room.hidden)
    return ahead if nodes[LANE].seat & 1 == side else -ahead
