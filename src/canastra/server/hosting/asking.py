"""What is asked of a hosted table, and how it answers."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from canastra.server.hosting.subscribing import Update
from canastra.server.limits import limit
from canastra.table import FROM_SEATS, Command, FormError, RefusalError, Sit, Table, kind_of

LONGEST_ID = limit("command_id", 64, "a message", "characters of its id", "400 `hosting_command_id`")
COMMAND_ID = re.compile(rf"[!-~]{{1,{LONGEST_ID}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Ask:
    """A command, the id by which it is known when it is sent again, and who sends it."""

    command: Command
    command_id: str
    player: str | None = None
    """Public id of the person; None for the server itself, which may do everything."""

    def __post_init__(self) -> None:
        if not COMMAND_ID.fullmatch(self.command_id):
            raise FormError("hosting_command_id")

    @property
    def key(self) -> str:
        """The id in the log: each sender has its own, so that nobody gets the answer to somebody else's."""
        return f"{self.player or ''} {self.command_id}"


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is done, for good: its events have these numbers."""

    seq: int
    last: int

    def text(self) -> str:
        """As the log remembers it."""
        return json.dumps({"seq": self.seq, "last": self.last})

    @staticmethod
    def of(text: str) -> Accepted:
        """What the log remembers."""
        return Accepted(**json.loads(text))


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was not done, and why; of a stale one, what its sender has missed."""

    refusal: RefusalError
    missed: Update | None = None


Answer = Accepted | Refused


def check_sender(table: Table, ask: Ask) -> None:
    """A person may sit down as itself, and act for the seat that is its own; a `RefusalError` for all else."""
    if ask.player is None:
        return
    if isinstance(ask.command, Sit):
        allowed = ask.command.player == ask.player
    else:
        allowed = kind_of(ask.command) in FROM_SEATS and seat_of(table, ask.player) == getattr(ask.command, "seat", -1)
    if not allowed:
        raise RefusalError("hosting_not_yours")


def seat_of(table: Table, player: str) -> int | None:
    """Where a person sits; None if nowhere."""
    seats = (number for number, seat in enumerate(table.seats) if seat.is_person and seat.player == player)
    return next(seats, None)
