"""Pages without a network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hosts import Host
from tests.browser.people import People, Person

pytestmark = pytest.mark.slow

RULES = r"/api/rulebooks(/[\w-]+(/words)?)?"

VISITS, LOOKS, BETWEEN = 3, 200, 100
"""Visits of a page until a service worker answers for it, checks in each, and milliseconds between them."""


def controlled(page: Page) -> None:
    """Wait until the service worker keeps this version and answers for the page.

    A browser too busy to install the worker gives no sign of it, and installs it on the next visit.
    """
    for _ in range(VISITS):
        for _ in range(LOOKS):
            if page.evaluate("() => navigator.serviceWorker.controller !== null"):
                return
            page.wait_for_timeout(BETWEEN)
        page.reload()
    raise AssertionError("the service worker never answered for the page")


def visitor(people: People, host: Host, name: str = "Ana") -> Person:
    """A person whose browser keeps the current version."""
    found = people(name, address=host.address, service_workers="allow")
    found.forgive("Failed to load resource|ERR_|WebSocket connection")
    found.visit("/")
    controlled(found.page)
    return found


def test_without_a_network_the_page_starts_and_nothing_played_is_kept(people: People, host: Host) -> None:
    """A table opens too; its cards come once the network is back."""
    ana = visitor(people, host)
    table = ana.opens(bots="greedy")["table"]
    ana.visit(f"/mesa/{table}")
    kept = ana.page.evaluate("""async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
      return found;
    }""")
    assert "/" in kept
    played = [
        path for path in kept if not re.fullmatch(rf"/|/assets/[\w.-]+|/[\w.-]+\.(svg|webmanifest|png)|{RULES}", path)
    ]
    assert not played, f"the worker keeps what is played: {played}"
    host.off()
    ana.page.goto(f"{host.address}/mesa/{table}")
    expect(ana.page.locator("main h1").first).to_be_attached()
    for path, heading in (("/", "Canastra"), ("/ajustes", "Ajustes"), ("/cartas", None)):
        ana.visit(path)
        if heading:
            expect(ana.page.get_by_role("heading", level=1)).to_have_text(heading)
    ana.visit("/")
    ana.presses("English")
    expect(ana.page.locator("html")).to_have_attribute("lang", "en")


def test_a_table_without_a_network_says_so_and_opens_when_it_is_back(people: People, host: Host, client: Path) -> None:
    ana = visitor(people, host)
    table = ana.opens(bots="greedy")["table"]
    host.off()
    ana.page.goto(f"{host.address}/mesa/{table}")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Sem conexão")
    expect(ana.page.locator("#opening")).to_be_hidden()
    expect(ana.page.get_by_text("Conectando…")).to_have_count(0)
    ana.accessible()
    for name in ("Aprender jogando", "Regras", "Placar"):
        expect(ana.page.get_by_role("link", name=name)).to_be_visible()
    ana.follows("Placar")
    expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
    ana.page.go_back()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Sem conexão")
    host.on(client)
    expect(ana.page.get_by_role("button", name="Pode começar")).to_be_visible()


def test_without_a_network_rules_are_read_in_both_languages(people: People, host: Host) -> None:
    """Official rulebooks always open, a house's only if it was opened before; others would need a network."""
    ana = visitor(people, host)
    ana.visit("/")
    house = ana.opens(house={"table": {"undo": False}})["rulebook"]
    heading = ana.page.get_by_role("heading", level=1)
    ana.visit(f"/regras/{house}")
    expect(ana.page.locator("#minute li")).not_to_have_count(0)
    called = heading.inner_text()
    host.off()
    for path, name in (("tranca", "Tranca"), ("buraco-fechado", "Buraco fechado"), (house, called)):
        ana.visit(f"/regras/{path}")
        expect(heading).to_have_text(name)
        expect(ana.page.locator("#minute li").first).to_be_visible()
        ana.page.locator("#table summary").click()
        expect(ana.page.locator("#table tbody tr").first).to_be_visible()
    ana.visit("/regras")
    expect(ana.page.get_by_role("columnheader")).to_have_count(6)
    ana.visit("/")
    ana.presses("English")
    ana.visit("/regras/tranca")
    ana.sees("The game in one minute")
    ana.visit("/regras/nobodys")
    ana.sees("This part did not load.")
