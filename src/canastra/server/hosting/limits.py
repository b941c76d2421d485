"""Figures that bound what a table holds and how long it is waited for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """All of them, for every table of a host."""

    mailbox: int = 64
    """Commands that may wait at a table; further ones are turned away."""
    queue: int = 128
    """Updates that a subscriber may leave unread before it is cut off."""
    tail: int = 256
    """Latest events that a table keeps for those who come back; who lacks more gets a snapshot."""
    refusals: int = 64
    """Latest refusals that a table remembers, for commands that arrive twice."""
    bot_seconds: float = 10.0
    """How long a bot may think."""
    explain_seconds: float = 1.5
    """How long a hint waits for its figures; it is given without them then."""
    arrival: int = 60_000
    """Milliseconds in which people come back after a restart; who isn't there by then has lost the connection."""
    idle: int = 300_000
    """Milliseconds after which a table that nobody uses is unloaded."""


DEFAULT_LIMITS = Limits()
