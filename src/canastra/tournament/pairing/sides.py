"""The input and the output of pairing: sides with their history, pairings at tables, and byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from canastra.errors import InputError


class PairingError(InputError):
    """Sides that can't be paired as asked."""


@dataclass(frozen=True, slots=True)
class Competitor:
    """A side as pairing sees it. In a sequence of competitors the best-placed is the first."""

    number: int
    delegation: str = ""
    """The club or company of the side; empty for none."""
    met: tuple[int, ...] = ()
    """The opponents so far, one for each encounter."""
    recent: tuple[int, ...] = ()
    """The opponents of the last round; in a league all of this evening."""
    byes: int = 0
    seats: tuple[int, int] = (0, 0)
    """How often the side sat first, and second."""
    tables: tuple[int, ...] = ()
    """The tables at which the side sat, in the order of rounds."""

    @property
    def lean(self) -> int:
        """How much more often the side sat first than second."""
        return self.seats[0] - self.seats[1]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two sides at a table, which counts from 1. Partners of the first side take the first and the third seat."""

    table: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round: the meetings by table, by the numbers of the sides, and the byes."""

    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()


def played(sides: Sequence[Competitor], plan: RoundPlan, same_evening: bool = False) -> tuple[Competitor, ...]:
    """The sides after a round, in the same order. A side missing in the plan was absent.

    With `same_evening` the opponents of the former rounds stay recent.

    >>> played([Competitor(7), Competitor(8)], RoundPlan((Pairing(1, first=8, second=7),)))[0]
    Competitor(number=7, delegation='', met=(8,), recent=(8,), byes=0, seats=(0, 1), tables=(1,))
    """
    places = {
        side: (pairing, side == pairing.first) for pairing in plan.pairings for side in (pairing.first, pairing.second)
    }
    return tuple(_later(side, places.get(side.number), side.number in plan.byes, same_evening) for side in sides)


def _later(side: Competitor, place: tuple[Pairing, bool] | None, bye: bool, same_evening: bool) -> Competitor:
    kept = side.recent if same_evening else ()
    if place is None:
        return replace(side, byes=side.byes + bye, recent=kept)
    meeting, sat_first = place
    opponent = meeting.second if sat_first else meeting.first
    first, second = side.seats
    return replace(
        side,
        met=(*side.met, opponent),
        recent=(*kept, opponent),
        seats=(first + sat_first, second + (not sat_first)),
        tables=(*side.tables, meeting.table),
    )


def require_distinct(numbers: Iterable[int], least: int) -> None:
    """Raises `PairingError` if a number occurs twice, or if there are fewer than `least`."""
    counted = Counter(numbers)
    if counted.total() < least:
        raise PairingError("pairing_too_few", least=least, found=counted.total())
    for number, times in counted.items():
        if times > 1:
            raise PairingError("pairing_twice", side=number)
