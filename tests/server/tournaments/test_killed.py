"""A server that is killed while many report: answered reports are there afterwards, once, with the same answer."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.server.run.process import PLENTY, Player, Process, guest, run, serving
from tests.server.tournaments.hall import CLUB_DAY

pytestmark = pytest.mark.slow

ENTRIES = 60
KILLED_AFTER = 12
"""Answers that came before."""


def entry(number: int) -> dict[str, Any]:
    sides = [{"name": f"Dupla {number}", "players": ["A", "B"]}]
    return {"id": f"e{number}", "act": {"type": "enter", "sides": sides}}


def test_what_was_answered_survives_a_kill(tmp_path: Path) -> None:
    answered: dict[int, int] = {}

    async def dying(process: Process) -> tuple[str, str]:
        ana = await guest(process.address, "Ana")
        tournament = (await ana.done("POST", "/api/tournaments", {"id": "n", "regulations": CLUB_DAY}))["id"]

        async def enter(number: int) -> None:
            try:
                answer = await ana.ask("POST", f"/api/tournaments/{tournament}/commands", entry(number))
            except httpx2.HTTPError:  # It is dead.
                return
            if answer.status_code == 200:
                answered[number] = answer.json()["line"]
            if len(answered) == KILLED_AFTER:
                process.child.send_signal(signal.SIGKILL)

        await asyncio.gather(*map(enter, range(ENTRIES)))
        assert process.child.wait() == -signal.SIGKILL
        return ana.token, tournament

    async def living(process: Process, token: str, tournament: str) -> None:
        ana = Player(process.address, token, "")
        path = f"/api/tournaments/{tournament}"
        for number, line in answered.items():
            assert await ana.done("POST", f"{path}/commands", entry(number)) == {"line": line}
        for number in set(range(ENTRIES)) - answered.keys():
            await ana.done("POST", f"{path}/commands", entry(number))
        view = await ana.done("GET", path)
        assert sorted(each["name"] for each in view["sides"]) == sorted(f"Dupla {each}" for each in range(ENTRIES))
        assert view["line"] == 1 + ENTRIES

    kept: list[tuple[str, str]] = []

    async def first(process: Process) -> None:
        kept.append(await dying(process))

    with serving(tmp_path, *PLENTY, "--plain-bots") as process:
        run(first(process))
    assert len(answered) >= KILLED_AFTER
    with serving(tmp_path, *PLENTY, "--plain-bots") as process:
        run(living(process, *kept[0]))
