"""Chat at a table: lines and reactions, and their audience; see docs/chat.md.

`Chat` is the entry point. It gets a table's options, consults the users' block lists and stores lines in the
`canastra.server.storage.Database`. It knows no sockets: a `Listener` is anything that takes messages.
"""

from __future__ import annotations

from canastra.server.chat.rules import LONGEST, PRESETS, REACTIONS, Audience, ChatError, TableSituation, clean
from canastra.server.chat.service import Chat, ChatRoom, Listener

__all__ = [
    "LONGEST",
    "PRESETS",
    "REACTIONS",
    "Audience",
    "Chat",
    "ChatError",
    "ChatRoom",
    "Listener",
    "TableSituation",
    "clean",
]
