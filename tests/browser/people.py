"""Somebody with a browser of their own, and what they do and see."""

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
"""Where a browser keeps them."""
QUIET = {"speed": "none", "robots": "off", "sounds": "off"}
"""Nobody waits for the pace of the table, and nobody hears it, in a test, but where that is what it tries.

For what a person sees who has set nothing, with motion and at the usual pace: `people(quiet=False)`.
"""
PHONE = (390, 844)
DESKTOP = (1280, 800)
LOCALES = {"pt": "pt-BR", "en": "en-GB"}
SECONDS = 40
"""After which something that is waited for doesn't come."""
TRACED = "CANASTRA_TRACES" in os.environ
"""Whether traces are kept of tests that fail: with them everything takes twice as long."""
Size = tuple[int, int]
Language = Literal["pt", "en"]


@dataclass
class Person:
    """A context with its storage, and the tab that is looked at. `fine` is asserted when the test ends."""

    name: str
    context: BrowserContext
    address: str
    language: Language = "pt"
    quiet: bool = True
    """Whether the page begins with `QUIET` rather than with its own defaults."""
    faults: list[str] = field(default_factory=list)
    """Errors of the console (refusals of the Content-Security-Policy are some) and what was thrown."""
    forgiven: list[re.Pattern[str]] = field(default_factory=list)
    ids: Iterator[int] = field(default_factory=count)
    """Of commands that are sent beside the page: no two may be the same at a table."""

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
        """Errors that this test provokes."""
        self.forgiven.append(re.compile(pattern))

    def fine(self) -> None:
        """Nothing went wrong in this person's browser."""
        assert not self.wrong, f"{self.name}: " + "\n".join(self.wrong)

    def begins_anew(self) -> None:
        """Forget everything, for the next test; nothing may have gone wrong in this one."""
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
        """Faults that nobody provoked."""
        return [fault for fault in self.faults if not any(each.search(fault) for each in self.forgiven)]

    def visit(self, path: str) -> None:
        """Open an address of the client, until it shows something."""
        self.page.goto(self.address + path)
        self.settled()

    def settled(self, page: Page | None = None) -> None:
        """Until something is shown: a heading, and no word that it comes.

        Not by `Page.wait_for_function`, which needs what the page's policy refuses.
        """
        main = (page or self.page).locator("main")
        expect(main.locator("h1, h2").first).to_be_attached()
        expect(main.locator(".opening")).to_have_count(0)

    def tab(self, path: str) -> Page:
        """A second tab, beside the one that is looked at."""
        page = self.context.new_page()
        page.goto(self.address + path)
        self.settled(page)
        return page

    def sees(self, words: str | re.Pattern[str]) -> Locator:
        """Words that can be read somewhere on the page, waited for."""
        found = self.page.get_by_text(words).filter(visible=True).first
        expect(found).to_be_visible()
        return found

    def follows(self, name: str | re.Pattern[str]) -> None:
        """Click a link by its name."""
        self.page.get_by_role("link", name=name).click()

    def presses(self, name: str | re.Pattern[str]) -> None:
        """Click a button by its name."""
        self.page.get_by_role("button", name=name).click()

    def resizes(self, size: Size) -> None:
        """Another window size; the layout follows at once."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def accessible(self, rules: Sequence[str] = (), without: Sequence[str] = ()) -> None:
        """axe finds nothing on the page as it is, by all its rules unless some are named, or all but some."""
        found = violations(self.page, rules, without)
        assert not found, f"{self.page.url}\n" + "\n".join(found)

    def usable(self) -> None:
        """The page is accessible in all looks, and fits."""
        for place, look in enumerate(LOOKS):
            self.page.evaluate(WEAR, look)
            self.accessible(COLOURS if place else ())
        self.fits()

    def fits(self) -> None:
        """Nothing is scrolled sideways."""
        wide, window = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, f"{self.page.url} is {wide} wide in a window of {window}"

    def sets(self, **settings: str) -> None:
        """Settings for all pages that are opened from now on, as web/src/lib/settings/choices.ts names them."""
        kept = json.dumps(json.dumps({"language": self.language, **(QUIET if self.quiet else {}), **settings}))
        self.context.add_init_script(f"if (origin !== 'null') localStorage['{SETTINGS}'] = {kept}")

    def asks(self, method: str, path: str, body: Any = None) -> Any:
        """A request of this person beside the page, as a guest if need be; what is answered."""
        if not self.cookie and path != "/api/guests":
            self.asks("POST", "/api/guests", {"name": self.name})
        # A connection that was kept open may be closed by the server while this request is on its way: then once more.
        answer = self.context.request.fetch(
            self.address + path, method=method, data=body, headers={"Origin": self.address}, max_retries=1
        )
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    @property
    def player(self) -> Player:
        """Whoever plays beside the page."""
        self.asks("GET", "/api/me")
        return Player(self.address, self.cookie, self.name, self.ids)

    @property
    def cookie(self) -> str:
        """The token of the session; empty without."""
        names = (COOKIE, f"__Host-{COOKIE}")  # The latter over TLS.
        return next((each["value"] for each in self.context.cookies() if each["name"] in names), "")

    def opens(self, **terms: Any) -> Any:
        """Open a table beside the page; its card."""
        return self.asks("POST", "/api/tables", {"rulebook": "buraco", **terms})

    def plays(
        self,
        table: str,
        turns: int = 100_000,
        until: Callable[[dict[str, Any]], bool] = lambda _: False,
        seed: int = 1,
    ) -> dict[str, Any]:
        """Make moves at random over a socket beside the page, as in a second tab; the state they end in.

        Until so many moves were made (ready and the shares of the shuffle count), the state is as wanted, or the
        match is over.
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
        """A picture of every tab, and the trace if there is one, for whoever looks into a failure."""
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(Error):
            for number, page in enumerate(self.context.pages):
                page.screenshot(path=folder / f"{self.name}-{number}.png", full_page=True)
            if TRACED:
                self.context.tracing.stop(path=folder / f"{self.name}.zip")


def in_a_thread(work: Callable[[], None]) -> None:
    """Do what needs an event loop of its own: this thread has Playwright's."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


@dataclass
class People:
    """Those of one test."""

    browser: Browser
    address: str
    everybody: list[Person] = field(default_factory=list)

    def __call__(
        self,
        name: str = "Ana",
        size: Size = PHONE,
        language: Language = "pt",
        address: str = "",
        **options: Any,
    ) -> Person:
        """Somebody new. Phones can be touched.

        `options` are those of Playwright's contexts, and `quiet=False`: a page as it is by default, with motion and at
        the usual pace, which `Person.quiet` says.
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
        self.everybody.append(found)
        return found

    def part(self) -> None:
        """Close all contexts."""
        for person in self.everybody:
            person.context.close()
