"""The schema of the messages: sent messages are valid by it, and others aren't."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import jsonschema_rs
import pytest

from canastra.protocol import ProtocolError, read_client, schema
from canastra.protocol.close_codes import Close
from canastra.rulebooks import official
from canastra.server.live import background
from canastra.server.lobby import creation
from canastra.table.events import KINDS
from tests.samples import sample
from tests.server.http.http_server import Server, listening, run


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    """Of one definition."""
    return jsonschema_rs.Draft202012Validator({**schema.document(), "anyOf": [{"$ref": f"#/$defs/{name}"}]})


async def read(client: httpx2.AsyncClient, path: str) -> list[dict[str, Any]]:
    """All messages of a stream until the match is over."""
    found = []
    async with client.stream("GET", path) as answer:
        assert answer.status_code == 200, await answer.aread()
        async for line in answer.aiter_lines():
            if line:
                found.append(json.loads(line))
            if '"match_ended"' in line:
                break
    return found


@pytest.mark.parametrize("rulebook", sample(["canastra-duelo", "tranca"], 1))
def test_what_is_sent_is_valid(rulebook: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person too slow for the clock, so that bots play: one stream for the seat, one for a spectator."""
    monkeypatch.setattr(creation, "SHORTEST_TURN", 1)
    monkeypatch.setattr(background, "PROMPT", 10_000)
    terms: dict[str, object] = {"rulebook": rulebook, "bots": "greedy", "clock": {"turn": 1, "between": 1}}
    terms |= {"target": 100} if official(rulebook).match.target else {}

    async def test(server: Server) -> None:
        ana = await server.program()
        table = (await ana.post("/api/tables", json=terms)).json()["table"]
        async with listening(server.app) as address:
            seat = await server.far(address, authorization=ana.headers["authorization"])
            path = f"/api/tables/{table}/stream"
            reading = [
                asyncio.create_task(read(seat, f"{path}?from=1")),
                asyncio.create_task(read(await server.far(address), f"{path}?watch=true")),
            ]
            while server.context.sockets.open < len(reading):
                await server.breathe()
            assert (await ana.post(f"/api/tables/{table}/commands", json={"type": "ready", "id": "r"})).is_success
            own, watched = await asyncio.gather(*reading)
        messages, events, changes = validator("ServerMessage"), validator("Event"), validator("Changes")
        kinds = set()
        for message in own + watched:
            messages.validate(message)
            for seen in message.get("events", ()):
                if seen["event"] is not None:
                    events.validate(seen["event"])
                    validator(schema.event_name(seen["event"]["type"])).validate(seen["event"])
                    kinds.add(seen["event"]["type"])
            if message["type"] == "update":
                changes.validate(message["changes"])
        assert {"opened", "sat", "bot_sat", "readied", "dealt", "played", "timed_out", "held", "deal_ended"} <= kinds
        assert own[0]["state"]["you"] == 0
        validator("State").validate(own[0]["state"])

    run(tmp_path, test)


def test_every_event_is_there() -> None:
    defs = schema.document()["$defs"]
    for kind in KINDS:
        event = defs[schema.event_name(kind)]
        assert event["properties"]["type"] == {"const": kind}
        assert "at" in event["required"]
    assert len(defs["Event"]["anyOf"]) == len(KINDS)
    assert defs["Close"]["enum"] == [int(each) for each in Close]
    jsonschema_rs.meta.validate(schema.document())


def test_fields_with_defaults_may_be_left_out() -> None:
    event = {"type": "match_ended", "at": 1, "reason": "played"}
    assert validator("Event").is_valid(event)
    assert validator("Event").is_valid({**event, "winner": 1})
    assert not validator("Event").is_valid({**event, "winner": "1"})
    assert not validator("Event").is_valid({"type": "match_ended", "at": 1})
    assert not validator("Event").is_valid({**event, "type": "nothing"})


CLIENT: list[tuple[dict[str, Any], bool]] = [
    ({"type": "act", "id": "a", "action": "draw", "step": 1}, True),
    ({"type": "act", "id": "a", "action": "draw"}, False),
    ({"type": "act", "id": "a", "action": "draw", "step": -1}, False),
    ({"type": "act", "id": "a b", "action": "draw", "step": 1}, False),
    ({"type": "act", "id": "a", "action": "draw", "step": 1, "seat": 0}, False),
    ({"type": "contribute", "id": "a"}, True),
    ({"type": "say", "id": "a", "text": None, "preset": "thanks"}, True),
    ({"type": "ping"}, True),
    ({"type": "sit", "id": "a", "seat": 0}, False),
]


@pytest.mark.parametrize(("message", "good"), CLIENT)
def test_clients_messages_are_judged_alike(message: dict[str, Any], good: bool) -> None:
    assert validator("ClientMessage").is_valid(message) is good
    if good:
        read_client(json.dumps(message))
    else:
        with pytest.raises(ProtocolError):
            read_client(json.dumps(message))
