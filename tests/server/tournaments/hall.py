"""A server with a tournament on it, for tests: one for many of them, since a process apart takes a second to begin."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx2

from canastra.tournament.regulations import example_regulations
from tests.server.http.http_server import Server, serving

Value = TypeVar("Value")
Json = dict[str, Any]
CLUB_DAY = example_regulations("club-day")
_ids = count(1)


class Hosting(Protocol):
    """Has a server."""

    server: Server


class Hall:
    """A server, an event loop that tests share, and an organiser."""

    def __init__(self, server: Server, run: Callable[[Awaitable[Any]], Any]) -> None:
        self.server, self._run = server, run

    def run(self, work: Awaitable[Value]) -> Value:
        """Wait for something in the loop of the server."""
        found: Value = self._run(work)
        return found

    async def organiser(self, regulations: str = CLUB_DAY, name: str = "Ana") -> Organiser:
        """A guest with a tournament of their own."""
        browser = await self.server.guest(name)
        answer = await browser.post("/api/tournaments", json={"id": f"n{next(_ids)}", "regulations": regulations})
        assert answer.status_code == 201, answer.text
        return Organiser(browser, answer.json()["id"])


def opened(folder: Path) -> Iterator[Hall]:
    """A hall in use: the value of a module's fixture."""
    with ExitStack() as stack:
        runner = stack.enter_context(asyncio.Runner())
        context = serving(folder)
        server = runner.run(context.__aenter__())
        try:
            yield Hall(server, lambda work: runner.run(_awaited(work)))
        finally:
            runner.run(context.__aexit__(None, None, None))


async def _awaited(work: Awaitable[Value]) -> Value:
    return await work


class Organiser:
    """A browser whose person runs a tournament."""

    def __init__(self, browser: httpx2.AsyncClient, tournament: str) -> None:
        self.browser, self.tournament = browser, tournament
        self.path = f"/api/tournaments/{tournament}"

    async def asked(self, act: str, **figures: Any) -> httpx2.Response:
        """Ask for an act, under an id of its own."""
        return await command(self.browser, self.tournament, act, **figures)

    async def done(self, act: str, **figures: Any) -> int:
        """Have something done; the line."""
        answer = await self.asked(act, **figures)
        assert answer.status_code == 200, answer.text
        line: int = answer.json()["line"]
        return line

    async def view(self, **headers: str) -> Json:
        """The tournament as its organiser sees it."""
        answer = await self.browser.get(self.path, headers=headers)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    async def enter(self, sides: int) -> None:
        """Enter this many pairs and check them in."""
        first = len((await self.view())["sides"]) + 1
        numbers = range(first, first + sides)
        entries = [{"name": f"Dupla {each}", "players": [f"A{each}", f"B{each}"]} for each in numbers]
        await self.done("enter", sides=entries)
        await self.done("check_in", sides=list(numbers))

    async def playing(self, sides: int = 8) -> None:
        """The first round is being played."""
        await self.enter(sides)
        await self.done("draw", seed="Loteria 5921")
        await self.done("pair")
        await self.done("round_published", phase=1, round=1)
        await self.done("round_started", phase=1, round=1)

    async def invited(self, hall: Hosting, role: str, name: str = "Rui") -> httpx2.AsyncClient:
        """A guest who has taken an invitation to a role."""
        answer = await self.browser.post(f"{self.path}/invitations", json={"role": role})
        assert answer.status_code == 201, answer.text
        browser = await hall.server.guest(name)
        taken = await browser.post(f"{self.path}/members", json={"token": answer.json()["token"]})
        assert (taken.status_code, taken.json()["role"]) == (200, role), taken.text
        return browser

    async def tokens(self) -> dict[int, tuple[str, str]]:
        """The codes of both sides of the tables of the open round."""
        answer = await self.browser.get(f"{self.path}/codes")
        assert answer.status_code == 200, answer.text
        found = {(each["table"], each["half"]): each["token"] for each in answer.json()["codes"]}
        return {table: (found[table, 0], found[table, 1]) for table, _ in found}

    async def at_table(self, hall: Hosting, tokens: tuple[str, str], half: int) -> httpx2.AsyncClient:
        """A guest whose phone speaks for a side of a table, by its code."""
        browser = await hall.server.guest("Bia")
        answer = await browser.post(f"{self.path}/table", json={"token": tokens[half], "speak": True})
        assert (answer.status_code, answer.json().get("half")) == (200, half), answer.text
        return browser


async def command(
    browser: httpx2.AsyncClient, tournament: str, act: str, command_id: str = "", **figures: Any
) -> httpx2.Response:
    """Send a command to a tournament."""
    body = {"id": command_id or f"c{next(_ids)}", "act": {"type": act, **figures}}
    return await browser.post(f"/api/tournaments/{tournament}/commands", json=body)


PLAYED: Json = {"kind": "played", "matches": [[2010, 1500]]}
