"""The reduced matching costs what the complete one costs: every way of matching tried, and networkx on all edges."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from canastra.tournament.pairing import PairingError, least_cost_matching
from canastra.tournament.pairing.matchings import Edge, exact_matching

Matrix = list[list[int]]


def symmetrical(vertices: int, cost: dict[Edge, int]) -> Matrix:
    matrix = [[0] * vertices for _ in range(vertices)]
    for (one, other), value in cost.items():
        matrix[one][other] = matrix[other][one] = value
    return matrix


def total(matrix: Matrix, matching: tuple[Edge, ...]) -> int:
    return sum(matrix[one][other] for one, other in matching)


def is_perfect(vertices: int, matching: tuple[Edge, ...]) -> bool:
    return sorted(vertex for edge in matching for vertex in edge) == list(range(vertices))


def all_matchings(vertices: list[int]) -> Iterator[tuple[Edge, ...]]:
    if not vertices:
        yield ()
        return
    first, *others = vertices
    for mate in others:
        for rest in all_matchings([each for each in others if each != mate]):
            yield ((first, mate), *rest)


@pytest.mark.parametrize("seed", range(60))
def test_no_matching_at_all_costs_less(seed: int) -> None:
    chance = Random(seed)
    vertices = chance.choice([2, 4, 6, 8])
    highest = chance.choice([1, 3, 100, 10**12])
    matrix = symmetrical(vertices, {edge: chance.randrange(highest + 1) for edge in combinations(range(vertices), 2)})
    found = least_cost_matching(matrix)
    assert is_perfect(vertices, found)
    assert total(matrix, found) == min(total(matrix, each) for each in all_matchings(list(range(vertices))))


def like_a_round(chance: Random, vertices: int) -> Matrix:
    """Costs as of pairing by standings: forbidden pairs ≫ one large delegation ≫ squares of distances."""
    forbidden = {tuple(sorted(chance.sample(range(vertices), 2))) for _ in range(vertices * chance.choice([1, 4, 9]))}
    club = set(chance.sample(range(vertices), chance.choice([0, vertices // 3, 3 * vertices // 4])))
    costs = {}
    for one, other in combinations(range(vertices), 2):
        costs[one, other] = (other - one) ** 2 + 10**6 * ({one, other} <= club) + 10**9 * ((one, other) in forbidden)
    return symmetrical(vertices, costs)


@pytest.mark.parametrize("seed", range(20))
def test_the_complete_graph_has_no_cheaper_one(seed: int) -> None:
    chance = Random(seed)
    vertices = chance.choice([10, 24, 40])
    matrix = like_a_round(chance, vertices)
    found = least_cost_matching(matrix)
    assert is_perfect(vertices, found)
    assert total(matrix, found) == total(matrix, exact_matching(matrix, combinations(range(vertices), 2)))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_the_complete_graph_of_200_has_no_cheaper_one(seed: int) -> None:
    matrix = like_a_round(Random(seed), 200)
    found = least_cost_matching(matrix)
    assert total(matrix, found) == total(matrix, exact_matching(matrix, combinations(range(200), 2)))


def test_without_networkx_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(PairingError, match=r"canastra\[tournament\]"):
        least_cost_matching([[0, 1], [1, 0]])
