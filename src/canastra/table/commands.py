"""What may be asked of a table. Seats are numbers from 0; who sits there is for the server to know.

`FROM_SEATS` are the kinds that a person may send for the own seat; all others are the server's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from canastra.table.events import Plain


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an empty seat. `player` is a public id of the person, `name` what others read."""

    seat: int
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up: for good before the match, with a bot in the seat during it. Also sends a bot away."""

    seat: int


@dataclass(frozen=True, slots=True)
class AddBots:
    """Put bots of a level on all empty seats, or on one."""

    level: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """The seat is ready to begin. With the last one the match starts."""

    seat: int


@dataclass(frozen=True, slots=True)
class Close:
    """Give the table up before the match: everybody gets up, and nobody plays here any more."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """End a match at which only bots play on (`Table.unattended`); whether anybody is connected, the server knows."""


@dataclass(frozen=True, slots=True)
class DrawSeats:
    """The lot for the seats: the shuffled pack from which they are drawn, and the proof of its order."""

    pack: str
    fairness: Plain = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawForDealer:
    """The server's shuffled pack from which the dealer is drawn, cards separated by spaces."""

    pack: str


@dataclass(frozen=True, slots=True)
class Commit:
    """The server's promise for the next deal: the SHA-256 of its secret, in hexadecimal."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Contribute:
    """A seat's own random bytes for the next deal, in hexadecimal: its cut. Nothing at all is allowed."""

    seat: int
    bytes: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """The next deal: the order of the pack, and the proof of it as the record will hold it."""

    pack: str
    fairness: Plain = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Annul:
    """The deal in progress, or the shuffle that is prepared, may be known to somebody: it counts nothing.

    The pack that it makes with the contributions that are there, and the proof of it.
    """

    pack: str
    fairness: Plain


@dataclass(frozen=True, slots=True)
class Act:
    """An action in notation. `step` is the table's step that the sender has seen."""

    seat: int
    action: str
    step: int


@dataclass(frozen=True, slots=True)
class BotAct:
    """The action that a bot chose for a seat that it plays."""

    seat: int
    action: str
    step: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the seat's last laying of this turn back."""

    seat: int
    step: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer something: ``resign`` to the partner, ``rematch`` to everybody."""

    seat: int
    offer: str


@dataclass(frozen=True, slots=True)
class Accept:
    """Agree to an offer."""

    seat: int
    offer: str


@dataclass(frozen=True, slots=True)
class Decline:
    """Turn an offer down."""

    seat: int
    offer: str


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """Withdraw the own offer. (``withdraw`` is an action of the game.)"""

    seat: int
    offer: str


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Claim the match, since all opponents have left."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReturnToSeat:
    """Take the own seat back from the bot that holds it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Disconnect:
    """The seat's connection was lost."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reconnect:
    """The seat's connection is there again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed. Does what is due, often nothing."""


@dataclass(frozen=True, slots=True)
class ResumeClocks:
    """The server was down and is back: the time in between is charged to nobody."""


Command = (
    Sit
    | Leave
    | AddBots
    | Ready
    | Close
    | Abandon
    | DrawSeats
    | DrawForDealer
    | Commit
    | Contribute
    | Deal
    | Annul
    | Act
    | BotAct
    | Undo
    | Offer
    | Accept
    | Decline
    | WithdrawOffer
    | ClaimWin
    | ReturnToSeat
    | Disconnect
    | Reconnect
    | Tick
    | ResumeClocks
)

KINDS: Final[Mapping[str, type[Command]]] = {
    "sit": Sit,
    "leave": Leave,
    "fill": AddBots,
    "ready": Ready,
    "close": Close,
    "abandon": Abandon,
    "draw_seats": DrawSeats,
    "draw_for_dealer": DrawForDealer,
    "commit": Commit,
    "contribute": Contribute,
    "deal": Deal,
    "annul": Annul,
    "act": Act,
    "bot_act": BotAct,
    "undo": Undo,
    "offer": Offer,
    "accept": Accept,
    "decline": Decline,
    "take_back": WithdrawOffer,
    "claim": ClaimWin,
    "back": ReturnToSeat,
    "disconnect": Disconnect,
    "reconnect": Reconnect,
    "tick": Tick,
    "resume": ResumeClocks,
}
FROM_SEATS: Final = frozenset(
    {"leave", "ready", "contribute", "act", "undo", "offer", "accept", "decline", "take_back", "claim", "back"}
)
"""What a person may send, each for the own seat. `sit` and `fill` are for who may join and who opened the table."""

_NAMES: Final = {each: name for name, each in KINDS.items()}


def kind_of(command: Command) -> str:
    """The name of a command's kind, as in logs and `FROM_SEATS`."""
    return _NAMES[type(command)]
