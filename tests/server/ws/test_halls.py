"""What all readers of a table share, and what each has of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from canastra.protocol import ServerMessage, encode
from canastra.protocol.messages import Update, Watchers
from canastra.server.ws import rooms
from canastra.server.ws.rooms import Room, Rooms
from tests.server.live.playing import FakeTime, settle
from tests.server.ws.world import run


class Guest:
    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.heard: list[ServerMessage] = []

    @property
    def deliver(self) -> Callable[[ServerMessage], None]:
        return self.heard.append


def test_spectators_share_what_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []

    def counted(message: object) -> bytes:
        written.append(message)
        return encode(message)

    monkeypatch.setattr(rooms, "encode", counted)
    hall: Room[Guest] = Room(FakeTime(), 1_000)
    one, other = Update(1, (), {"step": 1}), Update(2, (), {})
    texts = [hall.text(one, None) for _ in range(3)]
    assert texts == ['{"type":"update","seq":1,"events":[],"changes":{"step":1}}'] * 3
    assert len(written) == 1
    assert hall.text(other, None) != texts[0]
    assert hall.text(one, 0) == hall.text(one, 1) == texts[0]  # Equal here; a seat's own is never another's.
    assert len(written) == 4


def test_halls_come_and_go() -> None:
    async def main() -> None:
        found: Rooms[Guest] = Rooms(FakeTime(), 1_000)
        seat, watcher = Guest(0), Guest(None)
        hall = found.enter("t1", seat)
        assert found.enter("t1", watcher) is hall
        assert found.find("t1") is hall
        assert (hall.watchers, list(hall), len(found)) == (1, [seat, watcher], 1)
        await settle()
        assert seat.heard == [Watchers(1)]
        for guest in (watcher, watcher, seat, seat):
            found.leave("t1", guest)
        assert (len(found), found.find("t1"), hall.watchers) == (0, None, 0)
        await settle()
        assert seat.heard == [Watchers(1)]
        assert len(asyncio.all_tasks()) == 1

    run(main)
