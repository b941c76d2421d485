"""Hosted tables: one actor each, which decides, writes, applies, answers and publishes, in this order.

`Host` is the way in: it opens and finds tables, sends them commands (`Ask`) and subscribes to what happens there.
docs/hosting.md shows it at work and says what it promises.
"""

from __future__ import annotations

from canastra.server.hosting.actor import Actor
from canastra.server.hosting.asking import Accepted, Answer, Ask, Refused, seat_of
from canastra.server.hosting.bots import Bots, LocalBots, PooledBots
from canastra.server.hosting.errors import BusyError, DrainingError, HostingError, NoTableError, TableStoppedError
from canastra.server.hosting.host import Host
from canastra.server.hosting.limits import Limits
from canastra.server.hosting.preparing import PreparedBots
from canastra.server.hosting.services import Point, Services
from canastra.server.hosting.subscribing import EndedError, Reason, Seen, Subscription, Update
from canastra.server.hosting.timing import Doubt, SystemTime, Time

__all__ = [
    "Accepted",
    "Actor",
    "Answer",
    "Ask",
    "Bots",
    "BusyError",
    "Doubt",
    "DrainingError",
    "EndedError",
    "Host",
    "HostingError",
    "Limits",
    "LocalBots",
    "NoTableError",
    "Point",
    "PooledBots",
    "PreparedBots",
    "Reason",
    "Refused",
    "Seen",
    "Services",
    "Subscription",
    "SystemTime",
    "TableStoppedError",
    "Time",
    "Update",
    "seat_of",
]
