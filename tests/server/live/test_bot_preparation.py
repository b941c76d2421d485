"""Strong bots on a server, before their code is compiled, while it is, after that, and where it can't be."""

from __future__ import annotations

import asyncio
import logging
import sys
from subprocess import CalledProcessError
from types import SimpleNamespace
from typing import Any

import pytest

from canastra import kernel
from canastra.bots import make
from canastra.bots.explain import step_facts
from canastra.bots.explain.facts import Fact
from canastra.bots.warmup import practice_view
from canastra.engine import Action, View
from canastra.server import bots as calling
from canastra.server.bots import NOBODY, Asker
from canastra.server.live import Bots, LocalBots
from tests.server.live.live_server import run

PATIENCE = 60
"""Seconds for an answer that takes none."""
FIGURES = (Fact("hint_pass", "Art. 1"), Fact("advice_even", "", (("worlds", 100),)))


class Asked(LocalBots):
    """Notes who is asked; "greedy" answers for all."""

    def __init__(self) -> None:
        super().__init__()
        self.levels: list[str] = []
        self.practised = 0
        self.closed = False

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        self.levels.append(level)
        return make("greedy", seed).choose(view)

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        return FIGURES

    async def warm_up(self) -> None:
        self.practised += 1

    async def close(self) -> None:
        self.closed = True


class Compiling:
    """Compiles until a test ends it."""

    def __init__(self, error: Exception | None = None) -> None:
        self.begun, self.end = 0, asyncio.Event()
        self._error = error

    async def __call__(self) -> None:
        self.begun += 1
        await self.end.wait()
        if self._error:
            raise self._error


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_simple_bot_plays_until_the_code_is_there(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(calling, "time", SimpleNamespace(monotonic=iter([5.0, 12.4]).__next__))

    async def main() -> None:
        asked, compiling, said = Asked(), Compiling(), list[str]()
        bots, view = Bots(asked, compiling), practice_view()
        bots.begin(said.append)
        await settle()
        for level in ("mestre", "mestre", "avancado", "random"):
            assert await bots.choose(view, level, 1, PATIENCE) in view.legal
        assert asked.levels == ["greedy", "greedy", "greedy", "random"]
        assert said == ["serve_bots_preparing"]
        asked.levels.clear()
        compiling.end.set()
        await settle()
        assert (asked.levels, asked.practised) == ([], 1)
        assert said == ["serve_bots_preparing", "serve_bots_prepared"]
        await bots.choose(view, "mestre", 1, PATIENCE)
        assert (asked.levels[-1], compiling.begun) == ("mestre", 1)
        await bots.close()
        assert asked.closed

    run(main)
    events = [each.message for each in caplog.records]
    assert events.count("event=bot_replaced bot=mestre by=greedy") == 1
    assert events.count("event=bot_replaced bot=avancado by=greedy") == 1
    assert [each for each in events if "bots_" in each] == ["event=bots_preparing", "event=bots_prepared seconds=7"]


def test_the_first_question_begins_it_where_nobody_has() -> None:
    async def main() -> None:
        compiling = Compiling()
        bots = Bots(Asked(), compiling)
        await bots.choose(practice_view(), "greedy", 1, PATIENCE)
        await settle()
        assert compiling.begun == 0
        await bots.choose(practice_view(), "intermediario", 1, PATIENCE)
        await settle()
        assert compiling.begun == 1
        await bots.close()

    run(main)


def test_what_can_not_be_compiled_is_played_for_to_the_end(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        asked, compiling, said = Asked(), Compiling(CalledProcessError(1, "x")), list[str]()
        bots = Bots(asked, compiling)
        bots.begin(said.append)
        compiling.end.set()
        await settle()
        assert said[-1] == "serve_bots_not_prepared"
        await bots.choose(practice_view(), "mestre", 1, PATIENCE)
        assert (asked.levels, compiling.begun) == (["greedy"], 1)
        await bots.close()

    run(main)
    assert "event=bots_not_prepared error=CalledProcessError" in caplog.text


def test_a_server_without_strong_bots_compiles_nothing() -> None:
    async def main() -> None:
        asked = Asked()
        bots = Bots(asked, None)
        bots.begin()
        await bots.choose(practice_view(), "mestre", 1, PATIENCE)
        assert asked.levels == ["greedy"]
        await bots.close()

    run(main)


def test_a_server_that_lacks_the_kernel_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "available", lambda: False)

    async def main(compiling: Compiling | None) -> list[str]:
        asked, said = Asked(), list[str]()
        bots = Bots(asked, compiling)
        bots.begin(said.append)
        await bots.choose(practice_view(), "mestre", 1, PATIENCE)
        assert asked.levels == ["greedy"]
        await bots.close()
        return said

    assert asyncio.run(main(Compiling())) == ["serve_bots_missing"]
    assert asyncio.run(main(None)) == []


def test_reasons_have_figures_once_the_code_is_there() -> None:
    async def main() -> None:
        compiling, view = Compiling(), practice_view()
        bots = Bots(Asked(), compiling)
        bots.begin()
        assert await bots.explain(view, view.legal[0], PATIENCE) == tuple(step_facts(view, view.legal[0]))
        compiling.end.set()
        await settle()
        assert await bots.explain(view, view.legal[0], PATIENCE) == FIGURES
        await bots.close()

    run(main)


def test_another_process_compiles_and_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[asyncio.subprocess.Process] = []
    code = ["pass"]
    real = asyncio.create_subprocess_exec

    async def start(program: str, *arguments: str, **how: Any) -> asyncio.subprocess.Process:
        assert (program, *arguments) == (sys.executable, "-m", "canastra.bots.warmup")
        children.append(await real(sys.executable, "-c", code[-1], **how))
        return children[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)

    async def main() -> None:
        await calling.compile_beside()
        code.append("raise SystemExit(3)")
        with pytest.raises(CalledProcessError) as caught:
            await calling.compile_beside()
        assert caught.value.returncode == 3
        code.append("import time; time.sleep(600)")
        bots = Bots(Asked(), calling.compile_beside)
        bots.begin()
        while len(children) < 3:
            await asyncio.sleep(0.01)
        await bots.close()
        assert children[-1].returncode is not None

    run(main)
