"""A decision in steps: its events so far, the table that they lead to, and the checks that many commands share."""

from __future__ import annotations

from canastra.engine.legality import broken
from canastra.table.events import Event
from canastra.table.live_deal import LiveDeal
from canastra.table.refusals import RefusalError, refusal_of
from canastra.table.seats import Seat
from canastra.table.table import Stage, Table
from canastra.table.transitions import evolve

MOST_WAVERING = 300
"""The most layings taken back, returns to the seat and lost connections that the log takes of one seat in one deal."""


class Transaction:
    """The events of one command, one after the other; it is thrown away if the command is refused."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self.at = max(now, table.now)
        """The time of the events. It never runs backwards, even if the server's clock does."""
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        self.table = evolve(self.table, event)

    @property
    def next_step(self) -> int:
        """The step of the next event that moves cards."""
        return self.table.step + 1

    def seat(self, number: int) -> Seat:
        """A seat by its number. Raises `RefusalError` if there is no such seat."""
        if not 0 <= number < len(self.table.seats):
            raise RefusalError("table_no_seat", found=number, last=len(self.table.seats) - 1)
        return self.table.seats[number]

    def person(self, number: int) -> Seat:
        """A person's seat by its number. Raises `RefusalError` if no person has it."""
        seat = self.seat(number)
        if not seat.is_person:
            raise RefusalError("table_no_person", seat=number)
        return seat

    def stage(self, *stages: Stage) -> None:
        """Raises `RefusalError` unless the table is at one of these stages."""
        if self.table.stage not in stages:
            code = _STAGES[self.table.stage]
            raise RefusalError(code)

    def in_match(self) -> None:
        """Raises `RefusalError` unless a match is being played."""
        self.stage(Stage.LOTS, Stage.DRAWING, Stage.GATHERING, Stage.PLAYING)

    def steady(self, number: int) -> None:
        """Raises `RefusalError` if a seat has taken back layings, returned or lost its connection too often in this
        deal.
        """
        if sum(self.table.wavered[number : number + 1]) >= MOST_WAVERING:
            raise RefusalError("table_wavering", most=MOST_WAVERING)

    def turn_of(self, number: int, step: int) -> LiveDeal:
        """The deal in progress. Raises `RefusalError` unless it is this seat's turn and `step` is the latest one."""
        self.seat(number)
        self.stage(Stage.PLAYING)
        deal = self.table.deal
        assert deal is not None
        if step != self.table.step:
            raise RefusalError("table_stale", step=self.table.step, found=step)
        if deal.state.seat != number:
            expected = deal.state.seat
            raise refusal_of(broken(deal.state, "out_of_turn", "table.direction", seat=number, expected=expected))
        return deal


_STAGES = {
    Stage.SEATING: "table_in_seating",
    Stage.LOTS: "table_in_lots",
    Stage.DRAWING: "table_in_drawing",
    Stage.GATHERING: "table_in_gathering",
    Stage.PLAYING: "table_in_playing",
    Stage.FINISHED: "table_in_finished",
}
"""The code of the refusal, by the table's stage."""
