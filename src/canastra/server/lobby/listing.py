"""A table as lists show it: its options, which never change, its listing, which follows the match, and the result of
the match: its place in the history of its players, and their figures.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Literal

from msgspec import Struct, structs

from canastra.engine import Encounter, NextDealer
from canastra.errors import CanastraError, Figure
from canastra.protocol.people import DELETED_NAME
from canastra.protocol.tables import ClockTerms, EncounterCard, SeatCard, TableCard, TalkTerms
from canastra.rulebooks import Rulebook
from canastra.table import Stage, Table, TimeControl
from canastra.table.handlers.end import CALLED, CLOSED, STOPPED
from canastra.table.seats import Seat, SeatKind


class State(StrEnum):
    """The state of a table, which decides the lists that it is in."""

    OPENING = "opening"
    """Not completely written yet; hidden from everyone."""
    SEATING = "seating"
    RUNNING = "running"
    FINISHED = "finished"
    CLOSED = "closed"
    """Closed before its match; hidden from everyone."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options of a table, fixed when it is opened."""

    table: str
    opener: str
    """Public id of the person."""
    opened: int
    rulebook: str
    base: str
    """The official rulebook that a house rulebook extends, or the rulebook itself."""
    private: bool
    watch: bool
    hints: bool
    talk: TalkTerms
    invitation: str = field(repr=False)
    former: str | None = None
    """The table of which this is the rematch."""
    next: str | None = None
    """The table opened for the rematch."""
    next_closed: bool = False
    """True if that table was closed."""
    tournament: str = ""
    """The tournament that opened it and seats its people; empty for a table of a person."""
    founder: str = ""
    """The founder of that tournament."""
    site: str = ""
    """The mark of the opener's or founder's site; empty if it isn't known."""
    sealed: bool = False
    """True if other tables may still play the same cards: only its players read its record, no moderator."""

    @property
    def following(self) -> str | None:
        """The id of the rematch; None without one, or if it was closed."""
        return None if self.next_closed else self.next

    @property
    def house(self) -> bool:
        """Return whether it is played by house rules."""
        return self.rulebook != self.base


class Listing(Struct, frozen=True):
    """The other data that lists show of a table."""

    state: State
    stage: str
    seats: tuple[SeatCard, ...]
    target: int
    clock: ClockTerms
    undo: bool
    points: tuple[int, int] | None = None
    next_dealer: NextDealer = NextDealer.NEXT_SEAT
    lots: bool = False
    encounter: EncounterCard | None = None
    arranged: bool = False
    """True if a tournament seats its people."""
    deals: int = 0

    @property
    def free(self) -> int:
        """The number of seats free for anyone."""
        return 0 if self.arranged else sum(seat.kind == "empty" for seat in self.seats)

    @property
    def players(self) -> tuple[str, ...]:
        """Ids of the seated people."""
        return tuple(seat.player for seat in self.seats if seat.kind == "person")

    def seat_of(self, player: str | None) -> int | None:
        """The seat of a player; None without one."""
        found = (number for number, seat in enumerate(self.seats) if seat.kind == "person" and seat.player == player)
        return next(found, None)


def without_name(listing: Listing, player: str) -> Listing:
    """The listing with `DELETED_NAME` for a person whose account is deleted."""
    gone = {"name": DELETED_NAME, "animal": ""}
    seats = tuple(structs.replace(seat, **gone) if seat.player == player else seat for seat in listing.seats)
    return structs.replace(listing, seats=seats)


_STATES = {Stage.SEATING: State.SEATING, Stage.FINISHED: State.FINISHED}


def listing_of(table: Table) -> Listing:
    """The listing of a table as it is."""
    settings = table.settings
    closed = table.result is not None and table.result.reason == CLOSED
    return Listing(
        state=State.CLOSED if closed else _STATES.get(table.stage, State.RUNNING),
        stage=str(table.stage),
        seats=tuple(_seat(seat) for seat in table.seats),
        target=settings.goal,
        clock=ClockTerms(**{option.name: getattr(settings.clock, option.name) for option in fields(TimeControl)}),
        undo=settings.undo,
        points=points_of(table),
        next_dealer=settings.next_dealer,
        lots=settings.lots,
        encounter=_encounter(table.encounter) if settings.encounter.matches > 1 else None,
        arranged=settings.arranged,
        deals=settings.length_in_deals,
    )


