"""Requests to a live table, and its answers."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from canastra.engine import Action
from canastra.errors import CanastraError
from canastra.protocol.messages import Missed
from canastra.server.limits import limit
from canastra.table import FROM_SEATS, BotNeeded, Command, FormError, RefusalError, Sit, Table, kind_of


class Flag:
    """Like asyncio.Event without a preallocated deque of waiters: saves memory per socket."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Return whether `wait` returns at once."""
        return self._is_set

    def set(self) -> None:
        """Wake all waiters; later calls of `wait` return at once."""
        self._is_set = True
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)

    def clear(self) -> None:
        """Make later calls of `wait` wait."""
        self._is_set = False

    async def wait(self) -> None:
        """Return when it is set."""
        if not self._is_set:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            try:
                await waiting
            finally:
                self._waiting.remove(waiting)


class FrameQueue:
    """The part of `asyncio.Queue` that uvicorn uses, in a tenth of its memory."""

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._news = Flag()

    def qsize(self) -> int:
        """The number of waiting items."""
        return len(self._items)

    def empty(self) -> bool:
        """Return whether no item waits."""
        return not self._items

    def put_nowait(self, item: Any) -> None:
        """Add an item."""
        self._items.append(item)
        self._news.set()

    async def get(self) -> Any:
        """Wait for the next item and return it; for a single reader."""
        while not self._items:
            self._news.clear()
            await self._news.wait()
        return self._items.pop(0)


LONGEST_ID = limit("command_id", 64, "a message", "characters of its id", "400 `live_command_id`")
COMMAND_ID = re.compile(rf"[!-~]{{1,{LONGEST_ID}}}", re.ASCII)


class CommandRequest(msgspec.Struct, frozen=True):
    """A command, its id, by which a repetition is recognized, and its sender."""

    command: Command
    command_id: str
    player: str | None = None
    """Public id of the person; None for the server itself, which may do everything."""

    def __post_init__(self) -> None:
        if not COMMAND_ID.fullmatch(self.command_id):
            raise FormError("live_command_id")

    @property
    def key(self) -> str:
        """The id in the log: each sender has its own ids, so that no sender gets the answer to another's command."""
        return f"{self.player or ''} {self.command_id}"

    @property
    def step(self) -> int | None:
        """The table's step that the command is for; None if it is for any. A second try is refused: the step has
        passed.
        """
        return getattr(self.command, "step", None)


class Completed(msgspec.Struct, frozen=True):
    """The command is done, for good: its events have these numbers."""

    seq: int
    last: int

    def text(self) -> str:
        """The answer as the log stores it."""
        return f'{{"seq": {self.seq}, "last": {self.last}}}'

    @staticmethod
    def of(text: str) -> Completed:
        """The answer from its stored text."""
        return Completed(**json.loads(text))


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was refused; of a stale one, with the events that its sender has missed."""

    refusal: RefusalError
    missed: Missed | None = None


CommandReply = Completed | Refused


def check_sender(table: Table, request: CommandRequest) -> None:
    """Check that a person sits down as itself, or acts for its own seat. Raises RefusalError otherwise."""
    if request.player is None:
        return
    if isinstance(request.command, Sit):
        allowed = request.command.player == request.player
    else:
        allowed = kind_of(request.command) in FROM_SEATS and seat_of(table, request.player) == getattr(
            request.command, "seat", -1
        )
    if not allowed:
        raise RefusalError("live_not_yours")


def seat_of(table: Table, player: str) -> int | None:
    """The seat of a person; None without one."""
    seats = (number for number, seat in enumerate(table.seats) if seat.is_person and seat.player == player)
    return next(seats, None)


class LiveError(CanastraError):
    """Base of the errors of live tables."""


class NoTableError(LiveError):
    """A table that was never opened."""

    def __init__(self, table_id: str) -> None:
        super().__init__("live_no_table", table=table_id[:80])


class BusyError(LiveError):
    """The mailbox is full: nothing of the command was done."""

    def __init__(self, table_id: str) -> None:
        super().__init__("live_busy", table=table_id)


class TableStoppedError(LiveError):
    """The actor has ended. A pending command may be in the log or not; sent again it gets the right answer."""

    def __init__(self, table_id: str) -> None:
        super().__init__("live_stopped", table=table_id)


class DrainingError(LiveError):
    """The server refuses new commands."""

    def __init__(self) -> None:
        super().__init__("live_draining")


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
