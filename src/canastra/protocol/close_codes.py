"""Codes with which the server closes a socket; a `Closed` message with the same reason comes before, if it can."""

from __future__ import annotations

from enum import IntEnum


class Close(IntEnum):
    """From 4000 on they are this protocol's own."""

    RESTART = 1012
    """The server stops; come back soon."""
    UNKNOWN_VERSION = 4000
    """The client speaks another version: load the page anew, or update the program."""
    MALFORMED = 4001
    """Too many invalid messages."""
    BANNED = 4003
    """A moderator keeps this person or address away; the fault says until when."""
    NO_TABLE = 4004
    """There is no such table, or none that may be watched: don't come back."""
    NOT_SIGNED_IN = 4005
    """The session is unknown or over."""
    REPLACED = 4008
    """Another socket has the seat: don't come back by yourself, or the two would fight."""
    SLOW = 4010
    """Too much was left unread; come back from the number after the last."""
    STOPPED = 4011
    """The table was unloaded or failed; come back."""
    LEFT = 4012
    """The seat is not yours any more; come back as a spectator, if at all."""
    MOVED = 4013
    """The seats were drawn by lot, and yours is another one; come back."""
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
"""After these a client does not come back by itself."""
