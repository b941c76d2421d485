"""Limits of what a table holds and how long it is waited for."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.server.limits import bound, limit, limits
from canastra.table.handlers.offers import MOST_OFFERS
from canastra.table.handlers.seats import UNATTENDED_TURNS
from canastra.table.handlers.transaction import MOST_WAVERING

UNATTENDED = limit(
    "turns_unattended", UNATTENDED_TURNS, "a table", "turns of bots with nobody there", "the match is abandoned"
)
OFFERS = limit("offers_of_seat", MOST_OFFERS, "a seat in a deal", "offers made", "refused: `table_offers`")
WAVERING = limit(
    "wavering_of_seat",
    MOST_WAVERING,
    "a seat in a deal",
    "layings taken back, returns and lost connections",
    "refused with `table_wavering`; a further lost connection is not written down",
)


@limits
@dataclass(frozen=True, slots=True)
class TableLimits:
    """All of them, for every table of a host."""

    mailbox: int = bound(64, "a table", "commands that wait", "503 `hosting_busy`")
    queue: int = bound(192, "a socket", "messages left unread", "close 4010 `sockets_slow`")
    tail: int = bound(
        256, "a table", "latest events kept for those who come back", "whoever lacks more gets a snapshot"
    )
    refusals: int = bound(
        64, "a table", "latest refusals remembered, for commands that arrive twice", "the oldest is judged anew"
    )
    bot_seconds: float = bound(10.0, "a bot", "to think", "the shortest legal step is played for it", "s")
    explain_seconds: float = bound(1.5, "a hint", "to wait for its figures", "given without them", "s")
    events: int = bound(200_000, "a table", "events in its log", "people's commands refused: `hosting_log_full`")
    pace: int = bound(300, "a bot", "before a move while bots are among themselves", "it waits", "ms")
    """Before each move of a bot at a table where no person has done anything for two rounds; see `helpers.pace`."""
    arrival: int = bound(60_000, "a person", "to come back after a restart", "away from then on", "ms")
    cold: int = bound(2, "the server", "tables read from their logs at a time to be looked at", "further ones wait")
    peeked: int = bound(
        20_000,
        "the server",
        "events of tables kept after they were looked at",
        "the one used longest ago is read again",
    )
    load_seconds: float = bound(10.0, "a table", "to be loaded at the start", "it is loaded while others play", "s")
    idle: int = bound(300_000, "a table", "without anybody", "unloaded, and read again when asked for", "ms")


DEFAULT_LIMITS = TableLimits()
