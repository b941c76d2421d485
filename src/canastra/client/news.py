"""The messages that a table reports besides its state."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.client.fairness import ShuffleCheck
from canastra.client.reconnection import LinkReport
from canastra.protocol import State
from canastra.protocol.messages import Draining, Fault, Reacted, RematchReady, Said, Seen, Talk, Watchers


@dataclass(frozen=True, slots=True)
class Changed:
    """The table changed. `events` are the new ones, in order."""

    events: tuple[Seen, ...]
    before: State | None
    state: State
    missed: bool = False
    """True if events between the two states are missing because the server no longer had them in memory."""


@dataclass(frozen=True, slots=True)
class Welcomed:
    """The table is connected, for the first time or again. `talk` has the chat since the last connection."""

    talk: Talk
    first: bool


@dataclass(frozen=True, slots=True)
class ServerFault:
    """The server reports an error that is not about one of our commands."""

    fault: Fault


News = (
    Changed | Welcomed | LinkReport | ShuffleCheck | Said | Reacted | Watchers | RematchReady | Draining | ServerFault
)
"""A `LinkReport` is the state of the connection, a `ShuffleCheck` the result of checking a deal's shuffle."""
