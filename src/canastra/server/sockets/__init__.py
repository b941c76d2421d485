"""Tables over the wire: WebSockets, and the same messages as lines and posted commands for programs.

`Sockets` is the way in; docs/protocol.md says what goes over the wire, and what both sides owe each other.
"""

from __future__ import annotations

from canastra.server.sockets.admitting import Wish
from canastra.server.sockets.caps import Connections
from canastra.server.sockets.counting import Counters, NoCounters
from canastra.server.sockets.endings import SocketsError
from canastra.server.sockets.limits import Limits
from canastra.server.sockets.lines import Lines
from canastra.server.sockets.sockets import Sockets
from canastra.server.sockets.wire import protocols

__all__ = [
    "Connections",
    "Counters",
    "Limits",
    "Lines",
    "NoCounters",
    "Sockets",
    "SocketsError",
    "Wish",
    "protocols",
]
