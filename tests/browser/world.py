"""Makes tables on a server to look at: a waiting one, one in play and a finished one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.browser.people import in_a_thread
from tests.server.run.process import Player, Seated, guest, run


@dataclass(frozen=True)
class World:
    """The ids of the tables."""

    open: str
    private: str
    invitation: str
    running: str
    finished: str

    def addresses(self) -> dict[str, str]:
        """Return an address for each page of the client, of a page with content."""
        return {
            "start": "/",
            "open table": f"/mesa/{self.open}",
            "running table": f"/mesa/{self.running}",
            "finished table": f"/mesa/{self.finished}",
            "invitation": f"/convite/{self.private}#i={self.invitation}",
            "a replay": f"/partida/{self.finished}",
            "replays": "/partida",
            "rules": "/regras",
            "rules of buraco": "/regras/buraco",
            "lessons": "/aprender",
            "score sheet": "/placar",
            "lesson of tranca": "/aprender/tranca",
            "account": "/conta",
            "settings": "/ajustes",
            "cards": "/cartas",
        }


def made(address: str) -> World:
    """Make the tables, over the network."""
    found: list[World] = []

    async def make() -> None:
        host = await guest(address, "Bia")
        waiting = await host.done("POST", "/api/tables", {"rulebook": "tranca", "private": False})
        private = await host.done("POST", "/api/tables", {"rulebook": "buraco", "private": True})
        running = await host.done("POST", "/api/tables", {"rulebook": "buraco", "bots": "greedy"})
        await play(host, running["table"], 12)
        finished = await host.done("POST", "/api/tables", {"rulebook": "canastra-duelo", "bots": "random"})
        await play(host, finished["table"])
        found.append(
            World(waiting["table"], private["table"], private["invitation"], running["table"], finished["table"])
        )

    in_a_thread(lambda: run(make()))
    return found[0]


async def play(player: Player, table: str, turns: int = 100_000) -> None:
    """Make random moves for one seat."""
    async with player.socket(table) as socket:
        await Seated(player, socket, Random(3)).play(turns)
