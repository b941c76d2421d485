"""The attacks, each a function that goes on until it is cancelled. Addresses 127.0.0.* come past the proxy."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from itertools import count, cycle
from typing import Any

from bench.attacks.attacker import GONE, PATIENCE, Attacker
from bench.serving.crowd import Crowd, Plain
from canastra.tournament.regulations import example_regulations

Way = Callable[[Attacker], Coroutine[Any, Any, None]]
KILOBYTE, MEGABYTE = 1024, 1024 * 1024
RECORD = 80 * KILOBYTE
CONNECTIONS = 12_500
"""More than a server of 10,000 sockets lets in."""
HALF_SENT = 400
SIDES = 400
_NUMBERS = count(1)
LARGEST = 150 * MEGABYTE
"""Of one request's head; then the attacker begins anew."""
CHUNK = 256 * KILOBYTE
PASSWORD = "nenhuma-senha-certa"
HEAD = b"GET /api/rulebooks HTTP/1.1\r\nHost: localhost\r\n"
NEVER_ENDS: tuple[dict[str, object], ...] = tuple(
    {"target": target, "bots": "greedy", "clock": {"turn": turn, "between": turn, "grace": 0}}
    for target, turn in ((1_000_000, 1), (100_000, 5_000), (10_000, 5_000), (3_000, 30_000))
)
"""Terms of tables that play by themselves, the worst first."""


