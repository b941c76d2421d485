"""What a table tells besides its state, as it comes."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.client.fairness import ShuffleCheck
from canastra.client.reconnection import LinkReport
from canastra.protocol import State
from canastra.protocol.messages import Draining, Fault, Reacted, RematchReady, Said, Seen, Talk, Watchers


@dataclass(frozen=True, slots=True)
class Changed:
    """The table went on. `events` are those that were not told before, in order."""

    events: tuple[Seen, ...]
    before: State | None
    state: State
    missed: bool = False
    """Whether events between the two states are not told: too long ago for the server to have them at hand."""


@dataclass(frozen=True, slots=True)
class Welcomed:
    """The connection is there, for the first time or again. What was said meanwhile is in `talk`."""

    talk: Talk
    first: bool


@dataclass(frozen=True, slots=True)
class ServerFault:
    """The server says that something was wrong, about no command of ours."""

    fault: Fault


News = (
    Changed | Welcomed | LinkReport | ShuffleCheck | Said | Reacted | Watchers | RematchReady | Draining | ServerFault
)
"""A `LinkReport` tells how the connection stands, a `ShuffleCheck` what was found of a deal's shuffle."""
