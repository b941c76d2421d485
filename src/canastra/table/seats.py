"""Who sits where, and whether anybody is there."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace


class SeatKind(StrEnum):
    """What a seat holds."""

    EMPTY = "empty"
    PERSON = "person"
    BOT = "bot"


class Seat(Struct, frozen=True):
    """One seat of a table."""

    kind: SeatKind = SeatKind.EMPTY
    player: str = ""
    """Public id of the person."""
    name: str = ""
    level: str = ""
    """Of a bot."""
    ready: bool = False
    bank: int = 0
    """Milliseconds left for turns that take longer."""
    grace: int = 0
    """Milliseconds that lost connections may still stop the clock."""
    timeouts: int = 0
    """In a row."""
    held: bool = False
    """A bot plays for the person until the person is back."""
    left: bool = False
    """The person got up during the match."""
    away: int | None = None
    """Since when the person is not there, by the server's clock."""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here, there or not."""
        return self.kind is SeatKind.PERSON

    @property
    def decides(self) -> bool:
        """Whether a person sits here who has not left the seat to a bot."""
        return self.kind is SeatKind.PERSON and not self.held

    def gone(self, now: int, grace: int) -> bool:
        """Whether the person has left, or has been away for longer than a table waits."""
        return self.left or (self.away is not None and now - self.away >= grace)


EMPTY: Final = Seat()


def person(player: str, name: str) -> Seat:
    """The seat of a person who just sat down."""
    return Seat(SeatKind.PERSON, player=player, name=name)


def bot(level: str, name: str) -> Seat:
    """The seat of a bot."""
    return Seat(SeatKind.BOT, level=level, name=name, ready=True)


def departed(seat: Seat, at: int) -> Seat:
    """The seat of a person who left during the match."""
    return replace(seat, held=True, left=True, away=at if seat.away is None else seat.away)


def returned(seat: Seat) -> Seat:
    """The seat of a person who is back."""
    return replace(seat, held=False, left=False, away=None, timeouts=0)
