"""The passing of time: pauses end, turns run out, bots take seats over, time is called."""

from __future__ import annotations

from canastra.table import clocks
from canastra.table import events as happened
from canastra.table.commands import CallTime, ResumeClocks, Tick
from canastra.table.handlers.absence import end_absence, take_over
from canastra.table.handlers.end import STOPPED, end_called, end_match
from canastra.table.handlers.transaction import Transaction
from canastra.table.refusals import RefusalError
from canastra.table.table import Stage


def tick(transaction: Transaction, _: Tick) -> None:
    """Do everything that is due, which may be nothing."""
    now = transaction.at
    table = transaction.table
    while table.clock is not None and table.to_act is not None:
        number = table.to_act
        due = clocks.deadline(table.clock, table.seats[number], table.settings.clock)
        if now < due:
            return
        if table.clock.paused:
            transaction.add(happened.PauseEnded(due, number))
        else:
            _time_out(transaction, number)
        table = transaction.table
    end_absence(transaction)


def _time_out(transaction: Transaction, number: int) -> None:
    in_a_row = transaction.table.seats[number].timeouts + 1
    transaction.add(happened.TimedOut(transaction.at, number, in_a_row))
    if in_a_row >= clocks.TIMEOUTS_THAT_HOLD:
        take_over(transaction, number)


def call_time(transaction: Transaction, command: CallTime) -> None:
    """End the match with the running deal, or at once. Raises `RefusalError` if no match is played or time was called
    before.

    After the call it may still be stopped.
    """
    transaction.in_match()
    if command.stop:
        end_match(transaction, STOPPED, None)
    elif transaction.table.stage is not Stage.PLAYING:
        end_called(transaction)
    elif transaction.table.called:
        raise RefusalError("table_called_already")
    else:
        transaction.add(happened.TimeCalled(transaction.at))


def resume_clocks(transaction: Transaction, command: ResumeClocks) -> None:
    """Restart the clocks after the server was down or stood still."""
    transaction.in_match()
    transaction.add(happened.ClocksResumed(transaction.at, command.lost))
