"""The messages of the server on a table's socket or as lines of the bot API's stream."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from msgspec import Struct

from canastra import messages
from canastra.errors import CanastraError, Figure, RuleError
from canastra.protocol.state import MeldState, State
from canastra.table import RefusalError


class Fault(Struct, frozen=True, omit_defaults=True):
    """Why something was not done: a stable code, a sentence in both languages, and the article of a broken rule."""

    code: str
    pt: str
    en: str
    article: str | None = None


class Seen(Struct, frozen=True):
    """An event of the table's log as the reader may see it; None if it is hidden from the reader."""

    seq: int
    event: dict[str, Any] | None


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of chat by a seat or a spectator: either free text or a preset's key."""

    n: int
    at: int
    player: str
    name: str
    seat: int | None = None
    text: str | None = None
    preset: str | None = None


class Talk(Struct, frozen=True):
    """The rules of the table's chat, and its latest lines."""

    mode: str
    """``off``, ``presets`` or ``free``."""
    partners: bool
    """True if partners may talk during a deal."""
    presets: tuple[str, ...] = ()
    reactions: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()


class _Message(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """The base of these messages."""


class Welcome(_Message, frozen=True, tag="welcome"):
    """The first message: the table after event `seq`, and the events that the reader asked for."""

    v: int
    table: str
    seat: int | None
    seq: int
    state: State
    talk: Talk
    heartbeat: int
    """Milliseconds between the server's WebSocket pings.

    The server closes a socket that is silent for three times as long.
    """
    events: tuple[Seen, ...] = ()
    """Events from the number asked for; empty if the reader asked for none or they are too old."""
    watchers: int = 0


class Update(_Message, frozen=True, tag="update"):
    """The events of one command, and what they change in the state (`canastra.protocol.merged`)."""

    seq: int
    events: tuple[Seen, ...]
    changes: dict[str, Any]


class Done(_Message, frozen=True, tag="done"):
    """The command with this id is done: its events are `seq` to `last`."""

    id: str
    seq: int
    last: int


class Refused(_Message, frozen=True, tag="refused"):
    """The command with this id was not done. If it was stale, the state of the table comes with it."""

    id: str
    fault: Fault
    missed: Missed | None = None


class Missed(Struct, frozen=True):
    """The events that the sender of a stale command missed, if they are still in memory, and the state after `seq`."""

    seq: int
    events: tuple[Seen, ...]
    state: State | None = None


class Said(_Message, frozen=True, tag="said"):
    """A line of chat. Its author gets it as the answer to `Say`, with the id."""

    line: Line
    id: str | None = None


class Reacted(_Message, frozen=True, tag="reacted"):
    """A reaction. Its author gets it as the answer to `React`, with the id."""

    at: int
    player: str
    name: str
    reaction: str
    seat: int | None = None
    id: str | None = None


class PlayOption(Struct, frozen=True):
    """Something that cards of a hand could do: by the command `action`, if there is no `fault`."""

    kind: Literal["meld", "lay", "discard", "take"]
    action: str
    """The action in notation."""
    then: str | None = None
    """The action that must follow at once, with the top card of the pile."""
    number: int | None = None
    """Your meld that the cards are laid on, from 1."""
    meld: MeldState | None = None
    """The meld afterwards."""
    canasta: Literal["none", "clean", "dirty", "thirteen", "royal"] = "none"
    """The kind of canasta that the meld would count as."""
    stands_for: str | None = None
    """The card that the wild would stand for in a sequence."""
    points: int = 0
    """Values of the cards laid."""
    total: int | None = None
    """Points laid in this turn, these included, if the side still has to reach its `minimum`."""
    minimum: int | None = None
    fault: Fault | None = None


class Previewed(_Message, frozen=True, tag="previewed"):
    """The ways to play the cards of a `Preview` after `step`, best first; then the impossible ones, the most nearly
    possible first.
    """

    id: str
    step: int
    ways: tuple[PlayOption, ...]
    faults: tuple[PlayOption, ...]


class Reason(Struct, frozen=True):
    """A fact for or against something, with its article (``""`` if it isn't a rule)."""

    pt: str
    en: str
    article: str


class Hinted(_Message, frozen=True, tag="hinted"):
    """The move that a bot with the seat's view would make after `step`; the first reason says which it is."""

    id: str
    step: int
    action: str
    reasons: tuple[Reason, ...]


class Watchers(_Message, frozen=True, tag="watchers"):
    """The number of spectators."""

    count: int


class RematchReady(_Message, frozen=True, tag="next"):
    """A rematch was agreed; it is played at this table."""

    table: str


class Draining(_Message, frozen=True, tag="draining"):
    """The server is about to stop. Nothing that was answered is lost."""

    after: int
    """Milliseconds to wait once the socket is closed, and a random part of `spread` more."""
    spread: int = 1_000


class Pong(_Message, frozen=True, tag="pong"):
    """The answer to a `Ping`; `at` is the server's clock."""

    n: int
    at: int


class Error(_Message, frozen=True, tag="error"):
    """A message was invalid or came too soon after others; nothing was done. `id` is the message's, if it had one."""

    fault: Fault
    id: str | None = None


UNANSWERED = frozenset({"live_busy", "live_stopped", "live_draining", "ws_too_fast", "ws_waiting"})
"""Codes of an `Error` that is not final: send the same message with the same id again, and it will be answered, whether
it was done or not.
"""


class Closed(_Message, frozen=True, tag="closed"):
    """The last message: why the server closes, and whether to come back."""

    reason: str
    again: bool
    fault: Fault | None = None


ServerMessage = (
    Welcome
    | Update
    | Done
    | Refused
    | Said
    | Reacted
    | Previewed
    | Hinted
    | Watchers
    | RematchReady
    | Draining
    | Pong
    | Error
    | Closed
)


@cache
def fault_of(code: str) -> Fault:
    """A fault without figures."""
    return Fault(code, messages.text(code, "pt"), messages.text(code, "en"))


def fault(error: CanastraError) -> Fault:
    """An error for programs and people: its code, a sentence in both languages, the article of a broken rule."""
    article = error.article if isinstance(error, RefusalError) else None
    if isinstance(error, RuleError):
        article = error.violation.article
    return Fault(error.code, error.message("pt"), error.message("en"), article)


def wrong(code: str, command_id: str | None = None, **figures: Figure) -> Error:
    """An `Error` for a message that was rejected."""
    return Error(fault(CanastraError(code, **figures)) if figures else fault_of(code), command_id)
