"""Tables full of people who play at random: thousands of sockets, one process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import count
from random import Random
from typing import Any

import httpx2
import msgspec

from bench.serving.socket import Socket
from canastra.protocol import commands as ask
from canastra.protocol import encode, merged

AT_ONCE = 64
"""Requests and handshakes under way at a time while the crowd comes in."""
Plain = dict[str, Any]
_read = msgspec.json.Decoder().decode
ids = count()


@dataclass
class Seat:
    """One person on one seat, and what the socket said last."""

    table: TableOfFour
    number: int
    token: str
    socket: Socket | None = None
    state: Plain = field(default_factory=dict)
    seq: int = 0
    contributed: int = 0
    """The latest deal that it contributed to."""
    welcome: asyncio.Event = field(default_factory=asyncio.Event)

    async def connect(self, port: int) -> None:
        """Open the socket and wait for its first message."""
        self.welcome.clear()
        path = f"/api/tables/{self.table.id}/socket?v=1"
        self.socket = await Socket.connect(port, path, self.token, self.heard, self.table.address)
        await self.welcome.wait()

    def heard(self, message: bytes) -> None:
        data = _read(message)
        kind = data["type"]
        if kind == "update":
            self.seq = data["seq"]
            self.state = merged(self.state, data["changes"])
            self.table.crowd.heard += 1
            self.table.updated(self)
        elif kind == "welcome":
            self.seq, self.state = data["seq"], data["state"]
            self.welcome.set()
            self.table.updated(self)
        elif kind == "refused":
            self.table.crowd.refused += 1
        elif kind in ("error", "closed"):
            self.table.crowd.errors.append(str(data)[:200])

    def send(self, message: ask.Command) -> None:
        assert self.socket is not None
        self.socket.send(encode(message))


@dataclass
class TableOfFour:
    """A table, its seats, and the action that is on its way."""

    crowd: Crowd
    id: str
    seats: list[Seat] = field(default_factory=list)
    sent: tuple[float, int] | None = None
    """When the action under way was due, and the step that it answers."""
    missing: int = 0
    """Seats that have not seen the outcome yet."""
    address: str = ""
    """Where its people are behind a proxy that the server believes."""
    thinking: tuple[float, int] | None = None
    """Since when a bot is on turn, and the step that it answers."""

    def updated(self, seat: Seat) -> None:
        """A seat knows more."""
        state = seat.state
        if state["stage"] == "gathering" and state["commitment"] and seat.contributed < state["deal"]:
            seat.contributed = state["deal"]
            seat.send(ask.Contribute(f"b{next(ids)}", "00ff"))
        if state["stage"] == "finished":
            self.crowd.finished.add(self.id)
        self._time_bots(state)
        if self.sent is not None and state["step"] > self.sent[1]:
            self.missing -= 1
            if not self.missing:
                self.crowd.delays.append(time.perf_counter() - self.sent[0])
                self.sent = None

    def _time_bots(self, state: Plain) -> None:
        now, play = time.perf_counter(), state.get("play")
        if self.thinking is not None and state["step"] > self.thinking[1]:
            self.crowd.bot_delays.append(now - self.thinking[0])
            self.thinking = None
        acts = play["to_act"] if play else None
        if self.thinking is None and acts is not None and state["seats"][acts]["kind"] == "bot":
            self.thinking = now, state["step"]

    def acting(self) -> Seat | None:
        """The seat whose turn it is, if it knows and nothing is under way."""
        if self.sent is not None:
            return None
        for seat in self.seats:
            play = seat.state.get("play")
            if play and play["to_act"] == seat.number and play.get("legal"):
                return seat
        return None

    def act(self, seat: Seat, due: float, random: Random) -> None:
        """A random legal action, mostly a discard once that is possible, so that deals go on."""
        legal = seat.state["play"]["legal"]
        discards = [action for action in legal if action.startswith("discard")]
        action = random.choice(discards if discards and random.random() < 0.7 else legal)
        self.sent, self.missing = (due, seat.state["step"]), sum(1 for seat in self.seats if seat.socket)
        seat.send(ask.Act(f"b{next(ids)}", action, seat.state["step"]))


@dataclass
class Crowd:
    """All people. `delays` are seconds from when an action was due to when the last seat had its outcome."""

    port: int
    seed: int = 0
    bots: str | None = None
    """Level of the three others at each table; None for people."""
    tables: list[TableOfFour] = field(default_factory=list)
    proxied: bool = False
    """True if each table's people have an address of their own, as the server has it from a proxy."""
    target: int = 15_000
    """The most that guests may play to by these rules."""
    delays: list[float] = field(default_factory=list)
    bot_delays: list[float] = field(default_factory=list)
    """Seconds from when a bot was on turn to its step."""
    finished: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    heard: int = 0
    refused: int = 0
    late: int = 0
    """Actions that found no table free to take them."""

    async def open(self, tables: int, rulebook: str = "buraco") -> None:
        """Add this number of tables, with people on all seats, not connected yet."""
        gate = asyncio.Semaphore(AT_ONCE)
        limits = httpx2.Limits(max_connections=AT_ONCE)
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", limits=limits, timeout=60) as http:

            async def one() -> None:
                async with gate:
                    self.tables.append(await self._open(http, rulebook))

            await asyncio.gather(*(one() for _ in range(tables)))

    async def connect(self) -> None:
        """Connect all people without a socket."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(seat: Seat) -> None:
            async with gate:
                await seat.connect(self.port)

        waiting = [seat for table in self.tables for seat in table.seats if seat.socket is None]
        await asyncio.gather(*(one(seat) for seat in waiting))

    async def begin(self) -> None:
        """All ready; until the cards are dealt everywhere."""
        for table in self.tables:
            for seat in table.seats:
                if seat.state["stage"] == "seating" and not seat.state["seats"][seat.number]["ready"]:
                    seat.send(ask.Ready(f"b{next(ids)}"))
        await self.until(lambda: all(table.seats[0].state["stage"] == "playing" for table in self.tables), 120)

    async def until(self, done: Callable[[], bool], seconds: float) -> None:
        """Wait for something; a `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while not done():
                await asyncio.sleep(0.02)

    async def play(self, per_second: float, seconds: float) -> float:
        """Actions that fall due at random moments whatever becomes of those before; how many there were a second."""
        random, started = Random(self.seed), time.perf_counter()
        due, actions = started, 0
        while (due := due + random.expovariate(per_second)) < started + seconds:
            ahead = due - time.perf_counter()
            if ahead > 0.0005:
                await asyncio.sleep(ahead)
            actions += self._one(due, random)
            if actions % 50 == 0:
                await asyncio.sleep(0)
        await asyncio.sleep(0.5)
        return actions / seconds

    def disconnect(self) -> None:
        """All sockets cut."""
        for table in self.tables:
            table.sent = None
            for seat in table.seats:
                if seat.socket is not None:
                    seat.socket.close()
                    seat.socket = None

    def _one(self, due: float, random: Random) -> bool:
        for _ in range(20):
            table = random.choice(self.tables)
            seat = table.acting()
            if seat is not None:
                table.act(seat, due, random)
                return True
        self.late += 1
        return False

    async def _open(self, http: httpx2.AsyncClient, rulebook: str) -> TableOfFour:
        people, number = 1 if self.bots else 4, next(ids)
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}" if self.proxied else ""
        tokens = [await guest(http, f"Ana {number}", address) for number in range(people)]
        body: Plain = {"rulebook": rulebook, "target": self.target, "bots": self.bots}
        card = await post(http, "POST", "/api/tables", tokens[0], body, address)
        table = TableOfFour(self, card["table"], address=address)
        for number, token in enumerate(tokens):
            if number:
                await post(http, "PUT", f"/api/tables/{table.id}/seats/{number}", token, {}, address)
            table.seats.append(Seat(table, number, token))
        return table


def no_cookies() -> CookieJar:
    """A jar that keeps nothing: with a session's cookie a request would be taken for a page's, and needs an origin."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


async def guest(http: httpx2.AsyncClient, name: str, address: str = "") -> str:
    """The token of a new guest."""
    me = await post(http, "POST", "/api/guests", "", {"name": name, "token": True}, address)
    return str(me["token"])


async def post(http: httpx2.AsyncClient, method: str, path: str, token: str, body: Plain, address: str = "") -> Plain:
    """The answer to a request; a `RuntimeError` of one that is refused."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if address:
        headers["X-Forwarded-For"] = address
    answer = await http.request(method, path, json=body, headers=headers)
    if answer.is_error:
        raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
    data: Plain = answer.json()
    return data
