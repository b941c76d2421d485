"""The first view of each page on a slow phone: its requests, its size, and no jumps.

The network is as slow as in Lighthouse's mobile profile (1.6 Mbit/s, 150 ms), and in the long run the processor too
(four times slower). The assertions don't depend on speed; the times are printed (``-s``), for docs/web.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from playwright.sync_api import TimeoutError as LateError

from tests.browser.people import People, Person
from tests.browser.world import World

PATIENCE = 120_000
"""Milliseconds after which the test gives a page up, even on a loaded machine."""
PHONE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOWER = 4
WATCH = """
window.seen = { largest: 0, shift: 0 };
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
watch('largest-contentful-paint', (entry) => (seen.largest = entry.startTime));
watch('layout-shift', (entry) => entry.hadRecentInput || (seen.shift += entry.value));
"""
AT_MOST = {
    "start": (8, 50),
    "rules": (20, 96),
    "rules of buraco": (16, 80),
    "account": (10, 72),
    "settings": (11, 80),
    # It fetches the table's files too, to be ready when the seat is taken.
    "invitation": (14, 135),
    "a replay": (17, 120),
    "running table": (14, 118),
    # The table, its lesson and the words of both.
    "lesson of tranca": (18, 130),
    # It begins in the waiting room, which is another part.
    "own table": (18, 140),
}
"""The most requests, with the page itself, and kilobytes over the network.

Cards and faces are two of the requests.
"""
LATER = ("/assets/lazyParts-", "/assets/tally-")
"""Files that a table fetches once it is shown."""
STEADY = 0.01
"""The largest layout shift that players don't notice (Lighthouse calls up to 0.1 good)."""


@dataclass
class Loading:
    """The files that came over the network."""

    later: tuple[str, ...] = LATER
    """Parts of addresses that don't count."""
    asked: list[str] = field(default_factory=list)
    weighed: float = 0
    waiting: dict[str, str] = field(default_factory=dict)
    """The addresses of running requests, by their numbers."""

    def watch(self, person: Person, slower: int) -> None:
        """Slow the browser down, and record its requests from now on."""
        devtools = person.context.new_cdp_session(person.page)
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", PHONE)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        devtools.on("Network.requestWillBeSent", self._ask)
        devtools.on("Network.loadingFinished", self._weigh)
        devtools.on("Network.loadingFailed", self._forget)

    def _ask(self, event: dict[str, Any]) -> None:
        url = event["request"]["url"]
        self.waiting[event["requestId"]] = url
        if not self._is_later(url):
            self.asked.append(url)

    def _is_later(self, url: str) -> bool:
        return any(part in url for part in self.later)

    def _forget(self, event: dict[str, Any]) -> None:
        self.waiting.pop(event["requestId"], None)

    def _weigh(self, event: dict[str, Any]) -> None:
        if not self._is_later(self.waiting.get(event["requestId"], "")):
            self.weighed += event["encodedDataLength"] / 1000
        self._forget(event)


@pytest.mark.parametrize("slower", [1, pytest.param(SLOWER, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", AT_MOST)
def test_the_first_view(name: str, slower: int, people: People, world: World) -> None:
    person = people("Ana")
    if name == "own table":
        path = f"/mesa/{person.opens(bots='random')['table']}"
    else:
        path = world.addresses()[name]
    person.page.add_init_script(WATCH)
    loading = Loading(() if name == "a replay" else LATER)
    loading.watch(person, slower)
    try:
        person.page.goto(person.address + path, timeout=PATIENCE)
    except LateError as late:
        raise AssertionError(f"asked for {loading.asked}, still waits for {loading.waiting}") from late
    main = person.page.locator("main")
    expect(main.locator("h1, h2").first).to_be_attached(timeout=PATIENCE)
    expect(main.locator(".opening, .bone, [aria-busy=true]")).to_have_count(0, timeout=PATIENCE)
    person.page.wait_for_load_state("networkidle", timeout=PATIENCE)
    seen = person.page.evaluate("seen")
    print(  # noqa: T201 - for docs/web.md
        f"\n{name}: {len(loading.asked)} requests, {loading.weighed:.0f} KB, "
        f"largest paint {seen['largest']:.0f} ms, shift {seen['shift']:.4f}"
    )
    requests, kilobytes = AT_MOST[name]
    assert len(loading.asked) <= requests, loading.asked
    assert loading.weighed <= kilobytes
    assert seen["shift"] < STEADY


def test_a_table_is_named_before_its_scripts_have_come(people: People, world: World) -> None:
    person = people("Ana")
    held = list[Route]()
    person.page.route("**/assets/index-*.js", lambda route: held.append(route))
    person.page.goto(person.address + world.addresses()["running table"], wait_until="commit")
    opening = person.page.locator("#opening")
    expect(opening).to_contain_text("Buraco:")
    expect(opening).to_be_visible()
    expect(opening).to_be_in_viewport(ratio=1)
    held[0].continue_()
    expect(person.page.locator(".watch")).to_be_visible()
    expect(opening).to_be_hidden()


def test_the_rest_of_a_table_comes_after_its_first_view(people: People, world: World) -> None:
    """The menu's files come after the first view; a tapped menu opens even if their first request fails."""
    person = people("Ana")
    asked = list[str]()
    refused = list[Route]()

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        if refused:
            return route.continue_()
        refused.append(route)
        return route.abort()

    person.page.route("**/assets/lazyParts-*.js", refuse)
    person.visit(world.addresses()["running table"])
    expect(person.page.locator(".watch")).to_be_visible()
    assert not asked
    person.forgive("ERR_FAILED|Failed to load resource")
    person.page.get_by_role("button", name="Menu").click()
    expect(person.page.get_by_role("dialog", name="Menu")).to_be_visible()
    assert len(asked) == 2
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("button", name="Menu")).to_be_focused()
