"""Uvicorn's protocols with this server's guarantees: no traceback, no quoted frame, no hanging end, no flood.

`protocols` returns the values of uvicorn's options ``http`` and ``ws``. They use private attributes of uvicorn, so its
version is pinned.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from struct import pack
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from canastra.errors import CanastraError
from canastra.protocol import Close, encode
from canastra.protocol.close_codes import reason_of
from canastra.protocol.messages import fault
from canastra.server.aio import Flag, FrameQueue
from canastra.server.limits import Bucket, limit
from canastra.server.logging import line
from canastra.server.metrics import Metrics
from canastra.server.ws.connection_limits import Connections, Slot

LOGGER = logging.getLogger("canastra.server.ws.uvicorn_protocols")
"""Replaces uvicorn's logger, whose lines quote addresses with invitations, frames with cards, headers with tokens."""
ABORT = limit("abort", 12.0, "a socket", "time to read its last bytes", "the connection is cut", "s")
"""Seconds after the end of a socket in which its last bytes may still be read."""
STALLED = limit("stalled", 30.0, "a request", "time to read 48 KB of its answer", "the connection is cut", "s")
"""Seconds in which a client has to read most of a transport's buffer."""
LARGEST_HEAD = limit("head", 32 * 1024, "a request", "bytes of its address and headers", "431 `wire_head`")
LARGEST_REQUEST = limit("request", 1024 * 1024, "a request", "bytes of all that is sent", "the connection is cut")
"""More than any body that is read, in chunks of any size."""
PIPELINED = limit("pipelined", 16, "a connection", "requests that wait for an earlier answer", "the connection is cut")
LINGER = limit(
    "linger", 2.0, "a request", "time to finish a body that was answered already", "the connection is cut", "s"
)
FRAGMENTS = limit("fragments", 64, "a message", "frames of WebSocket", "close 4029 `ws_too_many`")
LARGEST_UNREAD = limit("unread", 1024 * 1024, "a socket", "bytes that wait to be read", "the connection is cut")
EXTENSION = "canastra.wire"
"""The key of a socket's `WireProtocol` in the extensions of its scope."""
PIECE = 4 * 1024
"""Bytes parsed at a time: a parser makes all messages of the bytes it gets, before any is handled."""
STOOD = 0.1
"""Seconds of delay of a timer that show that the process stood still until just now."""
SILENT = 1.0
"""Seconds for the farewell to a socket that answered no ping."""


def _bare(record: logging.LogRecord) -> bool:
    """Log only the kind of a library's error."""
    error = record.exc_info[0] if record.exc_info else None
    record.msg = line("wire", error=error.__name__ if error else None)
    record.args, record.exc_info = None, None
    record.levelno, record.levelname = logging.WARNING, "WARNING"  # A client's bad data is no fault of this server.
    return True


LOGGER.setLevel(logging.WARNING)  # The sockets log the rest themselves.
LOGGER.addFilter(_bare)


