"""The sides of each category in the overall order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from canastra.names import same_name, without_accents
from canastra.tournament.state import Participant


@dataclass(frozen=True, slots=True)
class CategoryPlace:
    """A side's place in its category, and overall."""

    place: int
    side: int
    overall: int


@dataclass(frozen=True, slots=True)
class CategoryStandings:
    """The sides of a category, the best first."""

    category: str
    places: tuple[CategoryPlace, ...]


def by_category(sides: Mapping[int, Participant], order: Sequence[int]) -> tuple[CategoryStandings, ...]:
    """Return the standings of each category, in alphabetical order, from the overall order.

    Sides without a category are left out. Categories with equal names are merged, in the spelling of the first entry.
    """
    members: dict[str, list[tuple[int, int]]] = {}
    for overall, side in enumerate(order, 1):
        if sides[side].category:
            members.setdefault(same_name(sides[side].category), []).append((overall, side))
    found = [
        CategoryStandings(
            sides[min(side for _, side in own)].category,
            tuple(CategoryPlace(place, side, overall) for place, (overall, side) in enumerate(own, 1)),
        )
        for own in members.values()
    ]
    return tuple(sorted(found, key=lambda each: (without_accents(each.category), same_name(each.category))))
