"""Python's search for garbage that refers to itself, kept from stopping all tables while people play.

A table is frozen values, which go as soon as nothing refers to them, and nothing that the server makes for a socket or
a request refers to itself. So a search finds next to nothing, but it looks at whatever was made since the last one: a
thousand tables played at made every second or third one take a tenth of a second, in which nobody was answered.
"""

from __future__ import annotations

import gc
from typing import Final

from canastra.server.live import Clock

PERIOD: Final = 3_600_000
"""Milliseconds between full searches."""
_GROWN: Final = 1_000_000
"""Objects made, beyond those that went, before a search is due at once: some hundred megabytes."""
_NEVER: Final = 1_000_000
"""Such searches to one that looks at older objects too: those are made by `keep_collecting`."""


def begin() -> None:
    """Call it once everything is imported and composed, before anything comes in."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GROWN, _NEVER, _NEVER)


async def keep_collecting(time: Clock) -> None:
    """Search everything now and then, until cancelled."""
    while True:
        await time.sleep(PERIOD)
        gc.collect()
