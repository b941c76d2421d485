"""Tools to play many deals at once: their numbers spread over threads, and arrays for each thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np

from canastra.kernel.arrays import Cards, Points, Rng
from canastra.kernel.play.scoring import COMPONENTS

CHUNKS: Final = 8
"""The number of spans for each thread, so that no thread waits long for the last one."""


def over_threads(part: Callable[[int, int], None], count: int, threads: int) -> None:
    """Call `part(begin, end)` for spans that make up `count`, on `threads` threads.

    Errors of `part` are raised here.
    """
    if threads == 1:
        part(0, count)
        return
    size = max(1, -(-count // (CHUNKS * threads)))
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(part, begin, min(begin + size, count)) for begin in range(0, count, size)]:
            done.result()


class DealScratch(NamedTuple):
    """Arrays to deal in and to score."""

    pack: Cards
    rng: Rng
    minimums: Cards
    """By side, as in `DealState.opening`."""
    points: Points
    """Points of both sides, by component."""


def new_deal_scratch() -> DealScratch:
    """Arrays for one thread; no side has a minimum."""
    return DealScratch(
        pack=np.zeros(104, np.int8),
        rng=np.zeros(1, np.uint64),
        minimums=np.full(2, -1, np.int8),
        points=np.zeros((2, len(COMPONENTS)), np.int32),
    )
