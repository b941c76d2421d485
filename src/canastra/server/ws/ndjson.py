"""What a socket would say as lines of JSON in one answer of HTTP: the stream of the bot API."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from canastra.protocol import Close, encode
from canastra.server.ws.close import closed
from canastra.server.ws.connection import ended
from canastra.server.ws.context import Context
from canastra.server.ws.session import TableSession

MEDIA_TYPE = "application/x-ndjson"
HEARTBEAT = b"\n"


class NdjsonStream(Response):
    """Begun already: give it back as the answer to the request, or iterate over `lines`."""

    media_type = MEDIA_TYPE

    def __init__(self, attendance: TableSession, parts: Context) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._attendance, self._parts = attendance, parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Until the table, the reader or the server ends it. Nobody else waits for a reader that doesn't read."""
        writer, listener = asyncio.create_task(self._write(send)), asyncio.create_task(_gone(receive))
        over = asyncio.create_task(self._over())
        self._parts.note_task()
        try:
            await asyncio.wait([writer, listener, over], return_when=asyncio.FIRST_COMPLETED)
            if over.done():
                await asyncio.wait([writer, listener], timeout=self._grace, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await ended([writer, listener, over])
            self.release()

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """Each message with its line break, and an empty line whenever there is nothing to say for a heartbeat."""
        attendance = self._attendance
        over = asyncio.create_task(self._over())
        try:
            while (line := await self._next()) is not None:
                yield line
        finally:
            await ended([over])
            attendance.leave()
        if attendance.close is not None:
            yield encode(closed(attendance.close, attendance.said)) + b"\n"

    def release(self) -> None:
        """Give everything up; whoever doesn't use what was begun has to."""
        self._attendance.release()

    async def _next(self) -> bytes | None:
        """The next line; None after the last."""
        try:
            async with asyncio.timeout(self._parts.settings.heartbeat / 1000):
                text = await self._attendance.next_text()
        except TimeoutError:
            return HEARTBEAT
        if text is None:
            return None
        self._parts.metrics.sent.inc()
        return text.encode() + b"\n"

    async def _write(self, send: Send) -> None:
        with suppress(OSError):  # A TimeoutError is one too.
            await self._send(send, {"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async with aclosing(self.lines()) as lines:
                async for line in lines:
                    await self._send(send, {"type": "http.response.body", "body": line, "more_body": True})
            await self._send(send, {"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, message: dict[str, object]) -> None:
        try:
            async with asyncio.timeout(self._parts.settings.hello):
                await send(message)
        except TimeoutError:
            self._attendance.end(Close.SLOW)
            raise

    async def _over(self) -> None:
        await self._attendance.over.wait()
        self._attendance.leave()
        self._attendance.outbox.finish()

    @property
    def _grace(self) -> float:
        """Seconds for what waits."""
        parts = self._parts
        return parts.limits.goodbye if self._attendance.close is Close.SLOW else parts.settings.hello


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
