"""What the interface is made of: the server's parts that its routes call."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from canastra.server.chat import Chat
from canastra.server.http.worker import Worker
from canastra.server.lobby import Lobby
from canastra.server.moderation import Moderation
from canastra.server.settings import Settings
from canastra.server.users import Users
from canastra.server.ws import Sockets


@dataclass(frozen=True, slots=True)
class Context:
    """Given once, by whoever puts the server together."""

    people: Users
    lobby: Lobby
    talk: Chat
    sockets: Sockets
    moderation: Moderation
    settings: Settings
    clock: Callable[[], float] = time.monotonic
    """Seconds, for token buckets."""
    replays: Worker = field(default_factory=Worker)
    """The process in which records are replayed."""
