"""Without a clock, a table doesn't wait forever for a person who has left: a bot plays until they are back."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.table.commands import StandIn
from canastra.table.events import BotTookOver
from canastra.table.handlers.end import lose_match
from canastra.table.handlers.transaction import Transaction
from canastra.table.refusals import RefusalError
from canastra.table.table import Stage, Table

LONGEST_WAIT = 6
"""A bot takes the seat by itself after this many times the wait before others may ask for one."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A person who is away and has to act."""

    seat: int
    away: int
    """The time since which they have been away."""
    may_ask: int
    """The time from which others may ask for a bot."""
    by_itself: int | None
    """The time at which a bot takes the seat by itself; None while no other person is there to wait."""


def absence_of(table: Table) -> Absence | None:
    """The person who is away and has to act; None if the seat to act has no absent person, a clock runs or a bot
    plays it.

    The waiting begins when the cards last moved, when the person left or when the first of the others came, whichever
    was last: so a program that plays without a connection of its own loses no seat.
    """
    number = table.to_act
    away = None if number is None else table.seats[number].away
    if number is None or away is None or table.settings.clock.runs or table.bot_to_act is not None:
        return None
    since, patience = max(away, table.waits_since), table.settings.absence
    attended = any(seat.is_there for seat in table.seats)
    return Absence(number, away, since + patience, since + LONGEST_WAIT * patience if attended else None)


def stand_in(transaction: Transaction, command: StandIn) -> None:
    """Put a bot in the seat that the table waits for. Raises `RefusalError` if its player is there, or may soon be."""
    transaction.stage(Stage.PLAYING)
    asker, table = transaction.person(command.seat), transaction.table
    transaction.person(command.absent)
    if not asker.decides:
        raise RefusalError("table_held")
    if command.absent == command.seat:
        raise RefusalError("table_own_seat")
    if table.settings.clock.runs:
        raise RefusalError("table_clock_waits")
    if table.to_act != command.absent:
        raise RefusalError("table_not_waited_for")
    if table.bot_to_act is not None:
        raise RefusalError("table_stood_in")
    absence = absence_of(table)
    if absence is None or transaction.at < absence.may_ask:
        raise RefusalError("table_away_shortly", seconds=table.settings.absence // 1000)
    take_over(transaction, command.absent, command.seat)


def end_absence(transaction: Transaction) -> None:
    """Put a bot in the seat that the table has waited for too long."""
    absence = absence_of(transaction.table)
    if absence is not None and absence.by_itself is not None and transaction.at >= absence.by_itself:
        take_over(transaction, absence.seat)


def take_over(transaction: Transaction, number: int, by: int | None = None) -> None:
    """Put a bot in a seat for good, because a seat asked (`by`) or by itself.

    At a table with forfeits, end the match against the seat's side instead.
    """
    if transaction.table.settings.forfeits:
        lose_match(transaction, number)
    else:
        transaction.add(BotTookOver(transaction.at, number, by))
