"""What all of `people` stands on: the database, the clock, tokens, and the sessions at hand."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection
from typing import TypeVar

from canastra.server.hosting.timing import Doubt, Time
from canastra.server.people.caching import Sessions
from canastra.server.people.finishing import Finishing
from canastra.server.people.minting import Mint
from canastra.server.storage import Database

Value = TypeVar("Value")


def nobody_told(sessions: Collection[str]) -> None:
    """What happens at first when sessions end."""


class Core:
    """Reads and changes; `on_ended` is told the ids of sessions and API tokens that have ended, and must not raise."""

    def __init__(self, database: Database, time: Time, mint: Mint) -> None:
        self.database, self.time, self.mint = database, time, mint
        self.sessions = Sessions()
        self.finishing = Finishing()
        self.doubt = Doubt(time)
        """Whether the clock is believed, once something is known of the time before this start."""
        self.on_ended: Callable[[Collection[str]], None] = nobody_told

    async def change(
        self,
        player: str,
        work: Callable[[sqlite3.Connection], Value],
        then: Callable[[Value], None] | None = None,
    ) -> Value:
        """Write about a person, then bring what is in memory up to it, whether or not the caller is still there.

        `then` gets what `work` returned. Changes are answered in the order in which they were committed, and so is
        what `then` does.
        """
        return await self.finishing.run(self._change(player, work, then))

    def ended(self, sessions: Collection[str]) -> None:
        """Sessions are over, and the cache knows."""
        if sessions:
            self.on_ended(sessions)

    async def _change(
        self, player: str, work: Callable[[sqlite3.Connection], Value], then: Callable[[Value], None] | None
    ) -> Value:
        try:
            value = await self.database.write(work)
        finally:
            # After a fault, too: nobody knows then what was written, and the database says it when it is read.
            self.sessions.drop(player)
        if then is not None:
            then(value)
        return value
