"""Who is there: a seat is connected while it is subscribed to. Told to the table when that changes."""

from __future__ import annotations

from canastra.server.hosting.subscribing import Audience
from canastra.table import Command, Disconnect, Reconnect, Stage, Table


class Presence:
    """Remembers which seats were ever there; those that never subscribed are left alone until `due`."""

    def __init__(self, arrival: int) -> None:
        self.due: int | None = arrival
        """When people are to be back after a restart; None once that has passed."""
        self._seen: set[int] = set()

    def change(self, table: Table, audience: Audience, now: int) -> Command | None:
        """What to tell the table next; None if it knows everything."""
        if self.due is not None and now >= self.due:
            self.due = None
            if audience:  # Where nobody at all subscribes, nobody plays by subscriptions.
                self._seen.update(range(len(table.seats)))
        if table.stage in (Stage.SEATING, Stage.FINISHED):
            return None
        for number, seat in enumerate(table.seats):
            there = audience.has(number)
            if there:
                self._seen.add(number)
            if not seat.is_person or seat.left:
                continue
            if there and seat.away is not None:
                return Reconnect(number)
            if not there and seat.away is None and number in self._seen:
                return Disconnect(number)
        return None
