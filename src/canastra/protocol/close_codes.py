"""Codes with which the server closes a socket, if possible after a `Closed` message with the same reason."""

from __future__ import annotations

from enum import IntEnum


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
    """Another socket has the seat: don't reconnect by yourself, or the two will fight for it."""
    SLOW = 4010
    """The client reads too slowly: come back from the number after the last event."""
    STOPPED = 4011
    """The table was unloaded or failed; come back."""
    LEFT = 4012
    """The seat is not yours any more: come back as a spectator, if at all."""
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
"""After these a client doesn't reconnect by itself."""
