"""A server's parts with sockets on top, and wires to them in the same event loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar, cast

from starlette.websockets import WebSocket

from canastra.protocol import ServerMessage, read_server
from canastra.protocol.messages import Closed, Welcome
from canastra.protocol.tables import TalkTerms
from canastra.server.chat import Chat
from canastra.server.limits import Rate
from canastra.server.live import CommandRequest, NoTableError, Services, TableManager, seat_of
from canastra.server.lobby import Lobby, LobbyError
from canastra.server.metrics import Metrics
from canastra.server.settings import Caps, Settings
from canastra.server.storage import Database, MemoryStore, StorageFileError
from canastra.server.users import Identity, Users
from canastra.server.ws import Sockets
from canastra.table import Command, Sit
from tests.server.live.live_server import FakeTime, opened

TABLE = "t1"
SECONDS = 120
"""After which a test that waits for something has failed."""
HEARTBEAT = 600_000
"""Milliseconds; no test lives to feel it."""
PLENTY = Rate(1e6, 1e6)
FREE = Caps(
    messages_of_socket=PLENTY,
    messages_of_session=PLENTY,
    messages_of_address=PLENTY,
    lines_of_person=PLENTY,
    new_sockets_of_address=PLENTY,
)


Kind = TypeVar("Kind")
Admit = Callable[[Identity | None, str, bool, str | None], Coroutine[Any, Any, int | None]]


@dataclass
class Terms:
    """The options of a table that sockets and chat need."""

    talk: TalkTerms = field(default_factory=lambda: TalkTerms("free", True))
    following: str | None = None
    hints: bool = True


class PlainLobby:
    """Seats as the table has them; all others may watch."""

    def __init__(self, host: TableManager) -> None:
        self.host = host
        self.queries = self.registry = self
        self.admit: Admit = self._admit
        self.table_terms = Terms()
        self.on_next: Callable[[str, str], None] = lambda table_id, following: None
        self.secret = ""
        self.freed: dict[str, str] = {}

    async def _admit(self, identity: Identity | None, table_id: str, watch: bool, invitation: str | None) -> int | None:
        try:
            table = await self.host.peek(table_id)
        except NoTableError:
            raise LobbyError("lobby_no_table", 404) from None
        if self.secret and invitation != self.secret:
            raise LobbyError("lobby_no_table", 404)
        seat = None if identity is None or watch else seat_of(table, identity.player)
        if seat is None and not watch:
            raise LobbyError("lobby_no_table", 404)
        return seat

    def why_freed(self, table_id: str, player: str) -> str | None:
        return self.freed.get(player)

    def terms(self, table_id: str) -> Terms:
        return self.table_terms


class HeldStore(MemoryStore):
    """One whose appends can be made to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.open, self.waiting, self.fail = asyncio.Event(), asyncio.Event(), False
        self.open.set()

    async def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[str],
        command_id: str | None = None,
        answer: str | None = "",
    ) -> None:
        if not self.open.is_set():
            self.waiting.set()
        await self.open.wait()
        if self.fail:
            self.fail = False
            raise StorageFileError("storage_failed", file="", reason="")
        await super().append(table_id, expected_seq, events, command_id, answer)


