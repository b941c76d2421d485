"""Everybody who is connected to one table: the number of spectators, and messages to all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from canastra.protocol import ServerMessage, encode
from canastra.protocol.messages import Update, Watchers
from canastra.server.live import Clock


class Member(Protocol):
    """Somebody in a hall."""

    @property
    def seat(self) -> int | None:
        """None of a spectator."""

    @property
    def deliver(self) -> Callable[[ServerMessage], None]:
        """Queue a message; never blocks."""


Visitor = TypeVar("Visitor", bound=Member)


class Room(Generic[Visitor]):
    """One table's. Made and forgotten by `Rooms`."""

    def __init__(self, time: Clock, every: int) -> None:
        self._time, self._every = time, every
        self._guests: dict[Visitor, None] = {}  # In the order in which they came.
        self._watchers = self._told = 0
        self._telling: asyncio.Task[None] | None = None
        self._latest: tuple[Update, str] | None = None

    def __bool__(self) -> bool:
        return bool(self._guests)

    def __iter__(self) -> Iterator[Visitor]:
        return iter(list(self._guests))

    @property
    def watchers(self) -> int:
        """How many spectators there are."""
        return self._watchers

    def add(self, guest: Visitor) -> None:
        """Let somebody into the room."""
        self._guests[guest] = None
        if guest.seat is None:
            self._count(1)

    def remove(self, guest: Visitor) -> None:
        """One less, if it was there."""
        if guest in self._guests:
            del self._guests[guest]
            if guest.seat is None:
                self._count(-1)

    def tell(self, message: ServerMessage) -> None:
        """Send a message to everybody in the room."""
        for guest in self:
            guest.deliver(message)

    def text(self, update: Update, seat: int | None) -> str:
        """An update as it is sent. All spectators get the same one, which is written once."""
        if seat is not None:
            return encode(update).decode()
        if self._latest is None or self._latest[0] is not update:
            self._latest = update, encode(update).decode()
        return self._latest[1]

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


class Rooms(Generic[Visitor]):
    """Those of all tables where somebody is connected."""

    def __init__(self, time: Clock, every: int) -> None:
        self._new: Callable[[], Room[Visitor]] = lambda: Room(time, every)
        self._halls: dict[str, Room[Visitor]] = {}

    def __iter__(self) -> Iterator[Room[Visitor]]:
        return iter(list(self._halls.values()))

    def __len__(self) -> int:
        return len(self._halls)

    def find(self, table_id: str) -> Room[Visitor] | None:
        """A table's; None where nobody is."""
        return self._halls.get(table_id)

    def enter(self, table_id: str, guest: Visitor) -> Room[Visitor]:
        """Let somebody into a table's room, which is made if there is none."""
        hall = self._halls.get(table_id)
        if hall is None:
            hall = self._halls[table_id] = self._new()
        hall.add(guest)
        return hall

    def leave(self, table_id: str, guest: Visitor) -> None:
        """Somebody goes; nothing, if nobody of that name was there."""
        hall = self._halls.get(table_id)
        if hall is None:
            return
        hall.remove(guest)
        if not hall:
            del self._halls[table_id]
            hall.close()
