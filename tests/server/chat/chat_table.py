"""A table with chat for tests: a listener for each person, and a clock that stands still."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from canastra.protocol.commands import React, Say
from canastra.protocol.messages import Line, Reacted, Said, ServerMessage
from canastra.protocol.tables import Mode, TalkTerms
from canastra.server.chat import Chat, ChatError, TableSituation
from canastra.server.limits import Rate
from canastra.server.settings import Caps
from canastra.server.storage import Database
from canastra.server.storage.writer import Hook, no_hook
from canastra.server.users import BlockLists, Identity
from tests.databases import open_database
from tests.server.live.live_server import FakeTime

TABLE = "t1"
PAIRS = ("ana", "bia", "caio", "davi")
DUEL = ("ana", "bia")
PLENTY = Caps(lines_of_person=Rate(1_000, 1))


def before(players: tuple[str, ...]) -> TableSituation:
    return TableSituation(players, match=False, deal=False)


def between(players: tuple[str, ...]) -> TableSituation:
    return TableSituation(players, match=True, deal=False)


def during(players: tuple[str, ...]) -> TableSituation:
    return TableSituation(players, match=True, deal=True)


def author(player: str) -> Identity:
    return Identity(player, player.title(), "guest", "pt", f"s-{player}", "cookie")


@dataclass(eq=False)
class Ear:
    """A socket."""

    player: str
    heard: list[ServerMessage] = field(default_factory=list)

    def deliver(self, message: ServerMessage) -> None:
        self.heard.append(message)

    @property
    def lines(self) -> list[Line]:
        return [each.line for each in self.heard if isinstance(each, Said)]


@dataclass
class Friends:
    """The block lists of the tests."""

    of: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def muted_or_blocked(self, player: str) -> frozenset[str]:
        assert player  # A visitor without a session mutes no one, and must not be looked up.
        return frozenset(self.of[player])


@dataclass
class TableTerms:
    talk: TalkTerms


@dataclass
class Place:
    """The chat of one table, and methods that write to it."""

    chat: Chat
    database: Database
    friends: Friends
    terms: TableTerms
    time: FakeTime
    ids: Any = field(default_factory=count)

    def enter(self, *players: str) -> dict[str, Ear]:
        ears = {player: Ear(player) for player in players}
        for ear in ears.values():
            self.chat.room(TABLE).join(ear)
        return ears

    async def say(self, player: str, moment: TableSituation, text: str = "oi", sender: Ear | None = None) -> Said:
        message = Say(f"c{next(self.ids)}", text=text)
        return await self.chat.say(author(player), TABLE, message, moment, sender)

    async def send(self, player: str, moment: TableSituation, message: Say, sender: Ear | None = None) -> Said:
        return await self.chat.say(author(player), TABLE, message, moment, sender)

    def react(
        self, player: str, moment: TableSituation, reaction: str = "clap", command_id: str | None = None
    ) -> Reacted:
        message = React(command_id or f"c{next(self.ids)}", reaction)
        return self.chat.react(author(player), TABLE, message, moment)

    async def seen(self, player: str, moment: TableSituation) -> list[str | None]:
        """The lines that a newcomer may read."""
        return [line.text for line in (await self.chat.described(TABLE, player, moment)).lines]


@asynccontextmanager
async def place(
    path: Path, mode: Mode = "free", partners: bool = False, caps: Caps = PLENTY, hook: Hook = no_hook
) -> AsyncIterator[Place]:
    """Run a chat on the database `path` within the block."""
    database = open_database(path, hook)
    friends, terms, time = Friends(), TableTerms(TalkTerms(mode=mode, partners=partners)), FakeTime()
    chat = Chat(
        database,
        cast(BlockLists, friends),
        lambda table_id: terms.talk,
        caps,
        time,
        monotonic=lambda: time.now() / 1000,
    )
    try:
        yield Place(chat, database, friends, terms, time)
    finally:
        await chat.drain()
        await database.close()


def hearers(ears: dict[str, Ear]) -> set[str]:
    """Return the players whose listeners received a message."""
    return {player for player, ear in ears.items() if ear.heard}


async def refusal(work: Coroutine[Any, Any, object]) -> str:
    """Return the code of a refusal."""
    with pytest.raises(ChatError) as caught:
        await work
    return caught.value.code


def refused(work: Callable[..., object], *figures: object) -> str:
    with pytest.raises(ChatError) as caught:
        work(*figures)
    return caught.value.code


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(main())
