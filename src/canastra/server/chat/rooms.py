"""Who is at a table to hear what is said, and the lines that can be read again, while anybody is."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Protocol
from weakref import WeakValueDictionary

from canastra.protocol.messages import Reacted, ServerMessage
from canastra.server.chat.repository import READABLE, StoredLine
from canastra.server.limits import limit

_REACTIONS = limit("reactions_remembered", 64, "a table", "reactions kept for those sent twice", "shown again")
"""Latest reactions that a room remembers, for those that are sent again."""


class Listener(Protocol):
    """Somebody at a table: a seat's socket, or a spectator's. One person may be several members."""

    @property
    def player(self) -> str:
        """Public id; empty of somebody who has not signed in."""

    @property
    def deliver(self) -> Callable[[ServerMessage], None]:
        """Takes a message without waiting for anything; raises nothing."""


class ChatRoom:
    """The talk of one table. It lives while it has members or somebody holds it; `ChatRooms.room` makes it."""

    def __init__(self, table_id: str, occupied: dict[str, ChatRoom]) -> None:
        self.table_id = table_id
        self.lock = asyncio.Lock()
        """Held while a line is kept and delivered: so lines are delivered in the order of their numbers."""
        self.lines: deque[StoredLine] | None = None
        """The latest, as they were kept; None while they are not loaded."""
        self._reactions: OrderedDict[tuple[str, str], Reacted] = OrderedDict()
        self._members: dict[int, Listener] = {}
        self._occupied = occupied

    def __iter__(self) -> Iterator[Listener]:
        """The members, in the order in which they came."""
        return iter(tuple(self._members.values()))

    def join(self, member: Listener) -> None:
        """Hear what is said from now on."""
        self._members[id(member)] = member
        self._occupied[self.table_id] = self

    def leave(self, member: Listener) -> None:
        """Hear nothing more; nothing, for somebody who is not here."""
        self._members.pop(id(member), None)
        if not self._members:
            self._occupied.pop(self.table_id, None)

    def add(self, kept: StoredLine) -> None:
        """A line that was just kept."""
        if self.lines is not None:
            self.lines.append(kept)

    def forget(self, player: str) -> None:
        """Hold nothing any more that somebody said or showed. The `lock` is held."""
        if self.lines is not None:
            self.lines = loaded([each for each in self.lines if each.line.player != player])
        for key in [each for each in self._reactions if each[0] == player]:
            del self._reactions[key]

    def reacted(self, player: str, command_id: str) -> Reacted | None:
        """The first answer to a reaction, as long as it is remembered."""
        return self._reactions.get((player, command_id))

    def remember(self, command_id: str, answer: Reacted) -> None:
        """Note the answer to a reaction."""
        self._reactions[answer.player, command_id] = answer
        if len(self._reactions) > _REACTIONS:
            self._reactions.popitem(last=False)


class ChatRooms:
    """The rooms in memory: those with members, and those in use."""

    def __init__(self) -> None:
        self._known: WeakValueDictionary[str, ChatRoom] = WeakValueDictionary()
        self._occupied: dict[str, ChatRoom] = {}

    def __len__(self) -> int:
        return len(self._known)

    def __iter__(self) -> Iterator[ChatRoom]:
        return iter(tuple(self._known.values()))

    def room(self, table_id: str) -> ChatRoom:
        """That of a table; everybody gets the same."""
        room = self._known.get(table_id)
        if room is None:
            room = self._known[table_id] = ChatRoom(table_id, self._occupied)
        return room


def loaded(lines: list[StoredLine]) -> deque[StoredLine]:
    """Lines as a room holds them."""
    return deque(lines, READABLE)
