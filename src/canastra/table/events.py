"""What happened at a table. The log holds these; a table is what they add up to.

Each has `at`, milliseconds by the server's clock. Cards stand in notation; in an event that was projected for somebody
they may be ``??``. Events are complete and secret: only `canastra.table.visibility` makes what a seat may see.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, get_args

from canastra.table.codec import Coder, Plain


@dataclass(frozen=True, slots=True)
class Opened:
    """The table exists: everything in `canastra.table.settings.Settings`, times in milliseconds."""

    at: int
    match: str
    rulebook: str
    sha256: str
    target: int
    turn: int
    bank: int
    increment: int
    grace: int
    between: int
    undo: bool
    stand_in: str
    matches: int = 1
    """Of the encounter to which the match belongs, at most or exactly by `length`."""
    length: str = "best_of"
    """A `canastra.engine.Length`."""
    encounter: str = ""
    """Its id: that of its first match, which leaves this out."""
    won: tuple[int, ...] = (0, 0)
    """Matches of it that each side has won before this one."""
    drawn: int = 0
    """Matches of it before this one that nobody won."""
    next_dealer: str = "next_seat"
    """A `canastra.engine.NextDealer`."""
    lots: bool = False
    """Whether the seats are drawn by lot before the match."""


@dataclass(frozen=True, slots=True)
class Sat:
    """A person sits down."""

    at: int
    seat: int
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class BotSat:
    """A bot sits down, ready."""

    at: int
    seat: int
    level: str
    name: str


@dataclass(frozen=True, slots=True)
class Left:
    """The seat's player got up. During the match a bot holds the seat."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class Readied:
    """The seat is ready to begin."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class Started:
    """All are ready: the match begins with the lot for the seats, where there is one, then the draw for the dealer."""

    at: int


@dataclass(frozen=True, slots=True)
class SeatsDrawn:
    """Who sits where, by lot: `seats` has, for each new seat, the former seat of its player."""

    at: int
    seats: tuple[int, ...]
    drawn: tuple[str, ...]
    """The cards drawn for it in order, each as ``FORMER-SEAT CARD``."""
    fairness: Plain = field(default_factory=dict)
    """The proof of the pack, opened; empty where the server brought none."""


@dataclass(frozen=True, slots=True)
class LotAnnulled:
    """The lot for the seats that was prepared counts nothing, since its secret could be known; another one follows."""

    at: int
    fairness: Plain
    """Its proof, opened."""


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """Who deals the next deal, and the cards drawn for it in order, each as ``SEAT CARD``."""

    at: int
    dealer: int
    drawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Committed:
    """The server is bound to its secret for this deal; number 0 is the lot for the seats."""

    at: int
    deal: int
    commitment: str


@dataclass(frozen=True, slots=True)
class Contributed:
    """A seat's bytes for the next deal, or for the lot."""

    at: int
    seat: int
    bytes: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards as dealt, like in a record; the proof of their order."""

    at: int
    step: int
    deal: int
    dealer: int
    hands: tuple[str, ...]
    mortos: tuple[str, ...]
    stock: str
    fairness: Plain = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """An action, as a record writes it: ``draw 9C`` with its card."""

    at: int
    step: int
    seat: int
    entry: str
    shown: str = ""
    """The card that a ``refuse`` lays open."""
    bot: str = ""
    """Level of the bot that played it for the seat."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What followed by rule, as a record writes it: ``morto``, ``red 3H 5C``."""

    at: int
    step: int
    seat: int
    entry: str


@dataclass(frozen=True, slots=True)
class MortoSeen:
    """The seat looks at the morto it took, number 0 or 1 as dealt."""

    at: int
    seat: int
    morto: int
    cards: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The seat took this laying back."""

    at: int
    step: int
    seat: int
    entry: str


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over and all cards are shown: as dealt, and what was left in the hands."""

    at: int
    deal: int
    ending: str
    """``going_out``, ``stock``, ``stalemate``; ``forfeit`` where it was stopped: the match ended, or it is annulled."""
    hands: tuple[str, ...]
    dealt: tuple[str, ...]
    mortos: tuple[str, ...]
    stock: str
    points: tuple[int, ...]
    """Of the match, by side, after it."""
    scores: tuple[Plain, ...] = ()
    """By side, component by component; none of a forfeited deal."""
    went_out: int | None = None
    fairness: Plain = field(default_factory=dict)
    annulled: bool = False
    """Whether it counts nothing, since its cards could be known; the same dealer deals again."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; no winner after a draw, or when everybody left."""

    at: int
    reason: str
    """``played``, ``resigned``, ``claimed``, ``abandoned``, or ``closed`` before it began."""
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The seat's time is up: a bot plays this turn. `in_a_row` counts."""

    at: int
    seat: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class BotTookOver:
    """A bot holds the seat until its person is back."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class Returned:
    """The person has the seat again; a turn that the bot has begun stays the bot's."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The seat's connection was lost."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class Reconnected:
    """The seat's connection is there again."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class PauseEnded:
    """The seat's grace is used up: its clock runs though it is away."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class ClocksResumed:
    """The server is back, and clocks go on from here."""

    at: int


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat offers ``resign`` or ``rematch``."""

    at: int
    seat: int
    offer: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """A seat agrees to an offer; with the last one that is needed it is done."""

    at: int
    seat: int
    offer: str


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat turned an offer down: it is gone."""

    at: int
    seat: int
    offer: str


@dataclass(frozen=True, slots=True)
class OfferWithdrawn:
    """A seat withdrew its offer."""

    at: int
    seat: int
    offer: str


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """Everybody wants another match: `canastra.table.open_rematch` opens its table."""

    at: int


Event = (
    Opened
    | Sat
    | BotSat
    | Left
    | Readied
    | Started
    | SeatsDrawn
    | LotAnnulled
    | DealerDrawn
    | Committed
    | Contributed
    | Dealt
    | Played
    | Followed
    | MortoSeen
    | Undone
    | DealEnded
    | MatchEnded
    | TimedOut
    | BotTookOver
    | Returned
    | Disconnected
    | Reconnected
    | PauseEnded
    | ClocksResumed
    | Offered
    | Accepted
    | Declined
    | OfferWithdrawn
    | RematchAgreed
)

_LOGGED_AS: Final[Mapping[type[Event], str]] = {
    BotTookOver: "held",
    ClocksResumed: "resumed",
    OfferWithdrawn: "taken_back",
}
"""Names in logs and messages that are not made of the class's: they stay as they were first written."""


def _kind(event: type[Event]) -> str:
    return _LOGGED_AS.get(event) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", event.__name__).lower()


KINDS: Final[Mapping[str, type[Event]]] = {_kind(each): each for each in get_args(Event)}
"""By the names under which they are written: that of `DealerDrawn` is ``dealer_drawn``."""

_coder: Coder[Event] = Coder(KINDS)


def plain_event(event: Event) -> Plain:
    """An event as plain data.

    >>> plain_event(Played(at=9, step=3, seat=0, entry="draw 9C"))
    {'type': 'played', 'at': 9, 'step': 3, 'seat': 0, 'entry': 'draw 9C'}
    """
    return _coder.plain(event)


def parse_event(data: object) -> Event:
    """The event of plain data; a `FormError` says what is wrong with it."""
    return _coder.parse(data)
