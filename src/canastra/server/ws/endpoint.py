"""The sockets of a server: accepting them, and closing them when it stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from itertools import chain

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.websockets import WebSocket

from canastra.protocol import ClientMessage, Close, ServerMessage, encode
from canastra.protocol.close_codes import ConnectionRejectedError, closed, reason_of
from canastra.protocol.messages import Draining, Fault, RematchReady, fault, fault_of
from canastra.server.chat import Chat
from canastra.server.live import Clock, SystemClock
from canastra.server.lobby import Lobby
from canastra.server.logging import code_of, log
from canastra.server.metrics import Metrics
from canastra.server.origins import address_of, host_of, is_allowed
from canastra.server.settings import Settings
from canastra.server.storage import UnavailableError
from canastra.server.users import Identity, Users
from canastra.server.users.sanctions import BannedError
from canastra.server.ws.connection import GONE, Connection, NdjsonStream
from canastra.server.ws.dispatch import Sender, dispatch_posted
from canastra.server.ws.frames import FrameReader
from canastra.server.ws.handshake import (
    PROTOCOL,
    ConnectParams,
    credential_of,
    identified,
    offered_of,
    parse_params,
    seat_for,
)
from canastra.server.ws.rooms import Context, Member
from canastra.server.ws.session import TableSession

COME_BACK = 2_000
"""Milliseconds after which clients of a stopping server reconnect, when the next one should be up."""
LONGEST_SPREAD = 1_000
"""The most milliseconds over which clients reconnect: one for each open socket, about what a welcome costs."""


class Sockets:
    """All sockets of a server, for one event loop."""

    def __init__(
        self,
        lobby: Lobby,
        users: Users,
        chat: Chat,
        settings: Settings,
        clock: Clock | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.context = Context(lobby.host, lobby, users, chat, settings, clock or SystemClock(), metrics or Metrics())
        """Limits and clock may be replaced here before the first connection."""
        self.come_back = COME_BACK
        """Milliseconds; fewer if other servers take over at once."""
        lobby.registry.on_next = self._following
        users.on_ended(self.sign_out)

    @property
    def open(self) -> int:
        """The number of sockets and streams that are open or about to be."""
        return self.context.connection_limits.taken

    async def endpoint(self, websocket: WebSocket) -> None:
        """The whole life of a socket, as a route's endpoint; the path has the `table`. Never raises."""
        self.context.note_task()
        with suppress(*GONE):
            if not is_allowed(websocket, self.context.settings.origins):
                await self._deny(websocket)
                return
            await websocket.accept(PROTOCOL if PROTOCOL in offered_of(websocket) else None)
            found = await self._conversed(websocket)
            if found is not None:
                async with asyncio.timeout(self.context.limits.goodbye):
                    await _goodbye(websocket, *found)

    async def stream(self, request: HTTPConnection, params: ConnectParams) -> NdjsonStream:
        """The same messages as the answer to a request. Raises ConnectionRejectedError, which has a status."""
        return NdjsonStream(await self._attend(request, params), self.context)

    async def send(self, identity: Identity, table_id: str, seat: int | None, message: ClientMessage) -> ServerMessage:
        """Handle one message that didn't come by a socket. Returns its answer."""
        return await dispatch_posted(self.context, Sender(identity, seat, table_id), message)

    async def drain(self, seconds: float) -> bool:
        """Notify all clients, let the tables finish, close. Returns False if the tables took too long."""
        context = self.context
        context.draining = True
        spread = min(self.open, LONGEST_SPREAD)
        for room in context.rooms:
            room.tell(Draining(self.come_back, spread))
        in_time = await context.host.drain(seconds)
        for member in self._members():  # Members whose table has ended have an end already.
            member.end(Close.RESTART)
        waiting = context.tasks - {asyncio.current_task()}
        if waiting:
            await asyncio.wait(waiting, timeout=context.limits.goodbye)
        return in_time

    def turn_out(self) -> None:
        """End the sockets of banned people and addresses."""
        for member in self._members():
            try:
                self.context.users.sanctions.check(member.player, member.host)
            except BannedError as error:
                member.end(Close.BANNED, fault(error))

    def sign_out(self, sessions: Collection[str]) -> None:
        """End the sockets of sessions that have ended."""
        for member in self._members():
            if member.identity is not None and member.identity.session in sessions:
                member.end(Close.NOT_SIGNED_IN)

    def hosts_of(self, player: str) -> tuple[str, ...]:
        """The addresses of a person's open sockets."""
        return tuple(sorted({member.host for member in self._members() if player and member.player == player}))

    def _members(self) -> list[Member]:
        return list(chain.from_iterable(self.context.rooms))

    def _following(self, table_id: str, following: str) -> None:
        room = self.context.rooms.find(table_id)
        if room is not None:
            room.tell(RematchReady(following))

    async def _conversed(self, websocket: WebSocket) -> tuple[Close, Fault | None] | None:
        """Accept a client and run its session. Returns the close code, None if the client left."""
        context = self.context
        try:
            session = await self._attend(websocket, parse_params(websocket, str(websocket.path_params["table"])))
        except ConnectionRejectedError as error:
            context.metrics.refused.labels(error.code).inc()
            log(logging.INFO, "turned_away", close=int(error.close), code=error.code)
            return error.close, fault(error)
        except UnavailableError as error:
            log(logging.WARNING, "not_attended", error=code_of(error))
            return Close.STOPPED, None
        except Exception as error:  # noqa: BLE001 - a damaged log, a full disk: not revealed to the client
            log(logging.ERROR, "fault", error=code_of(error))
            return Close.STOPPED, None
        websocket.scope["headers"].clear()  # They are not needed from here on, and the socket may be open for long.
        try:
            signed_in = session.identity.session if session.identity else None
            frames = FrameReader(context.rates, signed_in, address_of(websocket.scope), context.limits.malformed)
            await Connection(websocket, session, frames, context).run()
        finally:
            session.release()
        return None if session.close is None else (session.close, session.said)

    async def _attend(self, connection: HTTPConnection, params: ConnectParams) -> TableSession:
        """Welcome a client at a table. Raises ConnectionRejectedError. The caller has to `release` the session."""
        context, credential = self.context, credential_of(connection)
        if context.draining:
            raise ConnectionRejectedError(Close.RESTART)
        address = address_of(connection.scope)
        if not context.rates.openings(address).take():
            raise ConnectionRejectedError(Close.TOO_MANY)
        identity = await identified(context.users, credential)
        host = host_of(connection.scope)
        _check_ban(context.users, identity, host)
        slot = context.connection_limits.take(identity.player if identity else "", address)
        try:
            seat = await seat_for(context.lobby, identity, params)
            session = TableSession(context, identity, seat, params, slot)
            session.host = host
        except BaseException:
            slot.release()
            raise
        try:
            await session.begin()
            # The session may have ended before it was known to be used here.
            await identified(context.users, credential)
            _check_ban(context.users, identity, host)
        except BaseException:
            session.release()
            raise
        return session

    async def _deny(self, websocket: WebSocket) -> None:
        """Answer with 403 instead of opening: a page of another site learns nothing else."""
        self.context.metrics.refused.labels("ws_origin").inc()
        log(logging.INFO, "turned_away", code="ws_origin")
        body = encode({"error": fault_of("ws_origin")})
        await websocket.send_denial_response(Response(body, 403, media_type="application/json"))


def _check_ban(users: Users, identity: Identity | None, host: str) -> None:
    """Raise ConnectionRejectedError if the person or the address is banned."""
    try:
        users.sanctions.check(identity.player if identity else "", host)
    except BannedError as error:
        raise ConnectionRejectedError(Close.BANNED, error) from None


async def _goodbye(websocket: WebSocket, close: Close, fault: Fault | None) -> None:
    await websocket.send_text(encode(closed(close, fault)).decode())
    await websocket.close(close, reason_of(close))
