"""The time of a turn: first free time, then the seat's bank. A lost connection stops the clock for a while.

All times are milliseconds by the server's clock and come in with commands and events.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from canastra.table.seats import Seat
from canastra.table.settings import TimeControl

TIMEOUTS_THAT_HOLD = 2
"""Turns in a row that a person lets run out before a bot holds the seat."""


class TurnClock(Struct, frozen=True):
    """The clock of the seat to act, while a person plays."""

    since: int
    """When it last began to run, or was stopped."""
    used: int = 0
    """Milliseconds used in this turn before `since`."""
    paused: bool = False


def spent(clock: TurnClock, at: int) -> int:
    """How long this turn has taken."""
    return clock.used if clock.paused else clock.used + at - clock.since


def deadline(clock: TurnClock, seat: Seat, rules: TimeControl) -> int:
    """When the pause ends or the time is up."""
    if clock.paused:
        return clock.since + seat.grace
    return clock.since + rules.turn + seat.bank - clock.used


def started(seat: Seat, at: int) -> TurnClock:
    """The clock of a turn that begins; it stands if the player's connection is lost."""
    return TurnClock(at, paused=seat.away is not None and seat.grace > 0)


def paused(clock: TurnClock, at: int) -> TurnClock:
    """The clock, stopped."""
    return TurnClock(at, spent(clock, at), paused=True)


def restarted(clock: TurnClock, at: int) -> TurnClock:
    """The clock, running again after a pause."""
    return TurnClock(at, clock.used)


def charged(seat: Seat, clock: TurnClock, rules: TimeControl, at: int) -> Seat:
    """The seat with the time of its turn, or of its pause, deducted."""
    if clock.paused:
        seat = replace(seat, grace=max(0, seat.grace - (at - clock.since)))
    longer = max(0, spent(clock, at) - rules.turn)
    return replace(seat, bank=max(0, seat.bank - longer))
