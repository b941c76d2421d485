"""The time in milliseconds, and a way to wait. Tests have a clock of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """A clock that a test can replace."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    async def sleep(self, milliseconds: int) -> None:
        """Wait that long."""


DAY = 86_400_000


class SystemClock:
    """The system's clock as it was at the start, going on evenly: nobody's turn ends because somebody set the clock."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        self._wall, self._steady = wall, steady
        self._offset = wall() - steady()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return (self._offset + self._steady()) // 1_000_000

    def jumped(self) -> int:
        """By how many milliseconds the system's clock was set since the start."""
        return (self._wall() - self._steady() - self._offset) // 1_000_000

    async def sleep(self, milliseconds: int) -> None:
        """Wait that long."""
        await asyncio.sleep(milliseconds / 1000)


class Doubt:
    """Whether the clock may be believed when something is to be deleted for its age.

    A clock that is more than a day away from what was written last, before this start, may be wrong, or the server was
    off for long. It is believed after a day of running. One that was set by more than a day while the server ran is not
    believed until the next start.
    """

    def __init__(self, clock: Clock, newest: int | None = None) -> None:
        self._clock, self._began = clock, clock.now()
        gap = 0 if newest is None else self._began - newest
        self._gap = gap if abs(gap) > DAY else 0

    @property
    def gap(self) -> int:
        """Milliseconds by which the clock may be too far, or back if negative; 0 while it is believed."""
        if self._gap and self._clock.now() - self._began < DAY:
            return self._gap
        jumped = self._clock.jumped() if isinstance(self._clock, SystemClock) else 0
        return jumped if abs(jumped) > DAY else 0

    @property
    def ahead(self) -> int:
        """Milliseconds to take off the present when an age is asked for, so that nothing expires by mistake."""
        return max(0, self._gap) if self._gap and self.gap == self._gap else 0
