"""Programs that play: streams, commands, and the example of the page."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import httpx2
import pytest

from canastra.server.http import COOKIE
from canastra.server.limits import Rate
from canastra.server.live import BusyError, TableStoppedError
from canastra.server.settings import Settings
from tests.server.http.http_server import GENEROUS, PLENTY, Server, listening, problem, run

PAGE = Path(__file__).parents[3] / "docs" / "api.md"


def example() -> str:
    """The bot of the page."""
    (code,) = re.findall(r"```python\n(import .*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return str(code)


def test_the_example_plays_a_match(tmp_path: Path) -> None:
    """Even if most of its requests are refused for their rate."""
    code = example()
    assert code.count("\n") < 50
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(code, "example", "exec"), names)
    waits: list[int] = []

    async def test(server: Server) -> None:
        def sleep(seconds: int) -> None:
            waits.append(seconds)
            server.clock.now += seconds

        names["time"] = SimpleNamespace(sleep=sleep)
        async with listening(server.app) as address:
            result = await asyncio.to_thread(names["play"], address)
        assert result["reason"] == "played"
        (table,) = re.findall(r'"table":"([^"]+)"', (await (await server.client()).get("/api/tables")).text) or [""]
        assert table == ""

    caps = replace(GENEROUS, requests_of_session=Rate(4, 4), messages_of_session=PLENTY)
    run(tmp_path, test, Settings(caps=caps))
    assert len(waits) > 1
    assert set(waits) == {1}


@asynccontextmanager
async def reading(client: httpx2.AsyncClient, path: str) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """The messages of a stream."""

    async def messages(answer: httpx2.Response) -> AsyncIterator[dict[str, Any]]:
        async for line in answer.aiter_lines():
            if line:
                yield json.loads(line)

    async with client.stream("GET", path) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        assert answer.headers["cache-control"] == "no-store"
        yield messages(answer)


def test_a_stream_says_what_happens(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        program, ana = await server.program(), await server.guest()
        table = (await ana.post("/api/tables", json={"rulebook": "canastra-duelo"})).json()["table"]
        await program.put(f"/api/tables/{table}/seats/1")
        async with listening(server.app) as address:
            far = await server.far(address, authorization=program.headers["authorization"])
            anybody = await server.far(address)
            path = f"/api/tables/{table}/stream?v=1&from=1"
            async with reading(far, path) as own, reading(anybody, f"{path}&watch=true") as others:
                for messages, seat in ((own, 1), (others, None)):
                    welcome = await anext(messages)
                    assert (welcome["type"], welcome["seat"], welcome["state"]["you"]) == ("welcome", seat, seat)
                    assert [each["event"]["type"] for each in welcome["events"]][:1] == ["opened"]
                await ana.post(f"/api/tables/{table}/commands", json={"type": "ready", "id": "r1"})
                for messages in (own, others):
                    while (message := await anext(messages))["type"] != "update":
                        pass
                    assert "readied" in str(message["events"])

    run(tmp_path, test)


def test_streams_that_can_not_be(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, anybody = await server.guest(), await server.client()
        table = (await ana.post("/api/tables", json={"rulebook": "buraco"})).json()["table"]
        path = f"/api/tables/{table}/stream"
        for query in ("v=2", "v=", "from=-1", "from=x", f"from={10**16}", "watch=perhaps", "seat=0", "player=p1"):
            problem(await ana.get(f"{path}?{query}"), 400, "api_query")
        assert (await anybody.get(path)).status_code == 401
        problem(await ana.get("/api/tables/none/stream"), 404, "lobby_no_table")
        head = await ana.head(path)
        assert (head.status_code, head.headers["content-type"]) == (200, "application/x-ndjson")

    run(tmp_path, test)


def test_commands_are_answered(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        table = (await ana.post("/api/tables", json={"rulebook": "buraco"})).json()["table"]
        path = f"/api/tables/{table}/commands"
        ready = {"type": "ready", "id": "r1"}
        first = await ana.post(path, json=ready)
        assert (first.status_code, first.json()["type"], first.json()["id"]) == (200, "done", "r1")
        assert (await ana.post(path, json=ready)).json() == first.json()
        refused = (await ana.post(path, json={"type": "ready", "id": "r2"})).json()
        assert (refused["type"], refused["id"], refused["fault"].keys()) == ("refused", "r2", {"code", "pt", "en"})
        stale = {"type": "act", "id": "a1", "action": "discard KD", "step": 9}
        assert (await ana.post(path, json=stale)).json()["type"] == "refused"
        assert (await ana.post(path, json={"type": "ping", "n": 7})).json()["n"] == 7

    run(tmp_path, test)


def test_a_command_for_which_there_is_no_time_gets_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sender has to repeat it: no event would wake it."""

    async def test(server: Server) -> None:
        ana = await server.guest()
        table = (await ana.post("/api/tables", json={"rulebook": "buraco"})).json()["table"]
        path, host = f"/api/tables/{table}/commands", server.context.sockets.context.host
        ready = {"type": "ready", "id": "r1"}
        for error in (BusyError, TableStoppedError):
            with monkeypatch.context() as patched:
                patched.setattr(host, "send", AsyncMock(side_effect=error(table)))
                turned_away = await ana.post(path, json=ready)
            problem(turned_away, 503, error(table).code)
            assert turned_away.headers["Retry-After"] == "2"
        assert (await ana.post(path, json=ready)).json()["type"] == "done"
        turned_away = await ana.post(path, json=ready)
        problem(turned_away, 429, "ws_too_fast")
        assert turned_away.headers["Retry-After"] == "1"

    run(tmp_path, test, Settings(caps=replace(GENEROUS, messages_of_session=Rate(3, 0.0001))))


