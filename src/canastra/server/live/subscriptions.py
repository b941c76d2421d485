"""The subscribers of a table, the updates that each gets, and the end of one that doesn't read.

All subscribers get every event under its number in the log: as far as they may see it, or the number alone if they may
see nothing. So the numbers have no gaps and are the same for all: they reveal that an event happened, never its
content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, cast

from canastra import table as tables
from canastra.protocol import ServerMessage, State, encode
from canastra.protocol.messages import Missed, Seen, Update
from canastra.server.aio import Flag
from canastra.server.live.event_log import EventLog, Numbered
from canastra.table import Shown, Table

Plain = dict[str, Any]


class Reason(StrEnum):
    """The reason for the end of a subscription."""

    CLOSED = "closed"
    """The subscriber ended it."""
    SLOW = "slow"
    """It left too much unread; it may resume from the number after its last."""
    REPLACED = "replaced"
    """A newer subscription has the seat."""
    LEFT = "left"
    """Its person left the seat, which is free for anyone."""
    MOVED = "moved"
    """Its person sits elsewhere now; it may be subscribed to again, for the new seat."""
    STOPPED = "stopped"
    """The table was unloaded or failed; it may be subscribed to again."""


class EndedError(Exception):
    """The subscription is over."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class SharedUpdate:
    """An update for several readers: encoded as JSON once, for the first of them."""

    __slots__ = ("_data", "update")

    def __init__(self, update: Update) -> None:
        self.update, self._data = update, b""

    @property
    def data(self) -> bytes:
        """The update as it is sent."""
        if not self._data:
            self._data = encode(self.update)
        return self._data


