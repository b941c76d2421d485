"""Sides in a total order, each with the reason for its place.

Points come first. Sides with the same points go through the regulations' chain, which differs for two sides and for
three or more; lots end each chain, so no two share a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from canastra.tournament.regulations import Criterion, StandingsTerms
from canastra.tournament.standings.criteria import criterion_values
from canastra.tournament.standings.ledger import Ledger, Totals, Value

POINTS = "points"
ABSENCE = "absence"
"""The basis if a walkover costs the right to the chain."""
REACHED = "reached"
"""The basis of a knock-out: the round that a side reached."""
SEED = "seed"
WITHDRAWN = "withdrawn"
"""The basis behind all others: the side left a group, and the regulations annul its results."""


@dataclass(frozen=True, slots=True)
class Separation:
    """A basis that separated tied sides, with the figure of each.

    `basis` is a `Criterion`, ``points``, or ``absence``, in groups ``withdrawn``; in a knock-out ``reached``, ``seed``.
    A criterion without `values` could not be applied: not all of the sides had met.
    """

    basis: str
    values: Mapping[int, Value]
    """Empty, or a figure for each of the tied sides; more is better."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A side's place, its totals, and each separation that it went through, in order."""

    place: int
    side: int
    totals: Totals
    reasons: tuple[Separation, ...] = ()


@dataclass(frozen=True)
class Ranking:
    """The rules that rank the sides of a ledger."""

    ledger: Ledger
    terms: StandingsTerms
    lots: Mapping[int, int]
    """The place of each side in the drawn order."""
    behind: frozenset[int] = field(default_factory=frozenset)
    """Sides that rank behind all sides with which they are tied."""

    def standings(self) -> tuple[Standing, ...]:
        """All sides of the ledger, the best first."""
        points = {side: own.points for side, own in self.ledger.totals.items()}
        found: list[tuple[int, tuple[Separation, ...]]] = []
        for tied, why in _parts(self.ledger.sides, Separation(POINTS, points), ()):
            found.extend(self._split(tied, why))
        totals = self.ledger.totals
        return tuple(Standing(place, side, totals[side], why) for place, (side, why) in enumerate(found, 1))

    def _split(self, tied: Sequence[int], why: tuple[Separation, ...]) -> Iterator[tuple[int, tuple[Separation, ...]]]:
        """Sides with the same points: sides that were absent come last, then each part by its chain."""
        absent = {side: -int(side in self.behind) for side in tied}
        if len(set(absent.values())) > 1:
            for part, reasons in _parts(tied, Separation(ABSENCE, absent), why):
                yield from self._chain(part, reasons)
        else:
            yield from self._chain(tied, why)

    def _chain(self, tied: Sequence[int], why: tuple[Separation, ...]) -> Iterator[tuple[int, tuple[Separation, ...]]]:
        if len(tied) == 1:
            yield tied[0], why
            return
        chain = self.terms.two if len(tied) == 2 else self.terms.more
        yield from self._by(chain, tied, tied, why)

    def _by(
        self, chain: Sequence[Criterion], compared: Sequence[int], tied: Sequence[int], why: tuple[Separation, ...]
    ) -> Iterator[tuple[int, tuple[Separation, ...]]]:
        """The `tied` sides by the rest of a chain that began with all `compared` sides."""
        for number, criterion in enumerate(chain):
            values = criterion_values(criterion, self.ledger, compared, self.lots)
            if values is None:
                why = (*why, Separation(criterion.value, {}))
                continue
            own = {side: values[side] for side in tied}
            if len(set(own.values())) == 1:
                continue
            for part, reasons in _parts(tied, Separation(criterion.value, own), why):
                if self.terms.restart or len(part) == 1:
                    yield from self._chain(part, reasons)
                else:
                    yield from self._by(chain[number + 1 :], compared, part, reasons)
            return


def _parts(
    tied: Sequence[int], separation: Separation, why: tuple[Separation, ...]
) -> Iterator[tuple[list[int], tuple[Separation, ...]]]:
    """The sides with the same figure together, the best first; if all have the same, nothing is separated."""
    values = separation.values
    if len(set(values.values())) == 1 and separation.basis != POINTS:
        yield list(tied), why
        return
    for figure in sorted(set(values.values()), reverse=True):
        yield [side for side in tied if values[side] == figure], (*why, separation)
