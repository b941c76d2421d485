"""The chat service and its rooms. A line is judged, stored, delivered and answered, in this order."""

from __future__ import annotations

import asyncio
import logging
import math
import time as system
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from canastra.cache import Cache
from canastra.protocol.commands import React, Say
from canastra.protocol.messages import Line, Reacted, Said, ServerMessage
from canastra.protocol.messages import Talk as Described
from canastra.protocol.tables import TalkTerms
from canastra.server.chat.repository import READABLE, ChatLines, Draft, StoredLine
from canastra.server.chat.rules import PRESETS, REACTIONS, ChatError, TableSituation, clean
from canastra.server.limits import Buckets, Monotonic, limit
from canastra.server.live import Clock
from canastra.server.logging import code_of, log
from canastra.server.settings import Caps
from canastra.server.storage import SqlDatabase, StorageError, UnavailableError
from canastra.server.users import BlockLists, Identity

SHOWN = limit("lines_shown", 50, "a table", "latest lines shown to a newcomer", "older ones are not shown")
"""Latest lines that a newcomer to a table gets."""
KEPT_FOR = limit("lines_kept", 90 * 24 * 3600 * 1000, "a line", "time in the database", "it is deleted", "ms")
"""Milliseconds for which lines of a finished table are kept."""
Value = TypeVar("Value")
_Key = tuple[str, str, str]
"""The key of a line: its table, its author, and the author's id for it."""

_REACTIONS = limit(
    "reactions_remembered",
    64,
    "a table",
    "reactions kept for those sent twice",
    "an older one sent again is shown again",
)
"""Latest reactions that a room remembers, to recognize those sent again."""


