"""The time in milliseconds, and a way to wait. Tests have a clock of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol


class Clock(Protocol):
    """A clock that a test can replace."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    async def sleep(self, milliseconds: int) -> None:
        """Wait that long."""


DAY = 86_400_000


BEAT = 250
"""Milliseconds between two beats of a process that runs."""
LATE = 1_000
"""Milliseconds by which a beat is late, or the system's clock was set, before that counts."""
_MILLION = 1_000_000


class Interruption(NamedTuple):
    """The interruption that a beat found since the last one, in milliseconds."""

    lost: int
    """For how long the process, the machine or the disk stood still; 0 if it was short."""
    jumped: int
    """By how much the time of day moved besides: the machine slept, or its clock was set; 0 if it was short."""


class SystemClock:
    """The system's clock as it was at the start, going on evenly: setting the system's clock ends no turn.

    Between two beats `now` advances by at most `BEAT + LATE`. After a standstill it waits for the next beat, which
    reports the lost time before a deadline passes.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        self._wall, self._steady = wall, steady
        self._offset = wall() - steady()
        self._beat: int | None = None
        self._jumped = 0

    def now(self) -> int:
        """Milliseconds since 1970."""
        steady = self._steady()
        if self._beat is not None:
            steady = min(steady, self._beat + (BEAT + LATE) * _MILLION)
        return (self._offset + steady) // _MILLION

    def of_day(self) -> int:
        """Milliseconds since 1970 by the system's clock as it is now: it may have been set, and goes on in a sleep."""
        return self._wall() // _MILLION

    def jumped(self) -> int:
        """By how many milliseconds the system's clock was set since the start."""
        return (self._wall() - self._steady() - self._offset) // _MILLION

    def beat(self) -> Interruption | None:
        """Note that the process runs. Return the interruption since the last beat, None without one."""
        steady, jumped = self._steady(), self.jumped()
        before, self._beat = self._beat, steady
        lost = 0 if before is None else (steady - before) // _MILLION - BEAT
        moved = 0 if before is None else jumped - self._jumped
        found = Interruption(lost if lost > LATE else 0, moved if abs(moved) > LATE else 0)
        if before is None or found.jumped:  # A slewed clock moves too little between two beats.
            self._jumped = jumped
        return found if any(found) else None

    def rest(self) -> None:
        """Go on without beats."""
        self._beat = None

    async def sleep(self, milliseconds: int) -> None:
        """Wait that long."""
        await asyncio.sleep(milliseconds / 1000)


class DayClock:
    """The time of day, for texts and for deadlines such as the end of a round with real cards."""

    def __init__(self, clock: SystemClock) -> None:
        self._clock = clock

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._clock.of_day()

    async def sleep(self, milliseconds: int) -> None:
        """Wait that long, not counting the machine's sleep."""
        await self._clock.sleep(milliseconds)


def of_day(clock: Clock) -> Clock:
    """The time of day that goes with a clock."""
    return DayClock(clock) if isinstance(clock, SystemClock) else clock


class OffsetClock:
    """A clock that is `ahead` milliseconds ahead of another one, for a table whose log is ahead of the present.

    The system's clock was wrong when that log was written. A table's time never goes back and must not stand still.
    """

    def __init__(self, clock: Clock, ahead: int) -> None:
        self._clock, self._ahead = clock, ahead

    def now(self) -> int:
        """Return the other clock's time plus `ahead`, in milliseconds."""
        return self._clock.now() + self._ahead

    async def sleep(self, milliseconds: int) -> None:
        """Wait that long."""
        await self._clock.sleep(milliseconds)


async def keep_beating(clock: Clock, interrupted: Callable[[Interruption], None]) -> None:
    """Beat until cancelled, and report each interruption."""
    if not isinstance(clock, SystemClock):
        return
    try:
        while True:
            found = clock.beat()
            if found is not None:
                interrupted(found)
            await asyncio.sleep(BEAT / 1000)
    finally:
        clock.rest()


class Doubt:
    """Decides whether the clock can be trusted when data is deleted for its age.

    A clock more than a day away from the latest time written before this start may be wrong, or the server was
    off for long. It is trusted after a day of running. A clock that was set by more than a day while the server ran is
    not trusted until the next start.
    """

    def __init__(self, clock: Clock, newest: int | None = None) -> None:
        self._clock, self._began = clock, clock.now()
        gap = 0 if newest is None else self._began - newest
        self._gap = gap if abs(gap) > DAY else 0

    @property
    def gap(self) -> int:
        """Milliseconds by which the clock may be ahead, or behind if negative; 0 while it is trusted."""
        if self._gap and self._clock.now() - self._began < DAY:
            return self._gap
        jumped = self._clock.jumped() if isinstance(self._clock, SystemClock) else 0
        return jumped if abs(jumped) > DAY else 0

    @property
    def ahead(self) -> int:
        """Milliseconds to subtract from the present when computing an age, so that nothing expires by mistake."""
        return max(0, self._gap) if self._gap and self.gap == self._gap else 0