class RequestProtocol(HttpToolsProtocol):
    """An HTTP connection, until it becomes a WebSocket: bounded in bytes, in time, and in unread data."""

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logger = LOGGER
        self._connections = connections
        self._served = self.app
        self._place: Slot | None = None
        self._in_head = True
        self._size = 0
        """Bytes of the head, or of what comes after it."""
        self._is_deaf = False
        """True once reading has ended."""
        self._slow: asyncio.TimerHandle | None = None
        self._lingering: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._last: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a head. Without a slot only requests for the server's health are answered."""
        super().connection_made(transport)  # type: ignore[arg-type]  # As asyncio calls it.
        self._place = self._connections.enter(self.client, self.transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all timers."""
        self._connections.leave(self.transport, self._place)
        for timer in (self._slow, self._lingering, self._stalled, self._last):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def eof_received(self) -> None:
        """End the connection in a while: it closes once all is read, which may never happen."""
        self._end_in(STALLED)

    def data_received(self, data: bytes) -> None:
        """Parse piece by piece, until the connection is over."""
        for start in range(0, len(data), PIECE):
            if self._is_over:
                return
            piece = data[start : start + PIECE]
            super().data_received(piece)
            self._count(len(piece))

    def _count(self, size: int) -> None:
        if self._is_over:
            return
        self._size += size
        if not self._in_head:
            if self._size > LARGEST_REQUEST:
                self._cut()
        elif self._size > LARGEST_HEAD:
            self._refuse(431, CanastraError("wire_head", most=LARGEST_HEAD))
        elif self._slow is None and self._is_idle:
            self._wait_for_head()

    def _cut(self) -> None:
        """End a request that is too large; an answer that is on its way gets time: a reset would destroy it."""
        if not self._is_idle:
            self.transport.abort()
            return
        self._is_deaf = True
        self.transport.pause_reading()
        self._last = self.loop.call_later(LINGER, self.transport.abort)

    @property
    def _is_over(self) -> bool:
        """Return whether further data is ignored; also true after an upgrade to a WebSocket."""
        return self.parser is None or self._is_deaf or self.transport.is_closing()

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait_for_head(self) -> None:
        self._slow = self.loop.call_later(self._connections.patience, self._too_slow)

    def _too_slow(self) -> None:
        self._slow = None
        if self._size:
            self._refuse(408, CanastraError("wire_slow"))
        else:  # A browser that keeps a connection open would take an answer now for the answer to its next request.
            self._end()

    def on_message_begin(self) -> None:
        """Note that the head of a request begins."""
        super().on_message_begin()
        self._in_head, self._size = True, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; trailers are ignored."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Pass the request to the application, or refuse it."""
        self._in_head, self._size = False, 0
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
        if len(self.pipeline) >= PIPELINED:
            self.transport.abort()
            return
        why = self._why_not()
        self.app = self._served if why is None else _Refused(*why, self._connections.metrics)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Pass on a part of the body, if the request still has a reader."""
        if self.cycle is not None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that a request is complete, and the next one may begin."""
        if self.cycle is not None:
            super().on_message_complete()
        self._in_head, self._size = True, 0
        if self._lingering is not None:
            self._lingering.cancel()
            self._lingering = None

    def on_response_complete(self) -> None:
        """Go on with the next request; if the answered one is not complete, it has to end soon."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._end_in(STALLED)
        elif not self._in_head and self._is_idle:
            self._lingering = self.loop.call_later(LINGER, self._end)

    def pause_writing(self) -> None:
        """Start a timer: the client reads more slowly than the server sends."""
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop that timer: the client has read most of it."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def timeout_keep_alive_handler(self) -> None:
        """Close a silent connection."""
        self._end()

    def send_400_response(self, msg: str) -> None:
        """Answer a malformed request in the form of all errors."""
        self._refuse(400, CanastraError("wire_malformed"))

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and drop the parser, whose cycle would be left to the garbage collector."""
        why = self._why_not()
        if why is not None or not self._is_idle:
            self._refuse(*(why or (400, CanastraError("wire_malformed"))))
            return
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # As uvicorn does when a connection is lost.
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, WireProtocol)
        protocol.place, self._place = self._place, None

    def _why_not(self) -> tuple[int, CanastraError] | None:
        """The status and the error for a request that the application must not get; None if it may."""
        path = self.url.partition(b"?")[0]
        if self._place is None and path not in self._connections.health:
            return self._connections.why_full()
        if not self._connections.is_known(self.client, [value for name, value in self.headers if name == b"host"]):
            return 421, CanastraError("wire_host")
        if any(name == b"transfer-encoding" and value.lower() != b"chunked" for name, value in self.headers):
            return 400, CanastraError("wire_malformed")
        return None

    def _refuse(self, status: int, error: CanastraError) -> None:
        """Answer with an error, unless an earlier answer is under way, and close."""
        self._connections.metrics.refused.labels(error.code).inc()
        if self._is_idle and not self._is_over:
            body = encode({"error": fault(error)})
            head = (
                f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nConnection: close\r\nCache-Control: no-store\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nX-Content-Type-Options: nosniff"
            )
            self.transport.write(f"{head}\r\n\r\n".encode("ascii") + body)
            # Closing with unread data resets the connection, and the client may not get to read this.
            self.transport.write_eof()
            self._is_deaf = True
            self.transport.pause_reading()
            self._last = self.loop.call_later(LINGER, self._end)
        else:
            self._end()

    def _end(self) -> None:
        self.transport.close()
        self._end_in(STALLED)

    def _end_in(self, seconds: float) -> None:
        if self._last is not None:
            self._last.cancel()
        self._last = self.loop.call_later(seconds, self.transport.abort)


