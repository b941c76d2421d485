"""Limits of what one socket holds."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.server.limits import bound, limits


@limits
@dataclass(frozen=True, slots=True)
class Limits:
    """All of them."""

    outbox: int = bound(192, "a socket", "messages left unread", "close 4010 `sockets_slow`")
    in_flight: int = bound(16, "a socket", "commands and lines that wait for their answers", "`sockets_waiting`")
    malformed: int = bound(10, "a socket", "messages in a row that were none", "close 4001 `sockets_malformed`")
    watchers_every: int = bound(
        1_000, "a table", "between two counts of spectators", "the count is told once at its end", "ms"
    )
    goodbye: float = bound(1.0, "a socket", "to read why it is closed", "the connection is cut", "s")


DEFAULT_LIMITS = Limits()
