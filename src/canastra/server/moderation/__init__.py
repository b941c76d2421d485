"""Moderation: what accounts with a role, and whoever runs the server, may do about people and tables.

`Moderation` is the way in; docs/moderation.md says who may do what. What holds by it is in `canastra.server.sanctions`.
"""

from __future__ import annotations

from canastra.server.moderation.repository import ModerationError
from canastra.server.moderation.service import MACHINE, Moderation, Moderator, tag_of

__all__ = ["MACHINE", "Moderation", "ModerationError", "Moderator", "tag_of"]
