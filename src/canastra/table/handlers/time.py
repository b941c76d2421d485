"""What happens when time passes: pauses end, turns run out, bots take seats over."""

from __future__ import annotations

from canastra.table import clocks
from canastra.table import events as happened
from canastra.table.commands import ResumeClocks, Tick
from canastra.table.handlers.absence import end_absence
from canastra.table.handlers.transaction import Transaction


def tick(transaction: Transaction, _: Tick) -> None:
    """Do everything that is due by now, which may be nothing."""
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
        transaction.add(happened.BotTookOver(transaction.at, number))


def resume_clocks(transaction: Transaction, _: ResumeClocks) -> None:
    """Restart the clocks after the server was down, with what they had at the last event."""
    transaction.in_match()
    transaction.add(happened.ClocksResumed(transaction.at))
