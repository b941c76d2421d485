"""Moderation of a server that runs, from its machine, as its players' sockets see it."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from canastra.protocol import moderation as asked
from canastra.server.moderation.control import ask
from tests.cli.running import canastra
from tests.server.run.process import SECONDS, Player, guest, run, serving

pytestmark = pytest.mark.slow

NEW = {"rulebook": "canastra-duelo", "seat": 0, "bots": "greedy"}
PLAIN = ("--plain-bots", "--web", "none", "--appeals", "ajuda@canastra.example")


async def closed(socket: ClientConnection) -> tuple[int, dict[str, Any]]:
    """The code with which a socket ends, and the last message before."""
    last: dict[str, Any] = {}
    with suppress(ConnectionClosed):
        while True:
            last = json.loads(await asyncio.wait_for(socket.recv(), SECONDS))
    assert socket.close_code is not None
    return socket.close_code, last


async def begun(address: str, name: str) -> tuple[Player, str]:
    """A guest, and the table where a match against a bot goes on."""
    player = await guest(address, name)
    table = (await player.done("POST", "/api/tables", NEW))["table"]
    await player.done("POST", f"/api/tables/{table}/commands", {"type": "ready", "id": "r"})
    return player, table


@pytest.mark.parametrize("by", ["person", "network"])
def test_a_ban_closes_open_sockets_and_lets_no_new_one_in(by: str, tmp_path: Path) -> None:
    with serving(tmp_path, *PLAIN) as process:
        process.wait_ready()
        file = tmp_path / "canastra.db"

        async def main() -> None:
            ana, table = await begun(process.address, "Ana")
            wanted: dict[str, asked.Request] = {
                "person": asked.BanPerson(ana.player, 5, "ofensas"),
                "network": asked.BanNetwork("127.0.0.1", 5, "ofensas"),
            }
            async with ana.socket(table) as socket:
                await asyncio.wait_for(socket.recv(), SECONDS)
                await asyncio.to_thread(ask, file, wanted[by])
                code, last = await closed(socket)
            assert (code, last["reason"], last["again"]) == (4003, "banned", False)
            for language in ("pt", "en"):
                assert "ofensas" in last["fault"][language]
                assert "UTC" in last["fault"][language]
                assert last["fault"][language].endswith(" (ajuda@canastra.example)")
            async with ana.socket(table) as socket:
                assert (await closed(socket))[0] == 4003
            refused = await ana.ask("GET", "/api/tables")
            assert refused.json()["error"]["code"] == last["fault"]["code"]

        run(main())


def test_a_ban_that_was_written_without_a_server_empties_the_seat_at_its_start(tmp_path: Path) -> None:
    with serving(tmp_path, *PLAIN) as process:
        process.wait_ready()
        found: list[tuple[Player, str]] = []

        async def main() -> None:
            found.append(await begun(process.address, "Ana"))

        run(main())
    ana, table = found[0]
    file = tmp_path / "canastra.db"
    line = ("ban", ana.player, "--hours", "5", "--why", "w", "--database", file)
    assert canastra("admin", *line).status == 0
    with serving(tmp_path, *PLAIN) as process:
        process.wait_ready()

        async def after() -> None:
            eva = await guest(process.address, "Eva")
            card = await eva.done("GET", f"/api/tables/{table}")
            assert card["stage"] == "finished"

        run(after())
    assert canastra("admin", "log", "--database", file, "--json").json["entries"][0]["act"] == "ban"
