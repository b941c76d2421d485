"""Honest people beside an attack: tables in play, and passers-by of every kind; how long they wait, who is refused."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count

import httpx2

from bench.replaying import long_match
from bench.serving.crowd import Crowd, Plain, guest, no_cookies, post
from canastra.protocol import commands as ask

LOGIN, SECRET = "dona.ana", "rede azul na varanda"
AT_ONCE = 140
"""Tables of people who come in at once; of further ones four people come in a second, as fast as guests may."""
OWNER = "192.0.2.77"
"""Where the owner of the login signs in from."""
Passing = Callable[[], Awaitable[None]]
_ids = count()


@dataclass
class Tally:
    """The experience of honest people."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    """How long each took, by what it was."""
    refused: Counter[str] = field(default_factory=Counter)
    """The refused requests, with the answer."""
    taken: int = 0
    """Seats of a waiting table that a stranger sat on."""


class People:
    """Tables of people, tables with bots, and passers-by; `tally` has what becomes of them."""

    def __init__(self, port: int, tables: int, with_bots: int) -> None:
        self.port, self._tables, self._with_bots = port, tables, with_bots
        self.tally = Tally()
        self.crowd, self.bots = Crowd(port, proxied=True), Crowd(port, proxied=True, bots="greedy", seed=1)
        self._record = long_match("buraco", 3, 2).encode()
        self._waiting: tuple[str, str, str] | None = None
        """A passer-by's table that waits for others: its path, her token, her address."""
        self._http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, cookies=no_cookies())

    async def prepare(self, seconds: float) -> Plain:
        """Prepare the attackers' data: a login, and finished matches; the server may be restarted afterwards."""
        token = await guest(self._http, "Ana", OWNER)
        await post(self._http, "POST", "/api/accounts", token, {"login": LOGIN, "password": SECRET}, OWNER)
        crowd = Crowd(self.port, proxied=True, seed=2)
        await crowd.open(2)
        await crowd.connect()
        await crowd.begin()
        await crowd.play(60, seconds)
        for table in crowd.tables:
            for seat in table.seats:
                seat.send(ask.Leave(f"l{next(_ids)}"))
        await crowd.until(lambda: len(crowd.finished) == len(crowd.tables), 30)
        crowd.disconnect()
        return {"login": LOGIN, "finished": [table.id for table in crowd.tables]}

    async def enter(self) -> None:
        """All people sit down, and the cards are dealt."""
        for crowd, tables in ((self.bots, self._with_bots), (self.crowd, self._tables)):
            await crowd.open(min(tables, AT_ONCE))
            for _ in range(tables - AT_ONCE):
                await asyncio.sleep(1)
                await crowd.open(1)
            await crowd.connect()
            await crowd.begin()

    async def warm(self, rate: float, seconds: float) -> None:
        """Play before anything is measured."""
        await asyncio.gather(self.crowd.play(rate, seconds), self.bots.play(1, seconds))

    async def play(self, rate: float, seconds: float) -> None:
        """Play at all tables, and come and go, for so long."""
        for crowd in (self.crowd, self.bots):
            crowd.delays.clear()
            crowd.bot_delays.clear()
        passing = [
            asyncio.create_task(self._repeated(kind, every))
            for kind, every in (
                (self._replay, 2.0),
                (self._health, 0.5),
                (self._arrive, 2.0),
                (self._sign_in, max(4.0, seconds / 50)),
            )
        ]
        bots = asyncio.create_task(self.bots.play(max(1.0, self._with_bots / 2), seconds))
        await self.crowd.play(rate, seconds)
        await bots
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)
        self.tally.seconds["action"] = list(self.crowd.delays)
        self.tally.seconds["bot"] = list(self.bots.bot_delays)
        for crowd in (self.crowd, self.bots):
            if crowd.refused:
                self.tally.refused["refused command"] += crowd.refused
            for error in crowd.errors:
                self.tally.refused[error[:80]] += 1

    def stuck(self) -> int:
        """Tables whose latest action has had no outcome for five seconds."""
        now = time.perf_counter()
        tables = (*self.crowd.tables, *self.bots.tables)
        return sum(1 for table in tables if table.sent is not None and now - table.sent[0] > 5)

    async def leave(self) -> None:
        """All people leave."""
        self.crowd.disconnect()
        self.bots.disconnect()
        await self._http.aclose()

    async def _repeated(self, what: Passing, every: float) -> None:
        """Do one thing again and again, waiting for each; the time it took, or the refusal, is noted."""
        name = getattr(what, "__name__", "").strip("_")
        while True:
            began = time.perf_counter()
            try:
                await what()
            except (RuntimeError, httpx2.HTTPError) as error:
                self.tally.refused[f"{name}: {str(error)[:60] or type(error).__name__}"] += 1
            finally:  # One that is still waiting at the end counts as long as it has waited.
                self.tally.seconds.setdefault(name, []).append(time.perf_counter() - began)
            await asyncio.sleep(max(0.05, began + every - time.perf_counter()))

    async def _replay(self) -> None:
        await self._request("POST", "/api/replays", _address(), self._record)

    async def _health(self) -> None:
        await self._request("GET", "/healthz", "")

    async def _sign_in(self) -> None:
        body = json.dumps({"login": LOGIN, "password": SECRET}).encode()
        await self._request("POST", "/api/session", OWNER, body)

    async def _arrive(self) -> None:
        """A new guest opens a table for others; the one who came before closes hers."""
        address = _address()
        token = await guest(self._http, "Bia", address)
        card = await post(self._http, "POST", "/api/tables", token, {"rulebook": "buraco"}, address)
        before, self._waiting = self._waiting, (f"/api/tables/{card['table']}", token, address)
        if before is not None:
            path, token, address = before
            now = (await self._request("GET", path, address)).json()
            self.tally.taken += sum(1 for seat in now["seats"] if seat["kind"] == "person") - 1
            await self._request("DELETE", path, address, token=token)

    async def _request(
        self, method: str, path: str, address: str, content: bytes | None = None, token: str = ""
    ) -> httpx2.Response:
        headers = {"X-Forwarded-For": address} if address else {}
        if content is not None:
            headers["Content-Type"] = "application/json" if content.startswith(b"{") else "text/plain"
        if token:
            headers["Authorization"] = f"Bearer {token}"
        answer = await self._http.request(method, path, content=content, headers=headers)
        if answer.is_error:
            raise RuntimeError(f"{answer.status_code} {answer.text[:60]}")
        return answer


def _address() -> str:
    """An unused address."""
    number = next(_ids)
    return f"198.{18 + (number >> 16 & 1)}.{number >> 8 & 255}.{number & 255}"
