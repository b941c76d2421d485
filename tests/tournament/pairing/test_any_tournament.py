"""Simulated tournaments of all forms and sizes: pairings follow the form, also with late and leaving sides."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from canastra.tournament.pairing import (
    Basis,
    Competitor,
    GroupFill,
    Rematches,
    RoundPlan,
    SeatingTerms,
    SwissTerms,
    draw_groups,
    mitchell_lines,
    mitchell_rounds,
    pair_by_standings,
    played,
    round_robin,
    rounds_before_rematch,
)
from tests.samples import sample

PARTS, EACH = 24, 100
"""Three parts are run every time, the others in the long run."""


def size(chance: Random, part: int) -> int:
    """Mostly small; in the parts of the long run up to two hundred."""
    if part % 8 == 0 or chance.random() < 0.7:
        return chance.randint(4, 18)
    large: int = chance.choice([*range(19, 41), 64, 99, 120, 200])
    return large


class Field:
    """The sides of an event with their strength and points. Late and leaving sides are random."""

    def __init__(self, chance: Random, count: int, moves: float) -> None:
        self.chance, self.moves = chance, moves
        self.clubs = ["", *"ABCDEF"[: chance.randrange(7)]]
        self.sides: dict[int, Competitor] = {}
        self.points: Counter[int] = Counter()
        self.strength: dict[int, float] = {}
        self.entered = 0
        for _ in range(count):
            self.enter()

    def enter(self) -> None:
        self.entered += 1
        self.sides[self.entered] = Competitor(self.entered, self.chance.choice(self.clubs))
        self.strength[self.entered] = self.chance.gauss(0, 1)

    def come_and_go(self) -> None:
        if self.chance.random() < self.moves:
            self.enter()
        if self.chance.random() < self.moves and len(self.sides) > 4:
            del self.sides[self.chance.choice(list(self.sides))]

    def standings(self) -> list[Competitor]:
        return sorted(self.sides.values(), key=lambda side: (-self.points[side.number], side.number))

    def play(self, plan: RoundPlan, same_evening: bool = False) -> None:
        """Play a round, with results by strength and luck. A few sides don't come (W.O.), which counts as a meeting."""
        for side in played(list(self.sides.values()), plan, same_evening):
            self.sides[side.number] = side
        for each in plan.pairings:
            luck = self.strength[each.first] - self.strength[each.second] + self.chance.gauss(0, 1)
            self.points[each.first if luck > 0 else each.second] += 2
        for bye in plan.byes:
            self.points[bye] += 2


def assert_all_placed(plan: RoundPlan, sides: set[int]) -> None:
    """Fail unless each side is once in the round, and each table once."""
    placed = [side for each in plan.pairings for side in (each.first, each.second)]
    assert sorted([*placed, *plan.byes]) == sorted(sides)
    tables = [each.table for each in plan.pairings]
    assert len(set(tables)) == len(tables)
    assert all(table >= 1 for table in tables)


def by_standings(field: Field, terms: SwissTerms, seed: str, same_evening: bool = False) -> RoundPlan:
    seating = SeatingTerms(field.chance.choice(list(Basis)), field.chance.choice(list(Basis)), seed)
    plan = pair_by_standings(field.standings(), terms, seating)
    assert_all_placed(plan, set(field.sides))
    assert len(plan.byes) == len(field.sides) % 2
    field.play(plan, same_evening)
    return plan


