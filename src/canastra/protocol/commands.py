"""The messages of a client on a table's socket or by the bot API: flat objects, ``type`` and ``id`` first.

The seat is the sender's own and never part of the message. Unknown keys are refused.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

CommandId = Annotated[str, Meta(pattern="^[!-~]{1,64}$", description="chosen by the sender, new for each command")]
Step = Annotated[int, Meta(ge=0, description="the step of the table that the sender has seen")]
Offering = Annotated[str, Meta(max_length=20, description="resign or rematch")]


class _Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of these messages."""


class Act(_Message, frozen=True, tag="act"):
    """An action of the game, in notation."""

    id: CommandId
    action: Annotated[str, Meta(max_length=400)]
    step: Step


class Undo(_Message, frozen=True, tag="undo"):
    """Take back the last laying of your turn."""

    id: CommandId
    step: Step


class Ready(_Message, frozen=True, tag="ready"):
    """Ready to begin, or for the next deal."""

    id: CommandId


class Contribute(_Message, frozen=True, tag="contribute"):
    """Your random bytes for the next deal, in hexadecimal: your cut."""

    id: CommandId
    bytes: Annotated[str, Meta(max_length=128)] = ""
    waits: Annotated[bool, Meta(description="the next deal begins only when you are ready")] = False


class Offer(_Message, frozen=True, tag="offer"):
    """Offer something: ``resign`` to the partner, ``rematch`` to all players."""

    id: CommandId
    offer: Offering


class Accept(_Message, frozen=True, tag="accept"):
    """Agree to an offer."""

    id: CommandId
    offer: Offering


class Decline(_Message, frozen=True, tag="decline"):
    """Turn an offer down."""

    id: CommandId
    offer: Offering


class WithdrawOffer(_Message, frozen=True, tag="take_back"):
    """Withdraw your offer."""

    id: CommandId
    offer: Offering


class ClaimWin(_Message, frozen=True, tag="claim"):
    """Claim the match because all opponents have left."""

    id: CommandId


class ReturnToSeat(_Message, frozen=True, tag="back"):
    """Take your seat back from the bot that holds it."""

    id: CommandId


class StandIn(_Message, frozen=True, tag="stand_in"):
    """Have a bot play for the absent player that the table waits for, until they are back."""

    id: CommandId
    absent: Annotated[int, Meta(ge=0, description="the seat that the table waits for")]


class Leave(_Message, frozen=True, tag="leave"):
    """Get up: for good before the match, with a bot in the seat during it."""

    id: CommandId


Command = (
    Act
    | Undo
    | Ready
    | Contribute
    | Offer
    | Accept
    | Decline
    | WithdrawOffer
    | ClaimWin
    | ReturnToSeat
    | StandIn
    | Leave
)
"""A message that changes the table; the answer is `Done` or `Refused`, however often it is sent."""


class Say(_Message, frozen=True, tag="say"):
    """A line of chat: either free text or the key of a preset."""

    id: CommandId
    text: Annotated[str, Meta(max_length=300)] | None = None
    preset: Annotated[str, Meta(max_length=40)] | None = None


class React(_Message, frozen=True, tag="react"):
    """A reaction from the fixed set."""

    id: CommandId
    reaction: Annotated[str, Meta(max_length=40)]


class Preview(_Message, frozen=True, tag="preview"):
    """Ask what these cards of your hand, in any order, can do now."""

    id: CommandId
    cards: Annotated[str, Meta(max_length=320, description="in notation, as the state has them")]


class Hint(_Message, frozen=True, tag="hint"):
    """Ask what a bot would do on your seat now, if the table allows hints."""

    id: CommandId


class Ping(_Message, frozen=True, tag="ping"):
    """Ask for a `Pong` with the same number, which comes at once."""

    n: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


Question = Preview | Hint
"""A question that changes nothing. Asked again, it is answered anew."""

ClientMessage = Command | Say | React | Question | Ping
