"""Live tables: one actor each, which decides, writes, applies, answers and publishes, in this order.

`TableManager` is the entry point: it opens and finds tables, sends them commands (`CommandRequest`) and subscribes to
their events. docs/live-tables.md shows it at work and states its guarantees.
"""

from __future__ import annotations

from canastra.server.bots import BotPool, Bots, LocalBots, PooledBots
from canastra.server.clock import Clock, Doubt, SystemClock
from canastra.server.live.actor import Actor
from canastra.server.live.manager import TableManager
from canastra.server.live.requests import (
    BusyError,
    CommandReply,
    CommandRequest,
    Completed,
    DrainingError,
    LiveError,
    NoTableError,
    Refused,
    TableStoppedError,
    seat_of,
)
from canastra.server.live.services import Point, Services, TableLimits
from canastra.server.live.subscriptions import EndedError, Reason, SharedUpdate, Subscription

__all__ = [
    "Actor",
    "BotPool",
    "Bots",
    "BusyError",
    "Clock",
    "CommandReply",
    "CommandRequest",
    "Completed",
    "Doubt",
    "DrainingError",
    "EndedError",
    "LiveError",
    "LocalBots",
    "NoTableError",
    "Point",
    "PooledBots",
    "Reason",
    "Refused",
    "Services",
    "SharedUpdate",
    "Subscription",
    "SystemClock",
    "TableLimits",
    "TableManager",
    "TableStoppedError",
    "seat_of",
]