def _encounter(encounter: Encounter) -> EncounterCard:
    return EncounterCard(encounter.matches, encounter.length, encounter.won, encounter.drawn)


def points_of(table: Table) -> tuple[int, int] | None:
    """Points of both sides; None before the first dealer is drawn."""
    if table.match is None:
        return None
    first, second = table.match.points
    return first or 0, second or 0


def table_card(options: TableOptions, listing: Listing, rulebook: Rulebook, player: str | None) -> TableCard:
    """The card of a table for a person who may see it."""
    seat = listing.seat_of(player)
    inside = seat is not None or (player is not None and player == options.opener)
    return TableCard(
        table=options.table,
        rulebook=options.rulebook,
        rulebook_name=dict(rulebook.names),
        house=options.house,
        stage=listing.stage,
        seats=listing.seats,
        target=listing.target,
        clock=listing.clock,
        undo=listing.undo,
        hints=options.hints,
        private=options.private,
        watch=options.watch,
        talk=options.talk,
        next_dealer=listing.next_dealer,
        lots=listing.lots,
        opened=options.opened,
        opener=options.opener,
        encounter=listing.encounter,
        points=None if options.sealed and seat is None else listing.points,
        seat=seat,
        tournament=options.tournament,
        next=options.following,
        invitation=options.invitation if options.private and inside else None,
        deals=listing.deals,
    )


def _seat(seat: Seat) -> SeatCard:
    kind: Literal["person", "bot", "empty"] = "empty"
    if seat.kind is not SeatKind.EMPTY:
        kind = "person" if seat.is_person else "bot"
    return SeatCard(kind, seat.player, seat.name, seat.level, seat.animal)


class LobbyError(CanastraError):
    """A refusal or an unknown thing; `status` is the HTTP status.

    A private table looks like an unknown one.
    """

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status


def no_table() -> LobbyError:
    """The error for a table that doesn't exist, or that the person may not see."""
    return LobbyError("lobby_no_table", 404)


class Outcome(StrEnum):
    """The outcome of a match for a player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    NONE = "none"
    """The match doesn't count."""


@dataclass(frozen=True, slots=True)
class Share:
    """One player's part in a result."""

    player: str
    seat: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match."""

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


def result_of(options: TableOptions, table: Table) -> Result | None:
    """The result to store of a table's match; None while it goes on, and if nothing is stored.

    Matches that were not played to their end count as follows:

    - **resigned, claimed, left**: a win and a defeat like any other, with the points as they stood. A player who has
      left the table in the meantime shares the result of the side.
    - **abandoned** (all persons left): a defeat for a side that played against bots alone, since leaving is giving up
      then. With persons on both sides there is no winner and no loser: the match is in the history, and not in the
      figures. If no deal was dealt, nothing is stored.
    - **called**: by points like a match that was played; if no deal was dealt, nothing is stored.
    - **stopped** by the organisers: in the history if a deal was dealt, and not in the figures.
    - **closed** before it began: nothing.

    Bots have no history, and so a match of bots alone leaves nothing.
    """
    ended, points = table.result, points_of(table)
    if ended is None or points is None or ended.reason == CLOSED:
        return None
    people = [(number, seat.player) for number, seat in enumerate(table.seats) if seat.is_person]
    if not people or (ended.reason in ("abandoned", CALLED, STOPPED) and not table.deals):
        return None
    sides = {number % 2 for number, _ in people}
    return Result(
        table=options.table,
        rulebook=options.rulebook,
        private=options.private,
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
    if reason == STOPPED:
        return Outcome.NONE
    return Outcome.DRAWN
