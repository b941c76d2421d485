"""What people say to each other at a table: lines of chat and reactions, and who hears them; see docs/chat.md.

`Chat` is the way in. It is given a table's terms, asks the users' block lists, keeps lines in the
`canastra.server.storage.Database`, and knows no sockets: a `Listener` is whatever takes messages.
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
