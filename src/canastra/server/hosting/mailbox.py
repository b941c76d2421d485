"""What waits for a table: commands up to a bound, and the notes that the table's own helpers leave it."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

from canastra.engine import Action
from canastra.server.hosting.asking import Answer, Ask
from canastra.server.hosting.errors import BusyError, TableStoppedError
from canastra.table import BotNeeded


@dataclass(frozen=True, slots=True)
class Request:
    """A command, and the future that its sender waits for."""

    ask: Ask
    future: asyncio.Future[Answer]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a bot wants to do."""

    need: BotNeeded
    action: Action


@dataclass(frozen=True, slots=True)
class Poke:
    """Something besides commands may have changed: the time, who is there."""


Item = Request | Chosen | Poke


class Mailbox:
    """One reader. Commands beyond the bound are refused at once; the table's own notes are few, and always taken."""

    def __init__(self, table_id: str, bound: int) -> None:
        self.table_id, self._bound = table_id, bound
        self._items: deque[Item] = deque()
        self._requests = 0
        self._news = asyncio.Event()
        self._closed = False

    def __len__(self) -> int:
        return len(self._items)

    @property
    def closed(self) -> bool:
        """Whether nothing more is taken."""
        return self._closed

    def put(self, ask: Ask) -> asyncio.Future[Answer]:
        """Take a command: a future of its answer. `BusyError`, `TableStoppedError`."""
        if self._closed:
            raise TableStoppedError(self.table_id)
        if self._requests >= self._bound:
            raise BusyError(self.table_id)
        request = Request(ask, asyncio.get_running_loop().create_future())
        self._requests += 1
        self._items.append(request)
        self._news.set()
        return request.future

    def note(self, item: Chosen | Poke) -> None:
        """Leave a note; one poke is as good as many."""
        if not self._closed and item not in self._items:
            self._items.append(item)
            self._news.set()

    async def get(self) -> Item | None:
        """The next; None when the mailbox is closed and empty."""
        while not self._items:
            if self._closed:
                return None
            self._news.clear()
            await self._news.wait()
        item = self._items.popleft()
        self._requests -= isinstance(item, Request)
        return item

    def close(self) -> None:
        """Take nothing more; what waits can still be had."""
        self._closed = True
        self._news.set()

    def abandon(self) -> None:
        """Close, and tell all senders that nobody will answer."""
        self.close()
        while self._items:
            item = self._items.popleft()
            if isinstance(item, Request) and not item.future.done():
                item.future.set_exception(TableStoppedError(self.table_id))
