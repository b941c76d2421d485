"""The mailbox of a live table: the queue of its actor, with commands and the table's own notes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from canastra.engine import Action
from canastra.server.aio import Flag
from canastra.server.live.requests import BusyError, CommandReply, CommandRequest, TableStoppedError
from canastra.table import BotNeeded

OnReply = Callable[[CommandReply | TableStoppedError], None]
"""Called once with the answer, by the table's actor. It must return soon and never raise."""


class Request(msgspec.Struct, frozen=True):
    """A command, and the callback for its answer."""

    request: CommandRequest
    on_reply: OnReply


@dataclass(frozen=True, slots=True)
class BotChoice:
    """The action that a bot has chosen."""

    need: BotNeeded
    action: Action


@dataclass(frozen=True, slots=True)
class Wake:
    """Something besides commands may have changed: the time, or the presence of people."""


@dataclass(frozen=True, slots=True)
class ForgetName:
    """The account of a person was deleted: replace their name."""

    player: str
    done: asyncio.Future[None]


Item = Request | BotChoice | Wake | ForgetName


class Mailbox:
    """A queue for one reader. Commands beyond the bound are refused at once; the table's own few notes never."""

    def __init__(self, table_id: str, bound: int) -> None:
        self.table_id, self._bound = table_id, bound
        self._items: deque[Item] = deque()
        self._requests = 0
        self._news = Flag()
        self._closed = False

    def __len__(self) -> int:
        return len(self._items)

    @property
    def closed(self) -> bool:
        """Return whether it refuses new items."""
        return self._closed

    def put(self, request: CommandRequest, on_reply: OnReply) -> None:
        """Queue a command. Raises BusyError and TableStoppedError."""
        if self._closed:
            raise TableStoppedError(self.table_id)
        if self._requests >= self._bound:
            raise BusyError(self.table_id)
        self._requests += 1
        self._items.append(Request(request, on_reply))
        self._news.set()

    def note(self, item: BotChoice | Wake | ForgetName) -> None:
        """Queue a note of the table's own, unless an equal one waits."""
        if not self._closed and item not in self._items:
            self._items.append(item)
            self._news.set()

    async def get(self) -> Item | None:
        """Wait for the next item; None when the mailbox is closed and empty."""
        while not self._items:
            if self._closed:
                return None
            self._news.clear()
            await self._news.wait()
        item = self._items.popleft()
        self._requests -= isinstance(item, Request)
        return item

    def close(self) -> None:
        """Refuse new items; queued ones can still be read."""
        self._closed = True
        self._news.set()

    def abandon(self) -> None:
        """Close, and answer all senders with TableStoppedError."""
        self.close()
        while self._items:
            item = self._items.popleft()
            if isinstance(item, Request):
                item.on_reply(TableStoppedError(self.table_id))
            elif isinstance(item, ForgetName) and not item.done.done():
                item.done.set_result(None)  # The next load of the table reads the log without the name.
