"""Which rounds are as good as the one that is derived: all of least cost, and no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from canastra.tournament.pairing import (
    Basis,
    Competitor,
    Pairing,
    Rematches,
    RoundPlan,
    SeatingTerms,
    SoloPlayer,
    SwissTerms,
    assign_tables,
    cost_of,
    individual_round,
    individually_played,
    is_individual_optimum,
    is_least_cost,
    pair_by_standings,
    played,
)

TERMS = SwissTerms(Rematches.NEVER, apart=True)


def matchings(sides: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair an even number of sides."""
    if not sides:
        yield []
    for other in sides[1:]:
        rest = [each for each in sides[1:] if each != other]
        yield from ([(sides[0], other), *more] for more in matchings(rest))


def history(seed: int, count: int = 8, rounds: int = 3) -> list[Competitor]:
    """Sides after some rounds that were paired by lot."""
    chance = Random(seed)
    sides = [Competitor(number, chance.choice("AB")) for number in range(1, count + 1)]
    for number in range(rounds):
        order = chance.sample(sides, len(sides))
        couples = [(order[at], order[at + 1]) for at in range(0, count, 2)]
        seating = SeatingTerms(Basis.LOT, Basis.LOT, f"{seed}/{number}")
        sides = list(played(sides, RoundPlan(assign_tables(couples, seating))))
    return sides


def third_met_fourth() -> list[Competitor]:
    """Six sides. 1-2 3-5 4-6 and 1-3 2-4 5-6 are as good as each other: 9 squares of distance."""
    sides = [Competitor(number) for number in range(1, 7)]
    sides[2], sides[3] = replace(sides[2], met=(4,)), replace(sides[3], met=(3,))
    return sides


@pytest.mark.parametrize("tables", list(Basis))
@pytest.mark.parametrize("sides", [third_met_fourth(), *(history(seed, 6, 2) for seed in range(3))])
def test_every_round_of_least_cost_is_right_and_no_other(sides: list[Competitor], tables: Basis) -> None:
    seating = SeatingTerms(tables, Basis.LOT, "round 3")
    least = cost_of(sides, TERMS, pair_by_standings(sides, TERMS, seating))
    right = []
    for pairs in matchings(range(6)):
        plan = RoundPlan(assign_tables([(sides[one], sides[other]) for one, other in pairs], seating))
        good = cost_of(sides, TERMS, plan) == least
        assert is_least_cost(sides, TERMS, seating, plan) == good
        right += [pairs] * good
    assert right
    if not sides[0].tables:
        assert right == [[(0, 1), (2, 4), (3, 5)], [(0, 2), (1, 3), (4, 5)]]


def test_seats_and_tables_are_held_too() -> None:
    sides, seating = history(1, 12, 1), SeatingTerms(Basis.LOT, Basis.LOT, "x")
    plan = pair_by_standings(sides, TERMS, seating)
    first, *rest = plan.pairings
    turned = replace(first, first=first.second, second=first.first)
    assert not is_least_cost(sides, TERMS, seating, RoundPlan((turned, *rest)))
    assert not is_least_cost(sides, TERMS, seating, RoundPlan((replace(first, table=9), *rest)))
    assert not is_least_cost(sides, TERMS, seating, RoundPlan(tuple(rest)))
    worn = next(each for each in sides if each.number == first.first).tables[0]
    other = next(each for each in plan.pairings if each.table == worn)
    moved = {first: worn, other: first.table}
    swapped = [replace(each, table=moved.get(each, each.table)) for each in plan.pairings]
    assert not is_least_cost(sides, TERMS, seating, RoundPlan(tuple(sorted(swapped, key=lambda each: each.table))))
    by_standing = SeatingTerms(Basis.STANDING, Basis.LOT, "x")
    ranked = pair_by_standings(sides, TERMS, by_standing).pairings
    exchanged = (replace(ranked[1], table=1), replace(ranked[0], table=2), *ranked[2:])
    assert is_least_cost(sides, TERMS, by_standing, RoundPlan(ranked))
    assert not is_least_cost(sides, TERMS, by_standing, RoundPlan(exchanged))


def test_partners_who_change() -> None:
    """Of eight players after a round, tables whose pairs change opponents among them are as good, or not."""
    players = [SoloPlayer(number) for number in range(1, 9)]
    for number in range(3):
        players = list(individually_played(players, individual_round(players, f"round {number}")))
    due = individual_round(players, "due")
    assert is_individual_optimum(players, "due", due)
    verdicts = {True: 0, False: 0}
    for pairs in matchings(range(1, 9)):
        for tables in matchings(range(4)):
            foursomes = tuple(
                replace(each, first=pairs[one], second=pairs[other])
                for each, (one, other) in zip(due.foursomes, tables, strict=True)
            )
            verdicts[is_individual_optimum(players, "due", replace(due, foursomes=foursomes))] += 1
    assert verdicts[True] >= 1
    assert verdicts[False] > 200
    first, second = due.foursomes
    same = replace(due, foursomes=(replace(first, first=first.second, second=first.first), second))
    assert is_individual_optimum(players, "due", same)
    assert not is_individual_optimum(players, "due", replace(due, foursomes=(first, first)))


def test_a_plan_of_others_is_none() -> None:
    sides, seating = history(2), SeatingTerms(Basis.LOT, Basis.LOT, "x")
    strangers = RoundPlan(tuple(Pairing(table, 100 + table, 200 + table) for table in range(1, 5)))
    assert not is_least_cost(sides, TERMS, seating, strangers)
