"""The bus over NATS (core NATS: at most once, without storage)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from canastra.cluster.routing.bus import Answerer, Answering, BusSubscription, Handler, UnheardError
from canastra.server.limits import limit
from canastra.server.logging import code_of, log

LOST = "the excess is lost, and ends its tunnel"
PENDING = limit("bus_pending", 8_388_608, "a node", "bytes that wait to be sent over the bus", LOST)
"""In this process, and as much again in the NATS client."""
INCOMING = limit("bus_incoming", 65_536, "a subscription to the bus", "messages that wait to be handled", LOST)
INCOMING_BYTES = limit(
    "bus_incoming_bytes", 67_108_864, "a subscription to the bus", "bytes that wait to be handled", LOST
)
RECONNECT = 0.5
"""Seconds between attempts to reach a server."""
PINGS = 2
"""Seconds between pings; a server that leaves two unanswered is gone."""
LEAVING = limit(
    "bus_leaving",
    2.0,
    "a subscription to the bus",
    "time for its end to be confirmed",
    "it is no longer waited for",
    "s",
)


class NatsBus:
    """One connection, which reconnects for ever. User, token and TLS (``tls://``) are in the address."""

    def __init__(self, address: str, credentials: Path | None = None, seed: Path | None = None) -> None:
        self.dropped = 0
        """Messages that were lost before they were sent."""
        self._away_since: float | None = None
        self._address, self._credentials, self._seed = address, credentials, seed
        self._client = Client()
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._quiet = False

    async def start(self, patience: float | None = None) -> None:
        """Connect. Tries for ever, or raises UnheardError if no server accepts it within `patience` seconds."""
        self._quiet = patience is not None
        try:
            async with asyncio.timeout(patience):
                await self._connect()
        except TimeoutError:
            await self._disconnect()
            raise UnheardError(True) from None
        finally:
            self._quiet = False
        self._sending = asyncio.create_task(self._send())

    async def _connect(self) -> None:
        await self._client.connect(
            self._address.split(","),
            error_cb=self._note,
            disconnected_cb=self._lost,
            reconnected_cb=self._found,
            max_reconnect_attempts=-1,
            reconnect_time_wait=RECONNECT,  # type: ignore[arg-type]  # Any number of seconds will do.
            ping_interval=PINGS,
            pending_size=PENDING,
            user_credentials=None if self._credentials is None else str(self._credentials),
            nkeys_seed=None if self._seed is None else str(self._seed),
        )

    async def _disconnect(self) -> None:
        # The server may be gone. The client still writes its pending data, and asyncio of Python 3.12 and of earlier
        # releases of 3.13 and 3.14 raises a TypeError for a lost connection (gh-136234 in CPython).
        with suppress(OSError, TypeError, nats.errors.Error):
            await self._client.close()

    @property
    def is_connected(self) -> bool:
        """Return whether there is a connection, as far as this side has noticed."""
        return bool(self._client.is_connected)

    @property
    def lets_anybody_in(self) -> bool:
        """Return whether NATS accepts clients without a password, a token or a certificate."""
        info = self._client._server_info
        return not (info.get("auth_required") or info.get("tls_verify"))

    def warn_if_open(self) -> None:
        """Log a warning if NATS accepts clients without a password."""
        if self.lets_anybody_in:
            log(logging.WARNING, "bus_open")

    @property
    def seconds_away(self) -> float:
        """The seconds without a server; 0 while connected."""
        return 0.0 if self._away_since is None else time.monotonic() - self._away_since

    async def close(self) -> None:
        """Send what waits, and disconnect."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                while self._waiting and self._client.is_connected:
                    await asyncio.sleep(0.01)
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)
        await self._disconnect()

    def publish(self, subject: str, data: bytes) -> None:
        """Queue a message, or drop it if too many bytes wait."""
        if self._bytes + len(data) > PENDING:
            self.dropped += 1
            return
        self._waiting.append((subject, data))
        self._bytes += len(data)
        self._news.set()

    async def subscribe(self, subject: str, handler: Handler) -> BusSubscription:
        """Call a handler with every message to a subject, in order."""

        async def handle(message: Msg) -> None:
            answer = handler(message.data)
            if answer is not None and message.reply:
                self.publish(message.reply, answer)

        made = await self._client.subscribe(
            subject, cb=handle, pending_msgs_limit=INCOMING, pending_bytes_limit=INCOMING_BYTES
        )
        await self._client.flush()  # From now on messages to this subject arrive here.
        return _Nats(made)

    async def serve(self, subject: str, answerer: Answerer, group: str = "") -> BusSubscription:
        """Answer requests to a subject, each in a task of its own. In a group, one member gets each request."""
        answering = Answering(answerer)

        async def handle(message: Msg) -> None:
            if message.reply:
                answering.begin(message.data, lambda answer: self.publish(message.reply, answer))

        made = await self._client.subscribe(
            subject, queue=group, cb=handle, pending_msgs_limit=INCOMING, pending_bytes_limit=INCOMING_BYTES
        )
        await self._client.flush()
        return _NatsServed(made, answering)

    async def request(self, subject: str, data: bytes, seconds: float) -> bytes:
        """Send a message and wait for its answer. Raises UnheardError."""
        try:
            return (await self._client.request(subject, data, seconds)).data
        except nats.errors.NoRespondersError:
            raise UnheardError(True) from None
        except (nats.errors.Error, TimeoutError, OSError):
            raise UnheardError(False) from None

    async def _send(self) -> None:
        while True:
            while self._waiting:
                subject, data = self._waiting.popleft()
                self._bytes -= len(data)
                try:
                    await self._client.publish(subject, data)
                except (nats.errors.Error, OSError) as error:
                    self.dropped += 1
                    await self._note(error)
            self._news.clear()
            await self._news.wait()

    async def _lost(self) -> None:
        self._away_since = self._away_since or time.monotonic()

    async def _found(self) -> None:
        self._away_since = None

    async def _note(self, error: Exception) -> None:
        if self._quiet:  # The caller of `start` reports it.
            return
        log(logging.WARNING, "bus", error=code_of(error))


class _Nats:
    def __init__(self, subscription: Subscription) -> None:
        self._subscription = subscription

    async def close(self) -> None:
        """Unsubscribe."""
        with suppress(OSError, nats.errors.Error):
            await self._subscription.unsubscribe()


class _NatsServed:
    def __init__(self, subscription: Subscription, answering: Answering) -> None:
        self._subscription, self._answering = subscription, answering

    async def close(self) -> None:
        """Take no new requests, and answer the ones under way."""
        with suppress(OSError, TimeoutError, nats.errors.Error):  # The server may be gone.
            async with asyncio.timeout(LEAVING):
                await self._subscription.drain()  # type: ignore[no-untyped-call]
        await self._answering.finish()