def swiss(chance: Random, count: int, seed: str) -> None:
    """No rematch and no second bye while there are at most half as many rounds as sides; seats within one of even."""
    field = Field(chance, count, moves=chance.choice([0, 0.3]))
    fewest = len(field.sides)
    for number in range(1, min(9, count // 2) + 1):
        field.come_and_go()
        fewest = min(fewest, len(field.sides))
        if 2 * number > fewest:
            return
        by_standings(field, SwissTerms(Rematches.NEVER, apart=number == 1), f"{seed}/{number}")
        for side in field.sides.values():
            assert len(set(side.met)) == len(side.met)
            assert side.byes <= 1
            assert abs(side.lean) <= 2 or number > fewest // 4


def danese_pure(chance: Random, count: int, seed: str) -> None:
    """The first meets the second, the third the fourth; without the lowest who had no bye if the number is odd."""
    field = Field(chance, count, moves=0.2)
    for number in range(1, 6):
        field.come_and_go()
        standings = field.standings()
        plan = by_standings(field, SwissTerms(Rematches.ALLOWED, apart=False), f"{seed}/{number}")
        if len(standings) % 2:
            fewest = min(side.byes for side in standings)
            bye = [side for side in standings if side.byes == fewest][-1]
            assert plan.byes == (bye.number,)
            standings.remove(bye)
        couples = {frozenset((each.first, each.second)) for each in plan.pairings}
        numbers = [side.number for side in standings]
        assert couples == set(map(frozenset, zip(numbers[::2], numbers[1::2], strict=True)))


def danese_not_last(chance: Random, count: int, seed: str) -> None:
    """No side meets its opponent of the last round."""
    field = Field(chance, count, moves=0.2)
    last: set[frozenset[int]] = set()
    for number in range(1, 6):
        field.come_and_go()
        plan = by_standings(field, SwissTerms(Rematches.NOT_LAST, apart=False), f"{seed}/{number}")
        couples = {frozenset((each.first, each.second)) for each in plan.pairings}
        assert not couples & last
        last = couples


def league(chance: Random, count: int, seed: str) -> None:
    """No side meets another twice in an evening of up to half as many rounds as sides. Evenings differ in sides."""
    field = Field(chance, count, moves=0)
    everybody = field.sides
    for evening in range(3):
        there = chance.sample(list(everybody), chance.randint(4, len(everybody)))
        field.sides = {number: replace(everybody[number], recent=()) for number in there}
        for number in range(1, min(4, len(there) // 2) + 1):
            by_standings(field, SwissTerms(Rematches.EVENING, apart=False), f"{seed}/{evening}/{number}", True)
            assert all(len(set(side.recent)) == len(side.recent) for side in field.sides.values())
        everybody |= field.sides


def groups(chance: Random, count: int, seed: str) -> None:
    """Each side meets each other of its group, once or twice, and sits first about as often as second."""
    field = Field(chance, count, moves=0)
    number = chance.randint(max(1, count // 8), max(1, count // 3))
    drawn = draw_groups(field.standings(), number, chance.choice(list(GroupFill)), seed)
    assert sorted(side for group in drawn for side in group) == sorted(field.sides)
    double = chance.random() < 0.3
    first_table = 1
    for group in drawn:
        met: Counter[frozenset[int]] = Counter()
        seats: Counter[int] = Counter()
        for plan in round_robin(group, double, first_table):
            assert_all_placed(plan, set(group))
            assert all(first_table <= each.table < first_table + len(group) // 2 for each in plan.pairings)
            met.update(frozenset((each.first, each.second)) for each in plan.pairings)
            seats.update(each.first for each in plan.pairings)
            seats.subtract(each.second for each in plan.pairings)
            assert double or max(map(abs, seats.values())) <= 1
        assert max(map(abs, seats.values())) <= 1
        assert len(met) == len(group) * (len(group) - 1) // 2
        assert set(met.values()) == {1 + double}
        first_table += len(group) // 2


def mitchell(chance: Random, count: int, seed: str) -> None:
    """Each side meets another one of the other line in each round before the rematches; each has one bye."""
    sitting, moving = mitchell_lines(range(1, count + 1), chance.choice(list(Basis)), seed)
    tables, skip = len(sitting), chance.random() < 0.5
    move = chance.randint(1, tables)
    free = rounds_before_rematch(tables, move, skip)
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for plan in mitchell_rounds(sitting, moving, move, min(free, 12), skip):
        assert_all_placed(plan, set(range(1, count + 1)))
        assert all(each.first in sitting and each.second in moving for each in plan.pairings)
        met.update(frozenset((each.first, each.second)) for each in plan.pairings)
        byes.update(plan.byes)
    assert set(met.values()) == {1}
    assert set(byes.values()) <= {1}


FORMS = [swiss, danese_pure, danese_not_last, league, groups, mitchell]


@pytest.mark.parametrize("part", sample(range(PARTS), 3))
def test_everybody_meets_as_the_form_says(part: int) -> None:
    for number in range(part * EACH, (part + 1) * EACH):
        chance = Random(number)
        FORMS[number % len(FORMS)](chance, size(chance, part), f"seed {number}")
