"""Perfect matchings of least cost, by networkx, fast enough for two hundred sides.

networkx takes seconds for the complete graph of 200 sides. Most edges can be left out with a proof, by reduced costs:
give each vertex a number so that no edge costs less than those of its two ends together. Then no perfect matching costs
less than the sum of all these numbers, and one that uses an edge costs at least that sum plus the edge's surplus, its
cost less the numbers of its ends. So once some perfect matching is known, an edge whose surplus is no less than what
the known one costs above the sum can't make a cheaper one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from canastra.tournament.pairing.sides import PairingError

Edge = tuple[int, int]
"""Two vertices, the lower number first."""
Costs = Sequence[Sequence[int]]
"""The cost of each edge, symmetrical; the diagonal is not used."""
_SWEEPS = 2
_NEAREST = 4
_MANY = 6
"""When more edges are needed, their number grows by this factor."""


def require() -> None:
    """Raises `PairingError` if networkx is not installed."""
    try:
        import networkx as networkx
    except ImportError:
        raise PairingError("tournament_missing") from None


def least_cost_matching(costs: Costs) -> tuple[Edge, ...]:
    """A perfect matching of least total cost, its edges in order. The number of vertices is even.

    Raises `PairingError` if networkx is not installed.

    >>> least_cost_matching([[0, 9, 1, 5], [9, 0, 4, 1], [1, 4, 0, 9], [5, 1, 9, 0]])
    ((0, 2), (1, 3))
    """
    bounds = _bounds(costs)
    surplus = {
        (one, other): costs[one][other] - bounds[one] - bounds[other]
        for other in range(len(costs))
        for one in range(other)
    }
    nearest = _NEAREST
    while True:
        tried = _nearest(len(costs), surplus, nearest)
        found = exact_matching(costs, tried)
        above = sum(costs[one][other] for one, other in found) - sum(bounds)
        needed = {edge for edge, more in surplus.items() if more < above}
        if needed <= tried:
            return found
        if len(needed) <= _MANY * len(tried):
            return exact_matching(costs, needed | set(found))
        # Many edges are needed if the known matching is far from the best: more edges find a better one.
        nearest *= 2


def exact_matching(costs: Costs, edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """A perfect matching of least cost that uses only these edges; the largest matching if none is perfect.

    Raises `PairingError` if networkx is not installed.
    """
    require()
    import networkx as nx

    listed = sorted(edges)
    # One more than the highest cost, as networkx maximises weights.
    top = 1 + max((costs[one][other] for one, other in listed), default=0)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(costs)))
    graph.add_weighted_edges_from((one, other, top - costs[one][other]) for one, other in listed)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(edge), max(edge)) for edge in found))


def _bounds(costs: Costs) -> list[int]:
    """Numbers for the vertices such that no edge costs less than its two ends together; each as high as the others
    allow.
    """
    everyone = range(len(costs))
    bounds = [min(costs[one][other] for other in everyone if other != one) // 2 for one in everyone]
    for sweep in range(_SWEEPS):
        for one in everyone if sweep % 2 == 0 else reversed(everyone):
            row = costs[one]
            bounds[one] = min(row[other] - bounds[other] for other in everyone if other != one)
    return bounds


def _nearest(vertices: int, surplus: dict[Edge, int], number: int) -> set[Edge]:
    """The `number` edges of least surplus at each vertex, and the edges of one perfect matching, so that
    there is one.
    """
    at: list[list[tuple[int, Edge]]] = [[] for _ in range(vertices)]
    for edge, more in surplus.items():
        for vertex in edge:
            at[vertex].append((more, edge))
    chosen = {(place, place + 1) for place in range(0, vertices, 2)}
    return chosen.union(edge for edges in at for _, edge in sorted(edges)[:number])
