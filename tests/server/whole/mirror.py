"""A whole server in this process, with chosen cards. It records all bytes received by one guest."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import httpx2
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from canastra.cards import TWO_PACKS, Card, cards_text
from canastra.server.app import Overrides, Server
from canastra.server.live import CommandReply, CommandRequest, Completed, LocalBots, Services, shuffles
from canastra.server.run import uvicorn_config
from canastra.server.settings import Settings
from canastra.table import (
    Act,
    Command,
    CommitmentNeeded,
    Contribute,
    Deal,
    DealerNeeded,
    PackNeeded,
    Ready,
    Sit,
    Table,
    seat_view,
)
from tests.server.http.http_server import FAST, GENEROUS
from tests.server.live.live_server import FakeTime, players
from tests.server.ws.world import FREE, SECONDS

CAPS = replace(
    GENEROUS,
    messages_of_socket=FREE.messages_of_socket,
    messages_of_session=FREE.messages_of_session,
    messages_of_address=FREE.messages_of_address,
)
NEVER = 600_000
"""Milliseconds of a heartbeat that no test lives to feel."""
UNLIKE = ("date",)
"""Headers of HTTP that are different each time."""
Need = DealerNeeded | CommitmentNeeded | PackNeeded


class Mirror:
    """One server with one table, at which one guest is looked at: on a seat, or as a spectator (None).

    With a pack that is dealt, as no server would, without a proof; or with none, and then as servers do.
    """

    def __init__(self, folder: Path, rulebook: str, pack: Sequence[Card] | None, seat: int | None) -> None:
        self.rulebook, self.pack, self.seat = rulebook, pack, seat
        self.heard: list[str] = []
        """All that came, in order, each with where it came from."""
        settings = Settings(database=folder / "canastra.db", bot_processes=0, heartbeat=NEVER, caps=CAPS)
        self.composed = Server(settings, Overrides(FakeTime(), Random(5), LocalBots(), FAST))
        self.players: list[str] = []
        self.table_id = self.address = self.player = ""
        self._http = httpx2.AsyncClient(timeout=SECONDS)
        self._socket: ClientConnection | None = None
        self._lines: AsyncIterator[str] | None = None
        self._ids = count()

    @asynccontextmanager
    async def running(self, **terms: Any) -> AsyncIterator[Mirror]:
        """Serve, with all seats ready and the guest at the socket from the first event on."""
        with (
            # The protocol is named, or else asyncio leaves small packets waiting for others.
            socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening,
            mock.patch("canastra.server.live.actor.provide", self._supply),
        ):
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            server = uvicorn.Server(uvicorn_config(self.composed, self.composed.settings))
            serving = asyncio.create_task(server._serve([listening]))
            try:
                self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
                await self._arrive(terms)
                yield self
            finally:
                if self._socket is not None:
                    self._socket.transport.abort()
                await self._http.aclose()
                await self.composed.drain()
                server.should_exit = True
                await asyncio.wait_for(serving, SECONDS)

    async def _supply(self, services: Services, table_id: str, need: Need) -> Command:
        if self.pack is not None and isinstance(need, CommitmentNeeded):
            return Deal(cards_text(self.pack))
        return await shuffles.provide(services, table_id, need)

    async def _arrive(self, terms: dict[str, Any]) -> None:
        seats = range(players(self.rulebook))
        me = await self._signed_in("Eva")
        self.player = str(me["player"])
        self._http.headers["Authorization"] = f"Bearer {me['token']}"
        card = await self._json("POST", "/api/tables", {"rulebook": self.rulebook, "seat": self.seat, **terms})
        self.table_id = card["table"]
        self.players = [self.player if seat == self.seat else f"other-{seat}" for seat in seats]
        for seat in seats:
            if seat != self.seat:
                await self.other(Sit(seat, self.players[seat], f"Ana {seat}"))
        await self.open_socket()
        for seat in seats:
            if seat != self.seat:
                await self.other(Ready(seat))
        if self.seat is not None:
            await self.say({"type": "ready"})
        await self.hear_of("dealt" if self.pack is not None else "committed")

    async def _signed_in(self, name: str) -> dict[str, Any]:
        return await self._json("POST", "/api/guests", {"name": name, "token": True})

    async def _json(self, method: str, path: str, body: Any) -> dict[str, Any]:
        answer = await self._http.request(method, self.address + path, json=body)
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found

    # The table itself

    async def table(self) -> Table:
        """As the server has it, all cards included."""
        return (await self.composed.lobby.host.table(self.table_id)).table

    async def other(self, command: Sit | Ready | Act | Contribute) -> CommandReply:
        """Another person does something; the guest's socket doesn't get that person's answer."""
        ask = CommandRequest(command, f"o{next(self._ids)}", self.players[command.seat])
        return await self.composed.lobby.host.send(self.table_id, ask)

    async def play(self, seat: int, action: str) -> None:
        """An action of whatever seat, and everything that the guest hears of it."""
        step = (await self.table()).step
        if seat == self.seat:
            answer = await self.say({"type": "act", "action": action, "step": step})
            assert answer["type"] == "done", answer
            await self.hear_until(answer["last"])
        else:
            done = await self.other(Act(seat, action, step))
            assert isinstance(done, Completed), done
            await self.hear_until(done.last)

    async def contribute(self) -> None:
        """Bytes of all seats for the next deal."""
        for seat in range(len(self.players)):
            own = bytes([seat]).hex()
            if seat == self.seat:
                await self.say({"type": "contribute", "bytes": own})
            else:
                await self.other(Contribute(seat, own))

    # The guest's messages

    async def open_socket(self, from_seq: int = 1) -> None:
        """A socket, in place of whatever there was."""
        await self._welcomed(from_seq)
        await self._alone()

    async def _welcomed(self, from_seq: int) -> None:
        """A socket, up to the welcome. It opens before the former closes, so that no seat is away for a moment."""
        former = self._socket
        query = f"v=1&from={from_seq}" + ("&watch=true" if self.seat is None else "")
        where = f"{self.address.replace('http', 'ws')}/api/tables/{self.table_id}/socket?{query}"
        headers = {"Authorization": self._http.headers["Authorization"]}
        self._socket = await connect(where, additional_headers=headers, compression=None, max_size=None)
        self._lines = None
        assert (await self._hear())["type"] == "welcome"
        if former is not None:
            former.transport.abort()

    async def _alone(self) -> None:
        """Wait until the server has noticed who went: it tells how many watch."""
        async with asyncio.timeout(SECONDS):
            while self.composed.sockets.open > 1:
                await asyncio.sleep(0.001)

    @asynccontextmanager
    async def streaming(self) -> AsyncIterator[None]:
        """The same over HTTP for a while, in place of the socket, which ends with that where it has a seat."""
        query = {"from": "1"} | ({"watch": "true"} if self.seat is None else {})
        path = f"{self.address}/api/tables/{self.table_id}/stream"
        async with self._http.stream("GET", path, params=query, timeout=SECONDS) as answer:
            if self.seat is not None:
                while (await self._hear())["type"] != "closed":
                    pass
            self._lines = answer.aiter_lines()
            assert (await self._hear())["type"] == "welcome"
            yield
            await self._welcomed(1)
        await self._alone()

    async def _hear(self) -> dict[str, Any]:
        if self._lines is not None:
            text = await asyncio.wait_for(anext(self._lines), SECONDS)
        else:
            assert self._socket is not None
            text = str(await asyncio.wait_for(self._socket.recv(), SECONDS))
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        return message

    async def hear_until(self, seq: int) -> None:
        """Everything up to an event."""
        while not any(each.get("seq", 0) >= seq for each in self._told()):
            await self._hear()

    async def hear_of(self, kind: str, after: int = 0) -> None:
        """Everything up to an event of a kind, after so much was heard."""
        while not any(f'"type":"{kind}"' in text for text in self.heard[after:]):
            await self._hear()

    def _told(self) -> Iterator[dict[str, Any]]:
        """The messages about the table, the latest first."""
        for text in reversed(self.heard):
            if text.startswith(('{"type":"welcome"', '{"type":"update"')):
                yield json.loads(text)
                return

    async def say(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send something on the socket, or by a request while the stream stands for it; the answer."""
        message = {**message, "id": f"c{next(self._ids)}"}
        if self._lines is not None:
            return await self.request("POST", f"/api/tables/{self.table_id}/commands", message)
        assert self._socket is not None
        await self._socket.send(json.dumps(message))
        while (heard := await self._hear()).get("id") != message["id"]:
            pass
        return heard

    async def request(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """A request; its answer is noted with its status and headers. Returns its body, if that is JSON."""
        answer = await self._http.request(method, self.address + path, json=body)
        headers = [(name, value) for name, value in answer.headers.items() if name not in UNLIKE]
        self.heard.append(f"{method} {path} {answer.status_code} {headers} {answer.text}")
        found: dict[str, Any] = answer.json() if answer.headers.get("content-type") == "application/json" else {}
        return found

    async def ask_around(self) -> None:
        """Everything that HTTP tells of the table, and some errors."""
        table = f"/api/tables/{self.table_id}"
        for path in (table, f"{table}/record", "/api/tables?state=running", "/api/me/tables", f"{table}/seats"):
            await self.request("GET", path)
        await self.request("PUT", f"{table}/seats/1", {})
        await self.request("POST", f"{table}/commands", {"type": "act", "id": "x", "action": "show KD", "step": 1})

    async def provoke(self) -> None:
        """Actions that the rules or the table refuse, on every seat's turn."""
        step = (await self.table()).step
        for action in ("meld 4S 5S 6S", "discard KD", "take", "layoff 1 9H", "draw"):
            # The guest's own turns stay unchanged: an action that would be legal there is not sent.
            if self.seat is None or action not in await self._legal():
                await self._in_vain({"type": "act", "action": action, "step": step})
        await self._in_vain({"type": "act", "action": "draw", "step": step - 1})
        await self._in_vain({"type": "undo", "step": step - 2})
        for kind in ("claim", "back", "ready"):
            await self._in_vain({"type": kind})
        await self._in_vain({"type": "contribute", "bytes": "00"})

    async def _in_vain(self, message: dict[str, Any]) -> None:
        assert (await self.say(message))["type"] in ("refused", "error"), message

    async def _legal(self) -> list[str]:
        assert self.seat is not None
        view = seat_view(await self.table(), self.seat)
        return [str(each) for each in view.legal] if view else []


def shuffled(random: Random) -> list[Card]:
    """Both packs in some order."""
    return random.sample(TWO_PACKS, len(TWO_PACKS))
