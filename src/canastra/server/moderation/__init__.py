"""Moderation: the acts of accounts with a role, and of the server's operator, on people and tables.

`Moderation` is the entry point; docs/moderation.md lists the powers of each role. The measures in force are in
`canastra.server.users.sanctions`.
"""

from __future__ import annotations

from canastra.server.moderation.repository import ModerationError
from canastra.server.moderation.service import MACHINE, Moderation, Moderator, tag_of

__all__ = ["MACHINE", "Moderation", "ModerationError", "Moderator", "tag_of"]