class Wire:
    """The other end of a socket. `blocked` makes sending to it never return; `gives_way` only until it is cancelled."""

    def __init__(self, world: World, token: str | None = None, query: str = "v=1", **more: object) -> None:
        self.world, self.blocked, self.gives_way = world, False, False
        self.broken: type[Exception] | None = None
        self.stuck = asyncio.Event()
        self.frames: list[dict[str, Any]] = []
        self._read = 0
        self._news = asyncio.Event()
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        headers = cast(Mapping[str, str], more.get("headers", {}))
        given = [("host", "mesa.example"), *headers.items(), *cast(list[tuple[str, str]], more.get("extra", []))]
        raw = [(name.encode(), value.encode()) for name, value in given]
        if token is not None:
            raw.append((b"authorization", f"Bearer {token}".encode()))
        table = str(more.get("table", TABLE))
        scope = {
            "type": "websocket",
            "scheme": more.get("scheme", "ws"),
            "path": f"/api/tables/{table}/socket",
            "path_params": {"table": table},
            "query_string": query.encode(),
            "headers": raw,
            "client": (more.get("client", "127.0.0.1"), 5000),
            "extensions": {"websocket.http.response": {}},
        }
        self.task = asyncio.create_task(world.sockets.endpoint(WebSocket(scope, self._receive, self._send)))

    async def _receive(self) -> dict[str, Any]:
        return await self._inbox.get()

    async def _send(self, message: Any) -> None:
        if self.broken is not None:
            raise self.broken
        if self.blocked:
            self.stuck.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.blocked = not self.gives_way
        self.frames.append(dict(message))
        self._news.set()

    def give(self, text: str) -> None:
        """Send a text frame."""
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    def give_bytes(self, content: bytes) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "bytes": content})

    def say(self, **message: object) -> None:
        """Send a message."""
        self.give(json.dumps(message))

    def hang_up(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def frame(self) -> dict[str, Any]:
        """The next frame that comes."""
        async with asyncio.timeout(SECONDS):
            while len(self.frames) <= self._read:
                self._news.clear()
                await self._news.wait()
        self._read += 1
        return self.frames[self._read - 1]

    async def get(self) -> ServerMessage:
        """The next message that comes."""
        frame = await self.frame()
        if frame["type"] == "websocket.accept":
            frame = await self.frame()
        assert frame["type"] == "websocket.send", frame
        return read_server(frame["text"])

    async def until(self, kind: type[Kind]) -> Kind:
        """The next message of a kind, past all others."""
        while not isinstance(message := await self.get(), kind):
            pass
        return message

    async def closed(self) -> tuple[Closed, int]:
        """The last message and the code, once the socket is closed."""
        await asyncio.wait_for(self.task, SECONDS)
        last = self.frames[-1]
        assert last["type"] == "websocket.close", last
        message = read_server(self.frames[-2]["text"])
        assert isinstance(message, Closed)
        return message, last["code"]

    def news(self) -> int:
        """The number of frames that were not read."""
        return len(self.frames) - self._read


class Counted:
    """The metrics of sockets."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    @property
    def still_open(self) -> int:
        return self._figure("sockets_opened") - self._figure("sockets_closed")

    @property
    def cut(self) -> int:
        return self._figure("sockets_cut_off")

    @property
    def refusals(self) -> list[str]:
        """The code of each."""
        samples = next(iter(self._metrics.refused.collect())).samples
        return [each.labels["code"] for each in samples if each.name.endswith("_total") for _ in range(int(each.value))]

    def _figure(self, name: str) -> int:
        return int(self._metrics.registry.get_sample_value(f"canastra_{name}_total") or 0)


class World:
    """A host with one table of a duel, people, talk, sockets."""

    def __init__(self, database: Database, settings: Settings, services: Services) -> None:
        self.time = cast(FakeTime, services.clock)
        self.settings, self.database = settings, database
        self.store = cast(HeldStore, services.store)
        self.host = TableManager(services)
        self.users = Users(database, self.time, Random(5))
        self.lobby = PlainLobby(self.host)
        self.chat = Chat(
            database, self.users.blocks, lambda table: self.lobby.terms(table).talk, settings.caps, self.time
        )
        self.sockets = Sockets(cast(Lobby, self.lobby), self.users, self.chat, settings, self.time)
        self.counted = Counted(self.sockets.context.metrics)
        self.persons: list[tuple[Identity, str]] = []

    async def seat(self, rulebook: str = "canastra-duelo", people: int = 2, table: str = TABLE) -> None:
        """Open a table, and seat new persons at its first seats."""
        await self.host.create(table, opened(rulebook))
        for seat in range(people):
            identity, _ = await self.person(f"Ana {seat}")
            await self.do(Sit(seat, identity.player, identity.name), table)

    async def person(self, name: str = "Bia") -> tuple[Identity, str]:
        """A person with a session, and its token."""
        self.persons.append(await self.users.guest(name, "pt"))
        return self.persons[-1]

    async def do(self, command: Command, table: str = TABLE) -> None:
        """By the server itself."""
        await self.host.send(table, CommandRequest(command, f"s{next(ids)}"))

    def wire(self, person: int | None = 0, query: str = "v=1", **more: object) -> Wire:
        """The socket of a person; with None of a visitor without a session."""
        return Wire(self, None if person is None else self.persons[person][1], query, **more)

    async def welcomed(self, person: int | None = 0, query: str = "v=1", **more: object) -> tuple[Wire, Welcome]:
        """The same, and its welcome."""
        wire = self.wire(person, query, **more)
        welcome = await wire.get()
        assert isinstance(welcome, Welcome), welcome
        return wire, welcome


ids = count()


@asynccontextmanager
async def world(path: Path, caps: Caps = FREE, **settings: Any) -> AsyncIterator[World]:
    """One that is taken down again, whatever happens."""
    made = Settings(caps=caps, heartbeat=HEARTBEAT, **settings)
    database = Database.open(path / "canastra.db")
    found = World(database, made, Services(HeldStore(), clock=FakeTime(), random=Random(3)))
    try:
        await found.users.start()
        yield found
        await asyncio.wait_for(found.sockets.drain(SECONDS), 2 * SECONDS)
        assert found.sockets.open == 0
        assert len(found.sockets.context.rooms) == 0
        assert found.counted.still_open == 0
    finally:
        await found.users.close()
        await database.close()


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(main())
