"""What the server sends on a table's socket, or as a line of the bot API's stream."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from canastra.protocol.state import MeldState, State


class Fault(Struct, frozen=True, omit_defaults=True):
    """Why something was not done: a stable code, a sentence in both languages, the article where a rule is broken."""

    code: str
    pt: str
    en: str
    article: str | None = None


class Seen(Struct, frozen=True):
    """An event of the table's log as the reader may see it; None of one that is not for these eyes."""

    seq: int
    event: dict[str, Any] | None


class Line(Struct, frozen=True, omit_defaults=True):
    """Something said at a table: by a seat or by a spectator, either free text or a preset's key."""

    n: int
    at: int
    player: str
    name: str
    seat: int | None = None
    text: str | None = None
    preset: str | None = None


class Talk(Struct, frozen=True):
    """What may be said here, and what was said last."""

    mode: str
    """``off``, ``presets`` or ``free``."""
    partners: bool
    """Whether partners may talk during a deal."""
    presets: tuple[str, ...] = ()
    reactions: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()


class _Message(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all."""


class Welcome(_Message, frozen=True, tag="welcome"):
    """The first message: the table as it is after event `seq`, and the events that the reader asked for."""

    v: int
    table: str
    seat: int | None
    seq: int
    state: State
    talk: Talk
    heartbeat: int
    """Milliseconds after which a ping of the WebSocket protocol comes; who hears nothing for three times that is cut
    off."""
    events: tuple[Seen, ...] = ()
    """From the number asked for on; empty if none were asked for, or if that is too long ago."""
    watchers: int = 0


class Update(_Message, frozen=True, tag="update"):
    """The events of one command, and what they change of the state (`canastra.protocol.merged`)."""

    seq: int
    events: tuple[Seen, ...]
    changes: dict[str, Any]


class Done(_Message, frozen=True, tag="done"):
    """The command with this id is done for good, as the events `seq` to `last`."""

    id: str
    seq: int
    last: int


class Refused(_Message, frozen=True, tag="refused"):
    """The command with this id was not done. A stale one brings the state of the table."""

    id: str
    fault: Fault
    missed: Missed | None = None


class Missed(Struct, frozen=True):
    """What the sender of a stale command has not seen: events, where they are at hand, and the state after `seq`."""

    seq: int
    events: tuple[Seen, ...]
    state: State | None = None


class Said(_Message, frozen=True, tag="said"):
    """A line of chat; to its author also the answer to `Say`, with the id."""

    line: Line
    id: str | None = None


class Reacted(_Message, frozen=True, tag="reacted"):
    """A reaction; to its author also the answer to `React`, with the id."""

    at: int
    player: str
    name: str
    reaction: str
    seat: int | None = None
    id: str | None = None


class PlayOption(Struct, frozen=True):
    """Something that cards of a hand could do: done by the command `action`, if there is no `fault`."""

    kind: Literal["meld", "lay", "discard", "take"]
    action: str
    """In notation."""
    then: str | None = None
    """The action that has to follow at once: it uses the top card of the pile that was taken."""
    number: int | None = None
    """The own meld on which they are laid, from 1."""
    meld: MeldState | None = None
    """As it would be afterwards."""
    canasta: Literal["none", "clean", "dirty", "royal"] = "none"
    """What that meld would count as."""
    stands_for: str | None = None
    """The card in whose place of a sequence the wild would stand."""
    points: int = 0
    """Values of the cards laid."""
    total: int | None = None
    """Points laid in this turn with them, where the side still has to reach its `minimum`."""
    minimum: int | None = None
    fault: Fault | None = None


class Previewed(_Message, frozen=True, tag="previewed"):
    """What the cards of a `Preview` can do after `step`, best first; what they can't, most nearly possible first."""

    id: str
    step: int
    ways: tuple[PlayOption, ...]
    faults: tuple[PlayOption, ...]


class Reason(Struct, frozen=True):
    """A fact for or against something, and the article that it comes from: none (``""``) of what is no rule."""

    pt: str
    en: str
    article: str


class Hinted(_Message, frozen=True, tag="hinted"):
    """What a bot that sees what the seat sees would do after `step`; the first reason says what that is."""

    id: str
    step: int
    action: str
    reasons: tuple[Reason, ...]


class Watchers(_Message, frozen=True, tag="watchers"):
    """How many spectators there are."""

    count: int


class RematchReady(_Message, frozen=True, tag="next"):
    """A rematch was agreed: the table where it is played."""

    table: str


class Draining(_Message, frozen=True, tag="draining"):
    """The server is about to stop; come back after so many milliseconds. Nothing that was answered is lost."""

    after: int


class Pong(_Message, frozen=True, tag="pong"):
    """The answer to a `Ping`; `at` is the server's clock."""

    n: int
    at: int


class Error(_Message, frozen=True, tag="error"):
    """An invalid message, or one that came too soon after others; nothing was done. `id` if it had one."""

    fault: Fault
    id: str | None = None


UNANSWERED = frozenset({"hosting_busy", "hosting_stopped", "hosting_draining", "sockets_too_fast", "sockets_waiting"})
"""Codes of an `Error` with an id that is no answer: the same message may be sent again, with the same id, and will be
answered then, whether it was done or not."""


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