BAD: list[Any] = [
    "ready",
    [],
    {"type": "sit", "id": "a", "seat": 0},
    {"type": "tick", "id": "a"},
    {"type": "ready"},
    {"type": "ready", "id": ""},
    {"type": "ready", "id": "a b"},
    {"type": "ready", "id": "a", "seat": 1},
    {"type": "ready", "id": "a", "player": "p1"},
    {"type": "act", "id": "a", "action": "draw", "step": "1"},
    {"type": "act", "id": "a", "action": "x" * 401, "step": 1},
]


def test_bad_commands(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana = await server.guest()
        table = (await ana.post("/api/tables", json={"rulebook": "buraco"})).json()["table"]
        path = f"/api/tables/{table}/commands"
        before = (await server.context.sockets.context.host.table(table)).table
        for body in BAD:
            assert (await ana.post(path, json=body)).status_code == 400
        answer = await ana.post(path, json={"type": "ready", "id": "a\n"})
        assert answer.status_code == 400 or answer.json()["type"] == "error"
        assert (await server.context.sockets.context.host.table(table)).table is before

    run(tmp_path, test)


def test_nobody_acts_on_anothers_seat(tmp_path: Path) -> None:
    """A command has no seat: it is the sender's, and the sender is who the token says."""

    async def test(server: Server) -> None:
        ana, bia, robot = await server.guest(), await server.guest("Bia"), await server.program()
        me = (await ana.get("/api/me")).json()
        table = (await ana.post("/api/tables", json={"rulebook": "canastra-duelo"})).json()["table"]
        path = f"/api/tables/{table}/commands"
        ready = {"type": "ready", "id": "r1"}
        for stranger in (bia, robot):
            answer = await stranger.post(path, json=ready)
            assert answer.status_code in (200, 403)
            assert answer.json().get("type") in (None, "error", "refused")
        for forged in (me["player"], "s" + me["player"][1:], "x" * 43):
            mask = await server.client(cookie=f"{COOKIE}={forged}", origin="http://canastra.example")
            problem(await mask.post(path, json=ready), 401, "api_session")
            mask = await server.client(authorization=f"Bearer {forged}")
            problem(await mask.post(path, json=ready), 401, "api_token")
        state = (await server.context.sockets.context.host.table(table)).table
        assert not state.seats[0].ready
        assert (await ana.post(path, json=ready)).json()["type"] == "done"
        assert (await bia.put(f"/api/tables/{table}/seats/1")).status_code == 200
        assert (await bia.post(path, json=ready)).json()["type"] == "done"

    run(tmp_path, test)
