"""The services that tables share: the store, chance, time, bots, limits, ownership; and hooks for tests.

When several servers share a database, each table and tournament is run by one of them at a time: its actor, its
people's sockets, its chat. Related logs belong to the same server, so the ids of a rematch, of the log of a table's
secrets and of a tournament's tables begin with the same `key_of`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random, SystemRandom

from sqlalchemy import Connection

from canastra.rulebooks import official
from canastra.server.bots import Bots, LocalBots
from canastra.server.clock import Clock, Interruption, SystemClock
from canastra.server.limits import bound, limit, limits
from canastra.server.storage import Store
from canastra.table import Table
from canastra.table.handlers.offers import MOST_OFFERS
from canastra.table.handlers.seats import UNATTENDED_TURNS
from canastra.table.handlers.transaction import MOST_WAVERING
from canastra.table.settings import FindRulebook

UNATTENDED = limit(
    "turns_unattended",
    UNATTENDED_TURNS,
    "a table",
    "turns of bots without a person at the table",
    "the match is abandoned",
)
OFFERS = limit("offers_of_seat", MOST_OFFERS, "a seat in a deal", "offers made", "refused: `table_offers`")
WAVERING = limit(
    "wavering_of_seat",
    MOST_WAVERING,
    "a seat in a deal",
    "layings taken back, returns and lost connections",
    "refused: `table_wavering`; a further lost connection is not logged",
)


@limits
@dataclass(frozen=True, slots=True)
class TableLimits:
    """The limits of every table of a `TableManager`."""

    mailbox: int = bound(64, "a table", "commands that wait", "503 `live_busy`")
    queue: int = bound(192, "a socket", "messages left unread", "close 4010 `ws_slow`")
    tail: int = bound(
        256,
        "a table",
        "latest events in memory, for clients that come back",
        "a client that lacks more gets a snapshot",
    )
    refusals: int = bound(
        64, "a table", "latest refusals remembered, for commands that arrive twice", "the oldest is judged anew"
    )
    resent: int = bound(
        5_000,
        "a table",
        "latest events searched for an action that arrives twice",
        "an older one is refused: `table_stale`",
    )
    bot_seconds: float = bound(10.0, "a bot", "time to think", "the shortest legal step is played for it", "s")
    explain_seconds: float = bound(1.5, "a hint", "time to wait for its figures", "it is given without them", "s")
    events: int = bound(200_000, "a table", "events in its log", "people's commands are refused: `live_log_full`")
    pace: int = bound(300, "a bot", "time before a move while only bots play", "it waits", "ms")
    """Before each move of a bot at a table where no person has acted for two rounds; see `background.pace`."""
    arrival: int = bound(60_000, "a person", "time to come back after a restart", "they are away from then on", "ms")
    cold: int = bound(
        2, "the server", "tables read from their logs at a time, only to be looked at", "further ones wait"
    )
    peeked: int = bound(
        20_000,
        "the server",
        "events of tables that were looked at, in memory",
        "the one used longest ago is read again",
    )
    load_seconds: float = bound(
        10.0, "a table", "time to be loaded at the start", "it is loaded while others play", "s"
    )
    idle: int = bound(
        300_000, "a table", "time without a reader", "it is unloaded, and read again when asked for", "ms"
    )


DEFAULT_LIMITS = TableLimits()


class Point(StrEnum):
    """The places in the life of a command where a test may stop a table."""

    BEFORE_APPEND = "decided, before the append"
    AFTER_APPEND = "in the log, before the answer"
    AFTER_ANSWER = "answered, before anyone else is informed"


Hook = Callable[[Point], None]


def no_hook(point: Point) -> None:
    """The hook outside tests: does nothing."""


Changed = Callable[[str, Table], None]


def nobody_told(table_id: str, table: Table) -> None:
    """Ignores changes: the default if no observer is set."""


def owner_unknown(table_id: str) -> str:
    """The owner of a table's bots where its opener is unknown: each table stands for itself."""
    return table_id


Owns = Callable[[str], bool]
"""Returns whether this server runs the owner of an id now. It may be called for every message, and must be quick."""
Fence = Callable[[Connection, Collection[str]], Collection[str]]
"""Returns the ids that this server runs until a transaction ends: no other server takes them over before that."""
_TRIES = 10_000
"""Ids made until this server owns one: a server that runs one part in 256 practically always finds one."""
_MARKS = re.compile(r"[-#/]")


def owns_all(key: str) -> bool:
    """Return True: a server that has the database for itself owns all."""
    return True


def no_fence(connection: Connection, own_ids: Collection[str]) -> Collection[str]:
    """Return all ids: a server that has the database for itself owns all."""
    return own_ids


def key_of(own_id: str) -> str:
    """The part of an id that decides which server runs it: a table, a tournament, or the log of secrets of either.

    >>> key_of("abc"), key_of("abc-2"), key_of("abc#secrets"), key_of("abc/1/3#packs")
    ('abc', 'abc', 'abc', 'abc')
    """
    return _MARKS.split(own_id, maxsplit=1)[0]


def new_id(random: Random, owns: Owns, within: str = "") -> str:
    """A new id that this server can run: 80 random bits, in letters and digits that can be read aloud.

    With `within`, the server that runs that runs it too. While this server owns nothing at all, the id is another
    one's.
    """
    made = base64.b32encode(random.randbytes(10)).decode().lower()
    if within:
        return f"{within}-{made}"
    tries = 1
    while not owns(made) and tries < _TRIES:
        made = base64.b32encode(random.randbytes(10)).decode().lower()
        tries += 1
    return made


@dataclass(frozen=True)
class Services:
    """The dependencies of a `TableManager`, given once."""

    store: Store
    bots: Bots = field(default_factory=lambda: Bots(LocalBots(), ready=True))
    clock: Clock = field(default_factory=SystemClock)
    random: Random = field(default_factory=SystemRandom)
    """For secrets, the draw for the dealer and the seeds of bots."""
    generation: int = 0
    """How often the store was restored to an earlier state; see `canastra.server.storage.Database.generation`."""
    find: FindRulebook = official
    limits: TableLimits = DEFAULT_LIMITS
    hook: Hook = no_hook
    changed: Changed = nobody_told
    """Called with each table after its events are published, hidden cards included. Must be quick, and may raise."""

    interruptions: list[Callable[[Interruption], None]] = field(default_factory=list)
    """Called when the server stood still, or its machine slept: no clock of a table counts that."""
    owns: Owns = owns_all
    """Returns whether this server runs a table, and not another one on the same database."""
    fence: Fence = no_fence
    """Holds other servers back from tables while this one writes about them."""
    owner: Callable[[str], str] = owner_unknown
    """Returns the opener of a table: its bots share the processes with those of other persons, not of other tables."""
