"""The whole server put together: every part made once, in the order in which they need each other."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from random import Random, SystemRandom

from argon2 import PasswordHasher
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.types import ASGIApp

from canastra.server import health, http
from canastra.server.bots import compile_beside
from canastra.server.chat import Chat
from canastra.server.clock import Interruption, keep_beating, of_day
from canastra.server.health import Health, Supervisor, keep_watching
from canastra.server.http import static
from canastra.server.http.analyses import Analyses
from canastra.server.http.middleware import Access, RootPath, SocketRoute
from canastra.server.limits import limit
from canastra.server.live import BotPool, Bots, Clock, Doubt, LocalBots, PooledBots, Services, SystemClock
from canastra.server.live.services import Fence, Owns, no_fence, owns_all
from canastra.server.lobby import Lobby
from canastra.server.logging import code_of, log
from canastra.server.metrics import Metrics, keep_measuring
from canastra.server.moderation import Moderation
from canastra.server.moderation.control import Control, path_of
from canastra.server.replays import answered_apart
from canastra.server.settings import Settings
from canastra.server.storage import Database, OpenedDatabase, SqliteStore, StoppedError, Store, UnavailableError
from canastra.server.tournaments.service import Tournaments
from canastra.server.users import Users
from canastra.server.work import Worker
from canastra.server.ws import Connections, Sockets

SWEEP = 3_600_000
"""Milliseconds between two sweeps for expired things."""
ENDING = limit(
    "ending", 1.0, "the server", "time for each of its parts to end", "the rest is cut off, exit status 1", "s"
)
"""Seconds that each part may take to end, after the last connection has closed."""
SOCKET = "/api/tables/{table}/socket"
RETRY = 1.0
"""Seconds before an unavailable database is tried again."""
GC_PERIOD = 3_600_000
"""Milliseconds between full searches for garbage."""
_GROWN = 1_000_000
"""New objects, less the freed ones, that cause a search at once: some hundred megabytes."""
_NEVER = 1_000_000
"""Such searches to one that looks at older objects too: those are made by `keep_collecting`."""


@dataclass(frozen=True)
class Overrides:
    """The parts that a test replaces."""

    clock: Clock | None = None
    random: Random | None = None
    bots: BotPool | None = None
    hasher: PasswordHasher | None = None


NOTHING = Overrides()


@dataclass(frozen=True)
class Persistence:
    """The storage of a server, and the tables and tournaments that it runs."""

    database: OpenedDatabase
    store: Store
    owns: Owns = owns_all
    fence: Fence = no_fence
    control: Path | None = None
    """Where `canastra admin` reaches the server, if it can't write to the database beside it."""


def open_file(settings: Settings, metrics: Metrics) -> Persistence:
    """The SQLite file that a server has for itself. Raises StorageFileError."""
    database = Database.open(settings.database)
    return Persistence(database, SqliteStore(database, metrics), control=path_of(settings.database))


