"""What all sockets of a server share."""

from __future__ import annotations

import asyncio
import time as system
from dataclasses import dataclass, field

from canastra.server.chat import Chat
from canastra.server.live import Clock, TableManager
from canastra.server.lobby import Lobby
from canastra.server.metrics import Metrics
from canastra.server.rate_limit import Monotonic
from canastra.server.settings import Settings
from canastra.server.users import Users
from canastra.server.ws.connection_limits import DEFAULT_LIMITS, ConnectionLimits, SocketLimits
from canastra.server.ws.inbound import SocketRates
from canastra.server.ws.rooms import Rooms


@dataclass(slots=True)
class Context:
    """Given once, to `Sockets`. `clock` counts the seconds of the rates, and never goes back."""

    host: TableManager
    lobby: Lobby
    users: Users
    chat: Chat
    settings: Settings
    time: Clock
    metrics: Metrics
    limits: SocketLimits = DEFAULT_LIMITS
    clock: Monotonic = system.monotonic
    draining: bool = False
    tasks: set[asyncio.Task[object]] = field(default_factory=set)
    """Those of open sockets and streams."""
    rooms: Rooms = field(init=False)
    places: ConnectionLimits = field(init=False)
    rates: SocketRates = field(init=False)

    def __post_init__(self) -> None:
        self.rooms = Rooms(self.time, self.limits.watchers_every)
        caps = self.settings.caps
        self.places = ConnectionLimits(caps.sockets, caps.sockets_of_address, caps.sockets_of_person)
        self.rates = SocketRates(self.settings.caps, self.clock)

    def note_task(self) -> None:
        """Have the present task among those that are waited for at the end."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
