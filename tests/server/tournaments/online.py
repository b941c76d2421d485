"""An online tournament on a server without a network: its organiser, people with links, and a clock set by tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx2

from canastra.server.live import CommandRequest, Completed
from canastra.server.settings import Settings
from canastra.table import Command, Stage, Table
from canastra.tournament.regulations import example_regulations
from tests.server.http.http_server import Server, serving
from tests.server.live.live_server import FakeTime
from tests.server.lobby.world import moves
from tests.server.tournaments.hall import Json, Organiser

MINUTE = 60_000
NOON = 1_795_262_400_000


def regulations(*changes: tuple[str, str], example: str = "online-rounds") -> str:
    """The regulations of the example for a few pairs and short matches, with more changed."""
    text = example_regulations(example)
    usual = (("least = 8", "least = 4"), ("rounds = 3", "rounds = 2"), ("target = 0 ", "target = 300 "))
    for before, after in (*(usual if example == "online-rounds" else ()), *changes):
        assert before in text, before
        text = text.replace(before, after, 1)
    return text


@dataclass
class Online:
    """A tournament, and the people who play in it, by side and player."""

    server: Server
    time: FakeTime
    organiser: Organiser
    people: dict[tuple[int, int], httpx2.AsyncClient] = field(default_factory=dict)
    ids: count[int] = field(default_factory=count)

    async def settled(self) -> None:
        """Wait until the server has done everything that is due."""
        await self.server.context.tournaments.games.settled()
        await self.server.context.lobby.settled()
        await self.server.context.tournaments.games.settled()

    async def links(self) -> dict[tuple[int, int], str]:
        answer = await self.organiser.browser.get(f"{self.organiser.path}/players")
        assert answer.status_code == 200, answer.text
        return {(each["side"], each["player"]): each["token"] for each in answer.json()["links"]}

    async def come(self, *sides: int, browser: httpx2.AsyncClient | None = None) -> None:
        """The players of these sides, or all of them, come by their links."""
        for (side, player), token in (await self.links()).items():
            if (not sides or side in sides) and (side, player) not in self.people:
                person = await self.server.guest(f"P{side}.{player}")
                answer = await person.post(f"{self.organiser.path}/player", json={"token": token})
                assert answer.status_code == 200, answer.text
                self.people[side, player] = person
        await self.settled()

    async def enter(self, sides: int, players: int = 2) -> None:
        names = [[f"J{side}.{player}" for player in range(1, players + 1)] for side in range(1, sides + 1)]
        entries = [{"name": f"Lado {side}", "players": each} for side, each in enumerate(names, 1)]
        await self.organiser.done("enter", sides=entries)

    async def round(self, number: int, *, start: bool = True) -> None:
        """The next round of the first phase is paired, published and, as a rule, started."""
        if number == 1:
            await self.organiser.done("draw", seed="Loteria 5921")
        await self.organiser.done("pair")
        await self.organiser.done("round_published", phase=1, round=number)
        if start:
            await self.organiser.done("round_started", phase=1, round=number)
        await self.settled()

    async def begins(self) -> None:
        """Four pairs come, and the first round is being played."""
        await self.enter(4)
        await self.come()
        await self.round(1)

    async def me(self, side: int, player: int = 1) -> Json:
        """The view of a player."""
        answer = await self.people[side, player].get(f"{self.organiser.path}/player")
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    async def figures(self, side: int) -> list[Json]:
        """The figures of the first player of a side."""
        browser = self.people[side, 1]
        player = (await browser.get("/api/me")).json()["player"]
        found: list[Json] = (await browser.get(f"/api/players/{player}")).json()["figures"]
        return found

    async def games(self, browser: httpx2.AsyncClient | None = None) -> list[Json]:
        """The tables of the rounds, as a browser may see them."""
        answer = await (browser or self.organiser.browser).get(f"{self.organiser.path}/games")
        assert answer.status_code == 200, answer.text
        found: list[Json] = answer.json()["games"]
        return found

    async def game(self, side: int) -> str:
        """The server's table where a side plays."""
        found: str = (await self.me(side))["game"]
        assert found
        return found

    async def table(self, game: str) -> Table:
        return (await self.server.context.lobby.host.table(game)).table

    async def send(self, game: str, player: str | None, command: Command) -> None:
        ask = CommandRequest(command, f"t{next(self.ids)}", player)
        answer = await self.server.context.lobby.host.send(game, ask)
        assert isinstance(answer, Completed), answer

    async def play(self, game: str, *, until: Callable[[Table], bool] = lambda table: False) -> Table:
        """Have the people of a table play until its match is over, or something is the case."""
        random = Random(3)
        while (table := await self.table(game)).stage is not Stage.FINISHED and not until(table):
            due = moves(table, random)
            for seat, command in due:
                await self.send(game, table.seats[seat].player, command)
            await asyncio.sleep(0 if due else 0.001)  # The bots of some seats think beside this.
        await self.settled()
        return await self.table(game)

    async def play_all(self, sides: int) -> None:
        """Play every encounter of the round to its end."""
        for side in range(1, sides + 1):
            while (await self.me(side))["table"] and (await self.me(side))["result"] is None:
                await self.play(await self.game(side))

    async def results(self, number: int = 1) -> dict[int, Json | None]:
        """The results of a round, table by table."""
        phases = (await self.organiser.view())["phases"]
        return {each["table"]: each["result"] for each in phases[0]["rounds"][number - 1]["tables"]}

    async def later(self, minutes: float) -> None:
        """Time passes."""
        for _ in range(2):  # Once for waiting tasks, once for the tasks that they made due.
            await self.time.advance(int(minutes * MINUTE / 2))
            await self.settled()


@asynccontextmanager
async def online(folder: Path, text: str, settings: Settings | None = None) -> AsyncIterator[Online]:
    """A tournament that was founded on a server of its own."""
    time = FakeTime(NOON)
    async with serving(folder, settings, time) as server:
        keeping = asyncio.create_task(server.context.tournaments.games.keep_time())
        browser = await server.guest("Ana")
        answer = await browser.post("/api/tournaments", json={"id": "n1", "regulations": text})
        assert answer.status_code == 201, answer.text
        try:
            yield Online(server, time, Organiser(browser, answer.json()["id"]))
        finally:
            keeping.cancel()


def run(
    folder: Path, text: str, test: Callable[[Online], Coroutine[Any, Any, None]], settings: Settings | None = None
) -> None:
    """Run a test with an online tournament."""

    async def main() -> None:
        async with online(folder, text, settings) as found:
            await test(found)

    asyncio.run(asyncio.wait_for(main(), 300))
