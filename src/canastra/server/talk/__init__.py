"""What people say to each other at a table: lines of chat and reactions, and who hears them; see docs/talk.md.

`Talk` is the way in. It asks the lobby for a table's terms and people for who has hushed whom, keeps lines in the
`canastra.server.storage.Database`, and knows no sockets: a `Member` is whatever takes messages.
"""

from __future__ import annotations

from canastra.server.talk.cleaning import LONGEST, clean
from canastra.server.talk.errors import TalkError
from canastra.server.talk.hearing import Audience, Moment
from canastra.server.talk.rooms import Member, Room
from canastra.server.talk.talk import Author, Hushing, Talk, Terms
from canastra.server.talk.words import PRESETS, REACTIONS

__all__ = [
    "LONGEST",
    "PRESETS",
    "REACTIONS",
    "Audience",
    "Author",
    "Hushing",
    "Member",
    "Moment",
    "Room",
    "Talk",
    "TalkError",
    "Terms",
    "clean",
]
