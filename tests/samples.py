"""Long matrices: a sample of them is tested every time, the rest in the long run (`make soak`)."""

from __future__ import annotations

from collections.abc import Iterable
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
