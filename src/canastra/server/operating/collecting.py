"""Python's search for garbage that refers to itself, kept from stopping all tables while people play.

A table is frozen values, which go as soon as nothing refers to them; what is left for the search are sockets and tasks.
With a thousand tables in memory a full search took 0.1 s and came every few seconds, so it is made seldom, and what the
program itself consists of is left out of it.
"""

from __future__ import annotations

import gc
from typing import Final

from canastra.server.hosting import Time

PERIOD: Final = 600_000
"""Milliseconds between full searches."""
_NEW: Final = 10_000
"""Objects made, beyond those that went, before the youngest are searched."""
_YOUNG: Final = 10
"""Searches of the youngest to one of the young."""
_NEVER: Final = 1_000_000
"""Searches of the young to a full one: those are made by `keep_collecting`."""


def begin() -> None:
    """Call it once everything is imported and composed, before anything comes in."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW, _YOUNG, _NEVER)


async def keep_collecting(time: Time) -> None:
    """Search everything now and then, until cancelled."""
    while True:
        await time.sleep(PERIOD)
        gc.collect()
