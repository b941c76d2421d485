"""What stays of a match once it is over: its place in the history of its players, and their figures.

How matches that were not played to their end count:

- **resigned, claimed**: a win and a defeat like any other, with the points as they stood. Who has left the table in
  the meantime shares what the side gets.
- **abandoned** (all persons left): a defeat for a side that played against bots alone, since leaving is giving up
  then. Where there were persons on both sides nobody can be said to have won or lost: the match is in the history, and
  not in the figures. Before the end of the first deal's dealing there is nothing to tell, and nothing is kept.
- **closed** before it began: nothing.

Bots have no history, and so a match of bots alone leaves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from canastra.server.lobby.listing import TableOptions, points_of
from canastra.table import Table
from canastra.table.handlers.end import CLOSED


class Outcome(StrEnum):
    """What a match was for a player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    NONE = "none"
    """Neither."""


@dataclass(frozen=True, slots=True)
class Share:
    """One player's part in it."""

    player: str
    seat: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Result:
    """A match that is over."""

    table: str
    rulebook: str
    private: bool
    ended: int
    names: tuple[str, ...]
    """The names of the players, by seat."""
    points: tuple[int, int]
    reason: str
    winner: int | None
    """The side."""
    shares: tuple[Share, ...]


def result_of(terms: TableOptions, table: Table) -> Result | None:
    """What is to be kept of a table's match; None while it goes on, and where nothing is."""
    ended, points = table.result, points_of(table)
    if ended is None or points is None or ended.reason == CLOSED:
        return None
    people = [(number, seat.player) for number, seat in enumerate(table.seats) if seat.is_person]
    if not people or (ended.reason == "abandoned" and not table.deals):
        return None
    sides = {number % 2 for number, _ in people}
    return Result(
        table=terms.table,
        rulebook=terms.rulebook,
        private=terms.private,
        ended=ended.at,
        names=tuple(seat.name for seat in table.seats),
        points=points,
        reason=ended.reason,
        winner=ended.winner,
        shares=tuple(
            Share(player, seat, _outcome(ended.reason, ended.winner, seat % 2, sides)) for seat, player in people
        ),
    )


def _outcome(reason: str, winner: int | None, side: int, sides: set[int]) -> Outcome:
    if winner is not None:
        return Outcome.WON if side == winner else Outcome.LOST
    if reason == "abandoned":
        return Outcome.NONE if len(sides) > 1 else Outcome.LOST
    return Outcome.DRAWN