class _Refused:
    """An application that answers only with an error."""

    def __init__(self, status: int, error: CanastraError, metrics: Metrics) -> None:
        self._status, self._error, self._metrics = status, error, metrics

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Send the error, and close."""
        self._metrics.refused.labels(self._error.code).inc()
        body = encode({"error": fault(self._error)})
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode("ascii")),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
            (b"retry-after", b"5"),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": self._status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def text_head(size: int) -> bytes:
    """The head of a frame with a whole text of this many bytes, without compression."""
    if size < 126:
        return pack("!BB", 0x81, size)
    return pack("!BBH", 0x81, 126, size) if size < 1 << 16 else pack("!BBQ", 0x81, 127, size)


class WireProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue, self.writable = FrameQueue(), Flag()  # type: ignore[assignment]  # They take less memory.
        self.writable.set()
        self._connections = connections
        self._control = Bucket(connections.control_frames, connections.clock)
        self._held = b""
        """Received but not parsed, until the earlier messages are read."""
        self.place: Slot | None = None
        self.logger = self.conn.logger = LOGGER
        self.conn.debug = False
        self._abort: asyncio.TimerHandle | None = None
        self.on_text: Callable[[str], None] | None = None
        """Called with a message at once; one that finds another waiting, or comes in pieces, goes to the queue."""
        self._is_first = False
        """True until the data just received has yielded a message."""

    @property
    def is_free(self) -> bool:
        """Return whether a message can be sent without waiting."""
        is_open = self.handshake_complete and not (self.close_sent or self.transport.is_closing())
        return is_open and self.writable.is_set()

    def send_now(self, messages: Iterable[bytes]) -> None:
        """Send messages, each a text in UTF-8, in one write, while the wire `is_free`."""
        self.transport.write(b"".join([part for message in messages for part in (text_head(len(message)), message)]))

    def handle_connect(self, event: Any) -> None:
        """Offer this protocol to the application as an extension: ASGI has only tasks that wait for each other."""
        super().handle_connect(event)
        if not self.handshake_complete:
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self

    def handle_text(self, event: Any) -> None:
        """Pass a message on: at once if it is the first of the received data and no earlier one waits."""
        is_first, self._is_first = self._is_first, False
        if self.on_text is None or self.close_sent or not (is_first and event.fin and self.queue.empty()):
            super().handle_text(event)
            return
        try:
            text = event.data.decode()
        except UnicodeDecodeError:
            super().handle_text(event)
        else:
            self.on_text(text)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send small frames at once. Event loops set this only for sockets that they have opened themselves."""
        super().connection_made(transport)
        found = transport.get_extra_info("socket")
        if found is not None:
            with suppress(OSError):  # It has gone already, or is no TCP socket.
                found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    async def send(self, message: Any) -> None:
        """Send. A complete answer instead of a socket counts as the regular end, not as a fault."""
        await super().send(message)
        self._go_on()
        if message["type"] == "websocket.accept":  # Half of the memory of a socket would be these.
            self.request.headers.clear()
            self.response.headers.clear()
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        """Run the application; then end the connection even if the client has stopped reading.

        Closing alone would wait for the client forever, with all unread data in memory.
        """
        try:
            await super().run_asgi()
        finally:
            if not self.disconnected:
                self._end_in(ABORT)

    def data_received(self, data: bytes) -> None:
        """Parse piece by piece, and no further than messages are read: one packet may hold thousands."""
        waits, self._held = bool(self._held), self._held + data
        if self.on_text is None or len(self._held) > PIECE:
            self._hear()
        elif not waits:
            self._connections.coalescer.call(self._hear)

    def _hear(self) -> None:
        if not self._held:
            return  # It was handled before its turn, with the end of the connection for instance.
        self._is_first = True
        self._go_on()
        self._is_first = False

    async def receive(self) -> Any:
        """The next message; then the one after it may be parsed."""
        message = await super().receive()
        self._go_on()
        return message

    def _go_on(self) -> None:
        data, self._held = self._held, b""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            if self.read_paused:
                self._held = data[start:]
                return
            super().data_received(data[start : start + PIECE])
        if self.transport.is_closing():
            self._end_in(ABORT)

    def handle_ping(self) -> None:
        """Answer a ping, unless they come too often."""
        if self._is_in_time():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Note a pong, unless they come too often."""
        if self._is_in_time():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Take a part of a message, unless it has too many."""
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        else:
            self._throw_out()

    def _is_in_time(self) -> bool:
        if self._control.take():
            return True
        self._throw_out()
        return False

    def _throw_out(self) -> None:
        """Close with 4029, if the client is likely to read it."""
        if self.close_sent or self.transport.is_closing():
            return
        self._connections.metrics.refused.labels("ws_too_many").inc()
        if not self.handshake_complete or self.transport.get_write_buffer_size() > LARGEST_UNREAD:
            self.transport.abort()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": Close.TOO_MANY})
        self.conn.send_close(Close.TOO_MANY, reason_of(Close.TOO_MANY))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self._end_in(ABORT)

    def keepalive_timeout(self) -> None:
        """Cut off a socket that answered no ping: a farewell alone would wait for the client to read it.

        If this process stood still when the answer was due, the answer may be unread yet: it gets more time.
        """
        timeout = self.ping_timeout or 0.0
        if self.loop.time() - self.ping_sent_at > timeout + STOOD:
            self.ping_sent_at = self.loop.time()
            self.pong_timer = self.loop.call_later(timeout, self.keepalive_timeout)
            return
        super().keepalive_timeout()
        self._connections.metrics.cut_off.inc()
        self._end_in(SILENT)

    def eof_received(self) -> None:
        """Handle the rest; the connection closes once all is read, which may never happen."""
        self._hear()
        self._end_in(ABORT)

    def _end_in(self, seconds: float) -> None:
        if self._abort is None:
            self._abort = self.loop.call_later(seconds, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer and break the parser's reference cycle, which would be left to the garbage collector."""
        self._connections.leave(self.transport, self.place)
        self.place = None
        if self._abort is not None:
            self._abort.cancel()
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope["extensions"]).pop(EXTENSION, None)
        self.conn.parser.close()


def protocols(connections: Connections) -> dict[str, Any]:
    """The values of uvicorn's options ``http`` and ``ws``."""
    return {
        "http": partial(RequestProtocol, connections=connections),
        "ws": partial(WireProtocol, connections=connections),
    }
