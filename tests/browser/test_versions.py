"""From one version of the client to the next."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hosts import Host
from tests.browser.people import SECONDS, People, Person
from tests.browser.test_offline import visitor

pytestmark = pytest.mark.slow

VERSION = re.compile(r"(?<=[\"'`])[0-9a-f]{16}(?=[\"'`])")
ASSET = re.compile(r"[\w.-]+\.(?:js|css)\b")
MARK = '<meta name="version" content="new">'
COMING = """async () => {
  const within = (work) => Promise.race([work, new Promise((_, no) => setTimeout(() => no(new Error('late')), 15000))]);
  const registration = await within(navigator.serviceWorker.ready);
  await within(registration.update());
  const coming = registration.installing;
  if (coming) {
    await within(new Promise((done) => {
      const look = () => coming.state !== 'installing' && done();
      coming.addEventListener('statechange', look);
      look();
    }));
  }
  if (!registration.waiting) throw new Error('no new version waits');
}"""


@pytest.fixture
def newer(tmp_path: Path, client: Path) -> Path:
    """The same client as a newer version, with a mark in its page, and other names of all files."""
    folder = tmp_path / "newer"
    shutil.copytree(client, folder, ignore=shutil.ignore_patterns("*.br", "pages.json"))
    names = {path.name: "new-" + path.name for path in (folder / "assets").iterdir()}
    for path in [*folder.glob("*.html"), *folder.glob("sw.js"), *(folder / "assets").iterdir()]:
        text = ASSET.sub(lambda found: names.get(found[0], found[0]), path.read_text("utf-8"))
        if path.name == "index.html":
            text = text.replace("<title>", MARK + "<title>")
        if path.name == "sw.js":
            text, count = VERSION.subn("0123456789abcdef", text)
            assert count == 1
        path.write_text(text, "utf-8")
        path.rename(path.with_name(names.get(path.name, path.name)))
    return folder


def is_new(page: Page, new: bool = True) -> None:
    """Wait until this tab has the new version, or with `new` False the old one. A busy browser takes its time."""
    expect(page.locator('meta[name="version"]')).to_have_count(int(new), timeout=4 * SECONDS * 1000)


def update_waits(page: Page) -> None:
    """Make the browser look for a newer version, and wait until it is stored and waiting."""
    page.evaluate(COMING)


def rests(page: Page) -> None:
    """Make the browser stop the active worker, as it stops idle ones.

    A newer worker that was asked to take over does so then. Otherwise that may take half a minute, and longer while a
    page requests files.
    """
    versions: dict[str, str] = {}

    def note(event: dict[str, Any]) -> None:
        versions.update({each["versionId"]: each["status"] for each in event["versions"]})

    devtools = page.context.new_cdp_session(page)
    devtools.on("ServiceWorker.workerVersionUpdated", note)
    devtools.send("ServiceWorker.enable")
    while "activated" not in versions.values():
        page.wait_for_timeout(10)
    for version, status in versions.items():
        if status == "activated":
            devtools.send("ServiceWorker.stopWorker", {"versionId": version})
    devtools.detach()


def test_a_newer_version_comes_on_the_start_page_alone(people: People, host: Host, newer: Path) -> None:
    """Three people have the old version when the server gets the new one: on the start page, on another page, in a
    deal.
    """
    ana, bia, caio = (visitor(people, host, name) for name in ("Ana", "Bia", "Caio"))
    bia.visit("/cartas")
    table = caio.opens(bots="greedy")["table"]
    caio.visit(f"/mesa/{table}")
    caio.page.evaluate("window.marked = true")
    host.off()
    host.on(newer)
    is_asked_for_on_the_start_page(ana)
    waits_for_the_start_page(bia)
    never_comes_inside_a_deal(caio, host)


def is_asked_for_on_the_start_page(ana: Person) -> None:
    """The start page asks the newer worker to take over. The browser chooses the moment, up to half a minute later, and
    the page is then reloaded.
    """
    update_waits(ana.page)
    ana.page.evaluate("""() => {
      window.asked = [];
      ServiceWorker.prototype.postMessage = (message) => window.asked.push(message);
    }""")
    ana.follows("Ajustes")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    assert ana.page.evaluate("window.asked") == []
    ana.page.go_back()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Canastra")
    assert ana.page.evaluate("window.asked") == ["take-over"]
    with ana.page.expect_event("load"):
        ana.page.evaluate("setTimeout(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')))")


def waits_for_the_start_page(ana: Person) -> None:
    """The start page asked for it, but its visitor is on another page when the browser is ready."""
    update_waits(ana.page)
    ana.page.evaluate("""async () => {
      while (performance.now() < 3500) await new Promise((done) => setTimeout(done, 100));
      window.marked = true;
      navigator.serviceWorker.addEventListener('controllerchange', () => setTimeout(() => (window.taken = true), 200));
      const link = document.createElement('a');
      document.querySelector('main').append(link);
      for (const place of ['/', '/ajustes']) {
        link.href = place;
        if (!link.isConnected) document.body.append(link);
        link.click();
      }
    }""")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
    rests(ana.page)
    ana.page.evaluate("async () => { while (!window.taken) await new Promise((done) => setTimeout(done, 20)) }")
    assert ana.page.evaluate("window.marked === true")
    is_new(ana.page, False)
    with ana.page.expect_event("load"):
        ana.page.evaluate("setTimeout(() => history.back())")
    is_new(ana.page)


def never_comes_inside_a_deal(ana: Person, host: Host) -> None:
    """Neither finding it nor another tab's use of it updates a table; the table gets its remaining files of its own
    version.
    """
    update_waits(ana.page)
    other = ana.tab("/")
    rests(ana.page)
    is_new(other)
    host.off()
    # The browser may drop files from its own cache at any time; the worker keeps its files.
    ana.context.new_cdp_session(ana.page).send("Network.clearBrowserCache")
    ana.page.evaluate("""() => {
      const link = document.createElement('a');
      link.href = '/cartas';
      document.querySelector('main').append(link);
      link.click();
    }""")
    expect(ana.page).to_have_url(host.address + "/cartas")
    ana.settled()
    assert ana.page.evaluate("window.marked === true")
    is_new(ana.page, False)
