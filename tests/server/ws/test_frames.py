"""Frames of every sort: each is a message, or is answered with what is wrong with it."""

from __future__ import annotations

import asyncio
import json
import logging
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.protocol import LARGEST_FRAME, ClientMessage, Close, ProtocolError, encode, read_client
from canastra.protocol.commands import Ping
from canastra.protocol.messages import UNANSWERED, Done, Error, Pong
from canastra.server.limits import Rate
from canastra.server.ws.frames import checked, id_of
from tests.server.ws.world import FREE, SECONDS, run, world

GOOD: tuple[dict[str, Any], ...] = (
    {"type": "act", "id": "c1", "action": "discard KD", "step": 14},
    {"type": "undo", "id": "c1", "step": 0},
    {"type": "ready", "id": "c1"},
    {"type": "contribute", "id": "c1", "bytes": "00ff"},
    {"type": "offer", "id": "c1", "offer": "resign"},
    {"type": "accept", "id": "c1", "offer": "rematch"},
    {"type": "decline", "id": "c1", "offer": "rematch"},
    {"type": "take_back", "id": "c1", "offer": "rematch"},
    {"type": "claim", "id": "c1"},
    {"type": "back", "id": "c1"},
    {"type": "leave", "id": "c1"},
    {"type": "say", "id": "c1", "text": "<b>Oi</b>"},
    {"type": "say", "id": "c1", "preset": "hello"},
    {"type": "react", "id": "c1", "reaction": "clap"},
    {"type": "ping", "n": 3},
)
BAD = {
    "": "protocol_not_json",
    "{": "protocol_not_json",
    "null": "protocol_invalid",
    "[]": "protocol_invalid",
    "[" * 5_000: "protocol_invalid",
    '{"type":"act","id":"c","action":' + "[" * 5_000: "protocol_invalid",
    '{"a":' * 3_000: "protocol_not_json",
    '{"type":"sit","id":"c"}': "protocol_invalid",
    '{"type":"ready"}': "protocol_invalid",
    '{"type":"ready","id":"c","seat":1}': "protocol_invalid",
    '{"type":"ready","id":""}': "protocol_invalid",
    '{"type":"ready","id":"a b"}': "protocol_invalid",
    '{"type":"ready","id":"c\\n"}': "live_command_id",
    '{"type":"say","id":"c\\n","text":"x"}': "live_command_id",
    '{"type":"undo","id":"c","step":-1}': "protocol_invalid",
    '{"type":"undo","id":"c","step":1.5}': "protocol_invalid",
    '{"type":"undo","id":"c","step":' + "9" * 5_000 + "}": "protocol_invalid",
    '{"type":"undo","id":"c","step":NaN}': "protocol_not_json",
    '{"type":"say","id":"c","text":"\\ud800"}': "protocol_not_json",
    '{"type":"say","id":"c","text":"' + "x" * LARGEST_FRAME + '"}': "ws_too_large",
    '{"type":"say","id":"c","text":"' + "ã" * (LARGEST_FRAME // 2) + '"}': "ws_too_large",
    "\ud800": "protocol_not_json",
}


@pytest.mark.parametrize("message", GOOD)
def test_messages_are_read(message: dict[str, Any]) -> None:
    read = checked(json.dumps(message))
    assert not isinstance(read, Error)
    assert type(read).__struct_config__.tag == message["type"]


@pytest.mark.parametrize("frame", BAD)
def test_what_is_no_message_is_told_so(frame: str) -> None:
    found = checked(frame)
    assert isinstance(found, Error)
    assert found.fault.code == BAD[frame]
    assert found.fault.pt
    assert found.fault.en


def test_binary_frames_are_no_messages() -> None:
    found = checked(None)
    assert isinstance(found, Error)
    assert found.fault.code == "ws_binary"


@pytest.mark.parametrize(
    ("frame", "command_id"),
    [
        ('{"type":"act","id":"c7","step":"x"}', "c7"),
        ('{"id":"c7"', None),
        ('{"id":7}', None),
        ('{"id":"a b"}', None),
        ('["id"]', None),
        (None, None),
    ],
)
def test_what_is_wrong_is_told_with_the_id_if_there_is_one(frame: str | None, command_id: str | None) -> None:
    assert id_of(frame) == command_id


def mutations(text: str) -> st.SearchStrategy[str]:
    """A frame with some of it cut out, doubled, replaced or put in."""
    places = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    pieces = st.sampled_from(
        ['"', "{", "}", "[", "]", ",", ":", "\\", "\\u0000", "null", "1e999", "-0", "\x00", "é", "🂡"]
    )
    return st.builds(
        lambda place, piece, kept: (
            text[: place[0]] + piece + (text[place[0] : place[1]] if kept else "") + text[place[1] :]
        ),
        places,
        pieces | st.text(max_size=8),
        st.booleans(),
    )


VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just("c1")
KEYS = st.sampled_from(
    ["type", "id", "action", "step", "bytes", "offer", "text", "preset", "reaction", "n", "seat", "x"]
)
NESTED = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4))
TYPES = st.sampled_from([each["type"] for each in GOOD] + ["sit", "fill", "deal", "tick", "welcome", "update", ""])
FRAMES = (
    st.sampled_from(GOOD).flatmap(lambda message: mutations(json.dumps(message)))
    | st.builds(lambda kind, rest: json.dumps({"type": kind, **rest}), TYPES, st.dictionaries(KEYS, NESTED, max_size=5))
    | NESTED.map(json.dumps)
    | st.text(max_size=60)
)


