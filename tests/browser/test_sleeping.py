"""A page that was asleep or left shows the current state when it returns, and announces the player's turn."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.faults import HOUR, Wire, against, against_bot, discards
from tests.browser.people import DESKTOP, PHONE, SECONDS, People, Person
from tests.browser.test_offline import controlled
from tests.browser.test_people import shot
from tests.server.run.process import Process
from tools.chromium import FLAGS, chromium

pytestmark = pytest.mark.slow

CLOCK = """(() => {
  const real = Date.now;
  let slept = 0;
  Date.now = () => real() + slept;
  window.sleeps = (ms) => { slept += ms };
})()"""
"""A clock that can jump, as it does over a sleep that a page can't notice."""


@pytest.fixture
def plain(browser: Browser, people: People, server: Process, tmp_path: Path) -> Iterator[Person]:
    """A person in a browser with its usual settings.

    Browsers started by Playwright take all pages for visible, so that none sleeps, and keep no page that was left.
    """
    looks = ["--headless", "--window-size=1280,900", "--accept-lang=pt-BR", "--force-prefers-reduced-motion"]
    ways = ["--no-startup-window", "--remote-debugging-port=0", f"--user-data-dir={tmp_path}"]
    child = subprocess.Popen([chromium(), *FLAGS, *looks, *ways], stderr=subprocess.PIPE, text=True)
    try:
        assert child.stderr is not None
        address = next(said[0] for line in child.stderr if (said := re.search(r"ws://\S+", line)))
        started = browser.browser_type.connect_over_cdp(address, no_defaults=True)
        found = Person("Ana", started.contexts[0], server.address)
        found.forgive("Page entered Back-Forward Cache")  # This browser's message about a socket that it has closed.
        people.created.append(found)
        yield found
        started.close()
    finally:
        child.kill()
        child.communicate()


@contextmanager
def asleep(page: Page) -> Iterator[None]:
    """Freeze a tab as browsers do with a hidden one: it runs no code and no timer. At the end it is in front again."""
    page.evaluate("document.addEventListener('freeze', () => { window.slept = true })")
    debugger, front = page.context.new_cdp_session(page), page.context.new_page()
    debugger.send("Page.setWebLifecycleState", {"state": "frozen"})
    slept = debugger.send("Runtime.evaluate", {"expression": "window.slept && document.visibilityState"})
    assert slept["result"]["value"] == "hidden"
    yield
    debugger.send("Page.setWebLifecycleState", {"state": "active"})
    page.bring_to_front()
    front.close()


def test_a_browser_as_it_comes_resumes(plain: Person, people: People) -> None:
    wire = Wire(plain.context)
    a_tab_that_slept_resumes(plain, people("Bia"), wire)
    wire.acts.clear()
    a_page_that_was_left_is_come_back_to(plain, wire)


def a_tab_that_slept_resumes(plain: Person, bia: Person, wire: Wire) -> None:
    """The connection dies unnoticed while the tab sleeps: once on the own turn, once on the opponent's."""
    duel = against(plain, bia)
    duel.visits()
    wire.dies()
    duel.draw.click()
    expect(duel.sent).to_be_visible()
    with asleep(plain.page):
        pass
    expect(duel.sent).to_have_count(0)
    duel.agrees()
    assert duel.played == ["draw"]

    action = discards(duel)
    plain.sees("Vez de Bia")
    with asleep(plain.page):
        wire.dies()
        bia.plays(duel.table, until=lambda state: state["play"]["to_act"] == 0)
    expect(duel.draw).to_be_visible()
    duel.agrees()
    assert duel.played == list(wire.acts.values()) == ["draw", action]
    assert duel.is_the_same_load()


def a_page_that_was_left_is_come_back_to(plain: Person, wire: Wire) -> None:
    """The browser keeps the page with an action under way, and closes its socket."""
    duel = against_bot(plain)
    duel.visits()
    plain.page.evaluate("addEventListener('pageshow', ({ persisted }) => { window.kept = persisted })")
    wire.dies()
    duel.draw.click()
    expect(duel.sent).to_be_visible()
    plain.page.goto(plain.address + "/ajustes")
    plain.page.go_back(wait_until="commit")
    expect(duel.sent).to_have_count(0)
    assert plain.page.evaluate("window.kept === true")
    duel.agrees()
    action = discards(duel)
    expect(duel.draw).to_be_visible()
    duel.agrees()
    assert duel.played == list(wire.acts.values()) == ["draw", action]
    assert duel.is_the_same_load()


