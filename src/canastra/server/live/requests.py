"""Requests to a live table, its answers, and the errors in place of an answer."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import msgspec

from canastra.errors import CanastraError
from canastra.protocol.messages import Missed
from canastra.server.limits import limit
from canastra.table import FROM_SEATS, Command, FormError, RefusalError, Sit, Table, kind_of

LONGEST_ID = limit("command_id", 64, "a message", "characters of its id", "400 `live_command_id`")
COMMAND_ID = re.compile(rf"[!-~]{{1,{LONGEST_ID}}}", re.ASCII)


class CommandRequest(msgspec.Struct, frozen=True):
    """A command, its id, by which a repetition is recognized, and its sender."""

    command: Command
    command_id: str
    player: str | None = None
    """Public id of the person; None for the server itself, which may do everything."""

    def __post_init__(self) -> None:
        if not COMMAND_ID.fullmatch(self.command_id):
            raise FormError("live_command_id")

    @property
    def key(self) -> str:
        """The id in the log: each sender has its own ids, so that no sender gets the answer to another's command."""
        return f"{self.player or ''} {self.command_id}"

    @property
    def step(self) -> int | None:
        """The table's step that the command is for; None if it is for any. A second try is refused: the step has
        passed.
        """
        return getattr(self.command, "step", None)


class Completed(msgspec.Struct, frozen=True):
    """The command is done, for good: its events have these numbers."""

    seq: int
    last: int

    def text(self) -> str:
        """The answer as the log stores it."""
        return f'{{"seq": {self.seq}, "last": {self.last}}}'

    @staticmethod
    def of(text: str) -> Completed:
        """The answer from its stored text."""
        return Completed(**json.loads(text))


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was refused; of a stale one, with the events that its sender has missed."""

    refusal: RefusalError
    missed: Missed | None = None


CommandReply = Completed | Refused


def check_sender(table: Table, request: CommandRequest) -> None:
    """Check that a person sits down as itself, or acts for its own seat. Raises RefusalError otherwise."""
    if request.player is None:
        return
    if isinstance(request.command, Sit):
        allowed = request.command.player == request.player
    else:
        allowed = kind_of(request.command) in FROM_SEATS and seat_of(table, request.player) == getattr(
            request.command, "seat", -1
        )
    if not allowed:
        raise RefusalError("live_not_yours")


def seat_of(table: Table, player: str) -> int | None:
    """The seat of a person; None without one."""
    seats = (number for number, seat in enumerate(table.seats) if seat.is_person and seat.player == player)
    return next(seats, None)


class LiveError(CanastraError):
    """Base of the errors of live tables."""


class NoTableError(LiveError):
    """A table that was never opened."""

    def __init__(self, table_id: str) -> None:
        super().__init__("live_no_table", table=table_id[:80])


class BusyError(LiveError):
    """The mailbox is full: nothing of the command was done."""

    def __init__(self, table_id: str) -> None:
        super().__init__("live_busy", table=table_id)


class TableStoppedError(LiveError):
    """The actor has ended. A pending command may be in the log or not; sent again it gets the right answer."""

    def __init__(self, table_id: str) -> None:
        super().__init__("live_stopped", table=table_id)


class DrainingError(LiveError):
    """The server refuses new commands."""

    def __init__(self) -> None:
        super().__init__("live_draining")
