"""Pairing by standings: 200 sides, nine rounds of Swiss, and what would be hard: one club that sent most of them.

``python -m bench.pairing`` prints the table of docs/pairing.md.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from canastra.tournament.pairing import (
    Basis,
    Competitor,
    Rematches,
    SeatingTerms,
    SwissTerms,
    pair_by_standings,
    played,
)

SIDES, ROUNDS, EVENTS = 200, 9, 3


def rounds(chance: Random, clubs: Sequence[str], tables: Basis = Basis.LOT, odd: bool = False) -> list[float]:
    """The seconds of processor time that each round of an event takes to pair; results are by strength and luck."""
    numbers = range(1, SIDES + 1 - odd)
    sides = tuple(Competitor(number, chance.choice(clubs)) for number in numbers)
    strength = {number: chance.gauss(0, 1) for number in numbers}
    points = dict.fromkeys(numbers, 0)
    seconds = []
    for number in range(ROUNDS):
        standings = sorted(sides, key=lambda side: (-points[side.number], side.number))
        terms = SwissTerms(Rematches.NEVER, apart=True)
        began = time.process_time()
        plan = pair_by_standings(standings, terms, SeatingTerms(tables, Basis.LOT, f"48213/{number}"))
        seconds.append(time.process_time() - began)
        sides = played(sides, plan)
        for pairing in plan.pairings:
            luck = strength[pairing.first] - strength[pairing.second] + chance.gauss(0, 1)
            points[pairing.first if luck > 0 else pairing.second] += 2
    assert all(len(set(side.met)) == len(side.met) for side in sides)
    return seconds


CASES = {
    "twenty clubs": ([f"club {number}" for number in range(20)], Basis.LOT, False),
    "twenty clubs, an odd number": ([f"club {number}" for number in range(20)], Basis.LOT, True),
    "twenty clubs, tables by standing": ([f"club {number}" for number in range(20)], Basis.STANDING, False),
    "no clubs": ([""], Basis.LOT, False),
    "three of four from one club": (["A", "A", "A", ""], Basis.LOT, False),
}


def report() -> None:
    """Print the median and the longest milliseconds of a round."""
    print(f"| {SIDES} sides, {ROUNDS} rounds, {EVENTS} events | median | longest |\n|---|---:|---:|")
    for name, (clubs, tables, odd) in CASES.items():
        seconds = sorted(took for seed in range(EVENTS) for took in rounds(Random(seed), clubs, tables, odd))
        median, longest = (f"{1000 * duration:.0f} ms" for duration in (seconds[len(seconds) // 2], seconds[-1]))
        print(f"| {name} | {median} | {longest} |")


if __name__ == "__main__":
    report()
