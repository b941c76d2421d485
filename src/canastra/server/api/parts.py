"""What the interface is made of: the server's parts that its routes call."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from canastra.server.lobby import Lobby
from canastra.server.moderation import Moderation
from canastra.server.people import People
from canastra.server.settings import Settings
from canastra.server.sockets import Sockets
from canastra.server.talk import Talk
from canastra.server.worker import Worker


@dataclass(frozen=True, slots=True)
class Parts:
    """Given once, by whoever puts the server together."""

    people: People
    lobby: Lobby
    talk: Talk
    sockets: Sockets
    moderation: Moderation
    settings: Settings
    clock: Callable[[], float] = time.monotonic
    """Seconds, for token buckets."""
    replays: Worker = field(default_factory=Worker)
    """The process in which records are replayed."""
