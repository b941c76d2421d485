"""Who may speak and who hears it, as a table is at that moment."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from canastra.table import Stage, Table

_PARTNERS = 4
"""Seats of a game of partners."""


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
