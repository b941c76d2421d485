"""Records a round of robots at a table, ten pictures a second, from a real server.

Run as ``python -m tools.recording``: screenshots/round/ then holds frame-0000.jpg and so on, to look at one after the
other: they must show each draw, each laid card and each taken pile. ``--size 1280x800`` has another window, ``--turns
5`` records five rounds. ``--slower 4`` slows the processor down four times, and prints for how long the page
kept it busy and the delay of its answers.
"""

from __future__ import annotations

import argparse
import base64
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page, expect, sync_playwright

from canastra.rulebooks import official
from tests.browser.people import People, Size
from tests.browser.playing import Player, greedy
from tests.server.run.process import PLENTY, serving
from tools.chromium import FLAGS, chromium
from tools.screenshots import FOLDER, size
from tools.web_build import ROOT, build, built

RULEBOOK = "buraco"
PER_SECOND = 10
OWN_TURN = re.compile("^●")
PRESS = 80
"""Milliseconds for which a finger rests on what it taps."""
SETTLES = 500
"""Milliseconds in which the cards of the hand come to rest."""
AWAIT_TURN = """() => new Promise((come, fail) => {
  const end = Date.now() + 60_000;
  const look = () => {
    if (document.title.startsWith('●')) come(true);
    else if (document.getElementById('deal-end')) come(false);
    else if (Date.now() > end) fail(document.title);
    else setTimeout(look, 100);
  };
  look();
})"""
"""Waits for the own turn. Fails at the end of the deal.

An expectation would read the whole page at each look, which takes longer than what is measured.
"""
WATCH = """(() => {
  window.long = [];
  window.round = false;  // While robots play, and nobody looks into the page.
  window.late = [];
  window.shifts = [];
  const watch = (type, into, more) =>
    new PerformanceObserver((list) => into.push(...list.getEntries().map((each) => [each.name, each.duration, round])))
      .observe({ type, ...more });
  watch('longtask', window.long);
  watch('event', window.late, { durationThreshold: 16 });
  const unasked = (list) => list.getEntries().filter((each) => !each.hadRecentInput).map((each) => each.value);
  new PerformanceObserver((list) => window.shifts.push(...unasked(list)))
    .observe({ type: 'layout-shift', buffered: true });
})()"""


