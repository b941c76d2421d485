"""The events of a table. The log holds them, and a table is their sum.

Each has `at`, milliseconds by the server's clock. Cards are in notation; in an event as one seat may see it they can be
``??``. Events are complete and secret: only `canastra.table.visibility` makes what a seat may see.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct, field
from msgspec.structs import force_setattr

from canastra.table.refusals import FormError

Plain = dict[str, Any]
"""A JSON object."""
_LOGGED_AS: Final[Mapping[str, str]] = {
    "BotTookOver": "held",
    "ClocksResumed": "resumed",
    "OfferWithdrawn": "taken_back",
}
"""Names in logs and messages that differ from the class's: they never change."""


def _kind(name: str) -> str:
    return _LOGGED_AS.get(name) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class _Event(Struct, frozen=True, tag=_kind, omit_defaults=True, forbid_unknown_fields=True):
    """The base of all events. A member that equals its default is not written, so that each event has only one form."""

    at: int


class Opened(_Event, frozen=True):
    """The table exists: everything in `canastra.table.settings.Settings`, times in milliseconds."""

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
    """Matches of the encounter: at most or exactly this number, by `length`."""
    length: str = "best_of"
    """A `canastra.engine.Length`."""
    encounter: str = ""
    """The encounter's id, which is that of its first match; the first match leaves it out."""
    won: tuple[int, ...] = (0, 0)
    """Matches of the encounter that each side has won before this one."""
    drawn: int = 0
    """Matches of the encounter before this one that were drawn."""
    next_dealer: str = "next_seat"
    """A `canastra.engine.NextDealer`."""
    lots: bool = False
    """True if the seats are drawn by lot before the match."""
    absence: int = 30_000
    """How long the table waits for an absent person before another may have a bot play, where no clock runs."""
    deals: int = 0
    """The match ends after this number of deals that counted; 0 if points, or the call of time, end it."""
    arranged: bool = False
    """True if an event seats people and opens the next tables: no seat is left before the match, no rematch offered."""
    forfeits: bool = False
    """True if a player who leaves for good loses the match for their side, instead of a bot taking the seat."""
    packs: str = ""
    """The id of the packs that this table has in common with others, so that all play the same deals."""
    on_call: bool = False
    """True if the match begins only once play is called, even if all players are ready."""

    def __post_init__(self) -> None:
        """Replace each value that equals a default by the default itself, which msgspec leaves out."""
        for name, default in zip(self.__struct_fields__[::-1], self.__struct_defaults__[::-1], strict=False):
            if getattr(self, name) == default:
                force_setattr(self, name, default)


class Sat(_Event, frozen=True):
    """A person sits down. Without an `animal`, the one that goes with the name is drawn."""

    seat: int
    player: str
    name: str
    animal: str = ""


class BotSat(_Event, frozen=True):
    """A bot sits down, ready."""

    seat: int
    level: str
    name: str


class Left(_Event, frozen=True):
    """The seat's player got up; during the match a bot holds the seat."""

    seat: int


class Readied(_Event, frozen=True):
    """The seat is ready to begin, or has read the points of the last deal."""

    seat: int


class Started(_Event, frozen=True):
    """All players are ready. The match begins with the lot for the seats, if any, then the draw for the dealer."""


class SeatsDrawn(_Event, frozen=True):
    """The seats were drawn by lot: `seats` has, for each new seat, the former seat of its player."""

    seats: tuple[int, ...]
    drawn: tuple[str, ...]
    """The cards drawn, in order, each as ``FORMER-SEAT CARD``."""
    fairness: Plain = field(default_factory=dict)
    """The opened proof of the pack; empty if the server gave none."""


class LotAnnulled(_Event, frozen=True):
    """The prepared lot for the seats is annulled because its secret could be known; another one follows."""

    fairness: Plain
    """The opened proof of the annulled lot."""


class DealerDrawn(_Event, frozen=True):
    """The dealer of the next deal, and the cards drawn for it in order, each as ``SEAT CARD``."""

    dealer: int
    drawn: tuple[str, ...]


class Committed(_Event, frozen=True):
    """The server committed itself to its secret for this deal; number 0 is the lot for the seats."""

    deal: int
    commitment: str


class Contributed(_Event, frozen=True):
    """A seat's bytes for the next deal, or for the lot."""

    seat: int
    bytes: str
    waits: bool = False
    """True if the deal waits until the seat has read the points of the last one (`Readied`)."""


class Dealt(_Event, frozen=True):
    """The cards as dealt, as in a record, and the proof of their order."""

    step: int
    deal: int
    dealer: int
    hands: tuple[str, ...]
    mortos: tuple[str, ...]
    stock: str
    fairness: Plain = field(default_factory=dict)


class Played(_Event, frozen=True):
    """An action, as a record writes it: ``draw 9C`` with its card."""

    step: int
    seat: int
    entry: str
    shown: str = ""
    """The card that a ``refuse`` shows."""
    bot: str = ""
    """Level of the bot that played for the seat."""


