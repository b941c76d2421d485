"""What is asked of a hosted table, and how it answers."""

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
    """As `asyncio.Event`. That one keeps those who wait in a deque, which has room for 64 from the beginning."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Whether nobody has to wait."""
        return self._is_set

    def set(self) -> None:
        """Let all go on who wait, and who come from now on."""
        self._is_set = True
        for each in self._waiting:
            if not each.done():
                each.set_result(None)

    def clear(self) -> None:
        """Have those wait who come from now on."""
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
    """What uvicorn uses of `asyncio.Queue`, in a tenth of its memory."""

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._news = Flag()

    def qsize(self) -> int:
        """How many wait."""
        return len(self._items)

    def empty(self) -> bool:
        """Whether none waits."""
        return not self._items

    def put_nowait(self, item: Any) -> None:
        """Add one."""
        self._items.append(item)
        self._news.set()

    async def get(self) -> Any:
        """The next, as soon as there is one; for one reader."""
        while not self._items:
            self._news.clear()
            await self._news.wait()
        return self._items.pop(0)


LONGEST_ID = limit("command_id", 64, "a message", "characters of its id", "400 `live_command_id`")
COMMAND_ID = re.compile(rf"[!-~]{{1,{LONGEST_ID}}}", re.ASCII)


class CommandRequest(msgspec.Struct, frozen=True):
    """A command, the id by which it is known when it is sent again, and who sends it."""

    command: Command
    command_id: str
    player: str | None = None
    """Public id of the person; None for the server itself, which may do everything."""

    def __post_init__(self) -> None:
        if not COMMAND_ID.fullmatch(self.command_id):
            raise FormError("live_command_id")

    @property
    def key(self) -> str:
        """The id in the log: each sender has its own, so that nobody gets the answer to somebody else's."""
        return f"{self.player or ''} {self.command_id}"

    @property
    def step(self) -> int | None:
        """The table's step that it is for. Once done, it is refused: the table has gone on. None if it is for any."""
        return getattr(self.command, "step", None)


class Completed(msgspec.Struct, frozen=True):
    """The command is done, for good: its events have these numbers."""

    seq: int
    last: int

    def text(self) -> str:
        """As the log remembers it."""
        return f'{{"seq": {self.seq}, "last": {self.last}}}'

    @staticmethod
    def of(text: str) -> Completed:
        """What the log remembers."""
        return Completed(**json.loads(text))


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was not done, and why; of a stale one, what its sender has missed."""

    refusal: RefusalError
    missed: Missed | None = None


CommandReply = Completed | Refused


def check_sender(table: Table, ask: CommandRequest) -> None:
    """A person may sit down as itself, and act for the seat that is its own; a `RefusalError` for all else."""
    if ask.player is None:
        return
    if isinstance(ask.command, Sit):
        allowed = ask.command.player == ask.player
    else:
        allowed = kind_of(ask.command) in FROM_SEATS and seat_of(table, ask.player) == getattr(ask.command, "seat", -1)
    if not allowed:
        raise RefusalError("live_not_yours")


def seat_of(table: Table, player: str) -> int | None:
    """Where a person sits; None if nowhere."""
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
    """The actor is gone. A command that it had may be in the log or not; sent again it gets the right answer."""

    def __init__(self, table_id: str) -> None:
        super().__init__("live_stopped", table=table_id)


class DrainingError(LiveError):
    """Nothing new is taken any more."""

    def __init__(self) -> None:
        super().__init__("live_draining")


OnReply = Callable[[CommandReply | TableStoppedError], None]
"""Called once with the answer, by the table's actor. It must return soon and raise nothing."""


class Request(msgspec.Struct, frozen=True):
    """A command, and what its sender wants called with the answer."""

    ask: CommandRequest
    on_reply: OnReply


@dataclass(frozen=True, slots=True)
class BotChoice:
    """What a bot wants to do."""

    need: BotNeeded
    action: Action


@dataclass(frozen=True, slots=True)
class Wake:
    """Something besides commands may have changed: the time, who is there."""


@dataclass(frozen=True, slots=True)
class ForgetName:
    """The account of a person was deleted: their name is shown no more."""

    player: str
    done: asyncio.Future[None]


Item = Request | BotChoice | Wake | ForgetName


class Mailbox:
    """One reader. Commands beyond the bound are refused at once; the table's own notes are few, and always taken."""

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
        """Whether nothing more is taken."""
        return self._closed

    def put(self, ask: CommandRequest, on_reply: OnReply) -> None:
        """Take a command. `BusyError`, `TableStoppedError`."""
        if self._closed:
            raise TableStoppedError(self.table_id)
        if self._requests >= self._bound:
            raise BusyError(self.table_id)
        self._requests += 1
        self._items.append(Request(ask, on_reply))
        self._news.set()

    def note(self, item: BotChoice | Wake | ForgetName) -> None:
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
            if isinstance(item, Request):
                item.on_reply(TableStoppedError(self.table_id))
            elif isinstance(item, ForgetName) and not item.done.done():
                item.done.set_result(None)  # Whoever loads the table reads it from the log.
