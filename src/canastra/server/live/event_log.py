"""A table together with its log: an event that isn't written has not happened."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from canastra import table as tables
from canastra.errors import InternalError
from canastra.protocol.people import DELETED_NAME
from canastra.server.live import snapshots
from canastra.server.logging import code_of, log
from canastra.server.storage import Event as Logged
from canastra.server.storage import SequenceError, Store
from canastra.table import Event, Opened, Table, dump_event, load_event
from canastra.table.events import Sat
from canastra.table.settings import FindRulebook

FORM = 1
"""Version of the header."""
_AT_ONCE = 100
"""Events applied before other tasks get their turn."""


class Numbered(msgspec.Struct, frozen=True):
    """An event and its number in the log."""

    seq: int
    event: Event


def _without_name(numbered: Numbered, player: str) -> Numbered:
    event = numbered.event
    if not isinstance(event, Sat) or event.player != player:
        return numbered
    return Numbered(numbered.seq, replace(event, name=DELETED_NAME, animal=""))


class _Header(msgspec.Struct, frozen=True):
    """The first line of a log."""

    form: int
    opened: Opened


_header = msgspec.json.Decoder(_Header)


class EventLog:
    """The table that its log adds up to. Only `write` changes it, except for the name of a deleted person."""

    def __init__(self, store: Store, table_id: str, table: Table, latest: Sequence[Numbered], tail: int) -> None:
        self._store, self.table_id = store, table_id
        self.table = table
        self.head = latest[-1].seq
        """Number of the last event."""
        self.tail: deque[Numbered] = deque(latest, maxlen=tail)

    async def write(
        self, events: Sequence[Event], after: Table, key: str | None = None, answer: str | None = ""
    ) -> None:
        """Append events, and then replace the table by the one that they make.

        If the append fails, the table is as before, and the content of the log is unknown.
        """
        await self._store.append(self.table_id, self.head + 1, [dump_event(event) for event in events], key, answer)
        self.table = after
        for event in events:
            self._note(event)

    def forget_name(self, player: str) -> bool:
        """Replace a deleted person's name. Returns False if they never sat here."""
        seats = self.table.seats
        shown = tuple(replace(seat, name=DELETED_NAME, animal="") if seat.player == player else seat for seat in seats)
        tail = [_without_name(numbered, player) for numbered in self.tail]
        if shown == seats and tail == [*self.tail]:
            return False
        self.table = replace(self.table, seats=shown)
        self.tail = deque(tail, self.tail.maxlen)
        return True

    def since(self, seq: int) -> list[Numbered] | None:
        """The events from a number on; None if they are not in memory, or the number is too high."""
        if not self.tail[0].seq <= seq <= self.head + 1:
            return None
        return [numbered for numbered in self.tail if numbered.seq >= seq]

    def after_step(self, step: int) -> int:
        """Number of the first event after which the table is past a step; 0 if that is long ago."""
        if step >= self.table.step:
            return self.head + 1
        missed = next((numbered.seq for numbered in self.tail if getattr(numbered.event, "step", 0) > step), 0)
        return 0 if missed == self.tail[0].seq else missed

    def _note(self, event: Event) -> None:
        self.head += 1
        self.tail.append(Numbered(self.head, event))

    @classmethod
    async def create(cls, store: Store, table_id: str, opened: Opened) -> None:
        """Create a log with its first event. Raises TableExistsError."""
        await store.create(table_id, msgspec.json.encode(_Header(FORM, opened)).decode())
        await store.append(table_id, 1, [dump_event(opened)])

    @property
    def latest(self) -> Numbered:
        """The last event of the log."""
        return self.tail[-1]

    async def keep(self, table: Table, latest: Numbered) -> None:
        """Store a snapshot of the table after an event, if no deal is running: loading then replays less."""
        if table.deal is None and snapshots.is_due(table):
            await self._store.put_snapshot(self.table_id, latest.seq, snapshots.dump(table, dump_event(latest.event)))

    @classmethod
    async def load(cls, store: Store, table_id: str, find: FindRulebook, tail: int) -> EventLog:
        """The table that a log adds up to. Raises NoSuchTableError.

        The previous owner of the table may have an append in flight; `load` waits for it.
        """
        await store.flush()
        try:
            event_log = await cls._from_snapshot(store, table_id, find, tail)
        except Exception as error:  # noqa: BLE001 - if anything is wrong with the snapshot, there is still the log
            log(logging.WARNING, "snapshot_ignored", table=table_id, error=code_of(error))
            event_log = None
        return event_log or await cls._from_log(store, table_id, find, tail)

    @classmethod
    async def _from_snapshot(cls, store: Store, table_id: str, find: FindRulebook, tail: int) -> EventLog | None:
        """The table from its latest snapshot on; None without a usable one."""
        kept = await store.latest_snapshot(table_id)
        if kept is None:
            return None
        logged = await store.read(table_id, max(1, kept.seq + 1 - tail))
        bodies = {line.seq: line.body for line in logged}
        table = snapshots.load(kept.data, find, bodies.get(kept.seq, ""))
        if table is None:
            log(logging.WARNING, "snapshot_ignored", table=table_id, seq=kept.seq)
            return None
        before = [Numbered(each.seq, load_event(each.body)) for each in logged if each.seq <= kept.seq]
        event_log = cls(store, table_id, table, before, tail)
        await event_log._replay(logged[len(before) :])
        return event_log

    @classmethod
    async def _from_log(cls, store: Store, table_id: str, find: FindRulebook, tail: int) -> EventLog:
        logged = await store.read(table_id)
        if not logged:
            await cls._first_event(store, table_id)
            logged = await store.read(table_id)
        opened = load_event(logged[0].body)
        if not isinstance(opened, Opened):
            raise InternalError("table_event_impossible", text=logged[0].seq)
        event_log = cls(store, table_id, tables.open_table(opened, find), [Numbered(1, opened)], tail)
        await event_log._replay(logged[1:])
        return event_log

    async def _replay(self, logged: Iterable[Logged]) -> None:
        for line in logged:
            event = load_event(line.body)
            self.table = tables.evolve(self.table, event)
            self._note(event)
            if line.seq % _AT_ONCE == 0:
                await asyncio.sleep(0)

    @staticmethod
    async def _first_event(store: Store, table_id: str) -> None:
        """Append the first event, which the header has too: the server died before it was written."""
        opened = _header.decode(await store.header(table_id)).opened
        try:
            await store.append(table_id, 1, [dump_event(opened)])
        except SequenceError:
            return
