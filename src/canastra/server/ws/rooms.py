"""What all sockets of a server share; the people who are connected to a table, and how many of them watch."""

from __future__ import annotations

import asyncio
import time as system
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field

from canastra.protocol import Close, ServerMessage
from canastra.protocol.messages import Fault, Watchers
from canastra.server.chat import Chat
from canastra.server.live import Clock, TableManager
from canastra.server.live.requests import Flag
from canastra.server.lobby import Lobby
from canastra.server.metrics import Metrics
from canastra.server.rate_limit import Monotonic
from canastra.server.settings import Settings
from canastra.server.users import Identity, Users
from canastra.server.ws.connection_limits import (
    DEFAULT_LIMITS,
    ConnectionLimits,
    SendBatch,
    SocketLimits,
    SocketRates,
)


class Member(ABC):
    """Somebody who is connected to a table; None is the `seat` of a spectator."""

    def __init__(self, identity: Identity | None, seat: int | None, number: int = 0) -> None:
        self.identity, self.seat = identity, seat
        self.number = number
        """In the order in which people came to the server."""
        self.host = ""
        """The address that they come from, whole."""
        self.over = Flag()
        self.close: Close | None = None
        """How it ended; None if the other side has gone."""
        self.said: Fault | None = None
        """Why, where there is more to say than the close code does."""
        self.subscribed = False
        """Whether the seat, if there is one, is theirs at the table."""

    @property
    def player(self) -> str:
        """Public id; empty for somebody who is not signed in."""
        return self.identity.player if self.identity else ""

    @abstractmethod
    def deliver(self, message: ServerMessage) -> None:
        """Queue a message; never waits."""

    def end(self, close: Close | None, said: Fault | None = None) -> None:
        """Say how it ends, None if the other side has gone; the first to say so is right."""
        if not self.over.is_set():
            self.close, self.said = close, said
            self.over.set()

    def follows(self, other: Member) -> bool:
        """Whether this one got the other's seat, though it came later."""
        return self.subscribed and self.seat == other.seat and self.number > other.number


class Room:
    """One table's. Made and forgotten by `Rooms`."""

    def __init__(self, time: Clock, every: int) -> None:
        self._time, self._every = time, every
        self._members: dict[Member, None] = {}  # In the order in which they came.
        self._watchers = self._told = 0
        self._telling: asyncio.Task[None] | None = None

    def __bool__(self) -> bool:
        return bool(self._members)

    def __iter__(self) -> Iterator[Member]:
        return iter(list(self._members))

    @property
    def watchers(self) -> int:
        """How many spectators there are."""
        return self._watchers

    def add(self, member: Member) -> None:
        """Let somebody into the room."""
        self._members[member] = None
        if member.seat is None:
            self._count(1)

    def remove(self, member: Member) -> None:
        """Let somebody out, if they are in."""
        if member in self._members:
            del self._members[member]
            if member.seat is None:
                self._count(-1)

    def tell(self, message: ServerMessage) -> None:
        """Send a message to everybody in the room."""
        for member in self:
            member.deliver(message)

    def close(self) -> None:
        """Nobody is there any more."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None  # A cancelled task refers to where it was: to this.

    def _count(self, more: int) -> None:
        self._watchers += more
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        """Tell the count at once, and again when it has changed, but not too often."""
        while self._told != self._watchers:
            self._told = self._watchers
            self.tell(Watchers(self._told))
            await self._time.sleep(self._every)
        self._telling = None


class Rooms:
    """Those of all tables where somebody is connected."""

    def __init__(self, time: Clock, every: int) -> None:
        self._time, self._every = time, every
        self._rooms: dict[str, Room] = {}

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    def find(self, table_id: str) -> Room | None:
        """A table's; None where nobody is."""
        return self._rooms.get(table_id)

    def enter(self, table_id: str, member: Member) -> Room:
        """Let somebody into a table's room, which is made if there is none."""
        room = self._rooms.get(table_id)
        if room is None:
            room = self._rooms[table_id] = Room(self._time, self._every)
        room.add(member)
        return room

    def leave(self, table_id: str, member: Member) -> None:
        """Let somebody out of a table's room, which is forgotten with its last member."""
        room = self._rooms.get(table_id)
        if room is None:
            return
        room.remove(member)
        if not room:
            del self._rooms[table_id]
            room.close()


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
    sends: SendBatch = field(default_factory=SendBatch)
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
