"""Another program keeps the database locked while people play: each is answered, and the match goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from canastra.server.storage.connections import PATIENCE
from tests.server.run.process import PLENTY, Process, Seated, guest, run, serving

LOCKED = PATIENCE + 2
"""Seconds of the lock."""


def lock(path: Path) -> sqlite3.Connection:
    other = sqlite3.connect(path, isolation_level=None, timeout=5)
    other.execute("BEGIN IMMEDIATE")
    return other


async def held(path: Path) -> None:
    other = lock(path)
    await asyncio.sleep(LOCKED)
    other.execute("ROLLBACK")
    other.close()


async def acted(seated: Seated) -> dict[str, Any] | None:
    """The answer to one act; None if the socket was closed instead, which makes clients come back and ask again."""
    await seated.move()
    try:
        while (message := await seated.hear())["type"] not in ("done", "refused", "error", "closed"):
            pass
    except ConnectionClosed:
        return None
    return message


@pytest.mark.slow
@pytest.mark.limit("database_lock")
def test_a_long_lock_ends_neither_the_match_nor_the_server(tmp_path: Path) -> None:
    async def play(process: Process) -> None:
        person = await guest(process.address, "Ana")
        body = {"rulebook": "canastra-duelo", "seat": 0, "bots": "greedy", "private": True}
        table = (await person.done("POST", "/api/tables", body))["table"]
        async with person.socket(table) as socket:
            seated = Seated(person, socket, Random(1))
            await seated.play(until=lambda state: bool(state["play"]) and state["play"]["to_act"] == 0)
            step = seated.state["step"]
            holding = asyncio.create_task(held(tmp_path / "canastra.db"))
            await asyncio.sleep(0.2)
            told, beside = await asyncio.gather(
                acted(seated), person.ask("POST", "/api/guests", {"name": "Bia", "token": True})
            )
            # The first waiting request is refused: the act, the guest, or the list of tables, which is written beside
            # them.
            assert told is None or told["type"] in ("done", "error", "closed")
            assert beside.status_code in (201, 503)
            await holding
        while not (made := await person.ask("POST", "/api/guests", {"name": "Bia", "token": True})).is_success:
            await asyncio.sleep(0.1)
        assert made.status_code == 201
        async with person.socket(table) as socket:
            seated = Seated(person, socket, Random(2))
            await seated.play(until=lambda state: state["step"] > step + 3)
        assert (await person.ask("GET", "/healthz")).status_code == 200

    with serving(tmp_path, *PLENTY, "--bot-processes", "0", "--plain-bots", "--exit-after", "1") as process:
        process.wait_ready()
        run(play(process))
        process.wait_ready()
        assert "gave_up" not in process.log
        assert "error=storage_busy" in process.log
        assert process.end()[0] == 0
