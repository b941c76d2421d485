"""Pairing by standings: three kinds of danese, Swiss, and the evenings of a league.

Each is a perfect matching of least cost. The costs have an order of rank, so that no number of lower ones outweighs one
of the higher: see `Cost`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from canastra.tournament.pairing.matchings import least_cost_matching
from canastra.tournament.pairing.seating import SeatingTerms, are_seated, assign_tables
from canastra.tournament.pairing.sides import Competitor, RoundPlan, require_distinct

MOST_LEAN = 2
"""The most by which a side may have sat more often in one seat than in the other: each is within one of its
even share.
"""


class Rematches(StrEnum):
    """The rule on rematches."""

    ALLOWED = "allowed"
    """All rematches are allowed: the pure danese, in which the first plays the second, the third the fourth,
    and so on.
    """
    NOT_LAST = "not_last"
    """The opponents of the last round do not meet again."""
    NEVER = "never"
    """No rematches, as long as that is possible: Swiss."""
    EVENING = "evening"
    """No rematches on the same evening, and as few as possible with earlier evenings: a league."""


@dataclass(frozen=True, slots=True)
class SwissTerms:
    """The terms of pairing by standings."""

    rematches: Rematches
    apart: bool
    """True if sides of one delegation are kept apart in this round."""


class Obstacle(StrEnum):
    """The reason why two neighbours in the standings do not meet."""

    MET = "met"
    """They have met, and the rule forbids a rematch now."""
    DELEGATION = "delegation"


@dataclass(frozen=True, slots=True)
class AvoidedMeeting:
    """Sides nearer in the standings than its opponent, which the better side of a table does not meet."""

    table: int
    side: int
    others: tuple[int, ...]
    """The sides, in the order of the standings."""
    why: Obstacle


class Cost(NamedTuple):
    """The faults of a round, the worst first; compared from the left, less is better."""

    rematches: int
    """Earlier meetings of the opponents, as far as the rule forbids them."""
    repeats: int
    """In a league, meetings on earlier evenings; otherwise meetings in the last round, the worst rematches."""
    second_byes: int
    """The earlier byes of the side with the bye."""
    same_delegation: int
    seats: int
    """The unevenness of seats beyond `MOST_LEAN`."""
    distance: int
    """The squares of the distances in rank. A bye counts as a place below the last."""
    same_table: int
    """Sides that the better side's rank leads to the table at which they sat last."""


_NOTHING = Cost(0, 0, 0, 0, 0, 0, 0)


def pair_by_standings(sides: Sequence[Competitor], terms: SwissTerms, seating: SeatingTerms) -> RoundPlan:
    """A round of least `Cost`; the sides come in the order of the standings.

    Raises `PairingError` if there are fewer than two sides, if one is there twice, or if networkx is not installed.
    """
    require_distinct((side.number for side in sides), least=2)
    pairs = least_cost_matching(_packed(_table(sides, terms), _majority(sides) if terms.apart else frozenset()))
    couples = [(sides[one], sides[other]) for one, other in pairs if other < len(sides)]
    byes = tuple(sides[one].number for one, other in pairs if other == len(sides))
    return RoundPlan(assign_tables(couples, seating), byes)


def is_least_cost(sides: Sequence[Competitor], terms: SwissTerms, seating: SeatingTerms, plan: RoundPlan) -> bool:
    """Return whether a round is as good as the one of `pair_by_standings`.

    Releases of networkx differ in which of several matchings of least cost they find. Seats must fit the pairs; tables
    by lot may not repeat more often than necessary.

    Raises the errors of `pair_by_standings`.
    """
    due = pair_by_standings(sides, terms, seating)
    there = [*plan.byes, *(side for pairing in plan.pairings for side in (pairing.first, pairing.second))]
    if due == plan or sorted(there) != sorted(side.number for side in sides):
        return due == plan
    if cost_of(sides, terms, plan) != cost_of(sides, terms, due):
        return False
    ranks = {side.number: rank for rank, side in enumerate(sides)}
    meeting = sorted(sorted((ranks[pairing.first], ranks[pairing.second])) for pairing in plan.pairings)
    return are_seated([(sides[one], sides[other]) for one, other in meeting], seating, plan.pairings)


def cost_of(sides: Sequence[Competitor], terms: SwissTerms, plan: RoundPlan) -> Cost:
    """The cost of a round, by the standings before it; it shows a referee which faults could not be avoided.

    Raises `PairingError` if a side is there twice.
    """
    require_distinct((side.number for side in sides), least=0)
    ranks = {side.number: rank for rank, side in enumerate(sides)}
    pairings = [sorted((ranks[pairing.first], ranks[pairing.second])) for pairing in plan.pairings]
    costs = [_meeting_cost(sides, one, other, terms) for one, other in pairings]
    costs += [_bye_cost(sides, ranks[bye]) for bye in plan.byes]
    return Cost(*map(sum, zip(_NOTHING, *costs, strict=True)))