class Chat:
    """The chat of all tables, for one event loop.

    `terms_of` returns what the opener of a table agreed to. `monotonic` counts the seconds of the rates and never goes
    back.
    """

    def __init__(
        self,
        database: SqlDatabase,
        blocks: BlockLists,
        terms_of: Callable[[str], TalkTerms],
        caps: Caps,
        clock: Clock,
        monotonic: Monotonic = system.monotonic,
    ) -> None:
        self._lines, self._blocks, self._terms_of, self._clock = ChatLines(database), blocks, terms_of, clock
        self._rates = Buckets(caps.lines_of_person, monotonic)
        self._rooms = ChatRooms()
        self._keeping: dict[_Key, asyncio.Task[Said]] = {}
        self.mute_of: Callable[[str], str | None] = lambda player: None
        """Returns the time until which the moderators have muted a person; None if the person is not muted."""

    def room(self, table_id: str) -> ChatRoom:
        """The room of a table, to join and leave. A room without members and references is dropped."""
        return self._rooms.room(table_id)

    async def say(
        self, author: Identity, table_id: str, message: Say, situation: TableSituation, sender: Listener | None = None
    ) -> Said:
        """Say a line; it is stored and delivered when this returns. The `sender` gets the answer and no copy.

        A line sent again gets its first answer, even if it would be refused now. Raises ChatError.
        """
        key = (table_id, author.player, message.id)
        task = self._keeping.get(key)
        if task is None:
            try:
                draft = self._judged(author, table_id, message, situation)
            except ChatError:
                known = await _surely(self._lines.find(*key), table_id)
                if known is None:
                    raise
                return Said(known.line, message.id)
            task = asyncio.create_task(self._keep(self._rooms.room(table_id), draft, situation, sender))
            self._keeping[key] = task
            task.add_done_callback(lambda done: self._kept(key, done))
        return await asyncio.shield(task)  # A line that is being stored is delivered even if its author disconnects.

    def react(
        self, author: Identity, table_id: str, message: React, situation: TableSituation, sender: Listener | None = None
    ) -> Reacted:
        """Show a reaction to the present members; it is not stored. One sent again is not shown twice. Raises
        ChatError.
        """
        room = self._rooms.room(table_id)
        known = room.reacted(author.player, message.id)
        if known is not None:
            return known
        terms = self._terms_of(table_id)
        if terms.mode == "off":
            raise ChatError("chat_off")
        self._check_mute(author.player)
        if message.reaction not in REACTIONS:
            raise ChatError("chat_no_reaction", found=message.reaction)
        self._take(author.player)
        seat, at = situation.seat_of(author.player), self._clock.now()
        shown = Reacted(at, author.player, author.name, message.reaction, seat)
        answer = Reacted(at, author.player, author.name, message.reaction, seat, message.id)
        audience = situation.audience(author.player)
        spared = (
            situation.partner_of(author.player) if situation.is_silent(author.player) and not terms.partners else ""
        )
        for member in self._hearers(room, author.player, sender):
            if situation.is_for(audience, member.player) and (not spared or member.player != spared):
                member.deliver(answer if member.player == author.player else shown)
        room.remember(message.id, answer)
        return answer

    async def described(self, table_id: str, player: str, situation: TableSituation) -> Described:
        """The options of the chat at a table, and the latest lines that a player may see ("" for a visitor without a
        session).

        A caller that joins the room before its next await gets every later line, and none of these again.
        """
        terms = self._terms_of(table_id)
        if terms.mode == "off":
            return Described(terms.mode, terms.partners)
        room = self._rooms.room(table_id)
        lines = [stored.line for stored in await self._latest(room) if self._may_see(player, stored, situation)]
        return Described(terms.mode, terms.partners, PRESETS, REACTIONS, tuple(lines[-SHOWN:]))

    async def excerpt(self, table_id: str, n: int = 20) -> tuple[Line, ...]:
        """The latest lines of a table, whatever their audience: for moderators who read a report."""
        return tuple(stored.line for stored in await _surely(self._lines.latest(table_id, n), table_id))

    async def forget(self, player: str) -> None:
        """Erase all lines of a player, at all tables. The excerpts stored in reports stay. Raises ChatError."""
        while tasks := [task for (_, author, _), task in self._keeping.items() if author == player]:
            await asyncio.wait(tasks)
        erased = await _surely(self._lines.erase(player))
        for room in self._rooms:
            async with room.lock:  # Lines that are being read just now may still contain the player's.
                room.forget(player)
        log(logging.INFO, "talk_forgotten", player=player, lines=erased)

    async def reload(self, player: str) -> None:
        """Read the rooms anew and drop the player's reactions, because another server has erased the player's lines."""
        for room in self._rooms:
            async with room.lock:
                room.forget(player)
                room.lines = None

    async def sweep(self) -> int:
        """Delete lines of finished tables that are older than 90 days. Returns how many. Call it now and then."""
        deleted = await self._lines.delete(self._clock.now() - KEPT_FOR)
        log(logging.INFO, "talk_swept", lines=deleted)
        return deleted

    async def drain(self) -> None:
        """Return when every line on its way is stored and delivered, or has failed. Call it before the database is
        closed.
        """
        while self._keeping:
            await asyncio.wait(self._keeping.values())

    def _judged(self, author: Identity, table_id: str, message: Say, situation: TableSituation) -> Draft:
        """The line to store, without its number. Raises ChatError if it may not be said."""
        terms = self._terms_of(table_id)
        if terms.mode == "off":
            raise ChatError("chat_off")
        self._check_mute(author.player)
        if (message.text is None) == (message.preset is None):
            raise ChatError("chat_one_of")
        if message.text is not None and terms.mode != "free":
            raise ChatError("chat_presets_only")
        if message.preset is not None and message.preset not in PRESETS:
            raise ChatError("chat_no_preset", found=message.preset)
        if situation.is_silent(author.player) and not terms.partners:
            raise ChatError("chat_partners_silent")
        text = None if message.text is None else clean(message.text)
        self._take(author.player)
        seat = situation.seat_of(author.player)
        line = Line(0, self._clock.now(), author.player, author.name, seat, text, message.preset)
        return Draft(table_id, message.id, StoredLine(line, situation.audience(author.player)))

    def _check_mute(self, player: str) -> None:
        until = self.mute_of(player)
        if until is not None:
            raise ChatError("chat_muted", until=until)

    def _take(self, player: str) -> None:
        if not self._rates.take(player):
            wait = self._rates.of(player).wait()  # The clock has moved on since `take`: never answer 0 s.
            raise ChatError("chat_too_fast", seconds=max(1, math.ceil(wait)))

    async def _keep(self, room: ChatRoom, draft: Draft, situation: TableSituation, sender: Listener | None) -> Said:
        async with room.lock:
            kept, is_new = await _surely(self._lines.add(draft), draft.table_id)
            answer = Said(kept.line, draft.command_id)
            if is_new:
                room.add(kept)
                self._deliver(room, kept, answer, situation, sender)
            return answer

    def _deliver(
        self, room: ChatRoom, line: StoredLine, answer: Said, situation: TableSituation, sender: Listener | None
    ) -> None:
        author, said = line.line.player, Said(line.line)
        for member in self._hearers(room, author, sender):
            if situation.is_for(line.audience, member.player):
                member.deliver(answer if member.player == author else said)

    def _hearers(self, room: ChatRoom, author: str, sender: Listener | None) -> list[Listener]:
        """The members without the sender and without those who mute or block the author."""
        return [member for member in room if member is not sender and not self._ignores(member.player, author)]

    def _may_see(self, player: str, line: StoredLine, situation: TableSituation) -> bool:
        return situation.is_for(line.audience, player) and not self._ignores(player, line.line.player)

    def _ignores(self, player: str, author: str) -> bool:
        return player != "" and player != author and author in self._blocks.muted_or_blocked(player)

    async def _latest(self, room: ChatRoom) -> tuple[StoredLine, ...]:
        if room.lines is None:
            async with room.lock:  # No line may be added between reading and storing them.
                if room.lines is None:
                    room.lines = loaded(await _surely(self._lines.latest(room.table_id), room.table_id))
                return tuple(room.lines)
        return tuple(room.lines)

    def _kept(self, key: _Key, task: asyncio.Task[Said]) -> None:
        del self._keeping[key]
        if not task.cancelled():
            task.exception()  # The author awaits this task; if they disconnected, the error is dropped on purpose.


