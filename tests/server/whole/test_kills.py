"""The process is killed at every point of every append of a deal: nothing told is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from canastra.bots import make
from canastra.client import Client, Cuts, Dial, Reader, Socket, Table, dialer, play, view_of
from canastra.protocol import State
from canastra.protocol.tables import NewTable
from canastra.rulebooks import official
from canastra.server.live import Point
from tests.samples import sample
from tests.server.history_checker import Outcome
from tests.server.run.process import PLENTY, run
from tests.server.whole import crash_process
from tests.server.whole.judge import heard, judge, judge_heard, judge_log, judge_record, left
from tests.server.whole.recorder import Guest, Notes
from tests.server.whole.restarts import Restarting, record

RULEBOOK = "canastra-duelo"
COMMAND = [sys.executable, crash_process.__file__]
APART = 30
"""Appends from one death to the next; after each some are made by those who come back."""
KEPT_TIMES = (1.0, 10.0)
"""Seconds of the heartbeat, and of a socket that opens."""


class Mortal:
    """A server that dies at a point of its first append to come, and of every `apart`th in each of its next lives."""

    def __init__(self, folder: Path, point: Point) -> None:
        self.server = Restarting(folder, *PLENTY, "--heartbeat", "1", "--bot-processes", "0", command=COMMAND)
        self._point, self.deaths = point, 0
        self.up = asyncio.Event()
        self._over = False

    async def live(self, first: int, apart: int) -> None:
        """Life after life."""
        number = first
        while not self._over:
            await self.server.start(**{crash_process.WHERE: f"{self._point.name}:{number}"})
            self.up.set()
            await asyncio.to_thread(self.server.process.child.wait)
            self.up.clear()
            self.deaths += not self._over
            number = apart

    async def end(self, living: asyncio.Task[None]) -> None:
        """Have the life that it is in be the last."""
        self._over = True
        while not living.done():
            if self.up.is_set():
                self.server.process.child.kill()
            await asyncio.wait([living], timeout=0.05)
        await living

    def dial(self, guest: Guest, table_id: str) -> Dial:
        """Opens a socket as soon as there is a server."""

        async def dial(from_seq: int) -> Socket:
            await self.up.wait()
            return await dialer(self.server.process.address, table_id, guest.client.token)(from_seq)

        return dial


def _soon(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
    """Come back at once, however often the server has died."""
    return asyncio.get_running_loop().call_later(seconds if seconds in KEPT_TIMES else 0.01, call)


def choose(state: State) -> str:
    """The same in the same state."""
    view = view_of(state, official(RULEBOOK))
    assert view is not None
    return str(make("greedy", state["step"]).choose(view))


@asynccontextmanager
async def two(mortal: Mortal) -> AsyncIterator[tuple[str, list[Guest]]]:
    """A table with two people, opened in a life without end, which is then ended."""
    await mortal.server.start()
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(mortal.server.process.address)) for _ in range(2)]
        guests = [
            Guest(each, Notes((await each.account.guest("Ana")).player, seat)) for seat, each in enumerate(clients)
        ]
        card = await clients[0].tables.open(NewTable(RULEBOOK))
        await clients[1].tables.take_seat(card.table, 1)
        await mortal.server.kill()
        yield card.table, guests


async def match(folder: Path, point: Point, first: int, apart: int) -> int:
    """A whole match; how often the server has died."""
    mortal = Mortal(folder, point)
    async with mortal.server.running(started=False), two(mortal) as (table_id, guests):
        living = asyncio.create_task(mortal.live(first, apart))
        async with AsyncExitStack() as stack:
            opened: list[Table] = []
            news: list[Reader] = []
            for guest in guests:
                cuts = Cuts(lambda size, seat=guest.notes.seat: bytes([seat or 0]) * size)  # type: ignore[misc]
                table = guest.table(table_id, cuts=cuts, later=_soon, dial=mortal.dial(guest, table_id))
                news.append(table.news())
                opened.append(await stack.enter_async_context(table))
            await asyncio.gather(*(play(table, choose) for table in opened))
        await mortal.end(living)
        told = [await heard(each) for each in news]
        await mortal.server.start()
        text = await record(mortal.server.process.address, guests[0].client.token, table_id)
        await mortal.server.end()
    found = await left(mortal.server.file, table_id)
    judge(found, [guest.notes for guest in guests])
    for guest, each in zip(guests, told, strict=True):
        judge_heard(found, guest.notes.seat, each)
    judge_record(found, text, folder)
    judge_log(mortal.server.process.log, found.secrets)
    unanswered = [True for guest in guests for each in guest.notes.attempts if each.outcome is Outcome.UNKNOWN]
    assert unanswered or point is Point.AFTER_ANSWER
    return mortal.deaths


@pytest.mark.slow
@pytest.mark.parametrize("point", sample(Point, 1))
def test_killed_at_a_point_of_many_appends(tmp_path: Path, point: Point) -> None:
    async def main() -> None:
        assert await match(tmp_path, point, first=3, apart=APART) > 2

    run(main())


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1, 13))
@pytest.mark.parametrize("point", Point)
def test_killed_at_a_point_of_every_append(tmp_path: Path, point: Point, first: int) -> None:
    async def main() -> None:
        assert await match(tmp_path, point, first, apart=12) > 5

    run(main())
