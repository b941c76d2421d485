"""What all sockets of a server share."""

from __future__ import annotations

import asyncio
import time as system
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from canastra.server.hosting import Host, Time
from canastra.server.limiting import Bucket, Buckets, Clock
from canastra.server.lobby import Lobby
from canastra.server.people import People
from canastra.server.settings import Caps, Settings
from canastra.server.sockets.caps import Places
from canastra.server.sockets.counting import Counters, NoCounters
from canastra.server.sockets.halls import Halls
from canastra.server.sockets.limits import DEFAULT_LIMITS, Limits
from canastra.server.talk import Talk

if TYPE_CHECKING:
    from canastra.server.sockets.attending import Attendance


class Rates:
    """How often messages may come: from one socket, one session, one address; hints to one person; new sockets."""

    def __init__(self, caps: Caps, clock: Clock) -> None:
        self._caps, self._clock = caps, clock
        self._sessions = Buckets(caps.messages_of_session, self._clock)
        self._addresses = Buckets(caps.messages_of_address, self._clock)
        self._hints = Buckets(caps.hints_of_person, self._clock)
        self._openings = Buckets(caps.new_sockets_of_address, self._clock)

    def socket(self) -> Bucket:
        """A new socket's own."""
        return Bucket(self._caps.messages_of_socket, self._clock)

    def session(self, session: str) -> Bucket:
        """That of all sockets and requests of a session."""
        return self._sessions.of(session)

    def hints(self, player: str) -> Bucket:
        """That of a person's hints, for which a bot has to think."""
        return self._hints.of(player)

    def openings(self, address: str) -> Bucket:
        """That of the new sockets and streams of everybody who comes from there."""
        return self._openings.of(address)

    def address(self, address: str) -> Bucket:
        """That of everybody who comes from there."""
        return self._addresses.of(address)


@dataclass(slots=True)
class Parts:
    """Given once, to `Sockets`. `clock` counts the seconds of the rates, and never goes back."""

    host: Host
    lobby: Lobby
    people: People
    talk: Talk
    settings: Settings
    time: Time
    limits: Limits = DEFAULT_LIMITS
    counters: Counters = field(default_factory=NoCounters)
    clock: Clock = system.monotonic
    draining: bool = False
    tasks: set[asyncio.Task[object]] = field(default_factory=set)
    """Those of open sockets and streams."""
    halls: Halls[Attendance] = field(init=False)
    places: Places = field(init=False)
    rates: Rates = field(init=False)

    def __post_init__(self) -> None:
        self.halls = Halls(self.time, self.limits.watchers_every)
        caps = self.settings.caps
        self.places = Places(caps.sockets, caps.sockets_of_address, caps.sockets_of_person)
        self.rates = Rates(self.settings.caps, self.clock)

    @contextmanager
    def noted_task(self) -> Iterator[None]:
        """Have the present task among those that are waited for at the end."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            yield
        finally:
            self.tasks.discard(task)
