"""The places of seeds in a bracket: the best far from each other, members of one group as far as possible.

A bracket is halved again and again. In each half there is one of the seeds 1 and 2, one of 3 and 4, and so on; and of
the members of a group, taken in the order of their seeds, one of the first two, one of the next two. Each seed is in
one couple of each kind at most, so couples make paths and circles of even length, and both hold at once. The best rest:
where couples of a group would give a bye to another seed, some are given up, as few as can be found. Without groups
this is the usual order: 1 – 8, 4 – 5, 2 – 7, 3 – 6.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import product

Slot = int | None
"""A seed, from 0; None is a bye."""


def bracket_slots(groups: Sequence[Hashable]) -> tuple[Slot, ...]:
    """The seeds in the order of a bracket of the next power of two, with byes for the best.

    `groups` has the group of each seed, or None.

    >>> bracket_slots([None] * 6)
    (0, None, 3, 4, 1, None, 2, 5)
    >>> bracket_slots(["A", "B", "B", "A"])  # winners of two groups, then the seconds
    (0, 2, 1, 3)
    """
    return _slots(tuple(groups))


@lru_cache(maxsize=64)  # The same bracket is needed with every result.
def _slots(groups: tuple[Hashable, ...]) -> tuple[Slot, ...]:
    size = 1 << max(0, len(groups) - 1).bit_length()
    seeds: list[Slot] = [*range(len(groups)), *[None] * (size - len(groups))]
    return tuple(_ordered(seeds, groups, iter(range(_HALVINGS)))[1])


_HALVINGS = 5000
"""The number of halvings tried before the best order so far is taken: up to a quarter of a second."""


def _ordered(seeds: list[Slot], groups: Sequence[Hashable], budget: Iterator[int]) -> tuple[int, list[Slot]]:
    """The number of couples of a group that meet too early, and the order with the fewest that was found."""
    if len(seeds) == 1:
        return 0, seeds
    given_up, parts = _halving(seeds, groups)
    best: tuple[int, list[Slot]] | None = None
    for turned in product((False, True), repeat=len(parts) - 1):
        if best is not None and (best[0] == given_up or next(budget, None) is None):
            break
        turns = zip(parts, (False, *turned), strict=True)
        upper = {place for part, turn in turns for place, is_upper in part.items() if is_upper != turn}
        halves = [[seed for at, seed in enumerate(seeds) if (at in upper) == wanted] for wanted in (True, False)]
        early, order = given_up, list[Slot]()
        for half in halves:
            if best is None or early < best[0]:
                more, found = _ordered(half, groups, budget)
                early, order = early + more, [*order, *found]
        if best is None or early < best[0]:
            best = early, order
    assert best is not None
    return best


def _halving(seeds: Sequence[Slot], groups: Sequence[Hashable]) -> tuple[int, list[dict[int, bool]]]:
    """The number of couples of a group that are given up, and the parts of the bracket, each of which can be turned."""
    mates = _group_mates(seeds, groups)
    byes = seeds.count(None)
    if byes % 2 == 0 or len(seeds) == 2:
        return 0, _parts(mates, len(seeds))
    # An odd bye has to be in the half of the last seed that rests. Where couples of a group keep them in different
    # halves, the couple of the lowest seed is given up.
    bye, rests, given_up = len(seeds) - byes, byes - 1, 0
    while True:
        parts = _parts(mates, len(seeds))
        part = next(part for part in parts if bye in part)
        other = next(part for part in parts if rests in part)
        if part is not other:
            turn = part[bye] != other[rests]
            joined = other | {place: is_upper != turn for place, is_upper in part.items()}
            return given_up, [joined if kept is other else kept for kept in parts if kept is not part]
        if part[bye] == part[rests]:
            return given_up, parts
        worst = max(place for place in part if place in mates)
        del mates[mates.pop(worst)]
        given_up += 1


def _group_mates(seeds: Sequence[Slot], groups: Sequence[Hashable]) -> dict[int, int]:
    """The place of the other member of each couple of a group."""
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
    """Places connected by couples, each with its half: both of a couple in different ones.

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
