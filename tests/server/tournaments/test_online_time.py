"""Online rounds give back the time of a standstill: no player loses by a clock, and no encounter stands still."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.server.clock import Interruption
from canastra.server.tournaments.encounters import PlayTime
from tests.server.live.live_server import FakeTime
from tests.server.tournaments.online import MINUTE, NOON, Online, regulations, run

HOUR = 60 * MINUTE


class Day:
    """A time of day that is set, or goes on while the machine sleeps, beside the time that goes on evenly."""

    def __init__(self, even: FakeTime) -> None:
        self.even, self.ahead = even, 0

    def now(self) -> int:
        return self.even.now() + self.ahead

    async def sleep(self, milliseconds: int) -> None:
        await self.even.sleep(milliseconds)


async def begun(event: Online) -> Day:
    """A round where side 1 waits for its opponents, by a clock of its own."""
    day, games = Day(event.time), event.server.context.tournaments.games
    games._time, games._times = day, PlayTime(day, event.time)
    await event.enter(4)
    await event.organiser.done("check_in", sides=[1, 2, 3, 4])
    await event.come(1)
    await event.round(1)
    assert (await event.me(1))["absent_at"] == NOON + 10 * MINUTE
    return day


async def decided_after(event: Online, minutes: float) -> None:
    """Absence is decided then, and not before."""
    await event.later(minutes - 0.1)
    assert set((await event.results()).values()) == {None}
    await event.later(0.2)
    assert None not in (await event.results()).values()


@pytest.mark.parametrize("stood", [15 * MINUTE, HOUR])
def test_a_standstill_is_no_absence(tmp_path: Path, stood: int) -> None:
    async def test(event: Online) -> None:
        await begun(event)
        await event.later(4)
        event.time._now += stood
        event.server.context.tournaments.games.interrupted(stood)
        await event.settled()
        assert (await event.me(1))["absent_at"] == NOON + 10 * MINUTE + stood
        await decided_after(event, 6)

    run(tmp_path, regulations(), test)


@pytest.mark.parametrize("jump", [HOUR, -2 * HOUR])
def test_a_sleep_or_a_clock_that_is_set_takes_nothing(tmp_path: Path, jump: int) -> None:
    async def test(event: Online) -> None:
        day = await begun(event)
        await event.later(4)
        day.ahead += jump
        event.server.context.tournaments.games.interrupted(0)
        await event.settled()
        assert (await event.me(1))["absent_at"] == NOON + 10 * MINUTE + jump
        await decided_after(event, 6)

    run(tmp_path, regulations(), test)


@pytest.mark.parametrize("behind", [0, 2 * HOUR])
def test_after_a_restart_the_tolerance_begins_anew_also_by_another_clock(tmp_path: Path, behind: int) -> None:
    async def test(event: Online) -> None:
        day = await begun(event)
        games = event.server.context.tournaments.games
        await event.later(4)
        day.ahead -= behind
        games._times = PlayTime(day, event.time)
        games.interrupted(0)
        await event.settled()
        await decided_after(event, 10)

    run(tmp_path, regulations(), test)


def test_time_is_called_when_people_have_had_it(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        games = event.server.context.tournaments.games
        await event.enter(4)
        await event.come()
        await event.round(1)
        game = await event.game(1)
        await event.play(game, until=lambda table: table.deal is not None)
        await event.settled()
        due = (await event.me(1))["ends"] - 5 * MINUTE  # No deal begins in the last five minutes.
        before = event.time.now()
        event.time._now = due - MINUTE // 5 + HOUR
        for tell in event.server.context.lobby.host.services.interruptions:
            tell(Interruption(event.time.now() - before, 0))
        games.interrupted(HOUR)
        await event.settled()
        await event.later(0.1)
        assert not (await event.table(game)).called
        await event.later(0.2)
        assert (await event.table(game)).called

    text = regulations(("target = 300 ", "target = 9000 "), ("tolerance_minutes = 10", "tolerance_minutes = 45"))
    run(tmp_path, text, test)
