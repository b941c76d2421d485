"""Moderation: what accounts with a role, and whoever runs the server, may do about people and tables.

`Moderation` is the way in; docs/moderation.md says who may do what. What holds by it is in `canastra.server.measures`.
"""

from __future__ import annotations

from canastra.server.moderation.errors import ModerationError
from canastra.server.moderation.moderation import MACHINE, Actor, Moderation, tag_of

__all__ = ["MACHINE", "Actor", "Moderation", "ModerationError", "tag_of"]