class Server:
    """A server's parts, and how they begin and end together.

    The client's files are read and the database is opened at once. Raises SettingsError and StorageFileError.
    """

    def __init__(
        self,
        settings: Settings,
        overrides: Overrides = NOTHING,
        opened: Callable[[Settings, Metrics], Persistence] = open_file,
    ) -> None:
        self.settings, self.clock = settings, overrides.clock or SystemClock()
        files = None if settings.web is None else static.read_files(settings.web)
        self.metrics = Metrics(version("canastra"))
        persistence = opened(settings, self.metrics)
        self.database = persistence.database
        self.health = Health(lambda: self.database.stopped, lambda: self.database.hindered)
        random, pool = overrides.random or SystemRandom(), overrides.bots or own_pool(settings)
        self.bots = Bots(pool, None if settings.plain_bots else compile_beside, self.metrics)
        self.users = Users(self.database, self.clock, random, overrides.hasher)
        generation, owns, fence = self.database.generation, persistence.owns, persistence.fence
        services = Services(persistence.store, self.bots, self.clock, random, generation, owns=owns, fence=fence)
        self.lobby = Lobby(self.database, services, self.users, settings.caps)
        terms, day = self.lobby.queries.terms, of_day(self.clock)
        self.chat = Chat(self.database, self.users.blocks, lambda table: terms(table).talk, settings.caps, day)
        self.sockets = Sockets(self.lobby, self.users, self.chat, settings, self.clock, self.metrics)
        self.tournaments = Tournaments(self.database, self.lobby, self.users, settings.caps)
        parts = (self.users, self.lobby, self.chat, self.sockets, self.database)
        self.moderation = Moderation(*parts, self.tournaments.forget)
        self.control = Control(self.moderation, persistence.control)
        self.connections = Connections(settings, self.metrics)
        self.metrics.watch("connections", "Connections that are open", lambda: self.connections.open)
        self.metrics.watch("sockets", "Sockets and streams that are open", lambda: self.sockets.open)
        self.metrics.watch("people", "Persons with a socket or stream", self._people)
        self.metrics.watch("tables", "Tables in memory", lambda: len(self.lobby.host.loaded))
        self.metrics.watch("ready", "Whether the tables are loaded", lambda: self.health.not_ready is None)
        self.doubt = Doubt(self.clock)
        self.metrics.watch("clock_gap_seconds", "How far the clock may be wrong", lambda: self.doubt.gap / 1000)
        self.replays = Worker(settings.caps.replay_seconds)
        self.analyses = Analyses(self.bots.obstacle, self.metrics, settings.caps.analysis_seconds)
        self.metrics.watch("analyses_waiting", "Analyses that run or wait", lambda: self.analyses.waiting)
        self.app = self._app(files)
        self.entrance: ASGIApp = self.app
        """The application to serve, or a wrapper of it."""
        self.clean = True
        """True if all work that was begun has been finished."""
        self.supervisor = Supervisor()
        self.request_end: Callable[[], None] = lambda: None
        """Called when the server should end: because only a restart helps, or on request."""
        self._wanted = asyncio.Event()
        self.lobby.host.on_unavailable = self._wanted.set
        self._tasks: list[asyncio.Task[None]] = []
        self._drained: asyncio.Task[None] | None = None

    async def prepare(self) -> None:
        """Read the data that acts of moderation need, for a server that is not started."""
        await self.users.start()
        await self.lobby.load_houses()

    async def start(self) -> None:
        """Begin; requests are answered while tables are still being loaded."""
        if self.database.restored:
            log(logging.WARNING, "restored", generation=self.database.generation)
        try:
            await self.users.start()
            self.doubt = await self.users.doubt_clock()
        except Exception as error:
            log(logging.ERROR, "not_started", error=code_of(error))
            await self.database.close()
            raise
        await self.control.start()
        for work in (
            self._load(),
            self._keep_taking_over(),
            self.lobby.host.keep_sweeping(),
            self._keep_sweeping(),
            self.lobby.expiry.keep_freeing(),
            self.tournaments.games.keep_time(),
            keep_measuring(self.metrics),
            keep_beating(self.clock, self._interrupted),
            keep_collecting(self.clock),
            self._keep_watching(),
        ):
            self._tasks.append(asyncio.create_task(work))

    async def take_over(self) -> None:
        """Begin to run all tables and tournaments of this server that don't run yet. May be called again."""
        await self.lobby.start()
        await self.tournaments.games.start()
        await self.moderation.start()

    async def let_go(self, seconds: float = 0) -> bool:
        """End the tables and tournaments that another server runs now: see `Lobby.let_go`."""
        in_time = await self.lobby.let_go(seconds)
        self.tournaments.store.let_go()
        return in_time

    async def drain(self) -> None:
        """Notify all clients, finish waiting commands, close the sockets. May be called twice."""
        if self._drained is None:
            self._drained = asyncio.create_task(self._drain())
        await asyncio.shield(self._drained)

    async def close(self) -> None:
        """Drain, then end every part; nothing is left running, and the file is closed."""
        await self.drain()
        parts = (self.tournaments.close, self.chat.drain, self.lobby.settled, self.users.close)
        bots = self._end(self.bots.close, None)  # They have no callers left: however long it takes, nothing is lost.
        await asyncio.gather(bots, *(self._end(end, ENDING) for end in parts))
        await self._end(self.database.close, None)  # Acknowledged data is written, however long that takes.
        log(logging.INFO, "closed", clean=self.clean)

    def _interrupted(self, interruption: Interruption) -> None:
        """Give players back the time for which the server stood still, the machine slept or the clock jumped."""
        log(logging.WARNING, "interrupted", lost=interruption.lost, jumped=interruption.jumped)
        self.lobby.expiry.interrupted()
        for tell in self.lobby.host.services.interruptions:
            tell(interruption)
        self.tournaments.games.interrupted(interruption.lost)

    def _people(self) -> int:
        members = (member for room in self.sockets.context.rooms for member in room)
        return len({member.player for member in members if member.player})

    def _app(self, files: Mapping[str, static.File] | None) -> Starlette:
        parts = (self.users, self.lobby, self.chat, self.sockets, self.moderation, self.tournaments)
        context = http.Context(*parts, self.settings)
        context = replace(context, replays=self.replays, analyses=self.analyses)
        others: list[BaseRoute] = [*health.health_routes(self.health, self.metrics, self.settings.metrics)]
        if files is not None:
            # The page of a replay requests it once its own files have come: until then the process can start.
            visited = {static.REPLAY: lambda: self.replays.warm(answered_apart)}
            others += static.static_routes(files, static.Previews(self.lobby), self.settings.root_path, visited)

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            await self.start()
            try:
                yield
            finally:
                await self.close()

        sockets = WebSocketRoute(SOCKET, self.sockets.endpoint)
        outermost = [Middleware(Access, metrics=self.metrics), Middleware(SocketRoute, route=sockets)]
        if self.settings.root_path:
            outermost.insert(0, Middleware(RootPath, root_path=self.settings.root_path))
        return http.application(context, others, lifespan, outermost)

    async def _load(self) -> None:
        try:
            await self._taken_over()
        except Exception as error:  # noqa: BLE001 - whatever it was, /readyz and /healthz report it
            self.health.failed = True
            log(logging.ERROR, "not_started", error=code_of(error))
            return
        self.health.ready = True
        log(logging.INFO, "ready")

    async def _taken_over(self) -> None:
        """Take over, as soon as the database is available."""
        while True:
            try:
                await self.take_over()
                break
            except UnavailableError as error:
                log(logging.WARNING, "not_taken_over", error=code_of(error))
                await asyncio.sleep(RETRY)

    async def _keep_taking_over(self) -> None:
        """Load tables again that a fault of the database has stopped, once that has passed."""
        while True:
            await self._wanted.wait()
            while self.database.hindered:
                await asyncio.sleep(RETRY)
            self._wanted.clear()
            try:
                await self._taken_over()
            except Exception as error:  # noqa: BLE001 - the tables are loaded on demand; this is tried again here
                log(logging.ERROR, "not_taken_over", error=code_of(error))
                await asyncio.sleep(RETRY)
                self._wanted.set()

    async def _keep_watching(self) -> None:
        await keep_watching(self.supervisor, self.health, self._written, self._give_up, self.settings.exit_after)

    async def _written(self) -> None:
        """Return once the writer has answered, even with a fault, which the health reports."""
        with suppress(StoppedError, UnavailableError):
            await self.database.check_place()
            if not self.database.hindered:
                await self.database.write(lambda connection: None)
                return
            self._wanted.set()  # Openings, rematches and results that were cut short are finished as after a start.
            await self.database.probe()

    def _give_up(self) -> None:
        self.clean = False
        self.request_end()

    async def _keep_sweeping(self) -> None:
        while True:
            await self.clock.sleep(SWEEP)
            if gap := self.doubt.gap:  # Nothing is deleted by a clock that may be wrong.
                log(logging.WARNING, "clock_doubted", seconds=gap // 1000)
                continue
            events = self.tournaments
            parts = (self.users, self.chat, self.lobby.expiry, self.moderation, events.membership, events)
            for sweep in (*(part.sweep for part in parts), self._purge):
                try:
                    await sweep()
                except Exception as error:  # noqa: BLE001 - nothing depends on it, and the next sweep does it
                    log(logging.ERROR, "not_swept", error=code_of(error))

    async def _purge(self) -> None:
        async def erase(player: str) -> None:
            await self.chat.forget(player)
            await self.lobby.forget_name(player)

        await self.users.purge(erase)

    async def _drain(self) -> None:
        self.health.draining = True
        self.supervisor.stopping()
        await self.control.close()
        log(logging.INFO, "draining", sockets=self.sockets.open, tables=len(self.lobby.host.loaded))
        for task in self._tasks:
            task.cancel()
        long_work = self.replays.close(), self.analyses.close(), self.tournaments.end_work()
        await asyncio.gather(*self._tasks, *long_work, return_exceptions=True)
        self.clean = await self.sockets.drain(self.settings.drain) and self.clean

    async def _end(self, end: Callable[[], Awaitable[None]], seconds: float | None) -> None:
        try:
            async with asyncio.timeout(seconds):
                await end()
        except Exception as error:  # noqa: BLE001 - the other parts should end all the same
            self.clean = False
            log(logging.ERROR, "not_ended", part=getattr(end, "__qualname__", ""), error=code_of(error))


def create(settings: Settings, overrides: Overrides = NOTHING) -> Starlette:
    """A server's application, to be run with its lifespan, which closes the database opened here. Raises
    StorageFileError.
    """
    return Server(settings, overrides).app


def own_pool(settings: Settings) -> BotPool:
    """The bots on the server's own machine."""
    return PooledBots(settings.bot_processes) if settings.bot_processes else LocalBots()


def set_gc_policy() -> None:
    """Keep Python's search for reference cycles from pausing all tables while people play.

    A table is frozen values, which are freed when nothing refers to them, and the server's objects for a socket or a
    request have no cycles. So a search finds next to nothing, but it visits all objects made since the last one: with a
    thousand live tables, every second or third search takes a tenth of a second, in which no request is answered. Call
    this once everything is imported and composed, before the first request.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GROWN, _NEVER, _NEVER)


async def keep_collecting(clock: Clock) -> None:
    """Search everything for garbage now and then, until cancelled: see `set_gc_policy`."""
    while True:
        await clock.sleep(GC_PERIOD)
        gc.collect()
