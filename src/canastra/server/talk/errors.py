"""Why something was not said."""

from __future__ import annotations

from canastra.errors import CanastraError


class TalkError(CanastraError):
    """A line or a reaction that reached nobody; of `talk_failed` it is open whether the line was kept."""
