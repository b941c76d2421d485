"""Who watches a table: what each is sent, and what becomes of one that doesn't read.

Every event goes to everybody under its number in the log: as far as the subscriber may see it, and as the number alone
where it may see nothing. So numbers are without gaps and the same for all, and give away that something happened,
never what.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from canastra import table as tables
from canastra.server.hosting.journal import Journal, Numbered

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """An event as somebody may see it; None of one that is not for these eyes."""

    seq: int
    event: Plain | None


@dataclass(frozen=True, slots=True)
class Update:
    """What a subscriber is sent at once: the events of one command, or all that it lacks, or a snapshot.

    With a snapshot there are no events; it stands for all of them up to `seq`.
    """

    seq: int
    """Number of the last event that this tells of."""
    events: tuple[Seen, ...] = ()
    snapshot: Plain | None = None


class Reason(StrEnum):
    """Why a subscription ended."""

    CLOSED = "closed"
    """By the subscriber."""
    SLOW = "slow"
    """It left too much unread; it may resume from the number after its last."""
    REPLACED = "replaced"
    """A newer subscription has the seat."""
    LEFT = "left"
    """Its person got up, and the seat is anybody's."""
    STOPPED = "stopped"
    """The table was unloaded or failed; it may be subscribed to again."""


class EndedError(Exception):
    """The subscription is over."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(eq=False, slots=True)
class Subscription:
    """A bounded queue between a table, which never waits, and one reader."""

    seat: int | None
    limit: int
    ended: Reason | None = None
    _waiting: deque[Update] = field(default_factory=deque)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def get(self) -> Update:
        """The next update; an `EndedError` after the last."""
        while not self._waiting:
            if self.ended is not None:
                raise EndedError(self.ended)
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()

    def offer(self, update: Update) -> None:
        """Queue an update, or cut the reader off."""
        if len(self._waiting) >= self.limit:
            self.end(Reason.SLOW)
            self._waiting.clear()  # What it holds can be had again, and its reader may never come.
        else:
            self._waiting.append(update)
            self._news.set()

    def end(self, reason: Reason) -> None:
        """Say that nothing more comes, after what is queued. The first reason stays."""
        if self.ended is None:
            self.ended = reason
        self._news.set()


class Audience:
    """All subscriptions to one table."""

    def __init__(self) -> None:
        self._seats: dict[int, Subscription] = {}
        self._watchers: list[Subscription] = []

    def __bool__(self) -> bool:
        return bool(self._seats or self._watchers)

    def has(self, seat: int) -> bool:
        """Whether somebody is there for a seat."""
        return seat in self._seats

    def add(self, subscription: Subscription) -> None:
        """One more; the former one of its seat is over."""
        if subscription.seat is None:
            self._watchers.append(subscription)
            return
        former = self._seats.get(subscription.seat)
        if former is not None:
            former.end(Reason.REPLACED)
        self._seats[subscription.seat] = subscription

    def remove(self, subscription: Subscription, reason: Reason) -> None:
        """End one; nothing if it is over already."""
        subscription.end(reason)
        if subscription in self._watchers:
            self._watchers.remove(subscription)
        elif subscription.seat is not None and self._seats.get(subscription.seat) is subscription:
            del self._seats[subscription.seat]

    def remove_seat(self, seat: int, reason: Reason) -> None:
        """End that of a seat, if there is one."""
        if seat in self._seats:
            self.remove(self._seats[seat], reason)

    def close(self) -> None:
        """End them all."""
        for each in self._all():
            self.remove(each, Reason.STOPPED)

    def publish(self, news: Sequence[Numbered]) -> list[Subscription]:
        """Send news to everybody, each as it may be seen; who was too slow and is cut off."""
        made: dict[int | None, Update] = {}
        for each in self._all():
            if each.seat not in made:
                made[each.seat] = update(news, each.seat)
            each.offer(made[each.seat])
        slow = [each for each in self._all() if each.ended]
        for each in slow:
            self.remove(each, Reason.SLOW)
        return slow

    def _all(self) -> list[Subscription]:
        return [*self._seats.values(), *self._watchers]


def update(news: Iterable[Numbered], seat: int | None) -> Update:
    """Events as a seat, or a spectator, may see them."""
    seen = tuple(Seen(each.seq, _plain(each, seat)) for each in news)
    return Update(seen[-1].seq, seen)


def catch_up(journal: Journal, seat: int | None, from_seq: int) -> Update:
    """All from a number on: the events if they are at hand, otherwise one snapshot."""
    missed = journal.since(from_seq)
    if missed is None:
        return Update(journal.head, snapshot=tables.snapshot(journal.table, seat))
    return update(missed, seat) if missed else Update(journal.head)


def _plain(numbered: Numbered, seat: int | None) -> Plain | None:
    seen = tables.project(numbered.event, seat)
    return None if seen is None else tables.plain_event(seen)
