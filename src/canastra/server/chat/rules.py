"""The rules of chat at a table, by the table's present situation: its senders, its messages and their audience.

The words of each preset and reaction have the same key in the tables ``chat_presets`` and ``chat_reactions`` of the
catalogues.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from unicodedata import category, normalize

from canastra.errors import CanastraError
from canastra.server.limits import limit
from canastra.table import Stage, Table

_PARTNERS = 4
"""Seats of a game of partners."""

PRESETS = (
    "hello",
    "good_luck",
    "good_game",
    "thanks",
    "sorry",
    "one_moment",
    "back_soon",
    "i_am_back",
    "well_played",
    "nice_canasta",
    "congratulations",
    "bad_luck",
    "one_more",
    "have_to_go",
    "good_rest",
)
"""In the order in which they are offered."""
REACTIONS = (
    "clap",
    "laugh",
    "wow",
    "heart",
    "thumbs_up",
    "thinking",
    "sweat",
    "sad",
    "party",
    "coffee",
)
"""In the order in which they are offered."""
LONGEST = limit("line", 200, "a line", "characters", "refused: `chat_too_long`")
"""Characters of a line."""
_JOINER = "\u200d"
"""Joins several pictures to one, a family for instance. The only format character that stays."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category that are invisible all the same."""
_SEPARATING = re.compile(r"\s+")


class Audience(StrEnum):
    """The audience of a line, stored with it."""

    ALL = "all"
    WATCHERS = "watchers"
    """Only those without a seat: the audience of spectators while a match runs."""


@dataclass(frozen=True, slots=True)
class TableSituation:
    """Decides who may talk at a table and who receives it. Make it with `TableSituation.of` for each line.

    A user is a player by `players`, not by the socket: a player who also watches, from another window, stays one.
    """

    players: tuple[str, ...]
    """Public ids by seat; empty where no person sits."""
    match: bool
    """From the draw for the dealer to the end of the match."""
    deal: bool
    """Cards are in the hands."""

    @classmethod
    def of(cls, table: Table) -> TableSituation:
        """The present situation of a table."""
        players = tuple(seat.player for seat in table.seats)
        running = table.stage not in (Stage.SEATING, Stage.FINISHED)
        return cls(players, running, table.stage is Stage.PLAYING)

    def seat_of(self, player: str) -> int | None:
        """The seat of a player; None for a spectator."""
        return self.players.index(player) if player and player in self.players else None

    def partner_of(self, player: str) -> str:
        """The opposite player in a game of partners; empty if the opposite seat has no person, and for a spectator."""
        seat = self.seat_of(player)
        return "" if seat is None or len(self.players) < _PARTNERS else self.players[(seat + 2) % _PARTNERS]

    def is_silent(self, player: str) -> bool:
        """Return whether partners must be silent now and this is one of them."""
        return self.deal and len(self.players) == _PARTNERS and self.seat_of(player) is not None

    def audience(self, author: str) -> Audience:
        """The audience of a line that this author says now."""
        return Audience.WATCHERS if self.match and self.seat_of(author) is None else Audience.ALL

    def is_for(self, audience: Audience, player: str) -> bool:
        """Return whether a player belongs to an audience."""
        return audience is Audience.ALL or self.seat_of(player) is None


def clean(text: str) -> str:
    """The text as one trimmed line in normal form C. Raises ChatError if it is then empty or too long.

    >>> clean(" bom\\tjogo\\u202e ")
    'bom jogo'
    """
    line = normalize("NFC", "".join(filter(_stays, _SEPARATING.sub(" ", text))))
    line = _SEPARATING.sub(" ", line).strip()  # The removed characters may have stood between blanks.
    if not any(map(_is_seen, line)):
        raise ChatError("chat_empty")
    if len(line) > LONGEST:
        raise ChatError("chat_too_long", most=LONGEST)
    return line


def _stays(char: str) -> bool:
    """Return False for controls, directions, other format characters, halves of pairs, private and non-characters."""
    if char == _JOINER:
        return True
    return category(char) not in {"Cc", "Cf", "Cs", "Co"} and not _is_no_character(ord(char))


def _is_no_character(code: int) -> bool:
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def _is_seen(char: str) -> bool:
    return category(char)[0] in "LNPS" and char not in _BLANK


class ChatError(CanastraError):
    """A rejected line or reaction. After `chat_failed` the line may have been stored."""
