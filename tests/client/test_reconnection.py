"""The cases that all clients must answer alike (reconnection.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from canastra.client import reconnection as r
from canastra.protocol.commands import Ping, Ready
from canastra.protocol.messages import (
    Closed,
    Done,
    Draining,
    Error,
    Fault,
    Line,
    Missed,
    Pong,
    Reacted,
    Refused,
    RematchReady,
    Said,
    Seen,
    Update,
    Watchers,
    Welcome,
)
from tests.client.faking import TALK, any_state

CASES = json.loads(Path(__file__).with_name("reconnection.json").read_text("utf-8"))["cases"]


def fault(code: str = "x") -> Fault:
    return Fault(code, code, code)


def missed(data: dict[str, Any] | None) -> Missed | None:
    if data is None:
        return None
    return Missed(data["seq"], events(data["events"]), any_state(data["seq"]) if "state" in data else None)


def events(numbers: list[int]) -> tuple[Seen, ...]:
    return tuple(Seen(number, None) for number in numbers)


MESSAGES: dict[str, Any] = {
    "welcome": lambda m: Welcome(m["v"], "t", 0, m["seq"], any_state(m["seq"]), TALK, m["heartbeat"]),
    "update": lambda m: Update(m["seq"], events(m["events"]), {}),
    "done": lambda m: Done(m["id"], m["seq"], m["last"]),
    "refused": lambda m: Refused(m["id"], fault(), missed(m.get("missed"))),
    "said": lambda m: Said(Line(1, 5, "p", "Ana"), m.get("id")),
    "reacted": lambda m: Reacted(5, "p", "Ana", "clap", id=m.get("id")),
    "error": lambda m: Error(fault(m.get("code", "x")), m.get("id")),
    "closed": lambda m: Closed(m["reason"], m["again"], fault(m["fault"]) if "fault" in m else None),
    "draining": lambda m: Draining(m["after"], m.get("spread", 1000)),
    "watchers": lambda m: Watchers(m["count"]),
    "next": lambda m: RematchReady(m["table"]),
    "pong": lambda m: Pong(m["n"], m["at"]),
}
EVENTS: dict[str, Any] = {
    "online": lambda e: r.Online(),
    "offline": lambda e: r.Offline(),
    "left": lambda e: r.Stopped(),
    "opened": lambda e: r.SocketOpened(e["number"]),
    "lost": lambda e: r.Lost(e["number"], e.get("code")),
    "fired": lambda e: r.Fired(r.LinkTimer(e["timer"])),
    "queued": lambda e: r.Queued(Ready(e["id"])),
    "arrived": lambda e: r.Arrived(e["number"], MESSAGES[e["message"]["type"]](e["message"])),
}


def written(action: r.Action) -> dict[str, Any]:
    """Return an action in the file's form."""
    match action:
        case r.Connect(number, from_seq):
            return {"do": "connect", "number": number, "from": from_seq}
        case r.Drop():
            return {"do": "drop"}
        case r.Send(message):
            return {"do": "send"} | ({"ping": message.n} if isinstance(message, Ping) else {"id": message.id})
        case r.Wait(timer, ms):
            return {"do": "wait", "timer": timer, "ms": ms}
        case r.Deliver(_, after):
            return {"do": "deliver", "after": after}
        case r.LinkReport(stage, ms, code, why):
            said = {"ms": ms or None, "code": code, "fault": why and why.code}
            return {"do": "report", "stage": stage, **{k: v for k, v in said.items() if v is not None}}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any]) -> None:
    link = r.Link(**case.get("start", {}))
    for step in case["steps"]:
        event = EVENTS[step["event"]["type"]](step["event"])
        link, actions = r.decide(link, event, step.get("chance", 0.0))
        assert [written(each) for each in actions] == step["actions"], step["event"]
        delivered = [each.message for each in actions if isinstance(each, r.Deliver)]
        assert delivered in ([], [getattr(event, "message", None)])
    state: dict[str, Any] = {name: getattr(link, name) for name in r.Link.__slots__}
    state["unanswered"] = [each.id for each in link.unanswered]
    state["postponed"] = sorted(link.postponed)
    assert {key: state[key] for key in case["end"]} == case["end"]


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case["name"] for case in CASES]
    assert len(set(names)) == len(names) > 30
