"""Sitting down, getting up, being ready, being away."""

from __future__ import annotations

import re

from canastra.table import events as happened
from canastra.table.commands import Abandon, Back, Close, Disconnect, Fill, Leave, Ready, Reconnect, Sit
from canastra.table.handlers.end import ABANDONED, CLOSED, end_match
from canastra.table.handlers.transaction import Draft
from canastra.table.refusals import RefusalError
from canastra.table.seats import Kind
from canastra.table.settings import LEVEL
from canastra.table.table import Stage

LONGEST_NAME = 40
UNATTENDED_TURNS = 100
"""Turns that bots play on by themselves, with nobody doing anything or being there: rather more than a deal's."""
PLAYER = re.compile(r"[!-~]{1,80}", re.ASCII)


def sit(draft: Draft, command: Sit) -> None:
    """A person takes an empty seat."""
    draft.stage(Stage.SEATING)
    seat = draft.seat(command.seat)
    if seat.kind is not Kind.EMPTY:
        raise RefusalError("table_seat_taken", seat=command.seat)
    if not PLAYER.fullmatch(command.player):
        raise RefusalError("table_player", found=command.player[:40])
    if any(other.player == command.player for other in draft.table.seats):
        raise RefusalError("table_seated_already")
    if not is_name(command.name):
        raise RefusalError("table_name", most=LONGEST_NAME)
    draft.add(happened.Sat(draft.at, command.seat, command.player, command.name))


def is_name(name: str) -> bool:
    """Whether people may be called this: printable, on one line, without blanks at its ends."""
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


def fill(draft: Draft, command: Fill) -> None:
    """Bots on all empty seats, or on one."""
    draft.stage(Stage.SEATING)
    if not LEVEL.fullmatch(command.level):
        raise RefusalError("table_form_level", found=command.level[:40])
    empty = [number for number, seat in enumerate(draft.table.seats) if seat.kind is Kind.EMPTY]
    if command.seat is not None:
        draft.seat(command.seat)
        if command.seat not in empty:
            raise RefusalError("table_seat_taken", seat=command.seat)
        empty = [command.seat]
    if not empty:
        raise RefusalError("table_full")
    for number in empty:
        draft.add(happened.BotSat(draft.at, number, command.level, f"{command.level} {number + 1}"))
    _start(draft)


def ready(draft: Draft, command: Ready) -> None:
    """A person is ready; with the last one the match starts."""
    draft.stage(Stage.SEATING)
    if draft.person(command.seat).ready:
        raise RefusalError("table_ready_already")
    draft.add(happened.Readied(draft.at, command.seat))
    _start(draft)


def _start(draft: Draft) -> None:
    if all(seat.ready for seat in draft.table.seats):
        draft.add(happened.Started(draft.at))


def leave(draft: Draft, command: Leave) -> None:
    """A person or, before the match, a bot gets up. When the last person leaves, the match is over."""
    seat = draft.seat(command.seat)
    if draft.table.stage is Stage.SEATING:
        if seat.kind is Kind.EMPTY:
            raise RefusalError("table_seat_empty", seat=command.seat)
        draft.add(happened.Left(draft.at, command.seat))
        return
    draft.person(command.seat)
    if seat.left:
        raise RefusalError("table_left_already")
    draft.add(happened.Left(draft.at, command.seat))
    running = draft.table.stage is not Stage.FINISHED
    if running and all(other.left for other in draft.table.seats if other.is_person):
        end_match(draft, ABANDONED, None)


def close(draft: Draft, _: Close) -> None:
    """The table is given up before its match; all seats are empty then, so that nobody can ask for another match."""
    draft.stage(Stage.SEATING)
    for number, seat in enumerate(draft.table.seats):
        if seat.kind is not Kind.EMPTY:
            draft.add(happened.Left(draft.at, number))
    end_match(draft, CLOSED, None)


def abandon(draft: Draft, _: Abandon) -> None:
    """A match where bots played so many turns in a row that nobody can be waiting for it ends without a winner."""
    draft.in_match()
    if draft.table.unattended < UNATTENDED_TURNS:
        raise RefusalError("table_attended")
    end_match(draft, ABANDONED, None)


def back(draft: Draft, command: Back) -> None:
    """A person takes the seat back from the bot that holds it."""
    draft.in_match()
    if not draft.person(command.seat).held:
        raise RefusalError("table_not_held")
    draft.steady(command.seat)
    draft.add(happened.Returned(draft.at, command.seat))


def disconnect(draft: Draft, command: Disconnect) -> None:
    """A person's connection was lost."""
    draft.in_match()
    if draft.person(command.seat).away is not None:
        raise RefusalError("table_away_already")
    draft.steady(command.seat)
    draft.add(happened.Disconnected(draft.at, command.seat))


def reconnect(draft: Draft, command: Reconnect) -> None:
    """A person's connection is there again; a seat that was left, or is held, is taken back with `back`."""
    draft.in_match()
    seat = draft.person(command.seat)
    if seat.away is None or seat.left:
        raise RefusalError("table_not_away")
    draft.add(happened.Reconnected(draft.at, command.seat))
