"""The basis of the standings of a phase or of a group: encounters, byes, carried points, penalties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from canastra.tournament.results import Credit

Value = int | Fraction
"""A figure that compares sides; a fraction if encounters are averaged."""


class Bout(NamedTuple):
    """An encounter that counts; each half has one side, or two players who were partners."""

    one: tuple[int, ...]
    two: tuple[int, ...]
    credits: tuple[Credit, Credit]
    round: int
    played: bool = True
    """False for a walkover, and a win that was given."""


class ByeBout(NamedTuple):
    """A bye that counts."""

    side: int
    credit: Credit
    round: int


class Totals(NamedTuple):
    """The sums of a side."""

    points: Value = 0
    encounters: int = 0
    wins: Value = 0
    draws: Value = 0
    matches: Value = 0
    matches_lost: Value = 0
    scored: Value = 0
    conceded: Value = 0
    absences: int = 0
    forfeited: Value = 0
    """The points that absences cost, a negative number."""


@dataclass(frozen=True)
class Ledger:
    """The encounters, byes and points that count among some sides."""

    sides: tuple[int, ...]
    bouts: tuple[Bout, ...]
    byes: tuple[ByeBout, ...] = ()
    base: Mapping[int, int] | None = None
    """Carried points, less penalties."""
    evening: tuple[int, int] | None = None
    """In a league the rounds of an evening, and the number of evenings that count."""
    missed: Mapping[int, int] | None = None
    """How many opponents each side lacks for rounds that it did not play."""
    averaged: bool = False
    """True if all figures are per encounter."""

    @cached_property
    def by_side(self) -> dict[int, list[tuple[Bout, int]]]:
        """The encounters of each side, with the half in which it was."""
        found: dict[int, list[tuple[Bout, int]]] = {side: [] for side in self.sides}
        for bout in self.bouts:
            for half, members in enumerate((bout.one, bout.two)):
                for side in members:
                    if side in found:
                        found[side].append((bout, half))
        return found

    @cached_property
    def totals(self) -> dict[int, Totals]:
        """The sums of each side."""
        byes: dict[int, list[ByeBout]] = defaultdict(list)
        for bye in self.byes:
            byes[bye.side].append(bye)
        return {side: self._total(side, byes[side]) for side in self.sides}

    def without(self, sides: Iterable[int]) -> Ledger:
        """The ledger without the encounters of some sides."""
        gone = set(sides)
        kept = tuple(bout for bout in self.bouts if not gone & {*bout.one, *bout.two})
        return replace(self, bouts=kept)

    def _total(self, side: int, byes: Sequence[ByeBout]) -> Totals:
        played = [(bout.credits[half], bout.round) for bout, half in self.by_side[side]]
        every = self._counted([*played, *((bye.credit, bye.round) for bye in byes)])
        sums = [sum(column) for column in zip(Credit(0), *every, strict=True)]
        points: Value = sums[0] + (self.base or {}).get(side, 0)
        _, wins, draws, matches, lost, scored, conceded, absences = sums
        cost = sum(min(0, credit.points) for credit in every if credit.absences)
        found = Totals(points, len(played), wins, draws, matches, lost, scored, conceded, absences, cost)
        return _averaged(found, len(every)) if self.averaged else found

    def _counted(self, every: Sequence[tuple[Credit, int]]) -> list[Credit]:
        """The encounters and byes that count: all, or those of the best evenings.

        Among evenings with the same points the ones count that have more wins, then matches, then difference, then
        points, so that a better score never gives less.
        """
        if self.evening is None:
            return [credit for credit, _ in every]
        rounds, best = self.evening
        evenings: dict[int, list[Credit]] = defaultdict(list)
        for credit, number in every:
            evenings[(number - 1) // rounds].append(credit)
        ranked = sorted(evenings.values(), key=_worth_of_evening, reverse=True)
        return [credit for evening in ranked[:best] for credit in evening]


def _worth_of_evening(evening: Sequence[Credit]) -> tuple[int, ...]:
    points, wins, _, won, lost, scored, conceded, _ = (sum(column) for column in zip(*evening, strict=True))
    return points, wins, won - lost, scored - conceded, scored


def _averaged(found: Totals, encounters: int) -> Totals:
    count = max(1, encounters)
    return found._replace(
        points=Fraction(found.points, count),
        wins=Fraction(found.wins, count),
        draws=Fraction(found.draws, count),
        matches=Fraction(found.matches, count),
        matches_lost=Fraction(found.matches_lost, count),
        scored=Fraction(found.scored, count),
        conceded=Fraction(found.conceded, count),
        forfeited=Fraction(found.forfeited, count),
    )
