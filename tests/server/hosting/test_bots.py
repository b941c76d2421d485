"""Bots beside tables: in other processes, failing, late, cheating."""

from __future__ import annotations

import asyncio
import signal
import time
from concurrent.futures import BrokenExecutor

import pytest

from canastra.engine import Action, Discard, View
from canastra.engine.actions import TAKE
from canastra.errors import InputError
from canastra.server.hosting import Ask, Bots, Host, Limits, LocalBots, PooledBots
from canastra.server.storage import MemoryStore
from canastra.table import Fill, seat_view
from tests.server.hosting.playing import TABLE, finished, opened, run, services

PATIENT = Limits(bot_seconds=120)
"""For a machine that takes long to begin a process."""


class Failing(LocalBots):
    async def ask(self, view: View, level: str, seed: int, number: int | None = None) -> Action:
        raise RuntimeError("KD")


class Late(LocalBots):
    async def ask(self, view: View, level: str, seed: int, number: int | None = None) -> Action:
        await asyncio.sleep(10)
        raise AssertionError


class Cheating(LocalBots):
    """Sends what is never legal at once."""

    async def ask(self, view: View, level: str, seed: int, number: int | None = None) -> Action:
        return next((each for each in (TAKE, Discard(view.hand[0])) if each not in view.legal), view.legal[0])


async def match(bots: Bots, level: str = "greedy", bot_seconds: float = 10) -> None:
    host = Host(services(MemoryStore(), bots=bots, limits=Limits(bot_seconds=bot_seconds)))
    await host.create(TABLE, opened("canastra-duelo", target=1))
    await host.send(TABLE, Ask(Fill(level), "f"))
    actor = await finished(host)
    assert actor.table.match
    assert actor.table.match.finished
    await host.drain(60)


@pytest.mark.parametrize(("bots", "said"), [(Failing, "bot_failed"), (Late, "bot_failed"), (Cheating, "bot_illegal")])
def test_whatever_ails_a_bot_the_match_goes_on(
    bots: type[LocalBots], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    run(lambda: match(bots(), bot_seconds=0.0005))
    assert f"event={said}" in caplog.text
    assert "KD" not in caplog.text


def test_a_level_that_no_bot_has_is_stood_in_for(caplog: pytest.LogCaptureFixture) -> None:
    run(lambda: match(LocalBots(), level="nobody"))
    assert "error=bot_unknown" in caplog.text


def test_an_error_of_a_process_reaches_the_server_and_leaves_the_pool_as_it_is(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def main() -> None:
        bots = PooledBots(1)
        host = Host(services(MemoryStore(), bots=bots, limits=PATIENT))
        await host.create(TABLE, opened("canastra-duelo", target=1))
        await host.send(TABLE, Ask(Fill("nobody"), "f"))
        actor = await host.table(TABLE)
        while actor.table.step < 4:
            await asyncio.sleep(0.01)
        (process,) = bots._processes
        pool = process._pool
        assert pool is not None
        view = seat_view(actor.table, actor.table.to_act or 0)
        assert view is not None
        with pytest.raises(InputError) as caught:
            await bots.ask(view, "nobody", 1)
        assert (caught.value.code, caught.value.figures["name"]) == ("bot_unknown", "nobody")
        await finished(host)
        assert process._pool is pool
        await host.drain(60)
        await bots.close()

    run(main)
    assert "error=bot_unknown" in caplog.text
    assert "BrokenProcessPool" not in caplog.text


def test_bots_of_other_processes_play_a_match() -> None:
    async def main() -> None:
        bots = PooledBots(1)
        await match(bots)
        await bots.close()
        await bots.close()

    run(main)


def test_nobody_waits_for_a_bot_at_the_end() -> None:
    async def main() -> None:
        (mine,) = (bots := PooledBots(1))._processes
        asked = asyncio.create_task(mine.run(time.sleep, 600))
        await asyncio.sleep(0)
        assert mine._pool
        (child,) = mine._pool._children
        await bots.close()
        with pytest.raises(BrokenExecutor):
            await asked
        assert child.exitcode == -signal.SIGTERM

    run(main)


def test_a_pool_that_broke_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        bots = PooledBots(1)
        host = Host(services(MemoryStore(), bots=bots))
        await host.create(TABLE, opened("canastra-duelo", target=1))
        await host.send(TABLE, Ask(Fill("greedy"), "f"))
        while (await host.table(TABLE)).head < 8:
            await asyncio.sleep(0.01)
        (mine,) = bots._processes
        assert mine._pool
        for process in mine._pool._children:
            process.kill()
        await finished(host)
        await host.drain(60)
        await bots.close()

    run(main)
    assert "error=BrokenProcessPool" in caplog.text
