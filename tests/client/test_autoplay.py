"""A program on a seat of a table whose answers are scripted."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from canastra.client import RefusedError, Table, play
from canastra.client import autoplay as module
from canastra.protocol import State
from canastra.protocol.messages import Fault
from tests.client.faking import any_state

PLAY = {"to_act": 0, "bot": None, "legal": ["draw"]}


class Told:
    """Stands for a `Table`: its states in order, and its answers to commands."""

    def __init__(self, *states: dict[str, Any], refusals: dict[str, list[str]] | None = None) -> None:
        self.states = [*states]
        self.refusals = refusals or {}
        self.seq = 1
        self.did: list[str] = []

    @property
    def state(self) -> State:
        return any_state(self.seq, **self.states[0])

    @property
    def seat(self) -> int | None:
        return self.state["you"]

    @property
    def my_turn(self) -> bool:
        play = self.states[0].get("play")
        return play is not None and play["to_act"] == self.seat and play["bot"] is None

    async def changed(self) -> None:
        self.did.append("wait")
        self.go_on()

    def go_on(self) -> None:
        self.states.pop(0)
        self.seq += 1

    async def do(self, what: str) -> None:
        self.did.append(what)
        codes = self.refusals.get(what)
        if codes:
            code = codes.pop(0)
            if code == "table_stale":
                self.go_on()
            raise RefusedError(Fault(code, code, code))
        self.go_on()

    async def ready(self) -> None:
        await self.do("ready")

    async def return_to_seat(self) -> None:
        await self.do("back")

    async def act(self, action: str, step: int) -> None:
        assert step == self.state["step"]
        await self.do(action)


def seats(**changes: Any) -> list[dict[str, Any]]:
    return [{**each, **changes} for each in any_state()["seats"]]


PLAYING = {"stage": "playing", "play": PLAY}
OTHERS = {"stage": "playing", "play": {**PLAY, "to_act": 1}}
BOT = {"stage": "playing", "play": {**PLAY, "bot": "greedy"}}
HELD = {"stage": "playing", "play": {**PLAY, "bot": "greedy"}, "seats": seats(held=True)}
DONE = {"stage": "finished"}
READY = {"seats": seats(ready=True)}


@pytest.mark.parametrize(
    ("told", "did"),
    [
        (Told({}, READY, OTHERS, PLAYING, BOT, HELD, DONE), ["ready", "wait", "wait", "draw", "wait", "back"]),
        (Told(PLAYING, PLAYING, DONE, refusals={"draw": ["table_stale"]}), ["draw", "draw"]),
        (Told(PLAYING, DONE, refusals={"draw": ["table_time_over"]}), ["draw", "wait"]),
        (Told(PLAYING, DONE, refusals={"draw": ["live_busy", "ws_too_fast"]}), ["draw", "draw", "draw"]),
        (Told({"you": None, **PLAYING}, DONE), ["wait"]),
        (Told(DONE), []),
    ],
)
def test_what_is_done_when(told: Told, did: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0)
    end = asyncio.run(play(cast(Table, told), lambda state: "draw"))
    assert end["stage"] == "finished"
    assert told.did == did


def test_a_wrong_choice_is_an_error() -> None:
    told = Told(PLAYING, refusals={"pass": ["pass_with_stock"]})
    with pytest.raises(RefusedError) as caught:
        asyncio.run(play(cast(Table, told), lambda state: "pass"))
    assert caught.value.code == "pass_with_stock"
