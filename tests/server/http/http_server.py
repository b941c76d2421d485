"""A whole server without a network, for tests of its HTTP interface: real parts on a database of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import uvicorn
from argon2 import PasswordHasher
from starlette.types import ASGIApp

from canastra.server.chat import Chat
from canastra.server.clock import Clock
from canastra.server.http import COOKIE, Context, application
from canastra.server.limits import Rate
from canastra.server.live import Services, SystemClock
from canastra.server.lobby import Lobby
from canastra.server.moderation import Moderation
from canastra.server.settings import Caps, Settings
from canastra.server.tournaments.service import Tournaments
from canastra.server.users import Users
from canastra.server.ws import Sockets
from tests.databases import open_database, open_store
from tests.server.run.process import SECONDS

HOME = "http://canastra.example"
PLENTY = Rate(10_000, 10_000)
GENEROUS = Caps(
    tables_opened_of_person=PLENTY,
    tables_opened_of_address=PLENTY,
    tables_opened_of_site=PLENTY,
    tables_listed_of_person=10_000,
    tables_listed_of_address=10_000,
    seats_taken_of_person=PLENTY,
    guests_of_site=PLENTY,
    guests=PLENTY,
    guests_of_address=PLENTY,
    signings_in_of_address=PLENTY,
    signings_in_of_site=PLENTY,
    tries_of_login=PLENTY,
    strangers_of_login=PLENTY,
    requests_of_address=PLENTY,
    requests_of_site=PLENTY,
    requests_of_session=PLENTY,
    lines_of_person=PLENTY,
    replays_of_address=PLENTY,
    analyses_of_address=PLENTY,
    regulations_of_address=PLENTY,
    draws_of_person=PLENTY,
    prints_of_address=PLENTY,
    logs_of_address=PLENTY,
    tournaments_read_of_address=PLENTY,
)
"""Tests of something else shall not meet them."""
FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@dataclass
class Seconds:
    """A clock for token buckets, that stands still."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Server:
    """The application and its parts."""

    context: Context
    app: ASGIApp
    clock: Seconds
    stack: AsyncExitStack
    addresses: count[int] = field(default_factory=lambda: count(1))

    async def browser(self, **headers: str) -> httpx2.AsyncClient:
        """A user's browser: it keeps cookies, and sends the origin of its requests."""
        return await self.client(**{"origin": HOME, **headers})

    async def client(self, base: str = HOME, **headers: str) -> httpx2.AsyncClient:
        """A program; each has an address of its own."""
        transport = httpx2.ASGITransport(self.app, client=(f"192.0.2.{next(self.addresses)}", 5000))
        client = httpx2.AsyncClient(transport=transport, base_url=base, headers=headers)
        return await self.stack.enter_async_context(client)

    async def far(self, address: str, **headers: str) -> httpx2.AsyncClient:
        """A program that comes over a network."""
        return await self.stack.enter_async_context(
            httpx2.AsyncClient(base_url=address, headers=headers, timeout=SECONDS)
        )

    async def drain(self) -> None:
        """Begin to stop."""
        await self.context.sockets.drain(60)

    async def breathe(self) -> None:
        """Let everything else go on."""
        await asyncio.sleep(0.001)

    async def guest(self, name: str = "Ana") -> httpx2.AsyncClient:
        """A browser with a guest's session."""
        browser = await self.browser()
        answer = await browser.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        return browser

    async def program(self, name: str = "Robô") -> httpx2.AsyncClient:
        """A program with a guest's token."""
        client = await self.client()
        answer = await client.post("/api/guests", json={"name": name, "token": True})
        assert answer.status_code == 201, answer.text
        client.headers["authorization"] = f"Bearer {answer.json()['token']}"
        return client

    async def account(self, login: str = "ana.luiza", password: str = "um segredo longo") -> httpx2.AsyncClient:
        """A browser with an account's session."""
        browser = await self.guest(login.title()[:20])
        answer = await browser.post("/api/accounts", json={"login": login, "password": password})
        assert answer.status_code == 201, answer.text
        return browser


@asynccontextmanager
async def parts_on(folder: Path, settings: Settings | None = None, time: Clock | None = None) -> AsyncIterator[Context]:
    """All parts, open and started."""
    settings = settings or Settings(caps=GENEROUS)
    database = open_database(folder / "canastra.db")
    store = await open_store(folder / "canastra.db", database)
    time = time or SystemClock()
    people = Users(database, time, Random(1), FAST)
    lobby = Lobby(database, Services(store, clock=time, random=Random(1)), people, settings.caps)
    talk = Chat(database, people.blocks, lambda table: lobby.queries.terms(table).talk, settings.caps, time)
    sockets = Sockets(lobby, people, talk, settings, time)
    await people.start()
    await lobby.load_houses()
    await lobby.host.start()
    await lobby.start()
    try:
        events = Tournaments(database, lobby, people, settings.caps)
        moderation = Moderation(people, lobby, talk, sockets, database, events.forget)
        await events.games.start()
        context = Context(people, lobby, talk, sockets, moderation, events, settings)
        try:
            yield context
        finally:
            await events.close()
            await context.replays.close()
            await context.analyses.close()
    finally:
        await sockets.drain(60)
        await lobby.settled()
        await talk.drain()
        await people.close()
        await store.close()
        await database.close()


@asynccontextmanager
async def serving(folder: Path, settings: Settings | None = None, time: Clock | None = None) -> AsyncIterator[Server]:
    """A server while it is used."""
    async with parts_on(folder, settings, time) as context, AsyncExitStack() as stack:
        clock = Seconds()
        context = replace(context, monotonic=clock)
        yield Server(context, application(context), clock, stack)


@asynccontextmanager
async def listening(app: ASGIApp) -> AsyncIterator[str]:
    """The application on a port of this machine; its address."""
    config = uvicorn.Config(app, ws="none", lifespan="off", log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # As that of `canastra serve`.
        task = asyncio.create_task(server.serve([listener]))
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task


def run(folder: Path, test: Callable[[Server], Coroutine[Any, Any, None]], settings: Settings | None = None) -> None:
    """Run a test with a server."""

    async def main() -> None:
        async with serving(folder, settings) as server:
            await test(server)

    asyncio.run(main())


def token_of(client: httpx2.AsyncClient) -> str:
    """The session's token in a browser's cookies."""
    return str(client.cookies[COOKIE])


def problem(answer: httpx2.Response, status: int, code: str) -> dict[str, str]:
    """The error of an answer, once it is known to have the one form of all errors."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/json"), answer.text
    body = answer.json()
    assert body.keys() == {"error"}
    error: dict[str, str] = body["error"]
    assert error.keys() - {"article"} == {"code", "pt", "en"}
    assert error["code"] == code
    assert error["pt"] != error["en"]
    return error
