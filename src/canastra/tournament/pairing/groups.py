"""Draws sides into groups of equal sizes, with pots shared out and delegations kept apart.

Every side is an edge between its pot and its delegation, and its group is the edge's colour. Edges with a common vertex
have different colours: each group gets at most one side of a pot. A delegation with more sides than groups is split
into parts of at most that size. A bipartite graph needs only as many colours as edges meet at one vertex (D. König,
1916), so both are always possible together.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from canastra.tournament.pairing.lots import draw_order
from canastra.tournament.pairing.sides import Competitor, PairingError, require_distinct


class GroupFill(StrEnum):
    """The ways to put sides into groups."""

    DRAW = "draw"
    """By lot only."""
    POTS = "pots"
    """The best sides, one for each group, make the first pot, the next the second; each group draws one of each."""
    SNAKE = "snake"
    """Without lots: 1, 2, 3, 3, 2, 1, 1, 2, … Delegations don't count."""


def number_of_groups(sides: int, size: int) -> int:
    """The number of groups that makes their size nearest to `size`; none has fewer than two sides.

    Raises `PairingError` if there are fewer than two sides, or `size` is less than two.

    >>> [number_of_groups(sides, 4) for sides in (5, 6, 16, 17, 18)]
    [1, 2, 4, 4, 5]
    """
    if min(sides, size) < 2:
        raise PairingError("pairing_too_few", least=2, found=min(sides, size))
    return max(1, min(sides // 2, (2 * sides + size) // (2 * size)))


def draw_groups(sides: Sequence[Competitor], number: int, fill: GroupFill, seed: str) -> tuple[tuple[int, ...], ...]:
    """The numbers of the sides in each group, whose sizes differ by at most one; the sides come in rank order.

    Sides of a delegation are spread as evenly as can be, but in a snake. The sides of a group are in the order of their
    ranks, or drawn.

    Raises `PairingError` if there are fewer than two sides for each group, or one is there twice.
    """
    if number < 1:
        raise PairingError("pairing_too_few", least=1, found=number)
    require_distinct((side.number for side in sides), least=2 * number)
    if fill is GroupFill.SNAKE:
        return _snake([side.number for side in sides], number)
    # If only lots decide, pots consist of the sides that the lots put together.
    ranked = draw_order(sides, seed, "pots") if fill is GroupFill.DRAW else tuple(sides)
    colours = _colours(_edges(ranked, number), number, seed)
    groups: list[list[int]] = [[] for _ in range(number)]
    for side, colour in zip(ranked, colours, strict=True):
        groups[colour].append(side.number)
    # Only the last pot may lack sides: the groups without one come last.
    return tuple(tuple(group) for group in sorted(groups, key=len, reverse=True))


def _snake(numbers: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    order = [*range(groups), *reversed(range(groups))]
    return tuple(
        tuple(number for place, number in enumerate(numbers) if order[place % len(order)] == group)
        for group in range(groups)
    )


def _edges(sides: Sequence[Competitor], groups: int) -> list[tuple[str, str]]:
    """The pot and the part of the delegation of each side."""
    seen: dict[str, int] = {}
    edges = []
    for place, side in enumerate(sides):
        before = seen.setdefault(side.delegation, 0)
        seen[side.delegation] += 1
        part = f"{side.delegation}/{before // groups}" if side.delegation else f"/{place}"
        edges.append((f"pot {place // groups}", part))
    return edges


def _colours(edges: Sequence[tuple[str, str]], number: int, seed: str) -> list[int]:
    """A colour for each edge, so that edges with a common end have different ones; where there is a choice, by lot.

    If the two ends of an edge have no free colour in common, the path on which a colour free at one end and one free at
    the other alternate changes both.
    """
    at: dict[str, dict[int, int]] = {end: {} for edge in edges for end in edge}
    colours = [-1] * len(edges)
    for place in draw_order(range(len(edges)), seed, "groups: order"):
        preferred = draw_order(range(number), seed, f"groups: side {place}")
        pot, part = edges[place]
        shared = [colour for colour in preferred if colour not in at[pot] and colour not in at[part]]
        if shared:
            chosen = shared[0]
        else:
            chosen = next(colour for colour in preferred if colour not in at[pot])
            other = next(colour for colour in preferred if colour not in at[part])
            _exchange(edges, colours, at, part, (chosen, other))
        colours[place] = chosen
        at[pot][chosen] = at[part][chosen] = place
    return colours


def _exchange(
    edges: Sequence[tuple[str, str]],
    colours: list[int],
    at: dict[str, dict[int, int]],
    start: str,
    pair: tuple[int, int],
) -> None:
    """Exchange the two colours on the path from `start` that begins with the first of them."""
    path, end, wanted = [], start, 0
    while pair[wanted] in at[end]:
        edge = at[end][pair[wanted]]
        path.append(edge)
        end = next(node for node in edges[edge] if node != end)
        wanted = 1 - wanted
    for edge in path:
        for node in edges[edge]:
            at[node].pop(colours[edge], None)
    for edge in path:
        colours[edge] = pair[1] if colours[edge] == pair[0] else pair[0]
        for node in edges[edge]:
            at[node][colours[edge]] = edge
