"""A real server on a loopback port, with the real lobby, and people who play over its sockets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from websockets.asyncio.client import ClientConnection, connect

from canastra.protocol import LARGEST_FRAME, ServerMessage, encode, merged, read_server
from canastra.protocol.messages import Done, Refused, Update, Welcome
from canastra.protocol.tables import ClockTerms, NewTable, TalkTerms
from canastra.server.chat import Chat
from canastra.server.live import Services, SystemClock
from canastra.server.lobby import Lobby
from canastra.server.settings import Settings
from canastra.server.storage import Database, MemoryStore
from canastra.server.users import Identity, Users
from canastra.server.ws import Connections, ConnectParams, Sockets, protocols
from tests.server.ws.world import FREE, SECONDS


class Live:
    """The server's parts, and where it listens."""

    def __init__(self, database: Database, settings: Settings) -> None:
        time = SystemClock()
        self.users = Users(database, time, Random(5))
        self.lobby = Lobby(database, Services(MemoryStore(), clock=time, random=Random(3)), self.users, settings.caps)
        terms = self.lobby.queries.terms
        self.chat = Chat(database, self.users.blocks, lambda table: terms(table).talk, settings.caps, time)
        self.sockets = Sockets(self.lobby, self.users, self.chat, settings, time)
        self.port = 0
        self.persons: list[tuple[Identity, str]] = []

    @property
    def app(self) -> Starlette:
        async def stream(request: Request) -> Response:
            return await self.sockets.stream(request, ConnectParams(request.path_params["table"], 1))

        return Starlette(
            routes=[
                WebSocketRoute("/api/tables/{table}/socket", self.sockets.endpoint),
                Route("/api/tables/{table}/stream", stream),
            ]
        )

    async def table(self, rulebook: str = "canastra-duelo", **terms: Any) -> str:
        """A table with new persons on all seats."""
        new = NewTable(rulebook, clock=ClockTerms(), talk=TalkTerms("free", True), **terms)
        self.persons = [await self.users.guest(f"Ana {seat}", "pt") for seat in range(2)]
        opener = self.persons[0][0]
        card = await self.lobby.open(opener, new)
        for seat, (identity, _) in enumerate(self.persons[1:], 1):
            await self.lobby.seating.take_seat(identity, card.table, seat, card.invitation)
        return card.table

    def connect(self, table: str, person: int | None = 0, query: str = "v=1", **options: Any) -> connect:
        """A client's connection, to be awaited or entered."""
        headers = {} if person is None else {"Authorization": f"Bearer {self.persons[person][1]}"}
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket?{query}"
        return connect(address, additional_headers=headers, compression=None, **options)


@asynccontextmanager
async def live(path: Path, buffer: int = 0, **settings: Any) -> AsyncIterator[Live]:
    """A server that runs, and ends in order; `buffer` bytes are what the system takes for a client that is slow."""
    database = Database.open(path / "canastra.db")
    made = Live(database, Settings(caps=FREE, **settings))
    await made.users.start()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        if buffer:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        made.port = listening.getsockname()[1]
        config = uvicorn.Config(
            made.app,
            **protocols(Connections(made.sockets.context.settings, made.sockets.context.metrics)),
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
        )
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        task = asyncio.create_task(server._serve([listening]))
        try:
            yield made
            await asyncio.wait_for(made.sockets.drain(SECONDS), 2 * SECONDS)
            assert made.sockets.open == 0
        finally:
            server.should_exit = True
            await task
            await made.lobby.settled()
            await made.users.close()
            await database.close()


async def message(connection: ClientConnection) -> ServerMessage:
    """The next one."""
    return read_server(await asyncio.wait_for(connection.recv(), SECONDS))


class Player:
    """A player who plays at random, with the knowledge of the socket alone."""

    def __init__(self, it: Live, table: str, person: int) -> None:
        self._it, self._table, self._person = it, table, person
        self._random = Random(person)
        self.state: dict[str, Any] = {}
        self.seen: list[int] = []
        self.answers: list[ServerMessage] = []
        self._sent = 0
        self._asked: tuple[object, ...] = ()

    async def play(self, most: int = 10**6) -> None:
        """Play until the match is over, or this many updates have come; then hang up."""
        query = f"v=1&from={self.seen[-1] + 1 if self.seen else 1}"
        async with self._it.connect(self._table, self._person, query) as connection:
            self._asked = ()
            while self.state.get("stage") != "finished" and most > 0:
                await self._hear(await message(connection))
                most -= 1
                found = self._wanted()
                if found is not None:
                    self._sent += 1
                    await connection.send(encode({"id": f"c{self._sent}", **found}).decode())

    async def _hear(self, said: ServerMessage) -> None:
        if isinstance(said, Welcome):
            self.state = dict(said.state)
            self.seen += [each.seq for each in said.events]
        elif isinstance(said, Update):
            self.state = merged(self.state, said.changes)
            self.seen += [each.seq for each in said.events]
        elif isinstance(said, Done | Refused):
            self.answers.append(said)

    def _wanted(self) -> dict[str, Any] | None:
        """The next message to send, once for each state."""
        state, play = self.state, self.state.get("play")
        situation = (state["stage"], state["step"], state["deal"], state["commitment"])
        if situation == self._asked:
            return None
        found: dict[str, Any] | None = None
        if state["stage"] == "seating" and not state["seats"][self._person]["ready"]:
            found = {"type": "ready"}
        elif state["stage"] == "gathering" and state["commitment"] and state["contributions"][self._person] is None:
            found = {"type": "contribute", "bytes": self._random.randbytes(4).hex()}
        elif state["stage"] == "playing" and play and play["to_act"] == self._person and play["legal"]:
            found = {"type": "act", "action": self._chosen(play["legal"]), "step": state["step"]}
        if found is not None:
            self._asked = situation
        return found

    def _chosen(self, legal: list[str]) -> str:
        ending = [each for each in legal if each.startswith("discard")]
        return self._random.choice(ending or legal)