def avoided_meetings(sides: Sequence[Competitor], terms: SwissTerms, plan: RoundPlan) -> tuple[AvoidedMeeting, ...]:
    """The reasons why the better side of each pairing does not meet the sides between it and its opponent.

    The sides come in the order of the standings. Pairings of other sides are left out.
    """
    ranks = {side.number: rank for rank, side in enumerate(sides)}
    found: list[AvoidedMeeting] = []
    for pairing in plan.pairings:
        if {pairing.first, pairing.second} <= ranks.keys():
            better, worse = sorted((ranks[pairing.first], ranks[pairing.second]))
            found += _avoided(pairing.table, sides[better:worse], terms)
    return tuple(found)


def _avoided(table: int, sides: Sequence[Competitor], terms: SwissTerms) -> Iterator[AvoidedMeeting]:
    """The reasons why the first of these sides does not meet the others."""
    better, *between = sides
    for why in Obstacle:
        others = tuple(other.number for other in between if _obstacle(better, other, terms) is why)
        if others:
            yield AvoidedMeeting(table, better.number, others, why)


def _obstacle(one: Competitor, other: Competitor, terms: SwissTerms) -> Obstacle | None:
    if any(_rematches(one, other, terms.rematches)):
        return Obstacle.MET
    return Obstacle.DELEGATION if _kept_apart(one, other, terms) else None


def _table(sides: Sequence[Competitor], terms: SwissTerms) -> list[list[Cost]]:
    """The cost of each pair; with an odd number of sides the bye is a further, last one."""
    places = len(sides) + len(sides) % 2
    table = [[_NOTHING] * places for _ in range(places)]
    for other in range(places):
        for one in range(other):
            bye = other == len(sides)
            cost = _bye_cost(sides, one) if bye else _meeting_cost(sides, one, other, terms)
            table[one][other] = table[other][one] = cost
    return table


def _bye_cost(sides: Sequence[Competitor], rank: int) -> Cost:
    return _NOTHING._replace(second_byes=sides[rank].byes, distance=(len(sides) - rank) ** 2)


def _meeting_cost(sides: Sequence[Competitor], one: int, other: int, terms: SwissTerms) -> Cost:
    better, worse = sides[one], sides[other]
    pure = terms.rematches is Rematches.ALLOWED
    rematches, repeats = _rematches(better, worse, terms.rematches)
    table = one // 2 + 1
    return Cost(
        rematches=rematches,
        repeats=repeats,
        second_byes=0,
        same_delegation=int(_kept_apart(better, worse, terms)),
        seats=0 if pure else _uneven_seats(better.lean, worse.lean),
        distance=(other - one) ** 2,
        same_table=sum(side.tables[-1:] == (table,) for side in (better, worse)),
    )


def _kept_apart(one: Competitor, other: Competitor, terms: SwissTerms) -> bool:
    return terms.apart and one.delegation != "" and one.delegation == other.delegation


def _rematches(one: Competitor, other: Competitor, rule: Rematches) -> tuple[int, int]:
    """The first two parts of a meeting's cost."""
    before = one.met.count(other.number)
    recent = int(other.number in one.recent or one.number in other.recent)
    match rule:
        case Rematches.ALLOWED:
            return 0, 0
        case Rematches.NOT_LAST:
            return recent, 0
        case Rematches.NEVER:
            return before, recent
        case Rematches.EVENING:
            return recent, before


def _uneven_seats(one: int, other: int) -> int:
    return min(_beyond(one + 1) + _beyond(other - 1), _beyond(one - 1) + _beyond(other + 1))


def _beyond(lean: int) -> int:
    return max(0, abs(lean) - MOST_LEAN)


def _majority(sides: Sequence[Competitor]) -> frozenset[int]:
    """The ranks of the delegation that has more than half of the sides; empty without one."""
    delegation, count = Counter(side.delegation for side in sides).most_common(1)[0]
    if not delegation or 2 * count <= len(sides) + len(sides) % 2:
        return frozenset()
    return frozenset(rank for rank, side in enumerate(sides) if side.delegation == delegation)


def _packed(table: Sequence[Sequence[Cost]], majority: Collection[int]) -> list[list[int]]:
    """Each cost as one number, such that sums of numbers compare as sums of costs do.

    If one delegation has the majority, some of its sides must meet each other: each end of the majority gets twice a
    cost less the weight of such a meeting, each other end more by it. For every round that is the same sum, so it
    favours none; but the unavoidable meetings now cost nothing, and edges can be left out again.
    """
    pairs = len(table) // 2
    sizes = [1 + pairs * max(column) for column in zip(*_flat(table), strict=True)]
    weights = [1] * len(sizes)
    for place in range(len(sizes) - 1, 0, -1):
        weights[place - 1] = weights[place] * sizes[place]
    packed = [[sum(map(int.__mul__, cost, weights)) for cost in row] for row in table]
    if not majority:
        return packed
    weight = weights[Cost._fields.index("same_delegation")]
    shares = [weight if rank in majority else -weight for rank in range(len(table))]
    return [
        [2 * cost - own - other for cost, other in zip(row, shares, strict=True)]
        for row, own in zip(packed, shares, strict=True)
    ]


def _flat(table: Sequence[Sequence[Cost]]) -> Iterator[Cost]:
    return (cost for row in table for cost in row)