async def _surely(work: Awaitable[Value], table_id: str | None = None) -> Value:
    """The result of the database. Its errors name files, so they are logged for the operator and become ChatError."""
    try:
        return await work
    except UnavailableError:  # The fault passes: the client may ask again.
        raise
    except (StorageError, SQLAlchemyError) as error:
        log(logging.ERROR, "chat_failed", table=table_id, error=code_of(error))
        raise ChatError("chat_failed") from error


class Listener(Protocol):
    """A connection at a table: a seat's socket or a spectator's. One person may be several members."""

    @property
    def player(self) -> str:
        """The public id of the user; empty if the user has not signed in."""

    @property
    def deliver(self) -> Callable[[ServerMessage], None]:
        """Takes a message without waiting for anything; never raises."""


class ChatRoom:
    """The chat of one table. It lives while it has members or references; `ChatRooms.room` makes it."""

    def __init__(self, table_id: str, occupied: dict[str, ChatRoom]) -> None:
        self.table_id = table_id
        self.lock = asyncio.Lock()
        """Held while a line is stored and delivered, so that lines are delivered in the order of their numbers."""
        self.lines: deque[StoredLine] | None = None
        """The latest lines, as they were stored; None while they are not loaded."""
        self._reactions = Cache[tuple[str, str], Reacted](_REACTIONS)
        self._members: dict[int, Listener] = {}
        self._occupied = occupied

    def __iter__(self) -> Iterator[Listener]:
        """The members, in the order in which they joined."""
        return iter(tuple(self._members.values()))

    def join(self, member: Listener) -> None:
        """Deliver everything said from now on to this member."""
        self._members[id(member)] = member
        self._occupied[self.table_id] = self

    def leave(self, member: Listener) -> None:
        """Leave the room; does nothing for a non-member."""
        self._members.pop(id(member), None)
        if not self._members:
            self._occupied.pop(self.table_id, None)

    def add(self, line: StoredLine) -> None:
        """Append a line that was just stored."""
        if self.lines is not None:
            self.lines.append(line)

    def forget(self, player: str) -> None:
        """Drop a player's lines and reactions from memory. The caller holds `lock`."""
        if self.lines is not None:
            self.lines = loaded([stored for stored in self.lines if stored.line.player != player])
        for key in self._reactions:
            if key[0] == player:
                self._reactions.drop(key)

    def reacted(self, player: str, command_id: str) -> Reacted | None:
        """The first answer to a reaction, as long as it is remembered."""
        return self._reactions.get((player, command_id))

    def remember(self, command_id: str, answer: Reacted) -> None:
        """Note the answer to a reaction."""
        self._reactions.put((answer.player, command_id), answer)


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
        """The room of a table; all callers get the same one."""
        room = self._known.get(table_id)
        if room is None:
            room = self._known[table_id] = ChatRoom(table_id, self._occupied)
        return room


def loaded(lines: list[StoredLine]) -> deque[StoredLine]:
    """Lines as a room holds them."""
    return deque(lines, READABLE)
