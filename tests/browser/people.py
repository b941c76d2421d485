"""A person with a browser: steps on its pages, and expectations of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from tests.browser.axe import COLOURS, LOOKS, WEAR, violations
from tests.server.run.process import Player, Seated, run

COOKIE = "canastra_session"
SETTINGS = "canastra.settings"
"""The key of the browser's storage that has the settings."""
QUIET = {"speed": "none", "robots": "off", "sounds": "off"}
"""Settings of most tests: no pause between actions, no talk of robots, no sounds.

`people(quiet=False)` begins with the page's own defaults instead, with motion and at the usual pace.
"""
PHONE = (390, 844)
DESKTOP = (1280, 800)
LOCALES = {"pt": "pt-BR", "en": "en-GB"}
SECONDS = 40
"""Milliseconds after which a test stops waiting."""
TRACED = "CANASTRA_TRACES" in os.environ
"""True if failed tests leave traces, which double the time of all tests."""
Size = tuple[int, int]
Language = Literal["pt", "en"]


@dataclass
class Person:
    """A browser context with its storage, and the tab in front. `fine` is asserted when the test ends."""

    name: str
    context: BrowserContext
    address: str
    language: Language = "pt"
    quiet: bool = True
    """True if pages begin with `QUIET` rather than with their own defaults."""
    faults: list[str] = field(default_factory=list)
    """Errors of the console, exceptions, and refusals by the Content-Security-Policy."""
    forgiven: list[re.Pattern[str]] = field(default_factory=list)
    ids: Iterator[int] = field(default_factory=count)
    """The ids of commands sent without the page: at one table all differ."""

    def __post_init__(self) -> None:
        self.context.on("console", self._note)
        self.context.on("weberror", lambda error: self.faults.append(f"thrown: {error.error}"))
        if self.quiet:
            self.context.add_init_script(f"if (origin !== 'null') localStorage['{SETTINGS}'] ??= '{json.dumps(QUIET)}'")
        self.page = self.context.new_page()

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"{message.text} ({message.location.get('url', '')})")

    def forgive(self, pattern: str) -> None:
        """Expect errors that match this pattern: the test provokes them."""
        self.forgiven.append(re.compile(pattern))

    def fine(self) -> None:
        """Fail if the browser recorded an unexpected fault."""
        assert not self.wrong, f"{self.name}: " + "\n".join(self.wrong)

    def begins_anew(self) -> None:
        """Clear the browser for the next test. Fails if it recorded an unexpected fault."""
        wrong = self.wrong
        if self.page.url.startswith(self.address):
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        for page in self.context.pages:
            if page != self.page:
                page.close()
        self.page.goto("about:blank")
        self.context.clear_cookies()
        self.resizes(PHONE)
        self.faults.clear()
        self.forgiven.clear()
        assert not wrong, f"{self.name}: " + "\n".join(wrong)

    @property
    def wrong(self) -> list[str]:
        """The recorded faults that the test did not provoke."""
        return [fault for fault in self.faults if not any(each.search(fault) for each in self.forgiven)]

    def visit(self, path: str) -> None:
        """Open an address of the client, and wait until it shows something."""
        self.page.goto(self.address + path)
        self.settled()

    def settled(self, page: Page | None = None) -> None:
        """Wait until the page shows a heading and no notice of loading.

        `Page.wait_for_function` would need a permission that the page's policy refuses.
        """
        main = (page or self.page).locator("main")
        expect(main.locator("h1, h2").first).to_be_attached()
        expect(main.locator(".opening")).to_have_count(0)

    def tab(self, path: str) -> Page:
        """Open a second tab, and return it."""
        page = self.context.new_page()
        page.goto(self.address + path)
        self.settled(page)
        return page

    def sees(self, words: str | re.Pattern[str]) -> Locator:
        """Wait until these words are visible on the page."""
        found = self.page.get_by_text(words).filter(visible=True).first
        expect(found).to_be_visible()
        return found

    def follows(self, name: str | re.Pattern[str]) -> None:
        """Click the link of this name."""
        self.page.get_by_role("link", name=name).click()

    def presses(self, name: str | re.Pattern[str]) -> None:
        """Click the button of this name."""
        self.page.get_by_role("button", name=name).click()

    def resizes(self, size: Size) -> None:
        """Resize the window; the page is laid out anew at once."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def accessible(self, rules: Sequence[str] = (), without: Sequence[str] = ()) -> None:
        """Fail if axe finds anything on the page, by all its rules, or only the named ones, or all except some."""
        found = violations(self.page, rules, without)
        assert not found, f"{self.page.url}\n" + "\n".join(found)

    def usable(self) -> None:
        """Fail unless the page is accessible in all looks and fits the window."""
        for place, look in enumerate(LOOKS):
            self.page.evaluate(WEAR, look)
            self.accessible(COLOURS if place else ())
        self.fits()

    def fits(self) -> None:
        """Fail if the page scrolls sideways."""
        wide, window = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, f"{self.page.url} is {wide} wide in a window of {window}"

    def sets(self, **settings: str) -> None:
        """Change settings for all pages opened from now on, by the names of web/src/lib/settings/choices.ts."""
        kept = json.dumps(json.dumps({"language": self.language, **(QUIET if self.quiet else {}), **settings}))
        self.context.add_init_script(f"if (origin !== 'null') localStorage['{SETTINGS}'] = {kept}")

    def asks(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request without the page, as a new guest if the browser has no session. Return the answer."""
        if not self.cookie and path != "/api/guests":
            self.asks("POST", "/api/guests", {"name": self.name})
        # The server may close a kept connection while this request is under way: then it is sent once more.
        answer = self.context.request.fetch(
            self.address + path, method=method, data=body, headers={"Origin": self.address}, max_retries=1
        )
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    @property
    def player(self) -> Player:
        """The person as a program, which plays without the page."""
        self.asks("GET", "/api/me")
        return Player(self.address, self.cookie, self.name, self.ids)

    @property
    def cookie(self) -> str:
        """The session's token, empty without a session."""
        names = (COOKIE, f"__Host-{COOKIE}")  # The second name is used over TLS.
        return next((each["value"] for each in self.context.cookies() if each["name"] in names), "")

    def opens(self, **terms: Any) -> Any:
        """Open a table without the page, and return its card."""
        return self.asks("POST", "/api/tables", {"rulebook": "buraco", **terms})

    def plays(
        self,
        table: str,
        turns: int = 100_000,
        until: Callable[[dict[str, Any]], bool] = lambda _: False,
        seed: int = 1,
    ) -> dict[str, Any]:
        """Make random moves over a socket of its own, as a second tab would, and return the last state.

        Stops after `turns` moves (readiness and shares of the shuffle count), when `until` accepts the state, or when
        the match is over.
        """
        player = self.player
        states: list[dict[str, Any]] = []

        async def play() -> None:
            async with player.socket(table) as socket:
                seated = Seated(player, socket, Random(seed))
                await seated.play(turns, until)
                states.append(seated.state)

        in_a_thread(lambda: run(play()))
        return states[0]

    def keep(self, folder: Path) -> None:
        """Save a picture of each tab, and the trace if there is one, to examine a failed test."""
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(Error):
            for number, page in enumerate(self.context.pages):
                page.screenshot(path=folder / f"{self.name}-{number}.png", full_page=True)
            if TRACED:
                self.context.tracing.stop(path=folder / f"{self.name}.zip")


def in_a_thread(work: Callable[[], None]) -> None:
    """Run a coroutine in another thread: Playwright has the event loop of this thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


@dataclass
class People:
    """The people of one test."""

    browser: Browser
    address: str
    created: list[Person] = field(default_factory=list)

    def __call__(
        self,
        name: str = "Ana",
        size: Size = PHONE,
        language: Language = "pt",
        address: str = "",
        **options: Any,
    ) -> Person:
        """Create a person; a phone has a touch screen.

        `options` are those of Playwright's contexts. `quiet=False` keeps the page's defaults, as `Person.quiet` says.
        """
        quiet = options.pop("quiet", True)
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=LOCALES[language],
            has_touch=options.pop("has_touch", size[0] < 1000),
            reduced_motion=options.pop("reduced_motion", "reduce" if quiet else "no-preference"),
            service_workers=options.pop("service_workers", "block"),
            **options,
        )
        context.set_default_timeout(SECONDS * 1000)
        if TRACED:
            context.tracing.start(snapshots=True)
        found = Person(name, context, address or self.address, language, quiet)
        self.created.append(found)
        return found

    def part(self) -> None:
        """Close all contexts."""
        for person in self.created:
            person.context.close()
