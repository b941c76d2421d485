"""What people say to each other at a table: lines of chat and reactions, and who hears them; see docs/chat.md.

`Chat` is the way in. It is given a table's terms, asks the users' block lists, keeps lines in the
`canastra.server.storage.Database`, and knows no sockets: a `Listener` is whatever takes messages.
"""

from __future__ import annotations

from canastra.server.chat.audience import Audience, TableSituation
from canastra.server.chat.rooms import ChatRoom, Listener
from canastra.server.chat.service import Chat
from canastra.server.chat.text import LONGEST, PRESETS, REACTIONS, ChatError, clean

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