class Followed(_Event, frozen=True):
    """A step that followed by rule, as a record writes it: ``morto``, ``red 3H 5C``."""

    step: int
    seat: int
    entry: str


class MortoSeen(_Event, frozen=True):
    """The seat sees the morto that it took, number 0 or 1 as dealt."""

    seat: int
    morto: int
    cards: str


class Undone(_Event, frozen=True):
    """The seat took this laying back."""

    step: int
    seat: int
    entry: str


class DealEnded(_Event, frozen=True):
    """The deal is over and all its cards are shown: as dealt, and what was left in the hands."""

    deal: int
    ending: str
    """``going_out``, ``stock`` or ``stalemate``; ``forfeit`` if it was annulled or stopped by the match's end."""
    hands: tuple[str, ...]
    dealt: tuple[str, ...]
    mortos: tuple[str, ...]
    stock: str
    points: tuple[int, ...]
    """The match's points after the deal, by side."""
    history: tuple[tuple[int, ...], ...] = ()
    """The match's points by side before its first deal, and after each deal that counted up to this one."""
    scores: tuple[Plain, ...] = ()
    """The deal's points by side, component by component; empty for a forfeited deal."""
    hand_scores: tuple[int, ...] = ()
    """The points of the cards left in each hand, by seat; empty for a forfeited deal."""
    went_out: int | None = None
    fairness: Plain = field(default_factory=dict)
    annulled: bool = False
    """True if the deal is annulled because its cards could be known; the same dealer deals again."""


class MatchEnded(_Event, frozen=True):
    """The match is over. There is no winner after a draw or if all players left."""

    reason: str
    """``played``, ``resigned``, ``claimed``, ``left`` (a player left, and loses by the table's settings), ``called``
    (time was called), ``stopped`` (by the organisers), ``abandoned``, or ``closed`` before it began."""
    winner: int | None = None


class PlayCalled(_Event, frozen=True):
    """Play is called: the match begins as soon as all players are ready."""


class TimeCalled(_Event, frozen=True):
    """Time is called: the match ends with the running deal."""


class TimedOut(_Event, frozen=True):
    """The seat's time is up, and a bot plays this turn; `in_a_row` counts such turns."""

    seat: int
    in_a_row: int


class BotTookOver(_Event, frozen=True):
    """A bot holds the seat until its player is back."""

    seat: int
    by: int | None = None
    """The seat that asked for it, since the player was away; None if it came by itself."""


class Returned(_Event, frozen=True):
    """The player has the seat again; the bot finishes a turn that it has begun."""

    seat: int


class Disconnected(_Event, frozen=True):
    """The seat's connection was lost."""

    seat: int


class Reconnected(_Event, frozen=True):
    """The seat's connection is there again."""

    seat: int


class PauseEnded(_Event, frozen=True):
    """The seat's grace is used up: its clock runs although the player is away."""

    seat: int


class ClocksResumed(_Event, frozen=True):
    """The clocks continue after a standstill of `lost` milliseconds, which players get back.

    After a restart, without a figure in `lost`, the clocks continue with the times that they had at the last event.
    """

    lost: int | None = None


class Offered(_Event, frozen=True):
    """A seat offers ``resign`` or ``rematch``."""

    seat: int
    offer: str


class Accepted(_Event, frozen=True):
    """A seat agrees to an offer. Once all seats that have to agree do, the offer takes effect."""

    seat: int
    offer: str


class Declined(_Event, frozen=True):
    """A seat turned an offer down, which ends it."""

    seat: int
    offer: str


class OfferWithdrawn(_Event, frozen=True):
    """A seat withdrew its offer."""

    seat: int
    offer: str


class RematchAgreed(_Event, frozen=True):
    """All players agreed to a rematch: `canastra.table.open_rematch` opens its table."""


Event = (
    Opened
    | Sat
    | BotSat
    | Left
    | Readied
    | PlayCalled
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
    | TimeCalled
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

KINDS: Final[Mapping[str, type[Event]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Event)}
"""The events by their names in the log: `DealerDrawn` is ``dealer_drawn``."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def plain_event(event: Event) -> Plain:
    """The event as plain data.

    >>> plain_event(Played(at=9, step=3, seat=0, entry="draw 9C"))
    {'type': 'played', 'at': 9, 'step': 3, 'seat': 0, 'entry': 'draw 9C'}
    """
    plain: Plain = msgspec.json.decode(_encoder.encode(event))  # `msgspec.to_builtins` would leave tuples in it.
    return plain


def dump_event(event: Event) -> str:
    """The event as JSON, as in the log.

    >>> dump_event(Played(at=9, step=3, seat=0, entry="draw 9C"))
    '{"type":"played","at":9,"step":3,"seat":0,"entry":"draw 9C"}'
    """
    return _encoder.encode(event).decode()


def load_event(text: str) -> Event:
    """The event in a line of the log. Raises `FormError` if a key or a value is wrong.

    >>> load_event('{"type":"started","at":9}')
    Started(at=9)
    """
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise FormError("table_form_event", reason=str(error)[:200]) from None
