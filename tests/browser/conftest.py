"""One browser and one server for all tests of this folder, and a browser context for each person of a test."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.hosts import Host
from tests.browser.people import SECONDS, People, Person
from tests.browser.world import World, made
from tests.server.run.process import PLENTY, Process, serving
from tools.chromium import FLAGS, chromium, shell
from tools.web_build import ROOT, build, built

KEPT = ROOT / "build" / "browser"
"""Where pictures and traces of failed tests are kept."""
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember whether a test failed, for the fixtures that end after it."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="package")
def client() -> Path:
    """The built client; CANASTRA_WEB=FOLDER tests another one."""
    named = os.environ.get("CANASTRA_WEB")
    if named:
        return Path(named).absolute()
    with (ROOT / "web" / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # Another worker may be building it.
        build(ROOT)
    return built(ROOT)


@pytest.fixture(scope="package")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """Start a server with the built client and limits that no test reaches. CANASTRA_SERVER=ADDRESS tests a running
    server.
    """
    if running := os.environ.get("CANASTRA_SERVER"):
        yield Process(None, tmp_path_factory.mktemp("server"), running)  # type: ignore[arg-type]  # The test did not start it.
        return
    with serving(tmp_path_factory.mktemp("server"), "--web", str(client), *PLENTY) as process:
        process.wait_ready()
        yield process


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        expect.set_options(timeout=SECONDS * 1000)
        found = playwright.chromium.launch(executable_path=shell(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def whole_browser(browser: Browser) -> Iterator[Browser]:
    """The browser with its windows, which can install pages."""
    found = browser.browser_type.launch(executable_path=chromium(), args=FLAGS)
    yield found
    found.close()


@pytest.fixture
def host(tmp_path: Path, client: Path) -> Iterator[Host]:
    """A server with the built client for one test."""
    found = Host(tmp_path)
    found.on(client)
    yield found
    found.off()


@pytest.fixture
def people(browser: Browser, server: Process, request: pytest.FixtureRequest) -> Iterator[People]:
    """Create people; at the end, no browser may have recorded a fault."""
    if "host" in request.fixturenames:
        request.getfixturevalue("host")  # Now, so that it is stopped after the browsers are closed.
    found = People(browser, server.address)
    yield found
    keep(request.node, found.created)
    found.part()
    for person in found.created:
        person.fine()


@pytest.fixture(scope="module")
def regular(browser: Browser, server: Process) -> Iterator[Person]:
    """The person that `ana` returns, shared by the tests of a module."""
    found = People(browser, server.address)
    yield found()
    found.part()


@pytest.fixture
def ana(regular: Person, request: pytest.FixtureRequest) -> Iterator[Person]:
    """A person with a phone and an empty browser. The tests of a module share the browser, which is quicker."""
    yield regular
    keep(request.node, [regular])
    regular.begins_anew()


def keep(node: pytest.Item, people: list[Person]) -> None:
    """Save pictures and traces if the test failed."""
    if FAILED in node.stash or any(person.wrong for person in people):
        name = re.sub(r"[^\w.-]+", "_", node.nodeid.removeprefix("tests/browser/"))
        for person in people:
            person.keep(KEPT / name)


@pytest.fixture(scope="package")
def world(server: Process) -> World:
    """The tables that tests look at."""
    return made(server.address)
