"""The time from opening the address to the first possible own action: `python -m bench.first_action`.

Over the network and the processor of Lighthouse's mobile profile (1.6 Mbit/s, 150 ms, four times slower). A new person
opens the start page, taps *Jogar agora*, writes a name and taps again; taps come as soon as the page takes them, keys
every 150 ms. A returning player opens the address of a match in which it is their turn, with the page stored by the
browser. The action is possible when the page offers to draw. Robots may play first: a new player sees their turns at
the usual pace.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import PHONE, People, Person
from tests.browser.test_loading import SLOWER, Loading
from tests.server.run.process import PLENTY, serving
from tools.chromium import FLAGS, chromium
from tools.web_build import ROOT, build, built

RUNS = 5
KEY = 150
"""Milliseconds from key to key of a name."""
PATIENCE = 60_000
DRAWS = ".bar [data-verb=draw]"
KEPT = "navigator.serviceWorker.ready.then(() => true)"


def new(people: People) -> tuple[float, float]:
    """Seconds until the table has come with the hand, and until the first action of a new person."""
    person = people("Ana", PHONE, reduced_motion="no-preference", service_workers="allow")
    person.sets(speed="normal")
    page = person.page
    Loading().watch(person, SLOWER)
    page.goto(person.address)
    page.locator("button.go").tap(timeout=PATIENCE)
    page.locator("#play-name").press_sequentially("Ana", delay=KEY)
    page.locator("button.go").tap()
    page.locator("[role=option]").first.wait_for(timeout=PATIENCE)
    dealt = since_opened(person)
    page.locator(DRAWS).wait_for(timeout=PATIENCE)
    return dealt, since_opened(person)


def back(people: People) -> float:
    """Seconds for a person who comes back to a match that waits for them."""
    person = people("Bia", PHONE, reduced_motion="no-preference", service_workers="allow")
    page = person.page
    page.goto(person.address)
    table = person.opens(rulebook="buraco", bots="greedy")["table"]
    page.goto(f"{person.address}/mesa/{table}")
    page.get_by_role("button", name="Pode começar").tap()
    page.locator(DRAWS).wait_for(timeout=PATIENCE)
    page.evaluate(KEPT)
    page.goto("about:blank")
    Loading().watch(person, SLOWER)
    page.goto(f"{person.address}/mesa/{table}")
    page.locator(DRAWS).wait_for(timeout=PATIENCE)
    return since_opened(person)


def since_opened(person: Person) -> float:
    """Seconds since the page's address was opened, by its own clock."""
    return float(person.page.evaluate("performance.now()")) / 1000


def report(browser: Browser, address: str, runs: int) -> None:
    """Print the seconds of each run, and their medians."""
    found = list[tuple[float, ...]]()
    for _ in range(runs):
        people = People(browser, address)
        found.append((*new(people), back(people)))
        people.part()
        print(told(found[-1]), flush=True)
    print("medians:", told(tuple(map(statistics.median, zip(*found, strict=True)))))


def told(row: tuple[float, ...]) -> str:
    """A line of figures."""
    dealt, first, again = row
    return f"new: hand {dealt:.1f} s, first action {first:.1f} s; who comes back: {again:.1f} s"


def main() -> None:
    """Take the options."""
    parser = argparse.ArgumentParser(prog="python -m bench.first_action", description="Measure until the first action.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--web", type=Path, help="a built client instead of this tree's")
    given = parser.parse_args()
    if given.web is None:
        build(ROOT)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--web", str(given.web or built(ROOT)), *PLENTY) as server,
        sync_playwright() as playwright,
    ):
        server.wait_ready()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        report(browser, server.address, given.runs)
        browser.close()


if __name__ == "__main__":
    main()
