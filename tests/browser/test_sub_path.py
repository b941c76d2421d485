"""The client on a sub-path of its address: pages, sockets, links and the offline copy all stay below it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.people import People
from tests.browser.test_offline import controlled
from tests.server.run.process import PLENTY, Process, serving

pytestmark = pytest.mark.slow

ROOT_PATH = "/jogos/canastra"


@pytest.fixture
def below(client: Path, tmp_path: Path) -> Iterator[Process]:
    with serving(tmp_path, "--web", str(client), "--root-path", ROOT_PATH, *PLENTY) as process:
        process.wait_ready()
        yield process


def test_a_visit_below_it(people: People, below: Process) -> None:
    assert below.address.endswith(ROOT_PATH)
    ana = people(address=below.address, service_workers="allow")
    ana.forgive("Failed to load resource|ERR_|WebSocket connection")
    asked: list[str] = []
    ana.context.on("request", lambda request: asked.append(urlsplit(request.url).path))
    ana.page.on("websocket", lambda socket: asked.append(urlsplit(socket.url).path))
    ana.visit("/")
    ana.follows("Regras")
    ana.page.wait_for_url(f"**{ROOT_PATH}/regras")
    ana.page.get_by_role("link", name="Buraco").first.click()
    ana.page.wait_for_url(f"**{ROOT_PATH}/regras/buraco")
    contents = ana.page.get_by_role("navigation").get_by_role("link").last
    contents.click()
    ana.page.wait_for_url(f"**{ROOT_PATH}/regras/buraco#*")
    ana.page.go_back()
    ana.visit("/")
    ana.presses("Jogar agora")
    ana.page.get_by_label("Como você se chama?").fill("Ana")
    ana.presses("Sentar à mesa")
    ana.page.wait_for_url(f"**{ROOT_PATH}/mesa/*")
    expect(ana.page.get_by_role("button", name="Comprar").or_(ana.page.get_by_text("Vez de")).first).to_be_visible()
    controlled(ana.page)
    assert [path for path in asked if not path.startswith(f"{ROOT_PATH}/")] == []
    assert any(path.endswith("/socket") for path in asked)
    below.child.kill()
    below.child.wait()
    ana.visit("/ajustes")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Ajustes")
