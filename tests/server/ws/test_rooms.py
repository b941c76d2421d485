"""The shared and the private data of the readers of a table."""

from __future__ import annotations

import asyncio

import pytest

from canastra.protocol import ServerMessage, encode
from canastra.protocol.messages import Update, Watchers
from canastra.server.live import CommandRequest, SharedUpdate, TableManager, subscriptions
from canastra.server.storage import MemoryStore
from canastra.server.ws.rooms import Member, Rooms
from canastra.table import Command, Contribute, Ready, Sit
from tests.server.live.live_server import TABLE, FakeTime, opened, services, settle
from tests.server.ws.world import run


class Guest(Member):
    def __init__(self, seat: int | None) -> None:
        super().__init__(None, seat)
        self.heard: list[ServerMessage] = []

    def deliver(self, message: ServerMessage) -> None:
        self.heard.append(message)


def test_spectators_share_what_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []

    def counted(message: object) -> bytes:
        written.append(message)
        return encode(message)

    monkeypatch.setattr(subscriptions, "encode", counted)
    one, other = SharedUpdate(Update(1, (), {"step": 1})), SharedUpdate(Update(2, (), {}))
    sent = [one.data for _ in range(3)]
    assert sent == [b'{"type":"update","seq":1,"events":[],"changes":{"step":1}}'] * 3
    assert len(written) == 1
    assert other.data != sent[0]
    assert len(written) == 2


def test_who_sees_the_same_is_sent_one_update_and_who_sees_a_hand_its_own() -> None:
    async def main() -> None:
        host = TableManager(services(MemoryStore()))
        await host.create(TABLE, opened("canastra-duelo"))
        for seat in (0, 1):
            await host.send(TABLE, CommandRequest(Sit(seat, f"p{seat}", f"P {seat}"), f"s{seat}"))
        actor = await host.table(TABLE)
        readers = [actor.subscribe(seat) for seat in (0, 1, None, None)]
        for reader in readers:
            await reader.get()
        commands: list[Command] = [Ready(0), Ready(1), Contribute(0, "ab"), Contribute(1, "ab")]
        for number, command in enumerate(commands):
            await host.send(TABLE, CommandRequest(command, f"r{number}"))
            await settle()
        sent = list(zip(*(reader.take() for reader in readers), strict=True))
        assert all(isinstance(each, SharedUpdate) for items in sent for each in items)
        alike = [len({id(each) for each in items}) for items in sent]
        assert alike == [1] * (len(sent) - 1) + [3], "the deal comes last, and two hands with it"
        assert sent[-1][2] is sent[-1][3]
        await host.drain(60)

    run(main)


def test_halls_come_and_go() -> None:
    async def main() -> None:
        found: Rooms = Rooms(FakeTime(), 1_000)
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
