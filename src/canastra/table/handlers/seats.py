"""Sitting down, getting up, being ready, being away."""

from __future__ import annotations

import re

from canastra.table import events as happened
from canastra.table.commands import (
    Abandon,
    AddBots,
    CallPlay,
    Close,
    Disconnect,
    Leave,
    Ready,
    Reconnect,
    ReturnToSeat,
    Sit,
)
from canastra.table.handlers.end import ABANDONED, CLOSED, end_match, lose_match
from canastra.table.handlers.transaction import Transaction
from canastra.table.refusals import RefusalError
from canastra.table.seats import SeatKind, bot_name
from canastra.table.settings import LEVEL
from canastra.table.table import Stage

LONGEST_NAME = 40
UNATTENDED_TURNS = 100
"""Turns that bots play without any person acting or connected: somewhat more than one deal has."""
PLAYER = re.compile(r"[!-~]{1,80}", re.ASCII)


def sit(transaction: Transaction, command: Sit) -> None:
    """Seat a person on an empty seat. Raises `RefusalError` if they can't sit there."""
    transaction.stage(Stage.SEATING)
    seat = transaction.seat(command.seat)
    if seat.kind is not SeatKind.EMPTY:
        raise RefusalError("table_seat_taken", seat=command.seat)
    if not PLAYER.fullmatch(command.player):
        raise RefusalError("table_player", found=command.player[:40])
    if any(other.player == command.player for other in transaction.table.seats):
        raise RefusalError("table_seated_already")
    if not is_name(command.name):
        raise RefusalError("table_name", most=LONGEST_NAME)
    transaction.add(happened.Sat(transaction.at, command.seat, command.player, command.name, command.animal))


def is_name(name: str) -> bool:
    """Return whether this is a valid name of a person: printable, on one line, without blanks at its ends."""
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


def add_bots(transaction: Transaction, command: AddBots) -> None:
    """Put bots on all empty seats, or on one. Raises `RefusalError` if the seat is taken."""
    transaction.stage(Stage.SEATING)
    if not LEVEL.fullmatch(command.level):
        raise RefusalError("table_form_level", found=command.level[:40])
    empty = [number for number, seat in enumerate(transaction.table.seats) if seat.kind is SeatKind.EMPTY]
    if command.seat is not None:
        transaction.seat(command.seat)
        if command.seat not in empty:
            raise RefusalError("table_seat_taken", seat=command.seat)
        empty = [command.seat]
    if not empty:
        raise RefusalError("table_full")
    for number in empty:
        transaction.add(happened.BotSat(transaction.at, number, command.level, bot_name(command.level, number)))
    _start(transaction)


def ready(transaction: Transaction, command: Ready) -> None:
    """Note that a person is ready; the last one starts the match if play is called, or lets the next deal begin.

    Raises `RefusalError` if they were ready already.
    """
    transaction.stage(Stage.SEATING, Stage.GATHERING)
    if transaction.person(command.seat).ready:
        raise RefusalError("table_ready_already")
    transaction.add(happened.Readied(transaction.at, command.seat))
    if transaction.table.stage is Stage.SEATING:
        _start(transaction)


def call_play(transaction: Transaction, _: CallPlay) -> None:
    """Let the match begin once all are ready. Raises `RefusalError` at a table that does not wait for the call."""
    transaction.stage(Stage.SEATING)
    if not transaction.table.awaits_call:
        raise RefusalError("table_no_call")
    transaction.add(happened.PlayCalled(transaction.at))
    _start(transaction)


def _start(transaction: Transaction) -> None:
    if all(seat.ready for seat in transaction.table.seats) and not transaction.table.awaits_call:
        transaction.add(happened.Started(transaction.at))


def leave(transaction: Transaction, command: Leave) -> None:
    """Empty the seat of a person or, before the match, of a bot.

    When the last person leaves, the match is over; at a table with forfeits when the first does. Raises `RefusalError`
    if the seat is empty or has been left already, or, before the match, if an event seats people.
    """
    seat, settings = transaction.seat(command.seat), transaction.table.settings
    if transaction.table.stage is Stage.SEATING:
        if settings.arranged:
            raise RefusalError("table_arranged_seat")
        if seat.kind is SeatKind.EMPTY:
            raise RefusalError("table_seat_empty", seat=command.seat)
        transaction.add(happened.Left(transaction.at, command.seat))
        return
    transaction.person(command.seat)
    if seat.left:
        raise RefusalError("table_left_already")
    transaction.add(happened.Left(transaction.at, command.seat))
    running = transaction.table.stage is not Stage.FINISHED
    if running and settings.forfeits:
        lose_match(transaction, command.seat)
    elif running and all(other.left for other in transaction.table.seats if other.is_person):
        end_match(transaction, ABANDONED, None)


def close(transaction: Transaction, _: Close) -> None:
    """Close the table before its match and empty all seats, so that no rematch can be asked for."""
    transaction.stage(Stage.SEATING)
    for number, seat in enumerate(transaction.table.seats):
        if seat.kind is not SeatKind.EMPTY:
            transaction.add(happened.Left(transaction.at, number))
    end_match(transaction, CLOSED, None)


def abandon(transaction: Transaction, _: Abandon) -> None:
    """End, without a winner, a match in which bots have long played alone.

    Raises `RefusalError` if people still play.
    """
    transaction.in_match()
    if transaction.table.unattended < UNATTENDED_TURNS:
        raise RefusalError("table_attended")
    end_match(transaction, ABANDONED, None)


def return_to_seat(transaction: Transaction, command: ReturnToSeat) -> None:
    """Give a person the seat back that a bot holds. Raises `RefusalError` if no bot holds it."""
    transaction.in_match()
    if not transaction.person(command.seat).held:
        raise RefusalError("table_not_held")
    transaction.steady(command.seat)
    transaction.add(happened.Returned(transaction.at, command.seat))


def disconnect(transaction: Transaction, command: Disconnect) -> None:
    """Note that a person's connection was lost. Raises `RefusalError` if it was lost already."""
    transaction.in_match()
    if transaction.person(command.seat).away is not None:
        raise RefusalError("table_away_already")
    transaction.steady(command.seat)
    transaction.add(happened.Disconnected(transaction.at, command.seat))


def reconnect(transaction: Transaction, command: Reconnect) -> None:
    """Note that a person's connection is back. Raises `RefusalError` if it was not lost.

    `ReturnToSeat` takes a seat back that was left or is held.
    """
    transaction.in_match()
    seat = transaction.person(command.seat)
    if seat.away is None or seat.left:
        raise RefusalError("table_not_away")
    transaction.add(happened.Reconnected(transaction.at, command.seat))