@dataclass(eq=False, slots=True)
class Subscription:
    """The one queue between a table, which never waits, and one reader: for updates and all other messages.

    It is bounded. The first item beyond the bound drops all queued items and ends it: the reader resumes from the
    number after its last.
    """

    seat: int | None
    limit: int
    ended: Reason | None = None
    """The reason for which updates ended."""
    on_end: Callable[[Reason], None] | None = None
    """Called when it ends. Set it to None once its owner has gone."""
    on_item: Callable[[], None] | None = None
    """Called with each queued item, instead of waking the reader in `next`, which `wake` does."""
    _waiting: list[Missed | SharedUpdate | ServerMessage] = field(
        default_factory=list
    )  # A deque has room for 64 at once.
    _news: Flag = field(default_factory=Flag)
    _finished: bool = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def get(self) -> Missed | Update:
        """The next update, the first with the state, for a reader that gets nothing else. Raises EndedError."""
        while not self._waiting:
            if self.ended is not None:
                raise EndedError(self.ended)
            await self._more()
        item = self._waiting.pop(0)
        return item.update if isinstance(item, SharedUpdate) else cast(Missed, item)

    async def next(self) -> Missed | SharedUpdate | ServerMessage | None:
        """The next item, answers after the last update included; None once it is finished and empty."""
        while not self._waiting:
            if self._finished:
                return None
            await self._more()
        return self._waiting.pop(0)

    def offer(self, item: Missed | SharedUpdate | ServerMessage) -> None:
        """Queue an item, or end if there are too many. Does nothing once it is finished."""
        if self._finished:
            return
        if len(self._waiting) >= self.limit:
            self._waiting.clear()  # They can be fetched again, and the reader may never return.
            self._finished = True
            self.end(Reason.SLOW)
        else:
            self._waiting.append(item)
            if self.on_item is None:
                self._news.set()
            else:
                self.on_item()

    def take(self) -> list[Missed | SharedUpdate | ServerMessage]:
        """All waiting items, first to last."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def wake(self) -> None:
        """Wake the reader in `next`."""
        self._news.set()

    def put_first(self, *items: ServerMessage) -> None:
        """Put items before all waiting ones."""
        self._waiting[:0] = items
        self._news.set()

    def end(self, reason: Reason) -> None:
        """End the updates, after the queued ones. The first reason stays."""
        if self.ended is None:
            self.ended = reason
            if self.on_end is not None:
                self.on_end(reason)
        self._news.set()

    def finish(self) -> None:
        """Refuse new items; queued ones are still sent."""
        self._finished = True
        self._news.set()

    async def _more(self) -> None:
        self._news.clear()
        await self._news.wait()


class Subscribers:
    """All subscriptions to one table."""

    def __init__(self) -> None:
        self._seats: dict[int, Subscription] = {}
        self._watchers: list[Subscription] = []
        self._shown: Shown | None = None

    def __bool__(self) -> bool:
        return bool(self._seats or self._watchers)

    def has(self, seat: int) -> bool:
        """Return whether a client subscribes for a seat."""
        return seat in self._seats

    def add(self, subscription: Subscription) -> None:
        """Add a subscription; it replaces the former one of its seat."""
        if subscription.seat is None:
            self._watchers.append(subscription)
            return
        former = self._seats.get(subscription.seat)
        if former is not None:
            former.end(Reason.REPLACED)
        self._seats[subscription.seat] = subscription

    def remove(self, subscription: Subscription, reason: Reason) -> None:
        """End a subscription; does nothing if it is over already."""
        subscription.end(reason)
        if subscription in self._watchers:
            self._watchers.remove(subscription)
        elif subscription.seat is not None and self._seats.get(subscription.seat) is subscription:
            del self._seats[subscription.seat]

    def remove_seat(self, seat: int, reason: Reason) -> None:
        """End the subscription of a seat, if there is one."""
        if seat in self._seats:
            self.remove(self._seats[seat], reason)

    def remove_seats(self, reason: Reason) -> None:
        """End the subscriptions of all seats."""
        for seat in list(self._seats.values()):
            self.remove(seat, reason)

    def close(self) -> None:
        """End all subscriptions: the table stops."""
        for subscription in self._all():
            self.remove(subscription, Reason.STOPPED)

    def shown(self, table: Table) -> Shown:
        """The table in the form that was last shown here, if it is unchanged; not kept without subscribers."""
        if self._shown is None or self._shown.table is not table:
            self._shown = Shown(table)
        return self._shown

    def publish(self, news: Sequence[Numbered], before: Table, after: Table) -> list[Subscription]:
        """Send events and their effects to all subscribers, as each may see them. Returns the ones cut off as too
        slow.
        """
        everybody = self._all()
        if not everybody:
            self._shown = None
            return []
        was = self.shown(before)
        self._shown = Shown(after, was)
        changes = self._shown.changes_since(was, {each.seat for each in everybody})
        events = visible(news, changes)
        made: dict[tuple[int, int], SharedUpdate] = {}
        for subscription in everybody:
            seen, changed = events[subscription.seat], changes[subscription.seat]
            update = made.get((id(seen), id(changed)))  # Subscribers that see the same share one update.
            if update is None:
                update = made[id(seen), id(changed)] = SharedUpdate(Update(news[-1].seq, seen, changed))
            subscription.offer(update)
        slow = [each for each in everybody if each.ended]
        for each in slow:
            self.remove(each, Reason.SLOW)
        return slow

    def _all(self) -> list[Subscription]:
        return [*self._seats.values(), *self._watchers]


def visible(news: Iterable[Numbered], seats: Iterable[int | None]) -> dict[int | None, tuple[Seen, ...]]:
    """The events as each of these seats, or a spectator (None), may see them; one tuple for all that see the same."""
    numbered = tuple(news)
    public = tuple([tables.visible_to(entry.event, None) for entry in numbered])
    shown = [(public, tuple(map(_seen, numbered, public)))]
    if all(event is each.event for event, each in zip(public, numbered, strict=True)):
        return dict.fromkeys(seats, shown[0][1])  # If spectators see all of it, all seats do.
    found: dict[int | None, tuple[Seen, ...]] = {}
    for seat in seats:
        own = tuple([tables.visible_to(each.event, seat) for each in numbered])
        seen = next((seen for events, seen in shown if events == own), None)
        if seen is None:
            seen = tuple(map(_seen, numbered, own))
            shown.append((own, seen))
        found[seat] = seen
    return found


def _seen(numbered: Numbered, event: tables.Event | None) -> Seen:
    return Seen(numbered.seq, None if event is None else tables.plain_event(event))


def catch_up(event_log: EventLog, shown: Shown, seat: int | None, from_seq: int) -> Missed:
    """The present table, and all events from a number on, if they are in memory."""
    missed = event_log.since(from_seq) if from_seq > 0 else None
    return Missed(event_log.head, visible(missed or (), [seat])[seat], cast(State, shown.state(seat)))
