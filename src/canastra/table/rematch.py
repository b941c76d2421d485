"""Another match of the same people: the first events of its table."""

from __future__ import annotations

from dataclasses import replace

from canastra.engine import Encounter
from canastra.table.commands import AddBots, Command, Ready, Sit
from canastra.table.decisions import decide
from canastra.table.events import Event
from canastra.table.settings import opened_with
from canastra.table.table import Table
from canastra.table.transitions import evolve, open_table


def open_rematch(table: Table, match: str, now: int) -> tuple[Event, ...]:
    """The events that open the next table with the same settings; players who are still there sit ready on their seats.

    It is the next match of the encounter, or the first of another one once that is over. Seats that were drawn by lot
    are not drawn again, and the table does not wait for the call of play. A player who has left gets no seat, and the
    new match waits until another person takes it; only at an event's table the seat stays theirs, and the match waits
    until they are ready. Packs in common go on with those of the encounter's next match (`next_packs`), and end with
    the encounter.
    """
    settings, encounter = table.settings, table.encounter
    if encounter.finished:
        over = Encounter(encounter.matches, encounter.length)
        following = replace(settings, encounter=over, encounter_id=match, packs="")
    else:
        following = replace(settings, encounter=encounter, packs=next_packs(settings.packs))
    opened = opened_with(replace(following, lots=False, on_call=False), match, now)
    next_table = open_table(opened, lambda _: settings.rulebook)
    events: list[Event] = [opened]
    for command in _seating(table):
        for event in decide(next_table, command, now):
            events.append(event)
            next_table = evolve(next_table, event)
    return tuple(events)


def next_packs(packs: str) -> str:
    """The id of the packs in common of the encounter's next match: a pack that was played is never dealt again.

    >>> next_packs("cup/1/2"), next_packs("cup/1/2+2"), next_packs("")
    ('cup/1/2+2', 'cup/1/2+3', '')
    """
    first, _, number = packs.partition("+")
    return f"{first}+{int(number or 1) + 1}" if first else ""


def _seating(table: Table) -> list[Command]:
    found: list[Command] = []
    for number, seat in enumerate(table.seats):
        if seat.is_person and not seat.left:
            found += [Sit(number, seat.player, seat.name, seat.animal), Ready(number)]
        elif seat.is_person and table.settings.arranged:
            found.append(Sit(number, seat.player, seat.name, seat.animal))
        elif not seat.is_person:
            found.append(AddBots(seat.level, number))
    return found
