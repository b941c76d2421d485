"""Who runs a table or a tournament."""

from __future__ import annotations

from typing import Protocol


class Directory(Protocol):
    """The port to whatever knows which node owns a key, the id of a table or of a tournament."""

    node: str
    """This node's own name."""

    def owner(self, key: str) -> str | None:
        """The node that owns a key by all that is known here; None if nobody does. Asked with every request."""

    async def wait(self, key: str, seconds: float) -> str | None:
        """Wait so long at most until the owner is known, or another; who it is."""
