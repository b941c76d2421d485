"""The time of a turn: first free time, then the seat's bank. A lost connection stops the clock for a while.

All times are milliseconds by the server's clock and come in with commands and events.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from canastra.engine import Take
from canastra.records import Entry
from canastra.table.seats import Seat
from canastra.table.settings import TimeControl

DEALING, FOLLOWED = 1_200, 600
"""Milliseconds in which a page shows the cards being dealt, and what follows by rule."""
READING = 21_500
"""The longest that people wait for each other between deals: the final table for 1.5 s, its points for 20 s."""
LONGEST_SHOW = 30_000
"""The longest that a turn's clock waits for what is shown."""
TIMEOUTS_THAT_HOLD = 2
"""Turns in a row that a person lets run out before a bot holds the seat."""


class TurnClock(Struct, frozen=True):
    """The clock of the seat to act, while a person plays."""

    since: int
    """When it last began to run, or was stopped; later than now while its player is shown what bots did."""
    used: int = 0
    """Milliseconds used in this turn before `since`."""
    paused: bool = False


def show_time(entry: Entry) -> int:
    """Milliseconds that a page needs at most for a bot's action at its normal pace (docs/table.md, Time).

    Bots play at once and pages show their actions one by one; the next player's clock starts only after that. The page
    draws a pause before each action, up to 1.6 times as long as on average; the clock counts the longest.
    """
    return 2_200 if isinstance(entry, Take) else 950


def spent(clock: TurnClock, at: int) -> int:
    """How long this turn has taken."""
    return clock.used if clock.paused else clock.used + max(0, at - clock.since)


def deadline(clock: TurnClock, seat: Seat, rules: TimeControl) -> int:
    """When the pause ends or the time is up, in milliseconds."""
    if clock.paused:
        return clock.since + seat.grace
    return clock.since + rules.turn + seat.bank - clock.used


def started(seat: Seat, at: int, shown: int = 0) -> TurnClock:
    """The clock of a turn that begins once its player has been shown what happened.

    It is stopped at once if the player's connection is lost.
    """
    if seat.away is not None and seat.grace > 0:
        return TurnClock(at, paused=True)
    return TurnClock(min(max(at, shown), at + LONGEST_SHOW))


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
