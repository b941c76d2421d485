"""Where seeds stand in a bracket: the best far from each other, those of one group as far as can be.

A bracket is halved again and again. In each half there is one of the seeds 1 and 2, one of 3 and 4, and so on; and of
the members of a group, taken in the order of their seeds, one of the first two, one of the next two. Each seed is in
one couple of each kind at most, so couples make paths and circles of even length, and both hold at once. Where that
would give a bye to another than the best, a couple of a group is given up; some ways to halve are tried, and the one
that gives up the fewest is taken.
Without groups this is the usual order: 1 – 8, 4 – 5, 2 – 7, 3 – 6.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import islice, product

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
    return _slots(tuple(groups))


@lru_cache(maxsize=64)  # The same bracket is asked for with every result.
def _slots(groups: tuple[Hashable, ...]) -> tuple[Slot, ...]:
    size = 1 << max(0, len(groups) - 1).bit_length()
    seeds: list[Slot] = [*range(len(groups)), *[None] * (size - len(groups))]
    return tuple(_ordered(seeds, groups)[1])


_TRIES = (8, 4, 2)
"""How many ways to halve a bracket are tried, then each of its halves, and so on, before the best so far is taken."""


def _ordered(seeds: list[Slot], groups: Sequence[Hashable], depth: int = 0) -> tuple[int, list[Slot]]:
    """The best order that was found, after the number of couples of a group in it that meet too early."""
    if len(seeds) == 1:
        return 0, seeds
    together, parts = _halving(seeds, groups)
    best: tuple[int, list[Slot]] | None = None
    flips = product((False, True), repeat=len(parts) - 1)
    for turned in islice(flips, _TRIES[depth] if depth < len(_TRIES) else 1):
        upper = _upper(
            [parts[0], *(_flipped(part) if flip else part for part, flip in zip(parts[1:], turned, strict=True))]
        )
        halves = [[seed for at, seed in enumerate(seeds) if (at in upper) == wanted] for wanted in (True, False)]
        found = [_ordered(half, groups, depth + 1) for half in halves]
        early = together + sum(each for each, _ in found)
        if best is None or early < best[0]:
            best = early, [seed for _, order in found for seed in order]
        if best[0] == together:
            break
    assert best is not None
    return best


def _halving(seeds: Sequence[Slot], groups: Sequence[Hashable]) -> tuple[int, list[dict[int, bool]]]:
    """The parts of a bracket that can be turned one by one, after the number of couples of a group given up."""
    mates = _group_mates(seeds, groups)
    byes = seeds.count(None)
    if byes % 2 == 0 or len(seeds) == 2:
        return 0, _parts(mates, len(seeds))
    # Of an odd number, the couple of the last seed and a bye is whole only if that bye is in the half of the last seed
    # that gets one: so that the best have byes, members of a group may have to meet earlier.
    bye, rests, together = len(seeds) - byes, byes - 1, 0
    while True:
        parts = _parts(mates, len(seeds))
        part = next(each for each in parts if bye in each)
        other = next(each for each in parts if rests in each)
        if part is not other:
            joined = other | (part if part[bye] == other[rests] else _flipped(part))
            return together, [joined if each is other else each for each in parts if each is not part]
        if part[bye] == part[rests]:
            return together, parts
        worst = max(place for place in part if place in mates)
        del mates[mates.pop(worst)]
        together += 1


def _upper(parts: Sequence[dict[int, bool]]) -> set[int]:
    return {place for part in parts for place, upper in part.items() if upper}


def _flipped(part: dict[int, bool]) -> dict[int, bool]:
    return {place: not upper for place, upper in part.items()}


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
