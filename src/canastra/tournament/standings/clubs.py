"""Clubs ranked by their best sides. A club is the delegation of a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from canastra.names import same_name
from canastra.tournament.regulations import ClubTerms
from canastra.tournament.state import Participant


@dataclass(frozen=True, slots=True)
class CountedSide:
    """A side that counts for its club: its overall place, and its value, that place or its points."""

    side: int
    overall: int
    adds: int


@dataclass(frozen=True, slots=True)
class ClubStanding:
    """A club's place, and the sides that count for it, the best first. A small club has fewer."""

    place: int
    club: str
    total: int
    counted: tuple[CountedSide, ...]


def by_club(
    sides: Mapping[int, Participant], order: Sequence[int], terms: ClubTerms, points: Mapping[int, int]
) -> tuple[ClubStanding, ...]:
    """Return the clubs, the best first, from the overall order; `points` are those of each side.

    Clubs with equal names are merged, in the spelling of the first entry.
    """
    members: dict[str, list[CountedSide]] = {}
    for overall, side in enumerate(order, 1):
        if sides[side].delegation:
            adds = points[side] if terms.order == "points" else overall
            members.setdefault(same_name(sides[side].delegation), []).append(CountedSide(side, overall, adds))

    def rank(club: ClubStanding) -> tuple[int, int, int]:
        """The key of a club's rank, the smallest first. No two sides share a place, and so no two clubs."""
        first = club.counted[0].overall
        return (0, -club.total, first) if terms.order == "points" else (-len(club.counted), club.total, first)

    clubs = [_club(sides, own, terms.best) for own in members.values()]
    return tuple(replace(club, place=place) for place, club in enumerate(sorted(clubs, key=rank), 1))


def _club(sides: Mapping[int, Participant], own: Sequence[CountedSide], best: int) -> ClubStanding:
    """A club without its place, from all its sides."""
    counted = tuple(own[:best])
    name = sides[min(standing.side for standing in own)].delegation
    return ClubStanding(0, name, sum(side.adds for side in counted), counted)