NOTIFICATIONS = """async () => {
  const shown = await (await navigator.serviceWorker.getRegistration()).getNotifications();
  return shown.map(({ title, body, tag, data }) => [title, body, tag, data]);
}"""

ATTENTION = "[document.title, document.hidden, Notification.permission, !!navigator.serviceWorker.controller]"
"""The conditions of a notification."""


def notified(page: Page, *expected: list[str]) -> None:
    """Wait until the system shows exactly these notifications."""
    deadline = time.monotonic() + SECONDS
    while (found := page.evaluate(NOTIFICATIONS)) != list(expected):
        assert time.monotonic() < deadline, (found, page.evaluate(ATTENTION))
        page.wait_for_timeout(50)


def test_who_looks_elsewhere_is_notified_of_the_turn_and_of_nothing_else(plain: Person, people: People) -> None:
    bia = people("Bia")
    plain.context.grant_permissions(["notifications"], origin=plain.address)
    duel = against(plain, bia)
    plain.visit("/")
    controlled(plain.page)
    duel.visits()
    plain.presses("Menu")
    wish = plain.page.get_by_role("button", name="Avisar quando for a minha vez")
    expect(wish).to_have_attribute("aria-pressed", "false")
    wish.click()
    expect(wish).to_have_attribute("aria-pressed", "true")
    shot(plain, "notify-menu")
    plain.page.keyboard.press("Escape")
    duel.draw.click()
    discards(duel)
    plain.sees("Vez de Bia")
    front = plain.context.new_page()
    while not plain.page.evaluate("document.hidden"):  # A player looking at the page is not notified.
        front.wait_for_timeout(10)
    bia.plays(duel.table, until=lambda state: state["play"]["to_act"] == 0)
    address = f"{plain.address}/mesa/{duel.table}"
    notified(plain.page, ["É a sua vez", "Canastra a dois", address, address])
    plain.page.bring_to_front()
    front.close()
    notified(plain.page)
    duel.agrees()


def test_a_browser_that_forbids_notifications_is_explained(people: People) -> None:
    ana = people()
    ana.visit("/ajustes")
    wish = ana.page.get_by_role("group", name="Avisar quando for a minha vez")
    wish.get_by_text("sim").click()
    ana.sees(re.compile("O navegador não deixa"))
    for name, size, theme in (("phone", PHONE, "light"), ("desktop", DESKTOP, "dark")):
        ana.resizes(size)
        ana.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        shot(ana, f"notify-{name}")
    ana.usable()
    wish.get_by_text("não").click()
    expect(ana.page.get_by_text("O navegador não deixa")).to_have_count(0)


def test_a_closed_laptop_resumes(people: People) -> None:
    """The page stays visible, and its connection dies: only the jump of the clock tells it."""
    ana, bia = people("Ana", size=DESKTOP), people("Bia")
    ana.context.add_init_script(CLOCK)
    wire = Wire(ana.context)
    duel = against(ana, bia)
    duel.visits()
    done: list[str] = []
    for slept in (10_000, 3_600_000):
        duel.draw.click()
        done += ["draw", discards(duel)]
        ana.sees("Vez de Bia")
        wire.dies()
        bia.plays(duel.table, until=lambda state: state["play"]["to_act"] == 0)
        ana.page.evaluate(f"sleeps({slept})")
        expect(duel.draw).to_be_visible()
    duel.agrees()
    assert duel.played == list(wire.acts.values()) == done
    assert duel.is_the_same_load()


def test_the_table_is_left_by_a_link_and_come_back_to(people: People) -> None:
    """An action is under way, whose answer doesn't come."""
    ana = people(size=DESKTOP)
    # Time enough to leave before the page tries again.
    wire = Wire(ana.context, heartbeat=HOUR)
    duel = against_bot(ana)
    duel.visits()
    wire.dies()
    duel.draw.click()
    expect(duel.sent).to_be_visible()
    ana.presses("Menu")
    ana.follows("Ajustes")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    ana.page.go_back()
    expect(duel.draw).to_be_visible()
    duel.agrees()
    assert duel.played == []
    assert len(wire.lines) == 2
    assert duel.is_the_same_load()
