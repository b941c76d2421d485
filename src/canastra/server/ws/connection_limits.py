"""Limits on sockets, streams and connections, for one person, one address and in total."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import count
from urllib.parse import urlsplit

from canastra.errors import CanastraError
from canastra.protocol import Close
from canastra.protocol.close_codes import ConnectionRejectedError
from canastra.server.aio import Coalescer
from canastra.server.limits import bound, limit, limits
from canastra.server.metrics import Metrics
from canastra.server.origins import address_of, is_known_host, proxy_networks
from canastra.server.settings import Settings

SPARE = limit(
    "spare", 256, "the server", "connections above the limit that may still ask for its health", "the oldest is cut"
)
HEALTH = ("/healthz", "/readyz", "/metrics")
"""Paths that programs request all the time."""


class ConnectionLimits:
    """Counts connections, with a limit in total, for one address and for one person."""

    def __init__(self, most: int, of_address: int, of_person: int) -> None:
        self._most, self._of_address, self._of_person = most, of_address, of_person
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._all = 0
        self._numbers = count()

    @property
    def taken(self) -> int:
        """The number of connections in total."""
        return self._all

    @property
    def is_full(self) -> bool:
        """Return whether the total limit is reached."""
        return self._all >= self._most

    def take(self, player: str, address: str) -> Slot:
        """Take a slot. Without a session ("") it counts for the address alone, without an address ("") only in total.

        Raises ConnectionRejectedError (429) beyond a limit.
        """
        full = bool(
            self.is_full
            or (address and self._addresses[address] >= self._of_address)
            or (player and self._persons[player] >= self._of_person)
        )
        if full:
            raise ConnectionRejectedError(Close.TOO_MANY)
        self._all += 1
        if address:
            self._addresses[address] += 1
        if player:
            self._persons[player] += 1
        return Slot(self, player, address, next(self._numbers))

    def leave(self, address: str) -> None:
        """Give back the slot of a closed connection."""
        self._all -= 1
        if address:
            _less(self._addresses, address)

    def leave_person(self, player: str) -> None:
        """Decrement the count of a person."""
        _less(self._persons, player)


class Slot:
    """The slot of a connection. Its address and its person can each be given back once."""

    def __init__(self, limits: ConnectionLimits, player: str, address: str, number: int) -> None:
        self.number = number
        """In the order in which they were taken."""
        self._limits, self._player, self._address = limits, player, address
        self._held = True

    def release_person(self) -> None:
        """Give back the person's share, though the connection may still hang."""
        if self._player:
            self._limits.leave_person(self._player)
            self._player = ""

    def release(self) -> None:
        """Give back the slot of a closed connection."""
        self.release_person()
        if self._held:
            self._held = False
            self._limits.leave(self._address)


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


class Connections:
    """Given to every protocol. A connection without a slot may ask for the server's health, and nothing else.

    Trusted proxies do not count: they forward the client's address, and decide how many clients they let in.
    """

    def __init__(
        self, settings: Settings, metrics: Metrics | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        caps = settings.caps
        of_address = caps.sockets_of_address + caps.connections_beside_of_address
        self.metrics = metrics or Metrics()
        self.clock = clock
        self.coalescer = Coalescer()
        self.control_frames = caps.control_frames_of_socket
        self.patience = settings.hello
        self.health = frozenset(f"{root}{path}".encode("ascii") for path in HEALTH for root in ("", settings.root_path))
        self._places = ConnectionLimits(caps.sockets + caps.connections_beside, of_address, 0)
        self._proxies = proxy_networks(settings.proxies)
        self._names = _names(settings)
        self._spare: dict[asyncio.Transport, None] = {}

    @property
    def open(self) -> int:
        """The number of connections with a slot."""
        return self._places.taken

    def enter(self, client: tuple[str, int] | None, transport: asyncio.Transport) -> Slot | None:
        """A slot; None if a limit is reached, in total or for the address."""
        address = "" if self._is_proxy(client) else address_of({"client": client})
        try:
            return self._places.take("", address)
        except ConnectionRejectedError:
            self._spare[transport] = None
            if len(self._spare) > SPARE:
                oldest = next(iter(self._spare))
                # At once: the callback comes later, and more connections may come in this turn of the loop.
                del self._spare[oldest]
                oldest.abort()
            return None

    def leave(self, transport: asyncio.Transport, place: Slot | None) -> None:
        """Give back the slot of a closed connection."""
        self._spare.pop(transport, None)
        if place is not None:
            place.release()

    def why_full(self) -> tuple[int, CanastraError]:
        """The status and the error for a connection without a slot."""
        if self._places.is_full:
            return 503, CanastraError("wire_full")
        return 429, CanastraError("wire_connections")

    def is_known(self, client: tuple[str, int] | None, hosts: Sequence[bytes]) -> bool:
        """Return whether a request names this server in its `Host`, so that no page of another site led a browser here.

        A program may send no `Host`. A trusted proxy has to check its clients' `Host` itself.
        """
        if not hosts or self._is_proxy(client):
            return len(hosts) < 2
        return len(hosts) == 1 and is_known_host(hosts[0].decode("latin-1"), self._names)

    def _is_proxy(self, client: tuple[str, int] | None) -> bool:
        if client is None or not self._proxies:
            return False
        try:
            address = ipaddress.ip_address(client[0])
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


def _names(settings: Settings) -> Collection[str]:
    origins = (urlsplit(origin).hostname or "" for origin in settings.origins)
    return frozenset(name.lower() for name in (settings.host, *origins, *settings.allowed_hosts))


@limits
@dataclass(frozen=True, slots=True)
class SocketLimits:
    """The limits of a socket."""

    in_flight: int = bound(16, "a socket", "commands and lines that wait for their answers", "refused: `ws_waiting`")
    malformed: int = bound(10, "a socket", "invalid messages in a row", "close 4001 `ws_malformed`")
    watchers_every: int = bound(
        1_000, "a table", "time between two counts of spectators", "the next count is sent at its end", "ms"
    )
    goodbye: float = bound(1.0, "a socket", "time to read why it is closed", "the connection is cut", "s")


DEFAULT_LIMITS = SocketLimits()
