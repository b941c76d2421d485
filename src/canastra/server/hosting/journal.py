"""A table and its log, kept in step: what isn't written has not happened."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from canastra import table as tables
from canastra.errors import InternalError
from canastra.server.storage import SequenceError, Store
from canastra.table import Event, Opened, Table
from canastra.table.settings import FindRulebook

FORM = 1
"""Version of the header."""
_AT_ONCE = 100
"""Events folded before others get their turn."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event and its number in the log."""

    seq: int
    event: Event


def written(event: Event) -> str:
    """An event as the log holds it."""
    return json.dumps(tables.plain_event(event), ensure_ascii=False, separators=(",", ":"))


def read(body: str) -> Event:
    """The event of a line of the log."""
    return tables.parse_event(json.loads(body))


class Journal:
    """The table as its log has it. `write` is the only way to change it."""

    def __init__(self, store: Store, table_id: str, opened: Opened, find: FindRulebook, tail: int) -> None:
        self._store, self.table_id = store, table_id
        self.table: Table = tables.open_table(opened, find)
        self.head = 1
        """Number of the last event."""
        self.tail: deque[Numbered] = deque([Numbered(1, opened)], maxlen=tail)

    async def write(self, events: Sequence[Event], key: str | None = None, answer: str = "") -> None:
        """Append, and then apply. If the append fails the table is as before, and nobody knows what the log has."""
        await self._store.append(self.table_id, self.head + 1, [written(event) for event in events], key, answer)
        for event in events:
            self._apply(event)

    def since(self, seq: int) -> list[Numbered] | None:
        """The events from a number on; None if they are not at hand, or there can be no such number yet."""
        if not self.tail[0].seq <= seq <= self.head + 1:
            return None
        return [each for each in self.tail if each.seq >= seq]

    def after_step(self, step: int) -> int:
        """Number of the first event after which the table is past a step; 0 if that is long ago."""
        missed = next((each.seq for each in self.tail if getattr(each.event, "step", 0) > step), self.head + 1)
        return 0 if missed == self.tail[0].seq else missed

    def _apply(self, event: Event) -> None:
        self.table = tables.evolve(self.table, event)
        self.head += 1
        self.tail.append(Numbered(self.head, event))

    @classmethod
    async def create(cls, store: Store, table_id: str, opened: Opened) -> None:
        """A new log with its first event. A `TableExistsError` if there is one."""
        await store.create(table_id, json.dumps({"form": FORM, "opened": tables.plain_event(opened)}))
        await store.append(table_id, 1, [written(opened)])

    @classmethod
    async def load(cls, store: Store, table_id: str, find: FindRulebook, tail: int) -> Journal:
        """The table that a log adds up to. `NoSuchTableError`.

        Whoever had the table before may have left an append of which nobody knows; it is waited for.
        """
        await store.flush()
        log = await store.read(table_id)
        if not log:
            await cls._first_event(store, table_id)
            log = await store.read(table_id)
        opened = read(log[0].body)
        if not isinstance(opened, Opened):
            raise InternalError("table_event_impossible", text=log[0].seq)
        journal = cls(store, table_id, opened, find, tail)
        for logged in log[1:]:
            journal._apply(read(logged.body))
            if logged.seq % _AT_ONCE == 0:
                await asyncio.sleep(0)
        return journal

    @staticmethod
    async def _first_event(store: Store, table_id: str) -> None:
        """The server died between the log and its first event, which the header has too."""
        opened = tables.parse_event(json.loads(await store.header(table_id))["opened"])
        try:
            await store.append(table_id, 1, [written(opened)])
        except SequenceError:
            return