async def record(a: Attacker) -> None:
    """Records of 80 KB on which a pattern that goes back takes the square of their length; hangs up at once."""
    body = b'x="""' + b'\\"' * (RECORD // 2)
    head = (
        f"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n"
    )
    async for number in a.ticks(1 / 5):
        _, writer = await a.connect("127.0.0.2")
        a.spent.requests += 1
        with suppress(*GONE):
            await a.send(writer, f"{head}X-Number: {number}\r\n\r\n".encode() + body)
        await asyncio.sleep(0.5)
        writer.transport.abort()


async def slow_headers(a: Attacker) -> None:
    """Requests that never become whole: a byte of a header every five seconds, on many connections of one address."""

    async def one() -> None:
        while True:
            with suppress(*GONE):
                reader, writer = await a.connect("127.0.0.3")
                await a.send(writer, HEAD + b"X-Slow: ")
                while not reader.at_eof():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(5):
                            await reader.read(1000)
                    await a.send(writer, b"a")
            a.spent.cut += 1
            await asyncio.sleep(2)

    async with asyncio.TaskGroup() as group:
        async for number in a.ticks(100):
            if number < HALF_SENT:
                group.create_task(one())


async def silent(a: Attacker) -> None:
    """Connections of one address that say nothing, as many as the server takes."""
    held: set[asyncio.StreamWriter] = set()

    async def one() -> None:
        with suppress(*GONE):
            reader, writer = await a.connect("127.0.0.4")
            held.add(writer)
            await reader.read(1)
            held.discard(writer)
            a.spent.cut += 1

    async with asyncio.TaskGroup() as group:
        async for _ in a.ticks(2_000):
            if len(held) < CONNECTIONS:
                group.create_task(one())
            a.spent.done = len(held)


async def headers(a: Attacker) -> None:
    """Headers without an end, 30 MB a second."""
    await _endless(a, HEAD, (b"X-Filler: " + b"a" * 4_000 + b"\r\n") * (CHUNK // 4_012))


async def url(a: Attacker) -> None:
    """An address without an end, 30 MB a second."""
    await _endless(a, b"GET /api/", b"a" * CHUNK)


async def _endless(a: Attacker, head: bytes, more: bytes) -> None:
    while True:
        with suppress(*GONE):
            reader, writer = await a.connect("127.0.0.5")
            await a.send(writer, head)
            async for number in a.ticks(120):
                if number * CHUNK > LARGEST or reader.at_eof():
                    break
                await a.send(writer, more)
            writer.transport.abort()
        a.spent.cut += 1
        await asyncio.sleep(1 / a.pace)


async def pings(a: Attacker) -> None:
    """Pings on a spectator's socket that reads nothing, 20 MB a second."""
    table = await a.table(await a.guest("203.0.113.20"), "203.0.113.20")
    frame = b"\x89" + bytes([0x80 | 125]) + b"\0\0\0\0" + b"p" * 125
    while True:
        with suppress(*GONE, TimeoutError):
            _, writer = await _upgraded(a, table, "127.0.0.6")
            async for _ in a.ticks(80):
                await a.send(writer, frame * (CHUNK // len(frame)))
        a.spent.cut += 1
        await asyncio.sleep(1 / a.pace)


async def _upgraded(a: Attacker, table: str, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A spectator's socket that is open; nothing of what follows is read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", a.port, local_addr=(address, 0))
    a.spent.connections += 1
    key = base64.b64encode(os.urandom(16)).decode()
    await a.send(
        writer,
        f"GET /api/tables/{table}/socket?v=1&watch=true HTTP/1.1\r\nHost: 127.0.0.1:{a.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode(),
    )
    async with asyncio.timeout(PATIENCE):
        await reader.readexactly(12)
    return reader, writer


async def tables(a: Attacker) -> None:
    """One guest's tables that play by themselves for ever, with plain bots."""
    await _playing(a, ["203.0.113.30"], cycle([{}]))


async def houses(a: Attacker) -> None:
    """The same of two guests, each table under house rules of its own."""
    rules = ({"house": {"match": {"target": 1_000 + 5 * number}}} for number in count())
    await _playing(a, ["203.0.113.31", "203.0.113.32"], rules)


async def _playing(a: Attacker, addresses: list[str], more: Iterator[Plain]) -> None:
    tokens = [(await a.guest(address), address) for address in addresses]
    async for number in a.ticks(5):
        token, address = tokens[number % len(tokens)]
        extra = next(more)
        for terms in NEVER_ENDS:
            own = {key: value for key, value in terms.items() if key != "target" or "house" not in extra}
            table = await a.table(token, address, stand_in="greedy", **own, **extra)
            if table:
                ready = {"type": "ready", "id": f"r{number}"}
                await a.request("POST", f"/api/tables/{table}/commands", address, token, ready)
                break
            if a.spent.answers.get("429"):
                await asyncio.sleep(5)
                break


async def cold(a: Attacker) -> None:
    """Records of matches that are not in memory, as often as one address may ask."""
    paths = cycle(f"/api/tables/{table}/record" for table in a.given["finished"])
    async for _ in a.ticks(38):
        await a.request("GET", next(paths), "203.0.113.40")


async def open_close(a: Attacker) -> None:
    """One guest opens a table and closes it."""
    token = await a.guest("203.0.113.50")
    async for _ in a.ticks(10):
        table = await a.table(token, "203.0.113.50")
        if table:
            await a.request("DELETE", f"/api/tables/{table}", "203.0.113.50", token)


async def offers(a: Attacker) -> None:
    """A seat offers to resign and takes that back, over and over."""
    crowd = Crowd(a.port, proxied=True, seed=9, target=1_000)
    await crowd.open(1)
    await crowd.connect()
    a.spent.requests, a.spent.connections = 8, 4
    await crowd.begin()
    seat = crowd.tables[0].seats[0]
    async for number in a.ticks(14):
        kind = ("offer", "take_back")[number % 2]
        message = json.dumps({"type": kind, "id": f"o{number}", "offer": "resign"}).encode()
        if seat.socket is None or seat.socket.gone.is_set():
            a.spent.cut += 1
            await seat.connect(a.port)
        assert seat.socket is not None
        seat.socket.send(message)
        a.spent.requests += 1
        a.spent.sent += len(message) + 8
        a.spent.refused, a.spent.done = crowd.refused, number + 1 - crowd.refused


async def passwords(a: Attacker) -> None:
    """Wrong passwords for one login, from one address."""
    async for number in a.ticks(2):
        body = {"login": a.given["login"], "password": f"{PASSWORD}-{number}"}
        await a.request("POST", "/api/session", "203.0.113.60", body=body)


async def guests(a: Attacker) -> None:
    """Guests from a new /64 of one /48 each time, and a table of each."""
    async for number in a.ticks(40):
        address = f"2001:db8:7:{number:x}::1"
        token = await a.guest(address)
        if token:
            await a.table(token, address)


async def seats(a: Attacker) -> None:
    """One guest sits down wherever a seat is free, and stays away."""
    token = await a.guest("203.0.113.70", "Zé")
    while True:
        listed = await a.request("GET", "/api/tables", "203.0.113.70", token)
        for card in listed.get("tables") or []:
            kinds = [seat["kind"] for seat in card["seats"]]
            if "empty" in kinds:
                path = f"/api/tables/{card['table']}/seats/{kinds.index('empty')}"
                await a.request("PUT", path, "203.0.113.70", token, {})
                await asyncio.sleep(0.1 / a.pace)
        await asyncio.sleep(1 / a.pace)


async def sockets(a: Attacker) -> None:
    """New spectators' sockets of one address, each left at once."""
    table = await a.table(await a.guest("203.0.113.80"), "203.0.113.80")
    async for _ in a.ticks(500):
        with suppress(*GONE, TimeoutError):
            reader, writer = await _upgraded(a, table, "127.0.0.8")
            async with asyncio.timeout(PATIENCE):
                await reader.readuntil(b'"type":"')
                said = await reader.read(8)  # Of a welcome, or of what closes a socket too many.
            refused = said.startswith(b"closed")
            a.spent.refused, a.spent.done = a.spent.refused + refused, a.spent.done + (not refused)
            writer.transport.abort()


async def codes(a: Attacker) -> None:
    """Wrong codes of a tournament with eleven rounds of 200 tables, on eight connections of one address."""
    address = "203.0.113.90"
    token = await a.guest(address)
    event = await _event(
        a, token, address, "club-day", ("size = 4 ", f"size = {SIDES} "), ("most = 64", f"most = {SIDES}")
    )
    for number in range(1, 12):
        await _act(a, token, address, event, "pair")
        await _act(a, token, address, event, "round_published", phase=1, round=number)
    guess = {"name": "Eva", "admission": {"tournament": event, "token": "a" * 26}}

    async def one() -> None:
        async for _ in a.ticks(10):
            await a.request("POST", "/api/guests", address, body=guess)

    async with asyncio.TaskGroup() as group:
        for _ in range(8):
            group.create_task(one())


async def long_work(a: Attacker) -> None:
    """Six guests of one address have rounds of 400 sides paired, and look at what they changed, as often as allowed."""
    address = "203.0.113.100"

    async def one() -> None:
        token = await a.guest(address)
        event = await _event(a, token, address, "club-rounds", ("most = 120", f"most = {SIDES}"))
        async for _ in a.ticks(2):
            await _act(a, token, address, event, "pair")
            await a.request("GET", f"/api/tournaments/{event}", address, token)

    async with asyncio.TaskGroup() as group:
        for _ in range(6):
            group.create_task(one())


async def _event(a: Attacker, token: str, address: str, example: str, *changes: tuple[str, str]) -> str:
    """A tournament of 400 sides that are there and drawn; its id."""
    text = example_regulations(example)
    for before, after in changes:
        text = text.replace(before, after)
    founded = await a.request("POST", "/api/tournaments", address, token, {"id": "n1", "regulations": text})
    event = str(founded.get("id", ""))
    sides = [
        {"name": f"Dupla {number}", "players": [f"A{number}", f"B{number}"], "delegation": f"Clube {number % 2}"}
        for number in range(1, SIDES + 1)
    ]
    for first in range(0, SIDES, 200):
        await _act(a, token, address, event, "enter", sides=sides[first : first + 200])
    await _act(a, token, address, event, "check_in", sides=list(range(1, SIDES + 1)))
    await _act(a, token, address, event, "draw", seed="Loteria 5921")
    return event


async def _act(a: Attacker, token: str, address: str, event: str, act: str, **figures: object) -> None:
    body = {"id": f"c{next(_NUMBERS)}", "act": {"type": act, **figures}}
    await a.request("POST", f"/api/tournaments/{event}/commands", address, token, body)


WAYS: dict[str, Way] = {
    way.__name__: way
    for way in (
        record,
        slow_headers,
        silent,
        headers,
        url,
        pings,
        tables,
        houses,
        cold,
        open_close,
        offers,
        passwords,
        guests,
        seats,
        sockets,
        codes,
        long_work,
    )
}
