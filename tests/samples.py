"""Long matrices: a sample of them is tested every time, the rest in the long run (`make soak`)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest


def sample(values: Iterable[object], size: int, ids: Iterable[str] | None = None) -> list[Any]:
    """Parameters of a test: `size` of the values, the first among them, spread evenly; the others are marked `soak`.

    >>> [each.id for each in sample("abcde", 2, ids="abcde") if not each.marks]
    ['a', 'c']
    """
    listed = list(values)
    often = {place * len(listed) // size for place in range(size)}
    names = [None] * len(listed) if ids is None else list(ids)
    return [
        pytest.param(value, id=name, marks=() if place in often else pytest.mark.soak)
        for place, (value, name) in enumerate(zip(listed, names, strict=True))
    ]


def diagonal(size: int, *lists: Iterable[object]) -> list[Any]:
    """Parameters of a test that takes one of each list: `size` of the combinations, with every value in about as many.

    The others are marked `soak`.

    >>> [each.values for each in diagonal(3, "abc", "xy") if not each.marks]
    [('a', 'x'), ('b', 'y'), ('c', 'x')]
    """
    listed = [list(each) for each in lists]
    often = {tuple(place % len(values) for values in listed) for place in range(size)}
    assert len(often) == size, "more than the diagonal has"
    return [
        pytest.param(
            *(value for _, value in each), marks=() if tuple(at for at, _ in each) in often else pytest.mark.soak
        )
        for each in product(*map(enumerate, listed))
    ]
