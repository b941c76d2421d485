"""A lobby on a database in a folder, people who know each other a little, and matches played by machines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Literal, cast

from canastra import table as tables
from canastra.bots import make
from canastra.protocol.tables import NewTable, TableCard
from canastra.server.live import CommandRequest, Completed, Services
from canastra.server.lobby import Lobby
from canastra.server.settings import Caps
from canastra.server.storage import Store
from canastra.server.storage.writer import Hook, no_hook
from canastra.server.users import Identity, Kind, Users
from canastra.table import Act, Command, Contribute, Leave, Offer, Ready, Stage, Table
from tests.databases import open_database, open_store
from tests.server.live.live_server import FakeTime

NO_TABLE = ("lobby_no_table", 404)


class Someone(Identity):
    """A signed-in person with only the fields that matter."""

    def __init__(self, player: str, name: str, kind: Kind = "account") -> None:
        super().__init__(player, name, kind, "pt", f"s-{player}", "cookie")


ANA, BIA, CIDA, DORA = (Someone(f"p-{name.lower()}", name) for name in ("Ana", "Bia", "Cida", "Dora"))
PEOPLE = (ANA, BIA, CIDA, DORA)


@dataclass
class Circle:
    """People, and their blocks."""

    blocked: set[tuple[str, str]] = field(default_factory=set)

    @property
    def blocks(self) -> Circle:
        return self

    def between(self, one: str, other: str) -> bool:
        return bool({(one, other), (other, one)} & self.blocked)

    async def person(self, player: str) -> tuple[str, Literal["guest", "account"], int] | None:
        return next(((each.name, "guest", 77) for each in PEOPLE if each.player == player), None)


@dataclass
class World:
    """A server that can be started again on the same file."""

    path: Path
    caps: Caps = field(default_factory=Caps)
    circle: Circle = field(default_factory=Circle)
    time: FakeTime = field(default_factory=FakeTime)
    wrap: Callable[[Store], Store] = lambda store: store
    ids: count[int] = field(default_factory=count)
    starts: int = 0

    async def start(self, hook: Hook = no_hook) -> None:
        self.starts += 1
        self.database = open_database(self.path / "canastra.db", hook)
        self.store = await open_store(self.path / "canastra.db", self.database)
        services = Services(self.wrap(self.store), clock=self.time, random=Random(self.starts))
        self.lobby = Lobby(self.database, services, cast(Users, self.circle), self.caps)
        await self.lobby.start()

    async def stop(self) -> None:
        await self.lobby.host.drain(60)
        await self.lobby.settled()
        await self.store.close()
        await self.database.close()

    async def restart(self, hook: Hook = no_hook) -> None:
        await self.stop()
        await self.start(hook)

    async def table(self, table_id: str) -> Table:
        return (await self.lobby.host.table(table_id)).table

    async def send(self, table_id: str, person: Someone, command: Command) -> None:
        answer = await self.lobby.host.send(table_id, CommandRequest(command, f"c{next(self.ids)}", person.player))
        assert isinstance(answer, Completed), answer

    async def open(self, person: Someone = ANA, /, **given: Any) -> TableCard:
        return await self.lobby.open(person, NewTable(**{"rulebook": "canastra-duelo", **given}))

    async def full(self, *people: Someone, **given: Any) -> str:
        """A table with these people, opened by the first; bots on the other seats, no seat ready."""
        card = await self.open(people[0], **given)
        for person in people[1:]:
            free = next(number for number, seat in enumerate(card.seats) if seat.kind == "empty")
            await self.lobby.seating.take_seat(person, card.table, free, card.invitation)
            card = await self.lobby.queries.card(card.table, people[0])
        if any(seat.kind == "empty" for seat in card.seats):
            await self.lobby.seating.put_bots(people[0], card.table, "random")
        return card.table

    async def play(self, table_id: str, *, until: Callable[[Table], bool] = lambda table: False) -> Table:
        """Have people play by the book until the match is over, or something is the case."""
        random = Random(3)
        while (table := await self.table(table_id)).stage is not Stage.FINISHED and not until(table):
            for seat, command in moves(table, random):
                await self.send(table_id, Someone(table.seats[seat].player, ""), command)
            await asyncio.sleep(0.001)
        return table

    async def resign(self, table_id: str, seat: int = 0) -> None:
        """Begin a match and have the side of a seat give it up."""
        await self.play(table_id, until=lambda table: table.deal is not None)
        table = await self.table(table_id)
        await self.send(table_id, Someone(table.seats[seat].player, ""), Offer(seat, "resign"))
        await self.lobby.settled()

    async def leave(self, table_id: str, seat: int) -> None:
        table = await self.table(table_id)
        await self.send(table_id, Someone(table.seats[seat].player, ""), Leave(seat))


def moves(table: Table, random: Random) -> Sequence[tuple[int, Command]]:
    people = [(number, seat) for number, seat in enumerate(table.seats) if seat.decides]
    if table.stage is Stage.SEATING:
        return [(number, Ready(number)) for number, seat in people if not seat.ready]
    if table.stage in (Stage.LOTS, Stage.GATHERING) and table.commitment:
        return [(number, Contribute(number, "ab")) for number, _ in people if table.contributions[number] is None][:1]
    if table.to_act is not None and table.bot_to_act is None:
        view = tables.seat_view(table, table.to_act)
        assert view is not None
        action = make("greedy", random.randrange(2**32)).choose(view)
        return [(table.to_act, Act(table.to_act, str(action), table.step))]
    return []


def run(path: Path, main: Callable[[World], Coroutine[Any, Any, None]], **given: Any) -> None:
    """Do something in a world of its own."""

    async def whole() -> None:
        async with world(path, **given) as made:
            await main(made)

    asyncio.run(asyncio.wait_for(whole(), 300))


@asynccontextmanager
async def world(path: Path, **given: Any) -> AsyncIterator[World]:
    made = World(path, **given)
    await made.start()
    try:
        yield made
    finally:
        await made.stop()


def few(tables_of_person: int) -> Caps:
    return replace(Caps(), tables_of_person=tables_of_person)