class Finger(Player):
    """Presses as long as people do: a tap without any length has the press itself drawn before it is answered."""

    def taps_card(self, card: dict[str, Any]) -> None:
        """Choose a card of the hand, or let it go, where the last glance saw it."""
        assert card["free"], f"something covers {card['card']} of {self.person.name}"
        self._presses(card["x"], card["y"])

    def taps(self, place: Locator) -> None:
        """Tap the middle of a place, once it rests there.

        A locator's own tap leaves listeners behind that hold each later one up.
        """
        place.wait_for()
        self.page.wait_for_timeout(SETTLES)
        assert self.is_free(place)
        box = place.bounding_box()
        assert box
        self._presses(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    @cached_property
    def _devtools(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)

    def _presses(self, x: float, y: float) -> None:
        self._devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        self.page.wait_for_timeout(PRESS)
        self._devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


class Frames:
    """The pictures of the browser, as it changes."""

    def __init__(self, devtools: CDPSession) -> None:
        self.devtools = devtools
        self.shown: list[tuple[float, bytes]] = []
        devtools.on("Page.screencastFrame", self._note)
        devtools.send("Page.startScreencast", {"format": "jpeg", "quality": 80, "everyNthFrame": 1})

    def _note(self, frame: dict[str, Any]) -> None:
        self.shown.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        self.devtools.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def write(self, folder: Path) -> int:
        """Ten a second: at each moment what was shown last. How many there are."""
        self.devtools.send("Page.stopScreencast")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if not self.shown:
            return 0
        first, last = self.shown[0][0], self.shown[-1][0]
        count = int((last - first) * PER_SECOND) + 1
        place = 0
        for number in range(count):
            while place + 1 < len(self.shown) and self.shown[place + 1][0] <= first + number / PER_SECOND:
                place += 1
            (folder / f"frame-{number:04}.jpg").write_bytes(self.shown[place][1])
        return count


def plays(ana: Player, rounds: int) -> None:
    """Play `rounds` own turns, waiting for the robots after each.

    A round in which the deal ends does not count.
    """
    rulebook = official(RULEBOOK)
    while rounds:
        expect(ana.page).to_have_title(OWN_TURN, timeout=60_000)
        began = ana.ear.play["turn"]
        while ana.ear.play["turn"] == began and ana.ear.play["to_act"] == ana.seat:
            ana.page.wait_for_timeout(SETTLES)
            ana.look()
            ana.does(greedy(ana, rulebook, 0))
        # Seen from outside: to read the whole page again and again would keep it busy.
        ana.page.evaluate("round = true; performance.mark('robots')")
        if ana.page.evaluate(AWAIT_TURN):
            ana.page.evaluate("round = false; performance.mark('own')")
            rounds -= 1
        else:
            ana.page.evaluate("round = false; performance.mark('ended')")
            ana.ear.ended = None  # Or each action of the next deal would count as done before it is sent.
            ana.taps(ana.page.get_by_role("button", name=ana.speech.go_on, exact=True))
    ana.page.wait_for_timeout(500)


def told(page: Page) -> str:
    """How busy the page was, and how late its answers."""
    long = sorted((round(ms) for _, ms, robots in page.evaluate("window.long") if robots), reverse=True)
    late = sorted(page.evaluate("window.late"), key=lambda each: -each[1])
    answers = [f"{name} {ms:.0f}" for name, ms, _ in late if name in ("click", "keydown")]
    shifted = sum(page.evaluate("window.shifts"))
    return (
        f"{len(long)} tasks over 50 ms while robots played: {long[:12]}; slowest answers, ms: {answers[:5]}; "
        f"layout shift {shifted:.4f}"
    )


@contextmanager
def at_a_table(window: Size, slower: int, web: Path) -> Iterator[Player]:
    """A player with full motion at a table of greedy bots, on a processor slowed down `slower` times."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--web", str(web), *PLENTY) as server,
        sync_playwright() as playwright,
    ):
        server.wait_ready()
        people = People(playwright.chromium.launch(executable_path=chromium(), args=FLAGS), server.address)
        person = people("Ana", window, reduced_motion="no-preference")
        person.sets(speed="normal")
        person.page.add_init_script(WATCH)
        table = person.opens(rulebook=RULEBOOK, bots="greedy")["table"]
        kind = Player if window[0] >= 1000 else Finger
        ana = kind(person, 0, table, drags=kind is Player)
        ana.sits()
        devtools = person.context.new_cdp_session(person.page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        yield ana
        people.browser.close()


def main(arguments: list[str] | None = None) -> int:
    """Record, and print where the frames are."""
    parser = argparse.ArgumentParser(prog="python -m tools.recording", description="Record a round of robots.")
    parser.add_argument("--size", type=size, default=(390, 844), help="as in 390x844")
    parser.add_argument("--turns", type=int, default=2, help="own turns, each with the robots' round before the next")
    parser.add_argument("--slower", type=int, default=1, help="by how much the processor is slower")
    parser.add_argument("--no-frames", action="store_true", help="only measure")
    given = parser.parse_args(arguments)
    build(ROOT)
    with at_a_table(given.size, given.slower, built(ROOT)) as ana:
        began = time.monotonic()
        frames = None if given.no_frames else Frames(ana.person.context.new_cdp_session(ana.page))
        plays(ana, given.turns)
        print(f"{time.monotonic() - began:.0f} s, a processor {given.slower} times slower: {told(ana.page)}")
        if frames:
            print(f"{frames.write(FOLDER / 'round')} frames in {FOLDER.name}/round")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
