"""What people say to each other at a table: lines of chat and reactions, and who hears them; see docs/chat.md.

`Chat` is the way in. It asks the lobby for a table's terms and people for who has hushed whom, keeps lines in the
`canastra.server.storage.Database`, and knows no sockets: a `Listener` is whatever takes messages.
"""

from __future__ import annotations

from canastra.server.chat.audience import Audience, TableSituation
from canastra.server.chat.rooms import ChatRoom, Listener
from canastra.server.chat.service import Author, Chat, Hushing, Terms
from canastra.server.chat.text import LONGEST, PRESETS, REACTIONS, ChatError, clean

__all__ = [
    "LONGEST",
    "PRESETS",
    "REACTIONS",
    "Audience",
    "Author",
    "Chat",
    "ChatError",
    "ChatRoom",
    "Hushing",
    "Listener",
    "TableSituation",
    "Terms",
    "clean",
]
