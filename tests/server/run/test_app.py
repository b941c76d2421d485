"""Expired things are swept every hour."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from canastra.protocol.tables import NewTable
from canastra.server.app import SWEEP, Overrides, Server
from canastra.server.lobby.expiry import WAITING
from canastra.server.settings import Settings
from tests.server.live.live_server import FakeTime
from tests.server.run.process import SECONDS


def test_a_table_that_nobody_starts_goes_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine, or a search for garbage in all that the tests hold, may stop everything for longer than a second.
    monkeypatch.setattr("canastra.server.app.ENDING", SECONDS)

    async def main() -> None:
        time = FakeTime()
        composed = Server(Settings(database=tmp_path / "a.db", bot_processes=0), Overrides(clock=time))
        await composed.start()
        while not composed.health.ready:
            await asyncio.sleep(0.001)
        ana, _ = await composed.users.guest("Ana", "pt")
        await composed.lobby.open(ana, NewTable("buraco"))
        await time.advance(WAITING - SWEEP)
        while (await composed.lobby.queries.mine(ana)).tables:
            await time.advance(SWEEP)
            await asyncio.sleep(0.01)  # The database is other threads' work.
        assert time.now() >= 1_000_000 + WAITING
        await composed.close()
        assert composed.clean

    asyncio.run(asyncio.wait_for(main(), 300))
