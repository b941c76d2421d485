"""The port that finds the node of a table or a tournament."""

from __future__ import annotations

from typing import Protocol


class Directory(Protocol):
    """The port to whatever knows which node owns a key, the id of a table or of a tournament."""

    node: str
    """This node's own name."""

    def owner(self, key: str) -> str | None:
        """The node that owns a key, as far as this node knows; None if no node does. Called with every request."""

    async def wait(self, key: str, seconds: float) -> str | None:
        """Wait up to `seconds` until the owner is known or changes. Returns the owner."""
