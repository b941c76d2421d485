"""A client's session at a table, over any wire: updates, chat and answers wait in one queue."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from canastra.protocol import VERSION, Close, ServerMessage, encode
from canastra.protocol.close_codes import ConnectionRejectedError
from canastra.protocol.messages import Missed, RematchReady, Welcome, fault_of
from canastra.server.chat import TableSituation
from canastra.server.live import (
    Actor,
    CommandRequest,
    EndedError,
    LiveError,
    Reason,
    SharedUpdate,
    Subscription,
    TableStoppedError,
    seat_of,
)
from canastra.server.live.mailbox import OnReply
from canastra.server.lobby import LobbyError
from canastra.server.logging import log
from canastra.server.users import Identity
from canastra.server.ws.connection_limits import Slot
from canastra.server.ws.handshake import ConnectParams, of_hosting
from canastra.server.ws.rooms import Context, Member
from canastra.table import Table

OF_REASONS: Final[Mapping[Reason, Close]] = {
    Reason.SLOW: Close.SLOW,
    Reason.REPLACED: Close.REPLACED,
    Reason.LEFT: Close.LEFT,
    Reason.MOVED: Close.MOVED,
    Reason.STOPPED: Close.STOPPED,
    Reason.CLOSED: Close.STOPPED,
}


def data_of(item: Missed | SharedUpdate | ServerMessage) -> bytes:
    """A message as it is sent."""
    if isinstance(item, SharedUpdate):
        return item.data
    assert not isinstance(item, Missed)  # The first item became the welcome.
    return encode(item)


class TableSession(Member):
    """One reader at one table. `begin` it, send each `next_message`; `leave` when it is `over`."""

    def __init__(
        self, context: Context, identity: Identity | None, seat: int | None, params: ConnectParams, slot: Slot
    ) -> None:
        super().__init__(identity, seat, slot.number)
        self.table_id = params.table
        self._context, self._params, self._slot = context, params, slot
        self._subscription: Subscription | None = None
        self._actor: Actor | None = None
        self._room = context.rooms.enter(params.table, self)
        self._chat = context.chat.room(params.table)
        self._welcomed = self._left = False

    @property
    def outbox(self) -> Subscription:
        """The queue of messages to send. It exists from `begin` on."""
        assert self._subscription is not None
        return self._subscription

    def now(self) -> int:
        """The table's time, in milliseconds since 1970."""
        return self._context.clock.now() if self._actor is None else self._actor.now()

    def deliver(self, message: ServerMessage) -> None:
        """Queue a message; never waits. Messages before the welcome are dropped."""
        if self._welcomed:
            self.outbox.offer(message)

    async def begin(self) -> None:
        """Subscribe, and put the welcome first into the outbox. Raises ConnectionRejectedError."""
        context, table_id = self._context, self.table_id
        try:
            first = await self._subscribe()
            situation = TableSituation.of(await context.host.peek(table_id))
            chat = await context.chat.described(table_id, self.player, situation)
            following = context.lobby.queries.terms(table_id).following
        except LiveError as error:
            raise of_hosting(error) from None
        except LobbyError:  # Another server runs it now.
            raise of_hosting(TableStoppedError(table_id)) from None
        except EndedError as error:
            raise ConnectionRejectedError(OF_REASONS[error.reason]) from None
        self._chat.join(self)  # Before the next await: no line is missed, none comes twice.
        self._welcomed = True
        assert first.state is not None
        heartbeat, watchers = context.settings.heartbeat, self._room.watchers
        welcome = Welcome(VERSION, table_id, self.seat, first.seq, first.state, chat, heartbeat, first.events, watchers)
        self.outbox.put_first(welcome, *(() if following is None else (RematchReady(following),)))
        context.metrics.opened.inc()
        log(logging.INFO, "connected", table=table_id, seat=self.seat, from_seq=self._params.from_seq, seq=first.seq)

    async def next_message(self) -> bytes | None:
        """The next message as it is sent; None after the last."""
        item = await self.outbox.next()
        return None if item is None else data_of(item)

    def take_messages(self) -> list[bytes]:
        """All waiting messages, as they are sent."""
        return [data_of(item) for item in self.outbox.take()]

    def post(self, request: CommandRequest, on_reply: OnReply) -> bool:
        """Put a command into the mailbox of the table; False if the table has stopped, and has to be loaded again.

        Raises BusyError if the mailbox is full.
        """
        if self._actor is None:
            return False
        try:
            self._actor.post(request, on_reply)
        except TableStoppedError:
            return False
        return True

    def leave(self) -> None:
        """Unsubscribe, free the seat for another socket, decrement the person's count."""
        if self._left:
            return
        self._left = True
        self._chat.leave(self)
        self._context.rooms.leave(self.table_id, self)
        if self._subscription is not None:
            # They refer to this session, and this to them.
            self._subscription.on_end = self._subscription.on_item = None
            self._context.host.unsubscribe(self.table_id, self._subscription)
            self._actor = None
        self._slot.release_person()
        if self._welcomed:
            self._context.metrics.closed.inc()
            if self.close is Close.SLOW:
                self._context.metrics.cut_off.inc()
            code = None if self.close is None else int(self.close)
            log(logging.INFO, "disconnected", table=self.table_id, seat=self.seat, close=code)

    def release(self) -> None:
        """Leave, and give back the connection's slot."""
        self.end(None)
        self.leave()
        self._slot.release()

    async def _subscribe(self) -> Missed:
        actor = self._actor = await self._context.host.table(self.table_id)
        if self.seat is not None and any(member.follows(self) for member in self._room):
            # The other session came later and was quicker: this one may be long dead.
            raise ConnectionRejectedError(Close.REPLACED)
        self._check_seat(actor.table)
        self._subscription = actor.subscribe(self.seat, self._params.from_seq)
        self.subscribed = True
        first = await self._subscription.get()
        assert isinstance(first, Missed)
        self._subscription.on_end = self._ended
        if self._subscription.ended is not None:
            raise EndedError(self._subscription.ended)
        return first

    def _check_seat(self, table: Table) -> None:
        """Check that the person still has the seat; it may have changed since the handshake."""
        seat = seat_of(table, self.player) if self.seat is not None else None
        if seat != self.seat:
            raise ConnectionRejectedError(Close.LEFT if seat is None else Close.MOVED)

    def _ended(self, reason: Reason) -> None:
        close = OF_REASONS[reason]
        why = self._context.lobby.queries.why_freed(self.table_id, self.player) if reason is Reason.LEFT else None
        said = None if why is None else fault_of(why)
        self.end(Close.RESTART if close is Close.STOPPED and self._context.draining else close, said)
