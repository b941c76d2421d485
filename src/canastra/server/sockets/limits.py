"""Figures that bound what one socket holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """All of them."""

    outbox: int = 192
    """Messages that a reader may leave unread before it is cut off."""
    in_flight: int = 16
    """Commands and lines of one socket that wait for their answers."""
    malformed: int = 10
    """Messages in a row that were none, before the socket is closed."""
    watchers_every: int = 1_000
    """Milliseconds between two counts of spectators told to a table."""
    goodbye: float = 1.0
    """Seconds to say goodbye to who was cut off."""


DEFAULT_LIMITS = Limits()
