"""The wire of a session: a WebSocket, or an HTTP response with the same messages as lines of JSON (the bot API)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import aclosing, suppress
from functools import partial
from time import perf_counter
from typing import Any, Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from canastra.protocol import Close, ServerMessage, encode
from canastra.protocol.close_codes import ConnectionRejectedError, closed
from canastra.protocol.commands import Ping
from canastra.protocol.messages import Error, Pong, wrong
from canastra.server.live import BusyError, CommandReply, TableStoppedError
from canastra.server.logging import code_of, log
from canastra.server.ws.dispatch import Message, Sender, dispatch, failed, replied, request_of
from canastra.server.ws.frames import FrameReader
from canastra.server.ws.rooms import Context
from canastra.server.ws.session import TableSession
from canastra.server.ws.uvicorn_protocols import EXTENSION, WireProtocol

GONE: Final = (WebSocketDisconnect, OSError, RuntimeError)
"""The errors of sending to a closed connection. (RuntimeError: the disconnect has not been read yet.)"""

NDJSON = "application/x-ndjson"
HEARTBEAT = b"\n"


class Connection:
    """A socket from the welcome to the end."""

    def __init__(self, websocket: WebSocket, session: TableSession, frames: FrameReader, context: Context) -> None:
        self._websocket, self._session, self._frames, self._context = websocket, session, frames, context
        self._tasks: set[asyncio.Task[None]] = set()
        self._unanswered = 0
        """Commands in the table's mailbox."""
        self._last_reply: asyncio.Future[None] | None = None
        self._patience = Patience(context.settings.hello, lambda: session.end(Close.SLOW))
        self._wire: WireProtocol | None = websocket.scope.get("extensions", {}).pop(EXTENSION, None)
        """The shortcut past the reader and writer tasks; None if there is no such extension."""
        self._is_due = self._is_writing = False
        self._loop = asyncio.get_running_loop()

    async def run(self) -> None:
        """Run until the session ends and its outbox is flushed; `session.close` has the close code."""
        session = self._session
        if self._wire is not None:
            self._wire.on_text, session.outbox.on_item = self._heard, self._send_soon
        reader, writer = (asyncio.create_task(self._guarded(work)) for work in (self._read, self._write))
        try:
            await session.over.wait()
            self._leave_wire()
            reader.cancel()
            session.leave()
            if session.close is not None:
                await self._finish(writer, session.close)
        finally:
            self._leave_wire()
            self._patience.close()
            await ended([reader, writer, *self._tasks])

    def _leave_wire(self) -> None:
        if self._wire is not None:
            self._wire.on_text = self._session.outbox.on_item = None
            self._wire = None
            self._session.outbox.wake()

    def _heard(self, text: str) -> None:
        """Handle a message that no task waits for: like `_read`, but at once."""
        if not self._session.over.is_set():
            self._guard(self._take, text)

    def _send_soon(self) -> None:
        """Send all waiting messages after the current callbacks, so that messages queued by these go along."""
        if not self._is_due:
            self._is_due = True
            self._context.sends.add(self._send)

    def _send(self) -> None:
        self._is_due = False
        self._guard(self._send_now)

    def _send_now(self) -> None:
        """Send waiting messages, or leave them to the writer if the other side has to read first."""
        if self._wire is None or self._is_writing:
            return
        if not self._wire.is_free:
            self._session.outbox.wake()
        elif messages := self._session.take_messages():
            self._wire.send_now(messages)
            self._context.metrics.sent.inc(len(messages))

    async def _read(self) -> None:
        while True:
            frame = await self._websocket.receive()
            if frame["type"] == "websocket.disconnect":
                break
            self._take(frame.get("text"))
        self._session.end(None)

    def _take(self, text: str | None) -> None:
        received, context = perf_counter(), self._context
        context.metrics.received.inc()
        try:
            message = self._frames.read(text)
        except ConnectionRejectedError as error:
            context.metrics.refused.labels(error.code).inc()
            self._session.end(error.close)
            return
        if isinstance(message, Error):
            self._turn_away(message)
        elif isinstance(message, Ping):
            self._session.deliver(Pong(message.n, self._session.now()))
        elif len(self._tasks) + self._unanswered >= context.limits.in_flight:
            self._turn_away(wrong("ws_waiting", message.id, most=context.limits.in_flight))
        else:
            self._begin(message, received)

    def _begin(self, message: Message, received: float) -> None:
        """Start handling a message. Commands reach the table in the order of their frames, and no message waits for
        another.

        A seat's command goes into the table's mailbox at once. Anything else is handled in a task, and so is a command
        behind one: tasks begin in the order in which they are made.
        """
        session = self._session
        sender = Sender(session.identity, session.seat, session.table_id, session)
        request = None if self._tasks else request_of(sender, message)
        try:
            if request is not None and session.post(request, partial(self._replied, message.id, received)):
                self._unanswered += 1
                return
        except BusyError as error:
            self._answered(failed(error, message.id, sender.table_id), received)
            return
        task = asyncio.create_task(self._guarded(partial(self._dispatch, sender, message, received)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _turn_away(self, message: Error) -> None:
        self._context.metrics.refused.labels(message.fault.code).inc()
        self._session.deliver(message)

    async def _dispatch(self, sender: Sender, message: Message, received: float) -> None:
        self._answered(await dispatch(self._context, sender, message), received)

    def _replied(self, command_id: str, received: float, reply: CommandReply | TableStoppedError) -> None:
        self._unanswered -= 1
        self._guard(self._answer, command_id, received, reply)
        if self._last_reply is not None and not self._unanswered:
            self._last_reply.set_result(None)

    def _answer(self, command_id: str, received: float, reply: CommandReply | TableStoppedError) -> None:
        self._answered(replied(reply, command_id, self._session.table_id), received)

    def _answered(self, answer: ServerMessage, received: float) -> None:
        self._session.deliver(answer)
        self._context.metrics.commands.observe(perf_counter() - received)

    async def _write(self) -> None:
        """The only task that sends, as long as there are messages."""
        session = self._session
        while (message := await session.next_message()) is not None:
            self._is_writing = True
            try:
                with self._patience:
                    await self._websocket.send_text(message.decode())
            except GONE:
                session.end(None)
                return
            finally:
                self._is_writing = False
            self._context.metrics.sent.inc()
            del message  # Before waiting for the next one, which may take long.

    async def _finish(self, writer: asyncio.Task[None], close: Close) -> None:
        """Answer accepted messages and send the queue; for a reader that was too slow neither.

        The endpoint sends the close frame, once the writer is done.
        """
        hello = self._context.settings.hello
        if close is not Close.SLOW:
            in_flight: set[asyncio.Future[None]] = {*self._tasks}
            if self._unanswered:
                self._last_reply = self._loop.create_future()
                in_flight.add(self._last_reply)
            if in_flight:
                await asyncio.wait(in_flight, timeout=hello)
            self._session.outbox.finish()
            await asyncio.wait([writer], timeout=hello)

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        """Let a fault of this program end the socket, and log it."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - one socket must not be the end of others, nor a traceback
            self._failed(error)

    def _guard(self, work: Callable[..., None], *given: object) -> None:
        """Like `_guarded`, for synchronous work."""
        try:
            work(*given)
        except Exception as error:  # noqa: BLE001 - as above
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        log(logging.ERROR, "fault", table=self._session.table_id, error=code_of(error))
        self._session.end(Close.STOPPED)


class Patience:
    """Calls `too_long` if the body of a ``with`` takes too long; reusable.

    `asyncio.timeout` sets a timer each time, for work that is done a thousand times a second and takes no time at all.
    Here one timer runs while there is any work, and checks how long the last one has taken.
    """

    def __init__(self, seconds: float, too_long: Callable[[], None]) -> None:
        self._seconds, self._too_long = seconds, too_long
        self._loop = asyncio.get_running_loop()
        self._since: float | None = None
        self._clock: asyncio.TimerHandle | None = None

    def __enter__(self) -> None:
        self._since = self._loop.time()
        if self._clock is None:
            self._clock = self._loop.call_later(self._seconds, self._look)

    def __exit__(self, *_: object) -> None:
        self._since = None

    def close(self) -> None:
        """Stop checking."""
        if self._clock is not None:
            self._clock.cancel()

    def _look(self) -> None:
        self._clock = None
        if self._since is None:
            return
        left = self._since + self._seconds - self._loop.time()
        if left > 0:
            self._clock = self._loop.call_later(left, self._look)
        else:
            self._too_long()


async def ended(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel tasks and futures, and wait until they have ended."""
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class NdjsonStream(Response):
    """A streaming response that has begun: return it as the answer to the request, or iterate over `lines`."""

    media_type = NDJSON

    def __init__(self, session: TableSession, context: Context) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._session, self._context = session, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run until the table, the reader or the server ends it. Other clients don't wait for a reader that doesn't
        read.
        """
        writer, listener = asyncio.create_task(self._write(send)), asyncio.create_task(disconnected(receive))
        over = asyncio.create_task(self._over())
        self._context.note_task()
        try:
            await asyncio.wait([writer, listener, over], return_when=asyncio.FIRST_COMPLETED)
            if over.done():
                await asyncio.wait([writer, listener], timeout=self._grace, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await ended([writer, listener, over])
            self.release()

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """Each message with its line break, and an empty line after each heartbeat without messages."""
        session = self._session
        over = asyncio.create_task(self._over())
        try:
            while (line := await self._next()) is not None:
                yield line
        finally:
            await ended([over])
            session.leave()
        if session.close is not None:
            yield encode(closed(session.close, session.said)) + b"\n"

    def release(self) -> None:
        """Release the session; must be called if the response is not used."""
        self._session.release()

    async def _next(self) -> bytes | None:
        """The next line; None after the last."""
        try:
            async with asyncio.timeout(self._context.settings.heartbeat / 1000):
                message = await self._session.next_message()
        except TimeoutError:
            return HEARTBEAT
        if message is None:
            return None
        self._context.metrics.sent.inc()
        return message + b"\n"

    async def _write(self, send: Send) -> None:
        with suppress(OSError):  # A TimeoutError is an OSError too.
            await self._send(send, {"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async with aclosing(self.lines()) as lines:
                async for line in lines:
                    await self._send(send, {"type": "http.response.body", "body": line, "more_body": True})
            await self._send(send, {"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, message: dict[str, object]) -> None:
        try:
            async with asyncio.timeout(self._context.settings.hello):
                await send(message)
        except TimeoutError:
            self._session.end(Close.SLOW)
            raise

    async def _over(self) -> None:
        await self._session.over.wait()
        self._session.leave()
        self._session.outbox.finish()

    @property
    def _grace(self) -> float:
        """Seconds for the waiting messages."""
        context = self._context
        return context.limits.goodbye if self._session.close is Close.SLOW else context.settings.hello


async def disconnected(receive: Receive) -> None:
    """Return when the client of a request has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
