"""The commands of a table. Seats are numbers from 0; the server knows who sits there.

`FROM_SEATS` are the kinds that people may send for their own seats; all others are for the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from canastra.engine import Action
from canastra.table.events import Plain


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an empty seat. `player` is a public id of the person, `name` what others read, `animal` what they see."""

    seat: int
    player: str
    name: str
    animal: str = ""


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
    """The seat is ready to begin, or has read the points of the last deal. With the last one the match, or the deal,
    starts.
    """

    seat: int


@dataclass(frozen=True, slots=True)
class Close:
    """Close the table before its match. All seats are emptied, and no match can begin here."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """End a match in which only bots still play (`Table.unattended`).

    The server knows whether a person is connected.
    """


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
    """A seat's random bytes for the next deal, in hexadecimal: its cut. They may be empty.

    With `waits` the deal begins only when the seat is `Ready`, since its person reads the points of the last deal.
    """

    seat: int
    bytes: str = ""
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal: the order of the pack, and its proof as the record will hold it."""

    pack: str
    fairness: Plain = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Annul:
    """Annul the deal in progress, or the prepared shuffle, because its cards may be known.

    `pack` is the order that the secret makes with the contributions so far; `fairness` is the proof.
    """

    pack: str
    fairness: Plain


@dataclass(frozen=True, slots=True)
class Act:
    """Play an action, in notation. `step` is the table's step that the sender has seen."""

    seat: int
    action: str
    step: int


@dataclass(frozen=True, slots=True)
class BotAct:
    """Play the action that a bot chose for its seat."""

    seat: int
    action: Action
    step: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the seat's last laying of this turn back."""

    seat: int
    step: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer something: ``resign`` to the partner, ``rematch`` to all players."""

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
    """Withdraw your own offer. (``withdraw`` is an action of the game.)"""

    seat: int
    offer: str


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Claim the match, since all opponents have left."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReturnToSeat:
    """Take your seat back from the bot that holds it."""

    seat: int


@dataclass(frozen=True, slots=True)
class StandIn:
    """Have a bot play for `absent`, the absent player that the table waits for, until they are back."""

    seat: int
    absent: int


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
    """Time has passed: do whatever is due, often nothing."""


@dataclass(frozen=True, slots=True)
class CallPlay:
    """Call play at a table that waits for it: the match begins once all players are ready."""


@dataclass(frozen=True, slots=True)
class CallTime:
    """Call time: the match ends with the running deal, or at once between deals.

    With `stop` it ends at once and without a winner; the running deal does not count.
    """

    stop: bool = False


@dataclass(frozen=True, slots=True)
class ResumeClocks:
    """Continue the clocks after the server was down or stood still. No seat is charged for that time.

    `lost` is how many milliseconds the server stood still, None after a restart.
    """

    lost: int | None = None


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
    | StandIn
    | Disconnect
    | Reconnect
    | Tick
    | CallPlay
    | CallTime
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
    "stand_in": StandIn,
    "disconnect": Disconnect,
    "reconnect": Reconnect,
    "tick": Tick,
    "call_play": CallPlay,
    "call_time": CallTime,
    "resume": ResumeClocks,
}
FROM_SEATS: Final = frozenset(
    {
        "leave",
        "ready",
        "contribute",
        "act",
        "undo",
        "offer",
        "accept",
        "decline",
        "take_back",
        "claim",
        "back",
        "stand_in",
    }
)
"""The kinds of commands that people may send for their own seats. The server decides who may send `sit` and `fill`."""

_NAMES: Final = {kind: name for name, kind in KINDS.items()}


def kind_of(command: Command) -> str:
    """The name of a command's kind, as in logs and `FROM_SEATS`."""
    return _NAMES[type(command)]
