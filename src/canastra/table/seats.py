"""The seats of a table: their players, and who of them is there."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace


class SeatKind(StrEnum):
    """The kind of a seat's player."""

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
    """The bot's level."""
    ready: bool = False
    bank: int = 0
    """Milliseconds left for turns that take longer."""
    grace: int = 0
    """Milliseconds that lost connections may still stop the clock."""
    timeouts: int = 0
    """Turns in a row that ran out of time."""
    held: bool = False
    """True if a bot plays until the person is back."""
    left: bool = False
    """True if the person got up during the match."""
    away: int | None = None
    """The time since which the person has been away, by the server's clock; None if they are there."""
    animal: str = ""
    """The animal that the person chose to be drawn as; empty for the one that goes with the name."""

    @property
    def is_person(self) -> bool:
        """Return whether a person has the seat, connected or not."""
        return self.kind is SeatKind.PERSON

    @property
    def decides(self) -> bool:
        """Return whether a person plays this seat, and no bot for them."""
        return self.kind is SeatKind.PERSON and not self.held

    @property
    def is_there(self) -> bool:
        """Return whether a person has the seat and has neither got up nor lost the connection."""
        return self.kind is SeatKind.PERSON and not self.left and self.away is None

    def gone(self, now: int, grace: int) -> bool:
        """Return whether the person has left, or has been away longer than the table waits."""
        return self.left or (self.away is not None and now - self.away >= grace)


EMPTY: Final = Seat()


def person(player: str, name: str, animal: str = "") -> Seat:
    """A seat that a person takes."""
    return Seat(SeatKind.PERSON, player=player, name=name, animal=animal)


_KIN = {
    "iniciante": ("Mano Tico", "Mana Bel", "Mano Juca", "Mana Lila"),
    "intermediario": ("Tia Cida", "Tio Beto", "Tia Neide", "Tio Nico"),
    "avancado": ("Vó Nena", "Vô Chico", "Vó Rosa", "Vô Tonho"),
    "mestre": ("Dona Iara", "Seu Zé", "Dona Zefa", "Seu Bento"),
}
_LIKE = {"random": "iniciante", "greedy": "intermediario", "heuristic": "avancado", "search": "mestre"}
BOT_NAMES: Final = frozenset(name for names in _KIN.values() for name in names)
"""All names of bots. No person may take one."""


def bot_name(level: str, seat: int) -> str:
    """The name of a bot on a seat: the stronger the bot, the older the name sounds. No two at a table are alike.

    >>> bot_name("mestre", 0), bot_name("mestre", 2)
    ('Dona Iara', 'Dona Zefa')

    Programs of other levels get the names of the middle level.
    """
    return _KIN.get(_LIKE.get(level, level), _KIN["intermediario"])[seat]


def bot(level: str, name: str) -> Seat:
    """A seat with a bot."""
    return Seat(SeatKind.BOT, level=level, name=name, ready=True)


def departed(seat: Seat, at: int) -> Seat:
    """The seat after its person left during the match."""
    return replace(seat, held=True, left=True, away=at if seat.away is None else seat.away)


def returned(seat: Seat) -> Seat:
    """The seat after its person came back."""
    return replace(seat, held=False, left=False, away=None, timeouts=0)
