"""Tables and seats."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from canastra.tournament.pairing import Basis, Competitor, RoundPlan, SeatingTerms, assign_tables, draw_order, played


def test_by_standing_the_best_play_at_table_one() -> None:
    couples = [(Competitor(8), Competitor(5)), (Competitor(2), Competitor(9))]
    found = assign_tables(couples, SeatingTerms(Basis.STANDING, Basis.STANDING, ""))
    assert [(each.table, each.first, each.second) for each in found] == [(1, 8, 5), (2, 2, 9)]


def test_who_sat_first_less_often_sits_first() -> None:
    couples = [(Competitor(1, seats=(2, 1)), Competitor(2, seats=(1, 2)))]
    for seats in Basis:
        (found,) = assign_tables(couples, SeatingTerms(Basis.STANDING, seats, ""))
        assert (found.first, found.second) == (2, 1)


@pytest.mark.parametrize("sides", [8, 20, 60])
def test_drawn_tables_come_twice_only_when_they_must(sides: int) -> None:
    """In far fewer rounds than twice the tables, no side sits at a table again."""
    everyone = tuple(Competitor(number) for number in range(sides))
    for number in range(max(2, sides // 8)):
        order = draw_order(everyone, str(number), "test")
        couples = list(zip(order[::2], order[1::2], strict=True))
        plan = RoundPlan(assign_tables(couples, SeatingTerms(Basis.LOT, Basis.LOT, f"seed {number}")))
        assert sorted(each.table for each in plan.pairings) == list(range(1, sides // 2 + 1))
        everyone = played(everyone, plan)
    times = Counter((side.number, table) for side in everyone for table in side.tables)
    assert set(times.values()) == {1}


def test_lots_put_the_first_couple_at_any_table() -> None:
    couples = [(Competitor(2 * at), Competitor(2 * at + 1)) for at in range(4)]
    tables: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    for seed in range(400):
        for each in assign_tables(couples, SeatingTerms(Basis.LOT, Basis.LOT, str(seed))):
            if 0 in (each.first, each.second):
                tables[each.table] += 1
                firsts[each.first] += 1
    assert all(60 < tables[table] < 140 for table in (1, 2, 3, 4))
    assert all(150 < firsts[side] < 250 for side in (0, 1))


def test_drawing_again_gives_the_same() -> None:
    chance = Random(1)
    couples = [
        (Competitor(2 * at, tables=(chance.randint(1, 9),)), Competitor(2 * at + 1, tables=(chance.randint(1, 9),)))
        for at in range(9)
    ]
    terms = SeatingTerms(Basis.LOT, Basis.LOT, "48213/1")
    assert assign_tables(couples, terms) == assign_tables(list(couples), terms)
