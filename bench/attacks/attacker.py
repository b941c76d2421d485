"""One attacker, a process of its own: ``python -m bench.attacks.attacker NAME PORT SECONDS [--pace N] [--given JSON]``.

It attacks for `SECONDS` seconds, or until it has begun, and then prints its own cost as JSON. A pace of 0.5 halves
every rate.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

import httpx2

from bench.serving.crowd import Plain, no_cookies

GONE = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, EOFError)
"""The exceptions of a connection that the server has cut."""
REFUSED = 400
PATIENCE = 30
"""Seconds that an attacker waits for the server at most."""


@dataclass
class Spent:
    """The attacker's cost of an attack."""

    connections: int = 0
    requests: int = 0
    sent: int = 0
    """Bytes."""
    done: int = 0
    """Requests, messages or connections that the server let pass."""
    refused: int = 0
    cut: int = 0
    """Connections that the server ended."""
    answers: dict[str, int] = field(default_factory=dict)
    """How often each status came."""


class Attacker:
    """The base of every attack: counted connections and requests, from any address."""

    def __init__(self, port: int, seconds: float, pace: float, given: Plain) -> None:
        self.port, self.seconds, self.pace, self.given = port, seconds, pace, given
        self.spent = Spent()
        self._http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30, cookies=no_cookies())

    async def ticks(self, per_second: float) -> AsyncIterator[int]:
        """Count at a rate, as long as the attack goes on; missed ticks are not made up for."""
        number = 0
        while True:
            began = time.perf_counter()
            yield number
            number += 1
            await asyncio.sleep(max(0, began + 1 / (per_second * self.pace) - time.perf_counter()))

    async def request(self, method: str, path: str, address: str, token: str = "", body: object = None) -> Plain:
        """The answer to a request that a believed proxy passes on for an address; empty of one that was refused."""
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"X-Forwarded-For": address}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if content:
            headers["Content-Type"] = "text/plain" if isinstance(body, bytes) else "application/json"
        self.spent.requests += 1
        self.spent.sent += len(content) + len(path) + sum(len(a) + len(b) + 4 for a, b in headers.items()) + 60
        try:
            answer = await self._http.request(method, path, content=content, headers=headers)
        except httpx2.HTTPError:
            self.note("nothing")
            return {}
        self.note(str(answer.status_code))
        found = (
            answer.json()
            if answer.content and answer.status_code < REFUSED and "json" in answer.headers.get("content-type", "")
            else {}
        )
        return found if isinstance(found, dict) else {"list": found}

    def note(self, status: str) -> None:
        """Count an answer."""
        self.spent.answers[status] = self.spent.answers.get(status, 0) + 1
        if status.isdecimal() and int(status) < REFUSED:
            self.spent.done += 1
        else:
            self.spent.refused += 1

    async def guest(self, address: str, name: str = "Ana") -> str:
        """The token of a new guest; "" if the server lets none in."""
        me = await self.request("POST", "/api/guests", address, body={"name": name, "token": True})
        return str(me.get("token", ""))

    async def table(self, token: str, address: str, **terms: Any) -> str:
        """A table that was opened; "" if the server refused."""
        card = await self.request("POST", "/api/tables", address, token, {"rulebook": "buraco", **terms})
        return str(card.get("table", ""))

    async def connect(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from an address of this machine, past any proxy."""
        opened = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self.spent.connections += 1
        return opened

    async def send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        """Bytes on a connection; an `OSError` once it is cut."""
        if writer.is_closing():
            raise ConnectionResetError
        writer.write(data)
        self.spent.sent += len(data)
        async with asyncio.timeout(PATIENCE):
            await writer.drain()

    async def _again(self, way: Callable[[Attacker], Awaitable[None]]) -> None:
        """Attack; begin anew where the server left the attacker without an answer."""
        while True:
            try:
                await way(self)
            except (*GONE, RuntimeError, httpx2.HTTPError):
                self.spent.cut += 1
            await asyncio.sleep(1)

    async def run(self, name: str) -> Spent:
        """Attack, then tell."""
        from bench.attacks.ways import WAYS

        task = asyncio.create_task(self._again(WAYS[name]))
        await asyncio.wait({task}, timeout=self.seconds)
        await self._begun()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await self._http.aclose()
        return self.spent

    async def _begun(self) -> None:
        """Wait for the first result: on a busy machine, a process with this low priority waits for seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not (self.spent.requests or self.spent.connections):
                    await asyncio.sleep(0.1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("port", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--pace", type=float, default=1)
    parser.add_argument("--given", type=json.loads, default={})
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    async def whole() -> Spent:
        return await Attacker(options.port, options.seconds, options.pace, options.given).run(options.name)

    print(json.dumps(asdict(asyncio.run(whole()))))


if __name__ == "__main__":
    main()
