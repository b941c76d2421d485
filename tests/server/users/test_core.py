"""Work that outlives its caller."""

from __future__ import annotations

import asyncio
import gc
import logging

import pytest

from canastra.server.users.core import Background


def test_the_work_goes_on_and_its_error_is_nobodys(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    done = []

    async def work(begun: asyncio.Event, go_on: asyncio.Event, error: bool) -> None:
        begun.set()
        await go_on.wait()
        done.append(error)
        if error:
            raise ValueError("senha-da-ana")

    async def main() -> None:
        finishing = Background()
        await finishing.close()
        for error in (False, True):
            begun, go_on = asyncio.Event(), asyncio.Event()
            leaving = asyncio.create_task(finishing.run(work(begun, go_on, error)))
            await begun.wait()
            leaving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await leaving
            go_on.set()
            await finishing.close()

    asyncio.run(main())
    gc.collect()
    assert done == [False, True]
    assert "senha-da-ana" not in caplog.text


def test_the_answer_and_the_error_come_back() -> None:
    async def good() -> int:
        return 7

    async def bad() -> int:
        raise ValueError("x")

    async def main() -> None:
        finishing = Background()
        assert await finishing.run(good()) == 7
        with pytest.raises(ValueError, match="x"):
            await finishing.run(bad())

    asyncio.run(main())
