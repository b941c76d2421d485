"""Waiting for a flag, beside the same with asyncio's event."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from canastra.server.live.requests import Flag


@pytest.mark.parametrize("seed", range(20))
def test_a_flag_is_an_event(seed: int) -> None:
    """Set, cleared, waited for by several, cancelled: the same tasks end at the same time."""

    async def main() -> None:
        random = Random(seed)
        flag, event = Flag(), asyncio.Event()
        tasks: list[tuple[asyncio.Task[object], asyncio.Task[object]]] = []
        for _ in range(60):
            step = random.randrange(5)
            if step == 0:
                flag.set()
                event.set()
            elif step == 1:
                flag.clear()
                event.clear()
            elif step == 2 and tasks:
                for each in random.choice(tasks):
                    each.cancel()
            else:
                tasks.append((asyncio.create_task(flag.wait()), asyncio.create_task(event.wait())))
            for _ in range(random.randrange(4)):
                await asyncio.sleep(0)
            assert flag.is_set() == event.is_set()
            assert [one.done() for one, _ in tasks] == [other.done() for _, other in tasks]
            assert [one.cancelled() for one, _ in tasks if one.done()] == [
                other.cancelled() for _, other in tasks if other.done()
            ]
        flag.set()
        event.set()
        await asyncio.gather(*(one for one, _ in tasks), *(other for _, other in tasks), return_exceptions=True)
        assert flag._waiting == []

    asyncio.run(main())
