"""Another match of the same people: the first events of a new table."""

from __future__ import annotations

from dataclasses import replace

from canastra.table.commands import Command, Fill, Ready, Sit
from canastra.table.deciding import decide
from canastra.table.events import Event
from canastra.table.evolving import evolve, open_table
from canastra.table.settings import opening
from canastra.table.table import Table


def again(table: Table, match: str, now: int) -> tuple[Event, ...]:
    """The events that open the next table, under the same terms, everybody who is left in the same seat and ready.

    Who has left the table has no seat there, and then the new match waits for somebody.
    """
    settings = table.settings
    opened = replace(
        opening(
            settings.rulebook, match, now, target=settings.target, clock=settings.clock, stand_in=settings.stand_in
        ),
        undo=settings.undo,
    )
    following = open_table(opened, lambda _: settings.rulebook)
    events: list[Event] = [opened]
    for command in _seating(table):
        for event in decide(following, command, now):
            events.append(event)
            following = evolve(following, event)
    return tuple(events)


def _seating(table: Table) -> list[Command]:
    found: list[Command] = []
    for number, seat in enumerate(table.seats):
        if seat.is_person and not seat.left:
            found += [Sit(number, seat.player, seat.name), Ready(number)]
        elif not seat.is_person:
            found.append(Fill(seat.level, number))
    return found
