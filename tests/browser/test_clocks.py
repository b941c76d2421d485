"""Clocks of pages follow the server's time, whatever the device's clock says or is set to."""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import DESKTOP, People, Person
from tests.browser.playing import Player
from tests.browser.test_people import begun
from tests.browser.test_tournament_online import MOVABLE
from tests.browser.tournaments import Event, Online, online_regulations
from tests.server.run.process import PLENTY, Process, serving

pytestmark = pytest.mark.slow

DEVICE = """(() => {
  const Real = Date;
  let minutes = %d;
  const now = () => Real.now() + minutes * 60_000;
  window.Date = class extends Real {
    constructor(...given) { super(...(given.length ? given : [now()])); }
    static now() { return now(); }
  };
  window.setClock = (to) => { minutes = to; };
})()"""
"""Makes the device's clock wrong by some minutes, and offers a way to set it."""
TURN = {"turn": 60_000, "bank": 120_000}
MINUTE = 60
NEAR = 2
"""Seconds: a page's clock shows begun seconds, and the test needs a moment to read it."""
WATCHED = 9
"""The longest time between two requests of a page for the server's time, in seconds."""


@pytest.fixture
def server(client: Path, tmp_path: Path) -> Iterator[Process]:
    """A server whose time advances by a minute at a signal, and whose tables soon ask about absent players."""
    options = ["--web", str(client), *PLENTY, "--cap=absence_seconds=2"]
    with serving(tmp_path, *options, command=[sys.executable, "-c", MOVABLE]) as process:
        process.wait_ready()
        yield process


@dataclass
class Shown:
    """A clock on a person's page, and the seconds left by the server, whose clock is this machine's."""

    person: Person
    timer: Locator
    left: Callable[[], float]

    def error(self) -> float:
        """Return the seconds by which the page is wrong."""
        text = self.timer.inner_text()
        found = re.search(r"(\d+):(\d\d)", text)
        assert found, text
        return int(found[1]) * MINUTE + int(found[2]) - self.left()


def until(milliseconds: int) -> Callable[[], float]:
    """Return the seconds until a time of the server."""
    return lambda: milliseconds / 1000 - time.time()


def hall(people: People) -> tuple[Event, Callable[[], float]]:
    """Start a club's round, and return the seconds left in it."""
    event = Event(people("Org", DESKTOP), example="club-rounds", least=4)
    event.enters(8)
    event.reaches("results")
    return event, until(event.round()[0]["ends"])


def looks(people: People, path: str, minutes: int) -> Person:
    """Open a page on a device whose clock is wrong by some minutes."""
    person = people("Ana", DESKTOP)
    person.context.add_init_script(DEVICE % minutes)
    person.visit(path)
    return person


def table_clock(people: People, minutes: int) -> Shown:
    """Open a table whose player is on turn and does nothing, and return the player's clock."""
    person = people("Bia", DESKTOP)
    person.context.add_init_script(DEVICE % minutes)
    player = Player(person, 0, person.opens(bots="greedy", clock=TURN)["table"], drags=True)
    player.sits()
    expect(person.page.get_by_text(re.compile("^Sua vez")).filter(visible=True).first).to_be_visible()

    def left() -> float:
        """Return at most the whole time: the clock stands still until the page has shown the bots' turns."""
        due: int = player.ear.state["clock"]["due"]
        return min(sum(TURN.values()), due - time.time() * 1000) / 1000

    return Shown(person, person.page.locator(".area [role=timer]"), left)


def stays_right(clocks: list[Shown], seconds: float = WATCHED) -> None:
    """Fail if a clock is wrong during this time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        wrong = {clock.person.page.url: error for clock in clocks if abs(error := clock.error()) > NEAR}
        assert not wrong
        clocks[0].person.page.wait_for_timeout(200)


def becomes_right(clock: Shown) -> None:
    """Wait a few seconds at most until the clock is right."""
    end = time.monotonic() + WATCHED
    while abs(clock.error()) > NEAR:
        assert time.monotonic() < end, clock.error()
        clock.person.page.wait_for_timeout(100)


@pytest.mark.parametrize("wrong", [0, 180, -300])
def test_no_clock_follows_the_device(people: People, wrong: int) -> None:
    """The device's clock is wrong from the beginning, and set while the page is open."""
    event, left = hall(people)
    online = Online(people("Rui", DESKTOP), online_regulations(("tolerance_minutes = 1", "tolerance_minutes = 5")))
    online.reaches("playing")
    paths = [f"/torneio/{event.id}/telao", f"/torneio/{event.id}", f"/torneio/{event.id}/mesa#t={event.token(1)}"]
    pages = [looks(people, path, wrong) for path in paths]
    clocks = [Shown(page, page.page.locator(".clock .left").filter(visible=True).first, left) for page in pages]
    waiting = looks(people, online.link("Davi"), wrong)
    waiting.sees("Faltam")
    clocks += [
        Shown(waiting, waiting.page.locator(".deadline .left"), until(online.me(waiting)["absent_at"])),
        table_clock(people, wrong),
    ]
    stays_right(clocks, 1)
    for by in (20, -30):
        for clock in clocks:
            clock.person.page.evaluate("minutes => setClock(minutes)", wrong + by)
        stays_right(clocks)


def sleeps(shown: Shown, server: Process) -> None:
    """Advance the server's time by a minute in which the page's monotonic clock stands still."""
    left = shown.left
    shown.left = lambda: left() - MINUTE
    server.child.send_signal(signal.SIGUSR1)
    shown.person.page.evaluate("setClock(1)")
    becomes_right(shown)
    stays_right([shown], 1)


def test_a_wall_that_slept_is_right_soon(people: People, server: Process) -> None:
    event, left = hall(people)
    page = looks(people, f"/torneio/{event.id}/telao", 0)
    sleeps(Shown(page, page.page.locator(".clock .left").filter(visible=True).first, left), server)


def test_a_table_that_slept_is_right_soon(people: People, server: Process) -> None:
    sleeps(table_clock(people, 0), server)


def test_how_long_somebody_is_away_goes_by_the_server(people: People) -> None:
    """Both are checked: the clock over the buttons and the one on the seat's card, which counts while it is watched."""
    ana, bia = begun(people, "canastra-duelo")
    gone, other = (
        (ana, bia) if ana.page.get_by_text(re.compile("^Sua vez:")).filter(visible=True).count() else (bia, ana)
    )
    other.page.evaluate(DEVICE % 0)
    gone.page.goto("about:blank")
    went = time.time()
    strip = other.page.locator(".instead")
    expect(strip).to_contain_text(f"{gone.name} saiu há")
    away = Shown(other, strip, lambda: time.time() - went)
    for minutes in (20, -30):
        other.page.evaluate("minutes => setClock(minutes)", minutes)
        stays_right([away], 2)
    other.presses("Esperar")
    other.page.locator("button.person").click()
    card = Shown(other, other.page.get_by_role("dialog").get_by_text("sem conexão há"), away.left)
    stays_right([card], 4)
