"""All tables of a server: opened, found, loaded on demand, and unloaded when unused."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from canastra.cache import Cache
from canastra.server.clock import Interruption
from canastra.server.live.actor import Actor
from canastra.server.live.event_log import EventLog
from canastra.server.live.requests import (
    CommandReply,
    CommandRequest,
    DrainingError,
    NoTableError,
    TableStoppedError,
)
from canastra.server.live.services import Services
from canastra.server.live.subscriptions import Subscription
from canastra.server.logging import code_of, log
from canastra.server.storage import NoSuchTableError, UnavailableError
from canastra.table import FormError, Opened, Table
from canastra.table.settings import settings_of

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
Result = TypeVar("Result")
_PAGE = 500
_AT_ONCE = 8
"""Tables loaded at a time when the server starts."""


class TableManager:
    """The registry of tables, for one event loop."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._actors: dict[str, Actor] = {}
        services.interruptions.append(self._interrupted)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, asyncio.Task[Actor]] = {}
        self._peeking: dict[str, asyncio.Task[Table]] = {}
        self._loads = 0
        self._peeked = Cache[str, Table](services.limits.peeked)
        self._cold = asyncio.Semaphore(services.limits.cold)
        self._draining = False
        self.on_unavailable: Callable[[], None] = lambda: None
        """Called when an unavailable database stopped a table, or kept it from being loaded: call `start` again."""

    @property
    def loaded(self) -> tuple[str, ...]:
        """Ids of the tables in memory."""
        return tuple(self._actors)

    @property
    def services(self) -> Services:
        """The services of its tables: time, chance, bots."""
        return self._services

    async def create(self, table_id: str, opened: Opened) -> None:
        """Open a table. Raises TableExistsError; FormError for an invalid id or settings; TableStoppedError."""
        self._check()
        if not TABLE_ID.fullmatch(table_id):
            raise FormError("live_table_id")
        self._check_own(table_id)
        settings_of(opened, self._services.find)
        await EventLog.create(self._services.store, table_id, opened)
        log(logging.INFO, "opened", table=table_id, rulebook=opened.rulebook)

    async def table(self, table_id: str) -> Actor:
        """A table, loaded if it isn't. Raises NoTableError, and TableStoppedError if another server runs it."""
        self._check()
        self._check_own(table_id)
        if table_id in self._actors:
            return self._actors[table_id]
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda task: self._loaded(table_id, task))
        return await self._result(table_id, loading)

    async def peek(self, table_id: str) -> Table:
        """A table as it is, hidden cards included, to read only. Raises NoTableError.

        One that is not in memory is read from its log and not loaded: reading starts nothing there. The same holds for
        one that another server runs, which changes without notifying this server.
        """
        self._check()
        if not self._services.owns(table_id):
            async with self._cold:
                return (await self._event_log(table_id)).table
        if table_id in self._actors:
            return self._actors[table_id].table
        if table_id in self._loading:
            return (await self.table(table_id)).table
        known = self._peeked.get(table_id)  # A table that is not in memory does not change.
        if known is not None:
            return known
        peeking = self._peeking.get(table_id)
        if peeking is None:
            peeking = self._peeking[table_id] = asyncio.create_task(self._peek(table_id))
            peeking.add_done_callback(lambda task: self._had_peeked(table_id, task))
        return await self._result(table_id, peeking)

    async def _result(self, table_id: str, task: asyncio.Task[Result]) -> Result:
        """The result of a task that several callers await. If the task is cancelled, they get an error."""
        await asyncio.wait([task])  # Cancelling one waiter does not cancel the shared task.
        if task.cancelled():
            raise DrainingError if self._draining else TableStoppedError(table_id)
        return task.result()

    async def _peek(self, table_id: str) -> Table:
        """A table read from its log; few at a time, so that other tasks have their turn."""
        async with self._cold:
            loads = self._loads
            event_log = await self._event_log(table_id)
        unchanged = loads == self._loads and table_id not in self._actors and self._services.owns(table_id)
        if unchanged:  # Otherwise it may have changed since it was read.
            self._peeked.put(table_id, event_log.table, event_log.head)
        return event_log.table

    def _had_peeked(self, table_id: str, task: asyncio.Task[Table]) -> None:
        del self._peeking[table_id]
        if not task.cancelled():
            task.exception()  # Its waiters get the error.

    async def forget_name(self, player: str, table_id: str) -> None:
        """Replace a deleted person's name at a table, once its log no longer has it."""
        reading = [tasks[table_id] for tasks in (self._loading, self._peeking) if table_id in tasks]
        if reading:  # They may read the log as it was before.
            await asyncio.wait(reading)
        self._peeked.drop(table_id)
        actor = self._actors.get(table_id)
        if actor is not None:
            await actor.forget_name(player)

    async def send(self, table_id: str, request: CommandRequest) -> CommandReply:
        """Run a command at a table. Raises NoTableError, BusyError, TableStoppedError and DrainingError."""
        return await (await self.table(table_id)).send(request)

    async def subscribe(self, table_id: str, seat: int | None, from_seq: int = 0) -> Subscription:
        """Subscribe to a table for a seat or as a spectator: see `Actor.subscribe`."""
        return (await self.table(table_id)).subscribe(seat, from_seq)

    def unsubscribe(self, table_id: str, subscription: Subscription) -> None:
        """End a subscription; does nothing if the table has been unloaded."""
        actor = self._actors.get(table_id)
        if actor is not None:
            actor.unsubscribe(subscription)

    def is_connected(self, table_id: str, seat: int) -> bool:
        """Return whether a client subscribes for a seat of a table."""
        actor = self._actors.get(table_id)
        return actor is not None and actor.is_connected(seat)

    async def start(self) -> int:
        """Load all live tables that this server runs, so that clocks and bots go on. Returns how many.

        Call it again when this server takes over more. Raises UnavailableError if not all could be loaded.
        """
        after, count = "", 0
        while page := await self._services.store.tables(live=True, after=after, limit=_PAGE):
            wanted = iter(
                [table_id for table_id in page if TABLE_ID.fullmatch(table_id) and self._services.owns(table_id)]
            )
            # All workers take from one iterator: a long log holds up only the worker that reads it.
            count += sum(await asyncio.gather(*(self._start_some(wanted) for _ in range(_AT_ONCE))))
            after = page[-1]
        log(logging.INFO, "started", tables=count)
        return count

    async def _start_some(self, wanted: Iterator[str]) -> int:
        """Load one table after the other until the last. Returns how many succeeded."""
        return sum([await self._started(table_id) for table_id in wanted])

    async def _started(self, table_id: str) -> bool:
        """Return whether a table could be loaded. One that fails, or takes long, must not keep the others waiting."""
        try:
            await asyncio.wait_for(self.table(table_id), self._services.limits.load_seconds)
        except TimeoutError:
            log(logging.WARNING, "still_loading", table=table_id)  # It is loaded later all the same.
            return True
        except UnavailableError:  # The other tables are unavailable as well.
            raise
        except TableStoppedError:  # Another server runs it now.
            return False
        except Exception as error:  # noqa: BLE001 - a damaged log, a missing rulebook
            log(logging.ERROR, "not_loaded", table=table_id, error=code_of(error))
            return False
        return True

    def sweep(self) -> None:
        """Unload the tables that have been idle for long. Call it now and then, or `keep_sweeping`."""
        latest = self._services.clock.now() - self._services.limits.idle
        for table_id, actor in list(self._actors.items()):
            since = actor.idle_since()
            if since is not None and since <= latest:
                self._forget(table_id, actor)
                actor.finish()  # Its mailbox is empty, so it ends without another step.
                log(logging.INFO, "unloaded", table=table_id)

    async def keep_sweeping(self) -> None:
        """Sweep until cancelled."""
        while True:
            await self._services.clock.sleep(max(1, self._services.limits.idle // 4))
            self.sweep()

    async def let_go(self, seconds: float = 0) -> bool:
        """End the tables that another server runs now. Returns False if some had to be cut off.

        They have `seconds` to finish waiting commands. Their subscriptions end as `STOPPED`, and readers reconnect.
        """
        self._loads += 1  # Reads in progress are not kept either: another server may write to these tables from now on.
        self._peeked = Cache[str, Table](self._services.limits.peeked)
        lost = {each for each in (*self._tasks, *self._loading) if not self._services.owns(each)}
        for table_id in lost & self._actors.keys():
            self._actors[table_id].finish()
        tasks: list[asyncio.Task[Any]] = [self._tasks[each] for each in lost & self._tasks.keys()]
        tasks += [self._loading[each] for each in lost & self._loading.keys()]
        in_time = await _ended_in(tasks, seconds)
        if lost:
            log(logging.INFO, "let_go", tables=len(lost), in_time=in_time)
        return in_time

    async def drain(self, seconds: float) -> bool:
        """Refuse new commands, finish the waiting ones and end all tables. Returns False if that took too long.

        Unfinished ones are cut off. Neither store nor bots are closed: they may have other users.
        """
        self._draining = True
        for actor in self._actors.values():
            actor.finish()
        tasks: list[asyncio.Task[Any]] = [*self._tasks.values(), *self._loading.values(), *self._peeking.values()]
        in_time = await _ended_in(tasks, seconds)
        log(logging.INFO, "drained", tables=len(tasks), in_time=in_time)
        return in_time

    def _interrupted(self, interruption: Interruption) -> None:
        for actor in self._actors.values():
            actor.interrupted(interruption)

    def _check(self) -> None:
        if self._draining:
            raise DrainingError

    def _check_own(self, table_id: str) -> None:
        if not self._services.owns(table_id):
            raise TableStoppedError(table_id)  # Here: a client that reconnects is led to the server that runs it.

    async def _load(self, table_id: str) -> Actor:
        self._loads += 1
        self._peeked.drop(table_id)
        event_log = await self._event_log(table_id)
        self._check()
        self._check_own(table_id)
        actor = self._actors[table_id] = Actor(self._services, event_log)
        task = self._tasks[table_id] = asyncio.create_task(actor.run())
        task.add_done_callback(lambda done: self._ended(table_id, actor, done))
        log(logging.INFO, "loaded", table=table_id, head=event_log.head)
        return actor

    async def _event_log(self, table_id: str) -> EventLog:
        if not TABLE_ID.fullmatch(table_id):
            raise NoTableError(table_id)
        services, former = self._services, self._tasks.get(table_id)
        if former is not None:  # It was told to end; its last append has to precede the read below.
            await asyncio.wait([former])
        try:
            return await EventLog.load(services.store, table_id, services.find, services.limits.tail)
        except NoSuchTableError as error:
            raise NoTableError(table_id) from error

    def _loaded(self, table_id: str, task: asyncio.Task[Actor]) -> None:
        del self._loading[table_id]
        error = None if task.cancelled() else task.exception()  # Its waiters get the error.
        if isinstance(error, UnavailableError):
            self.on_unavailable()

    def _ended(self, table_id: str, actor: Actor, task: asyncio.Task[None]) -> None:
        self._forget(table_id, actor)
        if self._tasks.get(table_id) is task:
            del self._tasks[table_id]
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log(logging.ERROR, "stopped", table=table_id, error=code_of(error))
        if isinstance(error, UnavailableError):
            self.on_unavailable()

    def _forget(self, table_id: str, actor: Actor) -> None:
        if self._actors.get(table_id) is actor:
            del self._actors[table_id]


async def _ended_in(tasks: Sequence[asyncio.Task[Any]], seconds: float) -> bool:
    """Wait for tasks, and cancel the slower ones. Returns False if there were any."""
    late = {task for task in tasks if not task.done()}
    if late and seconds > 0:
        _, late = await asyncio.wait(late, timeout=seconds)
    for task in late:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return not late
