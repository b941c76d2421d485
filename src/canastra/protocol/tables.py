"""Bodies of requests and answers about tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from canastra.engine import Length, NextDealer
from canastra.records.preliminaries import MOST_MATCHES
from canastra.rulebooks import Rulebook, parameters
from canastra.rulebooks.values import kinds

Milliseconds = Annotated[int, Meta(ge=0, le=7 * 24 * 3600 * 1000)]
Mode = Literal["off", "presets", "free"]
_MOST_CARDS = 256
"""The number of rulebook cards in memory, of 14 KB each: a client may ask for those of all house rulebooks in turn."""


class _Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a client sends: unknown keys are refused."""


class ClockTerms(_Body, frozen=True):
    """Times of a table; see `canastra.table.TimeControl`."""

    turn: Milliseconds = 0
    bank: Milliseconds = 0
    increment: Milliseconds = 0
    grace: Milliseconds = 60_000
    between: Milliseconds = 20_000


class TalkTerms(_Body, frozen=True):
    """The rules of a table's chat."""

    mode: Mode = "presets"
    partners: bool = False
    """True if partners may talk during a deal."""


class EncounterTerms(_Body, frozen=True):
    """The number of matches that the same sides play: at most or exactly this number, by `length`."""

    matches: Annotated[int, Meta(ge=1, le=MOST_MATCHES)] = 1
    """An odd number with ``best_of``."""
    length: Length = Length.BEST_OF


class NewTable(_Body, frozen=True):
    """A table to open. Members that are left out get the rulebook's value or the usual one."""

    rulebook: Annotated[str, Meta(max_length=64)]
    house: dict[str, dict[str, Any]] | None = None
    """House rules: the sections and parameters that differ from the rulebook, as in a house's file."""
    target: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    clock: ClockTerms = ClockTerms()
    encounter: EncounterTerms = EncounterTerms()
    next_dealer: NextDealer = NextDealer.NEXT_SEAT
    """The rule for the dealer of the next deal."""
    lots: bool = False
    """True if the seats are drawn by lot once all players are ready."""
    undo: bool | None = None
    """True if layings may be undone; by default as in the rulebook."""
    hints: bool = True
    stand_in: Annotated[str, Meta(max_length=40)] = "greedy"
    """Level of the bot that plays for absent players."""
    private: bool = False
    """True if an invitation is needed to sit down or watch."""
    watch: bool = True
    """True if there may be spectators."""
    talk: TalkTerms | None = None
    """The rules of the chat; by default the usual set phrases, at a private table between partners during a deal too.
    """
    seat: Annotated[int, Meta(ge=0, le=3)] | None = 0
    """The opener's seat; None if they don't sit down."""
    bots: Annotated[str, Meta(max_length=40)] | None = None
    """Level of bots for all other seats."""


class TakeSeat(_Body, frozen=True):
    """Sit down; a private table needs its invitation."""

    invitation: Annotated[str, Meta(max_length=80)] | None = None


class SeatBots(_Body, frozen=True):
    """Put bots of a level on a seat, or on all empty ones."""

    level: Annotated[str, Meta(max_length=40)]
    seat: Annotated[int, Meta(ge=0, le=3)] | None = None


class SeatCard(Struct, frozen=True):
    """A seat as lists show it."""

    kind: Literal["empty", "person", "bot"]
    player: str = ""
    name: str = ""
    level: str = ""
    animal: str = ""
    """The animal that the person chose; empty for the one that goes with the name."""


class EncounterCard(Struct, frozen=True):
    """The encounter of a table: its length, and the matches that each side has won."""

    matches: int
    length: Length
    won: tuple[int, int]
    drawn: int


class TableCard(Struct, frozen=True):
    """A table as lists show it."""

    table: str
    rulebook: str
    rulebook_name: dict[str, str]
    house: bool
    stage: str
    seats: tuple[SeatCard, ...]
    target: int
    """Points that end the match; 0 if the number of its deals or the call of time ends it."""
    clock: ClockTerms
    undo: bool
    hints: bool
    private: bool
    watch: bool
    talk: TalkTerms
    next_dealer: NextDealer
    lots: bool
    opened: int
    opener: str
    encounter: EncounterCard | None = None
    """The encounter; None for a single match."""
    points: tuple[int, int] | None = None
    seat: int | None = None
    """The reader's seat, if any."""
    tournament: str = ""
    """The tournament that it belongs to; empty for any other table."""
    next: str | None = None
    """The table of the rematch."""
    invitation: str | None = None
    """The invitation, for the opener and the players of the table."""
    deals: int = 0
    """The number of deals of the match; 0 if points or the call of time end it."""
    your_turn: bool = False
    """True if the table waits for the reader to act; present only in the list of the reader's own tables."""


class Tables(Struct, frozen=True):
    """A page of tables; `after` asks for the next page, None on the last."""

    tables: tuple[TableCard, ...]
    after: str | None = None


class Seated(Struct, frozen=True):
    """A seat was taken."""

    table: str
    seat: int


class Parameter(Struct, frozen=True):
    """A parameter of a rulebook: its value and article."""

    value: Any
    article: str
    decision: bool


class RulebookCard(Struct, frozen=True):
    """A rulebook with all its parameters, by section."""

    id: str
    revision: int
    sha256: str
    name: dict[str, str]
    players: int
    target: int
    parameters: dict[str, dict[str, Parameter]]


class Rulebooks(Struct, frozen=True):
    """All rulebooks, and the other choices for a table."""

    rulebooks: tuple[RulebookCard, ...]
    levels: tuple[str, ...]
    presets: tuple[str, ...]
    reactions: tuple[str, ...]


@lru_cache(_MOST_CARDS)
def rulebook_card(rulebook: Rulebook) -> RulebookCard:
    """A rulebook with its parameters, values spelled as a house's file spells them."""
    shown: dict[str, dict[str, Parameter]] = {}
    for key, value, clause in parameters(rulebook):
        section, _, name = key.partition(".")
        shown.setdefault(section, {})[name] = Parameter(kinds()[key].spell(value), clause.article, clause.decision)
    return RulebookCard(
        id=rulebook.id,
        revision=rulebook.revision,
        sha256=rulebook.sha256,
        name=dict(rulebook.names),
        players=rulebook.table.players,
        target=rulebook.match.target,
        parameters=shown,
    )
