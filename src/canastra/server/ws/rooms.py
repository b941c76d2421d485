"""Rooms: the members connected to each table, and the count of spectators; and the context that all sockets share."""

from __future__ import annotations

import asyncio
import time as system
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field

from canastra.protocol import Close, ServerMessage
from canastra.protocol.messages import Fault, Watchers
from canastra.server.aio import Flag, SendBatch
from canastra.server.chat import Chat
from canastra.server.limits import Monotonic
from canastra.server.live import Clock, TableManager
from canastra.server.lobby import Lobby
from canastra.server.metrics import Metrics
from canastra.server.settings import Settings
from canastra.server.users import Identity, Users
from canastra.server.ws.connection_limits import DEFAULT_LIMITS, ConnectionLimits, SocketLimits
from canastra.server.ws.frames import SocketRates


class Member(ABC):
    """A client connected to a table; a spectator has no `seat` (None)."""

    def __init__(self, identity: Identity | None, seat: int | None, number: int = 0) -> None:
        self.identity, self.seat = identity, seat
        self.number = number
        """In the order in which clients connected to the server."""
        self.host = ""
        """The whole address of the client."""
        self.over = Flag()
        self.close: Close | None = None
        """The code with which it ended; None if the client has gone."""
        self.said: Fault | None = None
        """The reason, if there is more to say than the close code does."""
        self.subscribed = False
        """True once the client has subscribed at the table, for its seat if it has one."""

    @property
    def player(self) -> str:
        """Public id; empty for a client that is not signed in."""
        return self.identity.player if self.identity else ""

    @abstractmethod
    def deliver(self, message: ServerMessage) -> None:
        """Queue a message; never waits."""

    def end(self, close: Close | None, fault: Fault | None = None) -> None:
        """End the session with a close code, None if the client has gone. The first call counts."""
        if not self.over.is_set():
            self.close, self.said = close, fault
            self.over.set()

    def follows(self, other: Member) -> bool:
        """Return whether this member took over the other's seat as the newer one."""
        return self.subscribed and self.seat == other.seat and self.number > other.number


class Room:
    """The room of one table, made and dropped by `Rooms`."""

    def __init__(self, clock: Clock, every: int) -> None:
        self._clock, self._every = clock, every
        self._members: dict[Member, None] = {}  # In the order in which they came.
        self._watchers = self._told = 0
        self._telling: asyncio.Task[None] | None = None

    def __bool__(self) -> bool:
        return bool(self._members)

    def __iter__(self) -> Iterator[Member]:
        return iter(list(self._members))

    @property
    def watchers(self) -> int:
        """The number of spectators."""
        return self._watchers

    def add(self, member: Member) -> None:
        """Add a member to the room."""
        self._members[member] = None
        if member.seat is None:
            self._count(1)

    def remove(self, member: Member) -> None:
        """Remove a member from the room; does nothing for a non-member."""
        if member in self._members:
            del self._members[member]
            if member.seat is None:
                self._count(-1)

    def tell(self, message: ServerMessage) -> None:
        """Send a message to all members."""
        for member in self:
            member.deliver(message)

    def close(self) -> None:
        """Stop counting: the room is empty."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None  # A cancelled task refers to its frame, and so to this.

    def _count(self, more: int) -> None:
        self._watchers += more
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        """Send the count at once, and again when it has changed, but not too often."""
        while self._told != self._watchers:
            self._told = self._watchers
            self.tell(Watchers(self._told))
            await self._clock.sleep(self._every)
        self._telling = None


class Rooms:
    """The rooms of all tables with connected clients."""

    def __init__(self, clock: Clock, every: int) -> None:
        self._clock, self._every = clock, every
        self._rooms: dict[str, Room] = {}

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    def find(self, table_id: str) -> Room | None:
        """The room of a table; None if it is empty."""
        return self._rooms.get(table_id)

    def enter(self, table_id: str, member: Member) -> Room:
        """Add a member to a table's room, which is made if needed."""
        room = self._rooms.get(table_id)
        if room is None:
            room = self._rooms[table_id] = Room(self._clock, self._every)
        room.add(member)
        return room

    def leave(self, table_id: str, member: Member) -> None:
        """Remove a member from a table's room, which is dropped with its last member."""
        room = self._rooms.get(table_id)
        if room is None:
            return
        room.remove(member)
        if not room:
            del self._rooms[table_id]
            room.close()


@dataclass(slots=True)
class Context:
    """The dependencies of `Sockets`, given once. `monotonic` counts the seconds of the rates and never goes back."""

    host: TableManager
    lobby: Lobby
    users: Users
    chat: Chat
    settings: Settings
    clock: Clock
    metrics: Metrics
    limits: SocketLimits = DEFAULT_LIMITS
    monotonic: Monotonic = system.monotonic
    draining: bool = False
    tasks: set[asyncio.Task[object]] = field(default_factory=set)
    """The tasks of open sockets and streams."""
    sends: SendBatch = field(default_factory=SendBatch)
    rooms: Rooms = field(init=False)
    connection_limits: ConnectionLimits = field(init=False)
    rates: SocketRates = field(init=False)

    def __post_init__(self) -> None:
        self.rooms = Rooms(self.clock, self.limits.watchers_every)
        caps = self.settings.caps
        self.connection_limits = ConnectionLimits(caps.sockets, caps.sockets_of_address, caps.sockets_of_person)
        self.rates = SocketRates(self.settings.caps, self.monotonic)

    def note_task(self) -> None:
        """Add the current task to the tasks that `drain` waits for."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
