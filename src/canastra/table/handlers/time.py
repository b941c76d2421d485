"""What time does by itself: pauses end, turns run out, bots take seats over."""

from __future__ import annotations

from canastra.table import clocks
from canastra.table import events as happened
from canastra.table.commands import Resume, Tick
from canastra.table.handlers.transaction import Draft


def tick(draft: Draft, _: Tick) -> None:
    """Everything that is due by now; nothing is no fault."""
    now = draft.at
    table = draft.table
    while table.clock is not None and table.to_act is not None:
        number = table.to_act
        due = clocks.deadline(table.clock, table.seats[number], table.settings.clock)
        if now < due:
            return
        if table.clock.paused:
            draft.add(happened.PauseEnded(due, number))
        else:
            _time_out(draft, number)
        table = draft.table


def _time_out(draft: Draft, number: int) -> None:
    in_a_row = draft.table.seats[number].timeouts + 1
    draft.add(happened.TimedOut(draft.at, number, in_a_row))
    if in_a_row >= clocks.TIMEOUTS_THAT_HOLD:
        draft.add(happened.Held(draft.at, number))


def resume(draft: Draft, _: Resume) -> None:
    """The server is back: clocks go on from here, with what they had at the last event."""
    draft.in_match()
    draft.add(happened.Resumed(draft.at))
