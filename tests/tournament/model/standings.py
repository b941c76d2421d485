"""The order of sides: totals, both chains of criteria, lots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tests.tournament.model.log import Json
from tests.tournament.model.results import Credit

Value = int | Fraction


class Totals(NamedTuple):
    """The figures of a side."""

    points: Value = 0
    encounters: Value = 0
    wins: Value = 0
    draws: Value = 0
    matches: Value = 0
    matches_lost: Value = 0
    scored: Value = 0
    conceded: Value = 0
    absences: Value = 0


class Bout(NamedTuple):
    """An encounter that counts, and the evening on which it was."""

    halves: tuple[tuple[int, ...], tuple[int, ...]]
    credits: tuple[Credit, Credit]
    evening: int = 0


@dataclass
class Ledger:
    """All that counts for the sides of a group."""

    sides: list[int]
    bouts: list[Bout] = field(default_factory=list)
    byes: list[tuple[int, Credit, int]] = field(default_factory=list)
    brought: dict[int, Value] = field(default_factory=dict)
    best: int = 0
    behind: set[int] = field(default_factory=set)
    per_encounter: bool = False

    def of(self, side: int) -> list[tuple[Credit, int, bool]]:
        """Return the credits of a side, each with its evening and whether it had an opponent."""
        met = [
            (bout.credits[half], bout.evening, True)
            for bout in self.bouts
            for half in (0, 1)
            if side in bout.halves[half]
        ]
        return met + [(credit, evening, False) for each, credit, evening in self.byes if each == side]

    def totals(self, side: int) -> Totals:
        """Its figures, those of the best evenings where not all count."""
        if side in self.behind:
            return Totals()
        entries = self.of(side)
        found = _sum(entries)
        if self.best:
            nights = [[each for each in entries if each[1] == night] for night in {night for _, night, _ in entries}]
            nights.sort(key=_worth, reverse=True)
            best = _sum(each for night in nights[: self.best] for each in night)
            found = best._replace(encounters=found.encounters)
        found = found._replace(points=found.points + self.brought.get(side, 0))
        if self.per_encounter and found.encounters:
            found = Totals(
                *(
                    value if name in ("encounters", "absences") else Fraction(value, found.encounters)
                    for name, value in found._asdict().items()
                )
            )
        return found


def _sum(entries: Iterable[tuple[Credit, int, bool]]) -> Totals:
    entries = list(entries)
    sums = [sum(column) for column in zip(*(credit for credit, *_ in entries), strict=True)] or [0] * 8
    return Totals(sums[0], sum(met for *_, met in entries), *sums[1:])


def _worth(night: list[tuple[Credit, int, bool]]) -> tuple[Value, ...]:
    found = _sum(night)
    return found.points, found.wins, found.matches - found.matches_lost, found.scored - found.conceded, found.scored


class Order:
    """A ledger's sides in their order."""

    def __init__(self, regulations: Json, ledger: Ledger, lots: list[int]) -> None:
        self.terms = regulations["standings"]
        self.costs = regulations["walkover"]["costs_tie_breaks"]
        self.ledger, self.lots = ledger, lots
        self.totals = {side: ledger.totals(side) for side in ledger.sides}

    def sides(self) -> list[int]:
        found = []
        counting = [side for side in self.ledger.sides if side not in self.ledger.behind]
        for level in _classes(counting, lambda side: self.totals[side].points):
            for equal in _classes(level, lambda side: not (self.costs and self.totals[side].absences)):
                found += self._chain(equal)
        return found + sorted(self.ledger.behind, key=self.lots.index)

    def _chain(self, tied: list[int]) -> list[int]:
        return self._from(tied, tied, self.terms["two"] if len(tied) == 2 else self.terms["more"])

    def _from(self, tied: list[int], compared: list[int], chain: list[str]) -> list[int]:
        """Sides that are still tied, and the sides that were tied when the chain began (`compared`)."""
        if len(tied) == 1:
            return tied
        values = self._values(chain[0], compared)
        if values is None or len({values[side] for side in tied}) == 1:
            return self._from(tied, compared, chain[1:])
        found = []
        for equal in _classes(tied, values.__getitem__):
            found += self._chain(equal) if self.terms["restart"] else self._from(equal, compared, chain[1:])
        return found

    def _values(self, criterion: str, tied: list[int]) -> dict[int, Value] | None:
        if criterion == "head_to_head" and not self._all_met(tied):
            return None
        if criterion in ("head_to_head", "difference_among", "points_for_among"):
            among = [
                (side, bout.credits[half])
                for bout in self.ledger.bouts
                for half in (0, 1)
                for side in bout.halves[half]
                if side in tied and set(bout.halves[1 - half]) & set(tied)
            ]
            return {side: sum(_AMONG[criterion](credit) for each, credit in among if each == side) for side in tied}
        if criterion == "lot":
            return {side: -self.lots.index(side) for side in tied}
        if criterion in ("buchholz", "sonneborn_berger"):
            return {side: self._opponents(side, criterion == "buchholz") for side in tied}
        return {side: _OWN[criterion](self.totals[side]) for side in tied}

    def _all_met(self, tied: list[int]) -> bool:
        met = {
            (one, two)
            for bout in self.ledger.bouts
            for half in (0, 1)
            for one in bout.halves[half]
            for two in bout.halves[1 - half]
        }
        return all((one, two) in met for one in tied for two in tied if one != two)

    def _opponents(self, side: int, all_of_them: bool) -> Value:
        """Return the points of a side's opponents; twice for beaten ones and once for draws."""
        found: Value = 0
        for bout in self.ledger.bouts:
            for half in (0, 1):
                if side in bout.halves[half]:
                    credit = bout.credits[half]
                    times = 1 if all_of_them else 2 * credit.wins + credit.draws
                    others = [other for other in bout.halves[1 - half] if other in self.totals]
                    found += times * sum(self.totals[other].points for other in others)
        return found


_AMONG: dict[str, Callable[[Credit], int]] = {
    "head_to_head": lambda credit: credit.points,
    "difference_among": lambda credit: credit.scored - credit.conceded,
    "points_for_among": lambda credit: credit.scored,
}
_OWN: dict[str, Callable[[Totals], Value]] = {
    "wins": lambda totals: totals.wins,
    "matches_won": lambda totals: totals.matches,
    "match_difference": lambda totals: totals.matches - totals.matches_lost,
    "difference": lambda totals: totals.scored - totals.conceded,
    "points_for": lambda totals: totals.scored,
    "conceded": lambda totals: -totals.conceded,
    "walkovers": lambda totals: -totals.absences,
}


def _classes(sides: Iterable[int], value: Callable[[int], Value | bool]) -> list[list[int]]:
    """Sides of the same value together, the highest first."""
    sides = list(sides)
    return [[side for side in sides if value(side) == each] for each in sorted({*map(value, sides)}, reverse=True)]
