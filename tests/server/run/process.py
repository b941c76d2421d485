"""The real command as a process of its own, and people who play on it over the network."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from canastra.protocol import merged
from tests.cli.running import environment

COMMAND = [sys.executable, "-c", "from canastra.cli.main import main; main()"]
SECONDS = 120
"""After which a test that waits for something has failed."""
PATIENCE = 30
"""Seconds after which a server that was asked whether it lives doesn't."""
PLENTY = [
    f"--cap={name}=100000/100000"
    for name in (
        "guests_of_address",
        "guests_of_site",
        "guests",
        "tables_opened_of_person",
        "tables_opened_of_address",
        "tables_opened_of_site",
        "seats_taken_of_person",
        "signings_in_of_address",
        "tries_of_login",
        "strangers_of_login",
        "requests_of_address",
        "requests_of_session",
        "messages_of_socket",
        "messages_of_session",
        "messages_of_address",
        "lines_of_person",
        "new_sockets_of_address",
        "files_of_address",
    )
] + [
    f"--cap={name}=1000"
    for name in (
        "sockets_of_person",
        "sockets_of_address",
        "seats_of_person",
        "tables_listed_of_person",
        "tables_listed_of_address",
    )
]
"""Options with limits too high for one address or one person to reach."""


@dataclass
class Process:
    """`canastra serve` while it runs, and what it left behind."""

    child: subprocess.Popen[str]
    folder: Path
    address: str = ""

    @property
    def log(self) -> str:
        """The log so far."""
        return (self.folder / "log").read_text("utf-8")

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The same, of a log in JSON."""
        return [json.loads(line) for line in self.log.splitlines()]

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return httpx2.get(self.address + path, headers=headers, timeout=SECONDS)

    def hangs(self) -> bool:
        """Return whether it accepts a request and doesn't answer."""
        try:
            httpx2.get(self.address + "/healthz", timeout=PATIENCE)
        except httpx2.ReadTimeout:
            return True
        except httpx2.HTTPError:  # It is not there, or ends.
            pass
        return False

    def wait_ready(self) -> None:
        """Until the tables are loaded."""
        deadline = time.monotonic() + SECONDS
        while self.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def end(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Tell it to end: its exit status, and the seconds that it took."""
        began = time.monotonic()
        self.child.send_signal(sign)
        return self.child.wait(SECONDS), time.monotonic() - began


@contextmanager
def serving(folder: Path, *options: str, command: Sequence[str] = COMMAND, **variables: str) -> Iterator[Process]:
    """A server on a free port with its database in a folder; its log is appended to a file there.

    If it still runs at the end and doesn't answer, it has to dump its stacks.
    """
    arguments = ["serve", "--lang", "en", "--port", "0", "--database", str(folder / "canastra.db"), *options]
    with (folder / "log").open("a", encoding="utf-8") as log:
        child = subprocess.Popen(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment(PYTHONFAULTHANDLER="1", **variables),
        )
    process = Process(child, folder)
    try:
        assert child.stdout is not None
        said = child.stdout.readline()
        assert "http://" in said, process.log
        process.address = next(word for word in said.split() if word.startswith("http://"))
        yield process
    finally:
        if child.poll() is None:
            child.send_signal(signal.SIGABRT if process.hangs() else signal.SIGKILL)
            child.send_signal(signal.SIGCONT)  # It may have been stopped.
        child.communicate()
    # A test that restarts servers would not notice a crashed one.
    assert child.returncode not in (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS), process.log


@dataclass
class Player:
    """A person with a session, over the network."""

    address: str
    token: str
    player: str
    ids: Iterator[int] = field(default_factory=count)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def ask(self, method: str, path: str, body: Any = None) -> httpx2.Response:
        async with httpx2.AsyncClient(base_url=self.address, headers=self.headers, timeout=SECONDS) as client:
            return await client.request(method, path, json=body)

    async def done(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to a valid request."""
        response = await self.ask(method, path, body)
        assert response.is_success, response.text
        return response.json() if response.content else None

    @asynccontextmanager
    async def socket(self, table: str, query: str = "", **more: str) -> AsyncIterator[ClientConnection]:
        where = f"{self.address.replace('http', 'ws')}/api/tables/{table}/socket?v=1{query}"
        headers = self.headers | more
        async with connect(where, additional_headers=headers, proxy=None, max_size=None, close_timeout=0.2) as socket:
            yield socket


async def guest(address: str, name: str) -> Player:
    async with httpx2.AsyncClient(base_url=address, timeout=SECONDS) as client:
        response = await client.post("/api/guests", json={"name": name, "token": True})
    body = response.json()
    return Player(address, body["token"], body["player"])


@dataclass
class Seated:
    """A person at a table, playing at random what the table says is legal."""

    player: Player
    socket: ClientConnection
    random: Random
    state: dict[str, Any] = field(default_factory=dict)
    told: list[dict[str, Any]] = field(default_factory=list)

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), SECONDS))
        self.told.append(message)
        if message["type"] == "welcome":
            self.state = message["state"]
        elif message["type"] == "update":
            self.state = merged(self.state, message["changes"])
        return message

    async def send(self, kind: str, **more: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, "id": f"c{next(self.player.ids)}", **more}))

    async def move(self) -> None:
        """Whatever is due from this seat."""
        state, seat = self.state, self.state["you"]
        play = state["play"]
        if state["stage"] == "seating" and not state["seats"][seat]["ready"]:
            await self.send("ready")
        elif state["stage"] == "gathering" and state["commitment"] and state["contributions"][seat] is None:
            await self.send("contribute", bytes=self.random.randbytes(8).hex())
        elif play and play["to_act"] == seat and play["legal"]:
            await self.send("act", action=self.action(), step=state["step"])

    def action(self) -> str:
        """Its next action."""
        found: str = self.random.choice(self.state["play"]["legal"])
        return found

    async def play(self, turns: int = 100_000, until: Callable[[dict[str, Any]], bool] = lambda _: False) -> None:
        """Play until the match is over, this many moves were made, or the state is as wanted."""
        seen: object = None
        while self.state.get("stage") != "finished" and turns:
            message = await self.hear()
            if self.state and until(self.state):
                return
            now = (self.state.get("stage"), self.state.get("step"), self.state.get("commitment"))
            if now != seen or message["type"] == "refused":
                seen, turns = now, turns - 1
                await self.move()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 2 * SECONDS))
