"""The index in the database, kept a little behind the tables: who changes one never waits for it."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from canastra.server.hosting.logs import code_of, log
from canastra.server.lobby import rows
from canastra.server.lobby.rows import Change
from canastra.server.storage import Database


class Index:
    """Writes what is new of tables, everything that waits at once.

    What a crash keeps from being written is found again at start, since the tables' logs have it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: dict[str, Change] = {}
        self._task: asyncio.Task[None] | None = None

    def put(self, change: Change) -> None:
        """Have a change written soon; of two of the same table only the later is."""
        self._waiting[change.table] = change
        if self._task is None:
            self._task = asyncio.create_task(self._write())

    async def flushed(self) -> None:
        """Return when everything put before is written."""
        while self._task is not None:
            await asyncio.shield(self._task)

    async def _write(self) -> None:
        try:
            while self._waiting:
                changes, self._waiting = tuple(self._waiting.values()), {}
                await self._database.write(partial(rows.write, changes=changes))
        except Exception as error:  # noqa: BLE001 - the store has stopped; the next start puts the index right
            log(logging.ERROR, "index_failed", error=code_of(error))
        finally:
            self._task = None
