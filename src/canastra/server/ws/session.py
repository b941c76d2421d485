"""Somebody at a table, over whatever wire: what comes from the table, the talk and the hall goes into one outbox."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from canastra.protocol import VERSION, Close, ServerMessage, encode
from canastra.protocol.messages import Fault, Next, Welcome
from canastra.server.chat import TableSituation
from canastra.server.live import EndedError, LiveError, Subscription, Update, seat_of
from canastra.server.logging import log
from canastra.server.users import Identity
from canastra.server.ws.close import OF_REASONS, ConnectionRejectedError
from canastra.server.ws.connection_limits import Slot
from canastra.server.ws.context import Context
from canastra.server.ws.conversion import seen_of, state_of
from canastra.server.ws.handshake import ConnectParams, of_hosting
from canastra.table import Table


class TableSession:
    """One reader at one table. `begin` it, `feed` it, take from its `outbox`; `leave` when it is `over`.

    For the talk it is a member of the room, for the hall a guest.
    """

    def __init__(
        self, parts: Context, identity: Identity | None, seat: int | None, wish: ConnectParams, place: Slot
    ) -> None:
        self.identity, self.seat, self.table_id = identity, seat, wish.table
        self.outbox: Outbox[ServerMessage | Update] = Outbox(parts.limits.outbox, self._overflow)
        self.over = asyncio.Event()
        self.close: Close | None = None
        """How it ended; None if the other side has gone."""
        self.said: Fault | None = None
        """Why, where there is more to say than its close code does."""
        self.host = ""
        """The address that it comes from, whole."""
        self._parts, self._wish, self._place = parts, wish, place
        self._subscription: Subscription | None = None
        self._hall = parts.halls.enter(wish.table, self)
        self._room = parts.talk.room(wish.table)
        self._welcomed = self._left = False
        self._number = place.number

    @property
    def player(self) -> str:
        """Public id; empty of somebody who is not signed in."""
        return self.identity.player if self.identity else ""

    @property
    def deliver(self) -> Callable[[ServerMessage], None]:
        """Queue a message; never waits. Nothing is heard before the welcome."""
        return self._deliver

    def end(self, close: Close | None, said: Fault | None = None) -> None:
        """Say how it ends, None if the other side has gone; the first to say so is right."""
        if not self.over.is_set():
            self.close, self.said = close, said
            self.over.set()

    async def begin(self) -> None:
        """Subscribe, and put the welcome first into the outbox. A `ConnectionRejectedError`."""
        parts, table_id = self._parts, self.table_id
        try:
            first = await self._subscribe()
            moment = TableSituation.of(await parts.host.peek(table_id))
        except LiveError as error:
            raise of_hosting(error) from None
        except EndedError as error:
            raise ConnectionRejectedError(OF_REASONS[error.reason]) from None
        talk = await parts.talk.described(table_id, self.player, moment)
        self._room.join(self)  # Before anything else is awaited: no line is missed, none comes twice.
        self._welcomed = True
        assert first.snapshot is not None
        self.outbox.put(
            Welcome(
                VERSION,
                table_id,
                self.seat,
                first.seq,
                state_of(first.snapshot),
                talk,
                parts.settings.heartbeat,
                seen_of(first),
                self._hall.watchers,
            )
        )
        following = parts.lobby.terms(table_id).following
        if following is not None:
            self.outbox.put(Next(following))
        parts.counters.opened()
        log(logging.INFO, "connected", table=table_id, seat=self.seat, from_seq=self._wish.from_seq, seq=first.seq)

    async def feed(self) -> None:
        """Move what happens at the table into the outbox until that ends. The table itself never waits."""
        assert self._subscription is not None
        try:
            while True:
                self.outbox.put(await self._subscription.get())
        except EndedError as error:
            close = OF_REASONS[error.reason]
            self.end(Close.RESTART if close is Close.STOPPED and self._parts.draining else close)

    def text(self, item: ServerMessage | Update) -> str:
        """An item of the outbox as it is sent."""
        return self._hall.text(item, self.seat) if isinstance(item, Update) else encode(item).decode()

    def leave(self) -> None:
        """Nothing more is wanted: the seat is free for another socket, the person has one less."""
        if self._left:
            return
        self._left = True
        self._room.leave(self)
        self._parts.halls.leave(self.table_id, self)
        if self._subscription is not None:
            self._parts.host.unsubscribe(self.table_id, self._subscription)
        self._place.release_person()
        if self._welcomed:
            self._parts.counters.closed()
            if self.close is Close.SLOW:
                self._parts.counters.cut_off()
            code = None if self.close is None else int(self.close)
            log(logging.INFO, "disconnected", table=self.table_id, seat=self.seat, close=code)

    def release(self) -> None:
        """Give everything up, the connection included."""
        self.end(None)
        self.leave()
        self._place.release()

    async def _subscribe(self) -> Update:
        actor = await self._parts.host.table(self.table_id)
        if self.seat is not None and any(each.follows(self) for each in self._hall):
            raise ConnectionRejectedError(Close.REPLACED)  # It came later and was quicker: this one may be long dead.
        self._check_seat(actor.table)
        self._subscription = actor.subscribe(self.seat, self._wish.from_seq)
        return await self._subscription.get()

    def _check_seat(self, table: Table) -> None:
        """That the seat is still this person's: between coming in and subscribing, it may have become another's."""
        seat = seat_of(table, self.player) if self.seat is not None else None
        if seat != self.seat:
            raise ConnectionRejectedError(Close.LEFT if seat is None else Close.MOVED)

    def follows(self, other: TableSession) -> bool:
        """Whether this has the other's seat, though it came later."""
        return self._subscription is not None and self.seat == other.seat and self._number > other._number

    def _deliver(self, message: ServerMessage) -> None:
        if self._welcomed:
            self.outbox.put(message)

    def _overflow(self) -> None:
        self.end(Close.SLOW)


Item = TypeVar("Item")


class Outbox(Generic[Item]):
    """Filling it never waits. With the first item beyond the bound everything in it is dropped, and `overflow` told.

    What was dropped can be had again: a reader resumes from the number after its last.
    """

    def __init__(self, bound: int, overflow: Callable[[], None]) -> None:
        self._bound, self._overflow = bound, overflow
        self._items: deque[Item] = deque()
        self._news = asyncio.Event()
        self._finished = False

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: Item) -> None:
        """One more; nothing, once it is finished."""
        if self._finished:
            return
        if len(self._items) >= self._bound:
            self._items.clear()
            self.finish()
            self._overflow()
            return
        self._items.append(item)
        self._news.set()

    def finish(self) -> None:
        """Take nothing more; what waits is still sent."""
        self._finished = True
        self._news.set()

    async def get(self) -> Item | None:
        """The next; None after the last."""
        while not self._items:
            if self._finished:
                return None
            self._news.clear()
            await self._news.wait()
        return self._items.popleft()
