"""What tables share: the store, chance, time, bots, figures; and where tests may stop everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random, SystemRandom

from canastra.rulebooks import official
from canastra.server.bots.pool import LocalBots
from canastra.server.bots.service import Bots
from canastra.server.clock import Clock, SystemClock
from canastra.server.live.limits import DEFAULT_LIMITS, TableLimits
from canastra.server.storage import Store
from canastra.table import Table
from canastra.table.settings import FindRulebook


class Point(StrEnum):
    """The places in the life of a command where a test may stop a table."""

    BEFORE_APPEND = "decided, before the append"
    AFTER_APPEND = "in the log, before the answer"
    AFTER_ANSWER = "answered, before anybody else is told"


Hook = Callable[[Point], None]


def no_hook(point: Point) -> None:
    """What happens at a point outside tests."""


Changed = Callable[[str, Table], None]


def nobody_told(table_id: str, table: Table) -> None:
    """Ignores changes: the default if nothing observes them."""


def owner_unknown(table_id: str) -> str:
    """Whom a table's bots think for where nobody knows who opened it: each table stands for itself."""
    return table_id


@dataclass(frozen=True)
class Services:
    """Given once, to the host."""

    store: Store
    bots: Bots = field(default_factory=lambda: Bots(LocalBots(), ready=True))
    time: Clock = field(default_factory=SystemClock)
    random: Random = field(default_factory=SystemRandom)
    """For secrets, the draw for the dealer and the seeds of bots."""
    generation: int = 0
    """How often the store was put back to an earlier state; see `canastra.server.storage.Database.generation`."""
    find: FindRulebook = official
    limits: TableLimits = DEFAULT_LIMITS
    hook: Hook = no_hook
    changed: Changed = nobody_told
    """Called with each table after its news are published, hidden cards included. Must be quick, and may raise."""

    owner: Callable[[str], str] = owner_unknown
    """Who opened a table: its bots share the processes with those of other persons, not of other tables."""
