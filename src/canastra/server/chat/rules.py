"""What may be said at a table, and who hears it, as the table is at that moment.

The words of each preset and reaction stand under the same key in the tables ``chat_presets`` and ``chat_reactions`` of
the catalogues.
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
"""Makes one picture of several, a family for instance. The only format character that stays."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category, and yet nothing is seen of them."""
_SEPARATING = re.compile(r"\s+")


class Audience(StrEnum):
    """Who may hear a line, kept with it."""

    ALL = "all"
    WATCHERS = "watchers"
    """Only who had no seat: what spectators say while a match runs."""


@dataclass(frozen=True, slots=True)
class TableSituation:
    """What decides who may talk at a table and who receives it. Make it with `TableSituation.of` for each line.

    `players` says who sits, not the socket: a player who also watches, from another window, stays a player.
    """

    players: tuple[str, ...]
    """Public ids by seat; empty where no person sits."""
    match: bool
    """From the draw for the dealer to the end of the match."""
    deal: bool
    """Cards are in the hands."""

    @classmethod
    def of(cls, table: Table) -> TableSituation:
        """The table's present one."""
        players = tuple(seat.player for seat in table.seats)
        running = table.stage not in (Stage.SEATING, Stage.FINISHED)
        return cls(players, running, table.stage is Stage.PLAYING)

    def seat_of(self, player: str) -> int | None:
        """Where somebody sits; None of a spectator."""
        return self.players.index(player) if player and player in self.players else None

    def partner_of(self, player: str) -> str:
        """Who sits opposite in a game of partners; empty if nobody does, and of a spectator."""
        seat = self.seat_of(player)
        return "" if seat is None or len(self.players) < _PARTNERS else self.players[(seat + 2) % _PARTNERS]

    def is_silent(self, player: str) -> bool:
        """Whether partners owe silence now, and this player is one."""
        return self.deal and len(self.players) == _PARTNERS and self.seat_of(player) is not None

    def audience(self, author: str) -> Audience:
        """For whom it is what somebody says now."""
        return Audience.WATCHERS if self.match and self.seat_of(author) is None else Audience.ALL

    def is_for(self, audience: Audience, player: str) -> bool:
        """Whether somebody belongs to an audience."""
        return audience is Audience.ALL or self.seat_of(player) is None


def clean(text: str) -> str:
    """The text as one trimmed line in normal form C; a `ChatError` for one that is empty then, or too long.

    >>> clean(" bom\\tjogo\\u202e ")
    'bom jogo'
    """
    line = normalize("NFC", "".join(filter(_stays, _SEPARATING.sub(" ", text))))
    line = _SEPARATING.sub(" ", line).strip()  # What was removed may have stood between blanks.
    if not any(map(_is_seen, line)):
        raise ChatError("chat_empty")
    if len(line) > LONGEST:
        raise ChatError("chat_too_long", most=LONGEST)
    return line


def _stays(char: str) -> bool:
    """Not controls, directions, other format characters, halves of pairs, private and no characters."""
    if char == _JOINER:
        return True
    return category(char) not in {"Cc", "Cf", "Cs", "Co"} and not _is_no_character(ord(char))


def _is_no_character(code: int) -> bool:
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def _is_seen(char: str) -> bool:
    return category(char)[0] in "LNPS" and char not in _BLANK


class ChatError(CanastraError):
    """A line or a reaction that reached nobody; of `chat_failed` it is open whether the line was kept."""
