"""The frames of a table on the bus have only what their one reader may see: gateways get nothing to filter out."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import nats as nats_client
import pytest
from nats.aio.msg import Msg

from canastra.client import Client, at_random, play
from canastra.cluster.routing.frames import NOWHERE, MessageChunk, read_answered, read_envelope
from canastra.protocol.messages import Seen
from canastra.protocol.tables import NewTable
from canastra.server.live import subscriptions
from canastra.server.live.event_log import Numbered
from canastra.table import plain_event
from tests.cluster.test_node import cluster
from tests.server.whole.judge import Left, judge_sockets, left_in
from tests.server.whole.recorder import Notes
from tests.services import Nats

TOLD = ("welcome", "update")


class Listener:
    """Records all frames of all tunnels."""

    def __init__(self) -> None:
        self.frames: dict[tuple[bytes, str], list[MessageChunk]] = defaultdict(list)
        """Messages by tunnel and sender."""

    async def hear(self, message: Msg) -> None:
        """Record a frame."""
        found = read_envelope(message.data)
        if found.tunnel != NOWHERE and found.number:
            try:
                part = read_answered(found.content)
            except msgspec.DecodeError:  # A frame that only gateways send.
                return
            if isinstance(part, MessageChunk):
                self.frames[found.tunnel, found.sender].append(part)

    def told(self) -> list[list[dict[str, Any]]]:
        """Return the messages to readers, a list for each tunnel."""
        found = []
        for parts in self.frames.values():
            texts = b"".join(part.data + (b"" if part.more else b"\n") for part in parts).decode().splitlines()
            messages = [each for each in map(json.loads, texts) if each["type"] in TOLD]
            if messages:
                found.append(messages)
        return found


def judge_frames(found: Left, listener: Listener) -> None:
    """Fail unless the messages of each tunnel are the log as one seat sees it."""
    for messages in listener.told():
        judge_sockets(found, Notes("", messages[0]["seat"], sockets=[messages]))


def whole(news: Iterable[Numbered], seats: Iterable[int | None]) -> dict[int | None, tuple[Seen, ...]]:
    """A mutant: the owner sends all news and leaves the filtering to gateways."""
    seen = tuple(Seen(each.seq, plain_event(each.event)) for each in news)
    return dict.fromkeys(seats, seen)


async def listened(folder: Path, dsn: str, bus: str) -> tuple[Listener, Left]:
    """Run a match of two people with a spectator, none of them connected through the owner."""
    listener = Listener()
    async with cluster(folder, dsn, bus) as made, AsyncExitStack() as stack:
        hearing = await nats_client.connect(bus)
        await hearing.subscribe("canastra.frames.>", cb=listener.hear)
        clients = [await stack.enter_async_context(Client(made.addresses[name])) for name in "abcb"]
        for each in clients:
            await each.account.guest("Ana")
        opener, ana, bia, eva = clients
        card = await opener.tables.open(NewTable("canastra-duelo", seat=None))
        assert await made.owner(card.table) == "a"
        await ana.tables.take_seat(card.table, 0)
        await bia.tables.take_seat(card.table, 1)
        tables = ana.table(card.table), bia.table(card.table), eva.table(card.table, watch=True)
        one, two, _ = [await stack.enter_async_context(each) for each in tables]
        await asyncio.gather(play(one, at_random(1)), play(two, at_random(2)))
        found = await left_in(made.nodes["a"].lobby.registry.services.store, card.table)
        await hearing.drain()
    return listener, found


def test_frames_hold_what_their_reader_may_see(tmp_path: Path, empty_database: str, nats: Nats) -> None:
    listener, found = asyncio.run(listened(tmp_path, empty_database, nats.url))
    assert {each[0]["seat"] for each in listener.told()} == {0, 1, None}
    judge_frames(found, listener)


@pytest.mark.slow
def test_frames_that_hold_more_are_noticed(
    tmp_path: Path, empty_database: str, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "visible", whole)
    listener, found = asyncio.run(listened(tmp_path, empty_database, nats.url))
    with pytest.raises(AssertionError):
        judge_frames(found, listener)
