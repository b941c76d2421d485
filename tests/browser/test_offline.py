"""Without a network."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.hosts import Host
from tests.browser.people import People, Person


def controlled(page: Page) -> None:
    """Until the service worker keeps this version and answers for it."""
    page.evaluate("""async () => {
      const { serviceWorker } = navigator;
      if (serviceWorker.controller) return;
      await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
    }""")


def visitor(people: People, host: Host) -> Person:
    """Somebody whose browser keeps the present version."""
    ana = people(address=host.address)
    ana.forgive("Failed to load resource|ERR_|WebSocket connection")
    ana.visit("/")
    controlled(ana.page)
    return ana


def test_the_page_starts_without_a_network(people: People, host: Host) -> None:
    ana = visitor(people, host)
    host.off()
    for path, heading in (("/", "Canastra"), ("/ajustes", "Ajustes"), ("/cartas", None)):
        ana.visit(path)
        if heading:
            expect(ana.page.get_by_role("heading", level=1)).to_have_text(heading)
    ana.visit("/")
    ana.presses("English")
    expect(ana.page.locator("html")).to_have_attribute("lang", "en")


def test_a_table_opens_without_a_network_too(people: People, host: Host) -> None:
    """Its cards come when the network does; the page is there."""
    ana = visitor(people, host)
    table = ana.opens(bots="greedy")["table"]
    host.off()
    ana.page.goto(f"{host.address}/mesa/{table}")
    expect(ana.page.locator("main h1").first).to_be_attached()


def test_what_is_played_is_never_kept_by_the_worker(people: People, host: Host) -> None:
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
    assert not [path for path in kept if not re.fullmatch(r"/|/assets/[\w.-]+|/[\w.-]+\.(svg|webmanifest|png)", path)]
