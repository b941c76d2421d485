"""Where seeds stand in a bracket: the best far from each other, those of one group as far as can be.

A bracket is halved again and again. In each half there is one of the seeds 1 and 2, one of 3 and 4, and so on; and of
the members of a group, taken in the order of their seeds, one of the first two, one of the next two. Each seed is in
one couple of each kind at most, so couples make paths and circles of even length, and both hold at once.
Without groups this is the usual order: 1 – 8, 4 – 5, 2 – 7, 3 – 6.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

Slot = int | None
"""A seed, from 0; None is a bye."""


def bracket_slots(groups: Sequence[Hashable]) -> tuple[Slot, ...]:
    """The seeds in the order of a bracket of the next power of two, with byes for the best.

    `groups` has the group of each seed; None for none.

    >>> bracket_slots([None] * 6)
    (0, None, 3, 4, 1, None, 2, 5)
    >>> bracket_slots(["A", "B", "B", "A"])  # winners of two groups, then the seconds
    (0, 2, 1, 3)
    """
    size = 1 << max(0, len(groups) - 1).bit_length()
    seeds: list[Slot] = [*range(len(groups)), *[None] * (size - len(groups))]
    return tuple(_ordered(seeds, groups))


def _ordered(seeds: list[Slot], groups: Sequence[Hashable]) -> list[Slot]:
    if len(seeds) == 1:
        return seeds
    upper = _upper_half(seeds, groups)
    halves = [[seed for at, seed in enumerate(seeds) if (at in upper) == wanted] for wanted in (True, False)]
    return [seed for half in halves for seed in _ordered(half, groups)]


def _upper_half(seeds: Sequence[Slot], groups: Sequence[Hashable]) -> set[int]:
    """The places of the list that belong into the upper half."""
    upper: dict[int, bool] = {}
    # If a seed and a bye make a couple, that bye belongs to the half of the last seed that gets one.
    byes = seeds.count(None)
    odd = len(seeds) - byes if byes % 2 else None
    for part in sorted(_parts(_group_mates(seeds, groups), len(seeds)), key=lambda part: odd in part):
        flipped = odd in part and byes - 1 in upper and part[odd] != upper[byes - 1]
        upper |= {place: not side for place, side in part.items()} if flipped else part
    return {place for place, side in upper.items() if side}


def _group_mates(seeds: Sequence[Slot], groups: Sequence[Hashable]) -> dict[int, int]:
    """For the members of a group the place of the other one of their couple."""
    waiting: dict[Hashable, int] = {}
    mates = {}
    for place, seed in enumerate(seeds):
        group = None if seed is None else groups[seed]
        if group in waiting:
            mate = waiting.pop(group)
            mates[place], mates[mate] = mate, place
        elif group is not None:
            waiting[group] = place
    return mates


def _parts(mates: dict[int, int], places: int) -> list[dict[int, bool]]:
    """Places that hang together by couples, each with its half: both of a couple in different ones.

    The best of a part stands where it usually does: 1, 4, 5, 8, 9 and so on in the upper half.
    """
    parts: list[dict[int, bool]] = []
    seen: set[int] = set()
    for place in range(places):
        if place in seen:
            continue
        part, waiting = {place: place % 4 in (0, 3)}, [place]
        while waiting:
            one = waiting.pop()
            for other in (one ^ 1, mates.get(one, one)):
                if other not in part:
                    part[other] = not part[one]
                    waiting.append(other)
        seen |= part.keys()
        parts.append(part)
    return parts
