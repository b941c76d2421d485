"""A server on a sub-path: everything is below it, whichever way the proxy passes it on."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.cli.server.serve import ServeOptions, serve_settings
from canastra.server.app import Server
from canastra.server.http.static import BASE
from canastra.server.settings import check
from tests.server.run.test_health import client, with_server

ROOT_PATH = "/jogos/canastra"
INDEX = Path(__file__).parents[3] / "web" / "index.html"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A built client as small as can be, with the page as it is."""
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "index.html").write_bytes(INDEX.read_bytes())
    (folder / "sw.js").write_text("// worker", "utf-8")
    (folder / "pages.json").write_text('{"mesa": {"pt": ["assets/TablePage-x.js"]}}', "utf-8")
    return folder


def test_the_page_says_where_it_begins() -> None:
    assert INDEX.read_bytes().count(BASE) == 1


def test_everything_is_below_it(tmp_path: Path, pages: Path) -> None:
    async def visits(composed: Server) -> None:
        async with client(composed.app) as browser:
            start = await browser.get(ROOT_PATH)
            assert (start.status_code, start.headers["location"]) == (308, f"{ROOT_PATH}/")
            for before in (ROOT_PATH, ""):  # The proxy passed the whole path on, or took the sub-path off.
                page = await browser.get(f"{before}/mesa/ab12", headers={"Accept": "text/html"})
                assert page.status_code == 200
                assert f'<base href="{ROOT_PATH}/"' in page.text
                assert page.headers["link"] == f"<{ROOT_PATH}/assets/TablePage-x.js>; rel=modulepreload"
                assert (await browser.get(f"{before}/sw.js")).text == "// worker"
                assert (await browser.get(f"{before}/healthz")).status_code == 200
                assert (await browser.get(f"{before}/api/rulebooks")).status_code == 200
                assert (await browser.get(f"{before}/api/nothing")).status_code == 404
            assert (await browser.get(f"{ROOT_PATH}x/healthz")).status_code == 404

    with_server(tmp_path, visits, root_path=ROOT_PATH, web=pages)


def test_the_cookie_is_for_what_is_below_it(tmp_path: Path, pages: Path) -> None:
    async def visits(composed: Server) -> None:
        async with client(composed.app) as browser:
            own = {"Origin": "http://canastra.example"}
            made = await browser.post(f"{ROOT_PATH}/api/guests", json={"name": "Ana"}, headers=own)
            assert f"Path={ROOT_PATH}/;" in made.headers["set-cookie"]
            assert (await browser.get(f"{ROOT_PATH}/api/me")).json()["name"] == "Ana"
            gone = await browser.delete(f"{ROOT_PATH}/api/session", headers=own)
            assert f"Path={ROOT_PATH}/;" in gone.headers["set-cookie"]
            assert (await browser.get(f"{ROOT_PATH}/api/me")).json() is None

    with_server(tmp_path, visits, root_path=ROOT_PATH, web=pages)


@pytest.mark.parametrize(
    ("typed", "root_path"), [(None, ""), ("", ""), ("/", ""), ("/canastra/", "/canastra"), ("/a/b", "/a/b")]
)
def test_as_it_is_typed(typed: str | None, root_path: str) -> None:
    assert check(serve_settings(ServeOptions(root_path=typed))).root_path == root_path
