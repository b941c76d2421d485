"""Tournaments and views in memory: made once for concurrent callers, without circular waits."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest import mock

from canastra.server.tournaments.store import TournamentStore, ViewCache
from canastra.server.tournaments.views import ViewBytes
from canastra.server.work import WorkOwner


def test_a_view_is_asked_for_the_moment_an_older_one_is_made() -> None:
    """In that moment the older task is done, and its callbacks have not run."""

    async def main() -> None:
        gate, made = asyncio.Event(), list[int]()

        async def run(_: WorkOwner, __: object, source: Any, *___: object, small: bool) -> ViewBytes:
            made.append(source.state.lines)
            await gate.wait()
            return ViewBytes(str(source.state.lines), b"")

        def loaded(lines: int) -> Any:
            state = SimpleNamespace(lines=lines, phases=(), sides={})
            return SimpleNamespace(
                id="t", founder="", site="", state=state, taken={}, source=SimpleNamespace(state=state, taken={})
            )

        views = ViewCache(SimpleNamespace(run=run))  # type: ignore[arg-type]
        asked = [asyncio.create_task(views.view(loaded(1), "organiser", "pt")) for _ in range(2)]
        while not made:
            await asyncio.sleep(0)
        gate.set()
        asked.append(asyncio.create_task(views.view(loaded(2), "organiser", "pt")))
        assert [view.tag for view in await asyncio.gather(*asked)] == ["1", "1", "2"]
        assert made == [1, 2]

    asyncio.run(main())


def test_a_tournament_is_wanted_the_moment_one_that_was_dropped_is_read() -> None:
    async def main() -> None:
        gate, read = asyncio.Event(), list[Any]()

        async def load(store: TournamentStore, tournament: str) -> Any:
            read.append(SimpleNamespace(id=tournament, size=1, tokens=(), lock=asyncio.Lock()))
            await gate.wait()
            if len(read) > 1:
                store.keep(read[-1])
            return read[-1]

        async def change() -> Any:
            async with store.locked("t") as found:
                return found

        with mock.patch.object(TournamentStore, "_load", load):
            store = TournamentStore(mock.Mock(), lambda _: True)
            first = asyncio.create_task(store.get("t"))
            while not read:
                await asyncio.sleep(0)
            gate.set()
            changed = asyncio.create_task(change())
            assert await first is read[0]
            assert await changed is read[1]
            assert len(read) == 2

    asyncio.run(main())
