"""A system clock that is set, or wrong at the start, ends no turn, deletes nothing and signs no user out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from canastra.server.app import SWEEP, Overrides, Server
from canastra.server.clock import DAY, Doubt, SystemClock
from canastra.server.settings import Settings
from canastra.server.storage.tables import sessions
from canastra.server.users.tokens import EXPIRY
from tests.server.live.live_server import FakeTime
from tests.server.run.test_logging import configured

HOUR = 3_600_000
NOW = 1_700_000_000_000


class Clocks:
    """The clocks of a system, in nanoseconds."""

    def __init__(self) -> None:
        self.wall, self.steady = NOW * 1_000_000, 5_000_000_000

    def go(self, milliseconds: int) -> None:
        self.wall += milliseconds * 1_000_000
        self.steady += milliseconds * 1_000_000

    def set(self, milliseconds: int) -> None:
        self.wall += milliseconds * 1_000_000


@pytest.mark.parametrize("change", [HOUR, -HOUR, 181 * DAY, -181 * DAY])
def test_time_goes_on_evenly_when_the_clock_is_set(change: int) -> None:
    clocks = Clocks()
    time = SystemClock(lambda: clocks.wall, lambda: clocks.steady)
    assert time.now() == NOW
    clocks.go(HOUR)
    clocks.set(change)
    assert time.now() == NOW + HOUR
    assert time.jumped() == change
    doubt = Doubt(time, NOW)
    assert doubt.gap == (change if abs(change) > DAY else 0)
    assert doubt.ahead == 0, "the server's own time is right"
    clocks.set(-change)
    assert doubt.gap == 0


def test_the_system_has_such_clocks() -> None:
    assert abs(SystemClock().jumped()) < HOUR
    assert SystemClock().now() > NOW


@pytest.mark.parametrize("gap", [0, DAY, -DAY, DAY + 1, -DAY - 1, 181 * DAY])
def test_a_start_far_from_what_was_written_last_is_doubted_for_a_day(gap: int) -> None:
    async def main() -> None:
        time = FakeTime(NOW)
        doubt = Doubt(time, NOW - gap)
        doubted = gap if abs(gap) > DAY else 0
        assert (doubt.gap, doubt.ahead) == (doubted, max(0, doubted))
        await time.advance(DAY - 1)
        assert doubt.gap == doubted
        await time.advance(1)
        assert (doubt.gap, doubt.ahead) == (0, 0)
        assert Doubt(time).gap == 0, "of a new database"

    asyncio.run(main())


async def started(path: Path, time: FakeTime) -> Server:
    composed = Server(Settings(database=path, bot_processes=0), Overrides(clock=time))
    await composed.start()
    while not composed.health.ready:
        await asyncio.sleep(0.001)
    return composed


@pytest.mark.slow
def test_a_start_by_a_wrong_clock_signs_nobody_out_and_deletes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.db"

    async def main() -> None:
        first = await started(path, FakeTime(NOW))
        _, token = await first.users.guest("Ana", "pt")
        await first.close()

        wrong = FakeTime(NOW + EXPIRY + DAY)
        with configured() as log:
            second = await started(path, wrong)
            assert await second.users.identify(token) is not None
            for _ in range(5):
                await wrong.advance(SWEEP)
            assert await second.users.identify(token) is not None
            assert "canastra_clock_gap_seconds 1.5638" in second.metrics.text().decode()
            await second.close()
        assert log.getvalue().count("event=clock_doubted seconds=15638400") == 5
        assert "people_swept" not in log.getvalue()

        third = await started(path, FakeTime(NOW + HOUR))
        assert await third.users.identify(token) is not None
        await third.close()

        # A server that was really off for so long believes its clock after a day.
        late = FakeTime(NOW + EXPIRY + DAY)
        fourth = await started(path, late)
        while fourth.doubt.gap:
            await late.advance(SWEEP)
        while await fourth.database.read(lambda connection: connection.execute(select(sessions)).first()):
            await late.advance(SWEEP)
            await asyncio.sleep(0.01)  # The database is other threads' work.
        assert await fourth.users.identify(token) is None
        await fourth.close()

    asyncio.run(asyncio.wait_for(main(), 300))