@settings(max_examples=300, deadline=None)
@given(FRAMES)
def test_every_frame_is_a_message_or_wrong(frame: str) -> None:
    found = checked(frame)
    encode(found)
    if not isinstance(found, Error):
        assert read_client(frame) == found


@settings(max_examples=12, deadline=None)
@given(frames=st.lists(FRAMES | st.binary(max_size=20), min_size=1, max_size=40))
def test_no_frame_harms_the_table_or_others(frames: list[str | bytes]) -> None:
    async def main(folder: Path) -> None:
        async with world(folder) as it:
            it.sockets.context.limits = replace(it.sockets.context.limits, malformed=1_000, in_flight=1_000)
            await it.seat()
            wire, _ = await it.welcomed(0)
            other, _ = await it.welcomed(1)
            for frame in frames:
                if isinstance(frame, bytes):
                    wire.give_bytes(frame)
                else:
                    wire.give(frame)
            wire.say(type="ping", n=77)
            if not any(is_leave(frame) for frame in frames):
                while (await wire.until(Pong)).n != 77:
                    pass
            other.say(type="ready", id="c1")
            await other.until(Done)
            table = await it.host.peek("t1")
            assert table.seats[1].ready

    with tempfile.TemporaryDirectory() as folder, Quiet():
        run(lambda: main(Path(folder)))


def is_leave(frame: str | bytes) -> bool:
    try:
        return isinstance(frame, str) and read(frame) == "leave"
    except ProtocolError:
        return False


def read(frame: str) -> str:
    message: ClientMessage = read_client(frame)
    return str(type(message).__struct_config__.tag)


class Quiet(logging.Handler):
    """No line tells of a fault of this program."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    def __enter__(self) -> None:
        logging.getLogger().addHandler(self)

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self)
        assert self.lines == []


@pytest.mark.limit("malformed")
def test_too_many_in_a_row_close_the_socket(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            for _ in range(9):
                wire.give("?")
            wire.say(type="ping")
            for number in range(10):
                wire.give_bytes(b"\xff") if number % 2 else wire.give("?")
            assert [(await wire.until(Error)).fault.code for _ in range(9)] == ["protocol_not_json"] * 9
            assert isinstance(await wire.get(), Pong)
            closed, code = await wire.closed()
            assert closed.fault is not None
            assert (code, closed.again, closed.fault.code) == (Close.MALFORMED, False, "ws_malformed")
            assert it.counted.refusals.count("protocol_not_json") == 14

    run(main)


@pytest.mark.parametrize("slow", ["socket", "session", "address"])
@pytest.mark.limit("messages_of_socket")
@pytest.mark.limit("messages_of_session")
@pytest.mark.limit("messages_of_address")
def test_messages_that_come_too_fast_are_not_done(slow: str, tmp_path: Path) -> None:
    async def main() -> None:
        caps = replace(FREE, **{f"messages_of_{slow}": Rate(2, 0.001)})  # type: ignore[arg-type]
        async with world(tmp_path, caps) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            for number in range(3):
                wire.say(type="ready", id=f"c{number}")
            wrong = await wire.until(Error)
            assert (wrong.id, wrong.fault.code) == ("c2", "ws_too_fast")
            assert wrong.fault.code in UNANSWERED

    run(main)


def test_who_goes_on_too_fast_is_thrown_out(tmp_path: Path) -> None:
    async def main() -> None:
        caps = replace(FREE, messages_of_socket=Rate(2, 0.001))
        async with world(tmp_path, caps) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            for _ in range(5):
                wire.say(type="ping")
            assert [(await wire.until(Pong)).n for _ in range(2)] == [0, 0]
            assert [(await wire.until(Error)).fault.code for _ in range(2)] == ["ws_too_fast"] * 2
            closed, code = await wire.closed()
            assert closed.fault is not None
            assert (code, closed.again, closed.fault.code) == (Close.TOO_MANY, True, "ws_too_many")

    run(main)


def test_a_ping_is_answered_with_the_servers_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with world(tmp_path) as it:
            await it.seat()
            wire, _ = await it.welcomed(0)
            wire.give(encode(Ping(5)).decode())
            assert await asyncio.wait_for(wire.until(Pong), SECONDS) == Pong(5, it.time.now())

    run(main)
