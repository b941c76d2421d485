"""Codes and words with which the server closes a socket, if possible after a `Closed` message with the same reason."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from canastra.errors import CanastraError
from canastra.protocol.messages import Closed, Fault, fault_of


class Close(IntEnum):
    """Close codes; those from 4000 on are this protocol's own."""

    RESTART = 1012
    """The server stops; come back soon."""
    UNKNOWN_VERSION = 4000
    """The client speaks another version: reload the page or update the program."""
    MALFORMED = 4001
    """Too many invalid messages."""
    BANNED = 4003
    """A moderator banned this person or address; the fault says until when."""
    NO_TABLE = 4004
    """There is no such table, or it may not be watched: don't come back."""
    NOT_SIGNED_IN = 4005
    """The session is unknown or has ended."""
    REPLACED = 4008
    """Another socket has the seat: don't reconnect automatically, or the two will compete for it."""
    SLOW = 4010
    """The client reads too slowly: come back from the number after the last event."""
    STOPPED = 4011
    """The table was unloaded or failed; come back."""
    LEFT = 4012
    """The seat is no longer yours: come back as a spectator, if at all."""
    MOVED = 4013
    """The seats were drawn by lot and yours has changed: come back."""
    TOO_MANY = 4029
    """Too many sockets or messages; come back later."""


FINAL = frozenset(
    {
        Close.UNKNOWN_VERSION,
        Close.MALFORMED,
        Close.BANNED,
        Close.NO_TABLE,
        Close.NOT_SIGNED_IN,
        Close.REPLACED,
        Close.LEFT,
    }
)
"""The codes after which a client doesn't reconnect automatically."""
CODES: Final[Mapping[Close, str]] = {
    Close.RESTART: "ws_restart",
    Close.UNKNOWN_VERSION: "ws_version",
    Close.MALFORMED: "ws_malformed",
    Close.BANNED: "ws_banned",
    Close.NO_TABLE: "ws_no_table",
    Close.NOT_SIGNED_IN: "ws_not_signed_in",
    Close.REPLACED: "ws_replaced",
    Close.SLOW: "ws_slow",
    Close.STOPPED: "ws_stopped",
    Close.LEFT: "ws_left",
    Close.MOVED: "ws_moved",
    Close.TOO_MANY: "ws_too_many",
}
"""The code of the message where no error has a better one."""
_STATUS: Final[Mapping[Close, int]] = {
    Close.MALFORMED: 400,
    Close.UNKNOWN_VERSION: 400,
    Close.NOT_SIGNED_IN: 401,
    Close.BANNED: 403,
    Close.LEFT: 403,
    Close.NO_TABLE: 404,
    Close.TOO_MANY: 429,
}


class ConnectionRejectedError(CanastraError):
    """The client may not connect, or not stay. `close` is the close code of its socket, `status` the HTTP status."""

    def __init__(self, close: Close, error: CanastraError | None = None) -> None:
        super().__init__(error.code if error else CODES[close], **(error.figures if error else {}))
        self.close = close
        self.status: int = getattr(error, "status", 0) or _STATUS.get(close, 503)


def closed(close: Close, fault: Fault | None = None) -> Closed:
    """The last message of a socket."""
    return Closed(reason_of(close), close not in FINAL, fault or fault_of(CODES[close]))


def reason_of(close: Close) -> str:
    """The reason's short name, as ``closed`` and the close frame have it."""
    return close.name.lower()
