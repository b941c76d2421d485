"""Previews of links in the HTML for messengers: enough to attract, and nothing secret."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Coroutine
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from starlette.applications import Starlette

from canastra.protocol.tables import SeatCard
from canastra.server.http import application
from canastra.server.http import static as module
from canastra.server.http.static import (
    OF_DOCUMENTS,
    PAGES,
    PICTURE,
    SIZE,
    Preview,
    Previews,
    head,
    read_files,
    static_routes,
)
from canastra.server.settings import Settings
from tests.server.http.http_server import GENEROUS, Server, run

ROOT = Path(__file__).parents[3]
SITE = "https://mesa.example"
BARE = '<!doctype html><html><head><base href="/" /><title>Canastra</title></head><body></body></html>'
Test = Callable[["Site"], Coroutine[Any, Any, None]]


class Tags(HTMLParser):
    """The tags of a page's head, as a crawler reads them, and whether there is anything else."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.others: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("property") or given.get("name")
        if tag == "meta" and name:
            assert name not in self.found
            self.found[name] = given["content"] or ""
        else:
            self.others.append(tag)


class Site:
    """A server with the client's pages."""

    def __init__(self, server: Server, web: Path, root_path: str = "") -> None:
        self.server = server
        self.app = application(
            server.context, static_routes(read_files(web), Previews(server.context.lobby), root_path)
        )

    async def get(self, path: str, site: str = SITE, method: str = "GET", **headers: str) -> httpx2.Response:
        transport = httpx2.ASGITransport(self.app)
        async with httpx2.AsyncClient(transport=transport, base_url=site) as client:
            return await client.request(method, path, headers={"accept-encoding": "", **headers})

    async def tags(self, path: str, site: str = SITE, **headers: str) -> dict[str, str]:
        answer = await self.get(path, site, **headers)
        assert answer.status_code == 200
        read = Tags(answer.text)
        assert read.others == ["html", "head", "base", "title", "body"], "nothing else was written in"
        return read.found

    async def opens(self, name: str = "Ana", **terms: object) -> dict[str, Any]:
        ana = await self.server.guest(name)
        card: dict[str, Any] = (await ana.post("/api/tables", json={"rulebook": "buraco", **terms})).json()
        return {**card, "cookie": "; ".join(f"{each.name}={each.value}" for each in ana.cookies.jar)}


def play(tmp_path: Path, test: Test) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text(BARE, "utf-8")
    run(tmp_path, lambda server: test(Site(server, web)), Settings(caps=GENEROUS))


@pytest.mark.parametrize("path", [page.replace("{id}", "abc") for page in PAGES])
def test_every_page_has_a_preview(path: str, tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        tags = await site.tags(path)
        assert tags["og:title"]
        assert tags["og:description"]
        assert tags["og:url"] == SITE + path
        assert tags["og:image"] == f"{SITE}/{PICTURE}"
        assert (tags["og:image:width"], tags["og:image:height"]) == tuple(map(str, SIZE))
        assert tags["og:locale"] == "pt_BR"
        assert tags["twitter:card"] == "summary_large_image"

    play(tmp_path, test)


def test_addresses_are_those_that_the_page_was_asked_at(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        for host in ("http://192.168.0.7:8080", "https://canastra.example"):
            tags = await site.tags("/regras/tranca?lang=pt", host)
            assert (tags["og:url"], tags["og:image"]) == (f"{host}/regras/tranca", f"{host}/og.png")
        below = Site(site.server, tmp_path / "web", "/jogo")
        tags = await below.tags("/conta")
        assert (tags["og:url"], tags["og:image"]) == (f"{SITE}/jogo/conta", f"{SITE}/jogo/og.png")

    play(tmp_path, test)


def test_an_invitation_says_who_invites_and_to_what(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        table = (await site.opens())["table"]
        for page in ("convite", "mesa"):
            tags = await site.tags(f"/{page}/{table}")
            assert tags["og:title"] == "Ana convida você para jogar: Buraco"
            assert "Não precisa de cadastro" in tags["og:description"]
        assert (await site.tags(f"/partida/{table}"))["og:title"] == "Buraco: Ana contra –"

    play(tmp_path, test)


def test_what_a_table_will_ask_is_fetched_with_its_page(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        table = (await site.opens())["table"]
        fetched = "; rel=preload; as=fetch; crossorigin"
        assert (await site.get(f"/convite/{table}")).headers["link"] == f"</api/tables/{table}>{fetched}"
        assert (await site.get(f"/mesa/{table}")).headers["link"] == f"</api/rulebooks/buraco>{fetched}"

    play(tmp_path, test)


def test_of_a_private_table_nothing_is_said(tmp_path: Path) -> None:
    """Not even to its opener's browser, nor with an old invitation, which a crawler may follow."""

    async def test(site: Site) -> None:
        card = await site.opens("Segredo", private=True)
        table, invitation = card["table"], card["invitation"]
        for page in ("convite", "mesa", "partida"):
            unknown = (await site.get(f"/{page}/xyz")).text
            for path in (f"/{page}/{table}", f"/{page}/{table}?i={invitation}"):
                for headers in ({}, {"canastra-invitation": invitation, "cookie": card["cookie"]}):
                    answer = await site.get(path, **headers)
                    assert "link" not in answer.headers
                    found = answer.text
                    assert found == unknown.replace("/xyz", f"/{table}")
                    assert invitation not in found
                    assert "Segredo" not in found

    play(tmp_path, test)


HOSTILE = "\"><b>'&lt;</b><script"


def test_names_are_text(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        table = (await site.opens(HOSTILE))["table"]
        page = (await site.get(f"/convite/{table}")).text
        assert Tags(page).found["og:title"].startswith(f"{HOSTILE} convida você")
        assert "<b>" not in page
        assert "<script" not in page
        tags = await site.tags(f"/convite/{table}", "http://x'<b>")
        assert tags["og:url"].endswith(f"/convite/{table}")
        path = "/mesa/%22%3E%3Cscript%3E"
        assert (await site.tags(path))["og:url"] == SITE + path

    play(tmp_path, test)


def test_rules_are_named(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        assert (await site.tags("/regras"))["og:title"] == "As regras de buraco, tranca e canastra"
        assert (await site.tags("/regras/tranca"))["og:title"] == "Tranca: as regras"
        assert (await site.tags("/regras/none"))["og:title"] == "As regras de buraco, tranca e canastra"

    play(tmp_path, test)


def test_a_preview_is_asked_for_each_time_and_kept_if_it_is_the_same(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        table = (await site.opens())["table"]
        first = await site.get(f"/convite/{table}")
        assert first.headers["cache-control"] == "no-cache"
        assert all(first.headers[name] == value for name, value in OF_DOCUMENTS.items())
        again = await site.get(f"/convite/{table}", **{"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        asked = await site.get(f"/convite/{table}", method="HEAD")
        assert (asked.content, asked.headers["content-length"]) == (b"", str(len(first.content)))
        assert (await site.get("/convite/xyz")).headers["etag"] != first.headers["etag"]
        assert (await site.get(f"/convite/{table}", "http://other")).headers["etag"] != first.headers["etag"]
        small = await site.get(f"/convite/{table}", **{"accept-encoding": "br, gzip"})
        assert (small.headers["content-encoding"], small.text) == ("gzip", first.text)
        assert (await site.get(f"/convite/{table}", method="POST")).status_code == 405

    play(tmp_path, test)


SEATS = (
    *(SeatCard("person", f"p{name}", name) for name in ("Ana", "Bia", "Caio")),
    SeatCard("bot", name="Seu Tonico"),
)


def told(page: str, **known: object) -> Preview:
    """The preview of a page about a table of which so much is known."""
    names = {"pt": "Tranca", "en": "Tranca"}
    card: Any = SimpleNamespace(table="t1", rulebook_name=names, opener="pAna", seats=SEATS, **known)

    async def answer(*_: object) -> Any:
        return card

    lobby: Any = SimpleNamespace(queries=SimpleNamespace(card=answer))
    return asyncio.run(Previews(lobby).of(page, "t1"))


def test_a_match_says_who_played_and_how_it_ended() -> None:
    over = told("partida", stage="finished", points=(2040, -130))
    assert over[:3] == ("Tranca: Ana e Caio 2.040, Bia e Seu Tonico −130", "Veja a partida, jogada por jogada.", ())
    assert told("convite", stage="finished", points=(2040, -130))[:2] == over[:2]
    playing = told("partida", stage="playing", points=(500, 0))
    assert playing.title == "Tranca: Ana e Caio contra Bia e Seu Tonico"
    assert over.opening == {"pt": over.title, "en": "Tranca: Ana and Caio 2,040, Bia and Seu Tonico −130"}
    assert playing.opening == {"pt": playing.title, "en": "Tranca: Ana and Caio against Bia and Seu Tonico"}


def test_a_match_is_named_before_its_scripts_come(tmp_path: Path) -> None:
    """As text, in the language of the browser; a table without a match has no such text."""
    names = {"pt": HOSTILE, "en": "Tranca"}
    card: Any = SimpleNamespace(table="t1", rulebook="tranca", rulebook_name=names, opener="pAna", seats=SEATS)
    page = BARE.replace("<body>", '<body><div id="app"></div><p id="opening">Canastra</p>')
    (tmp_path / "index.html").write_text(page, "utf-8")

    async def answer(*_: object) -> Any:
        return card

    lobby: Any = SimpleNamespace(queries=SimpleNamespace(card=answer))
    transport = httpx2.ASGITransport(Starlette(routes=static_routes(read_files(tmp_path), Previews(lobby))))

    async def get(path: str, language: str) -> str:
        async with httpx2.AsyncClient(transport=transport, base_url=SITE) as client:
            return (await client.get(path, headers={"accept-language": language, "accept-encoding": ""})).text

    def body(path: str, language: str) -> str:
        return asyncio.run(get(path, language)).partition("<body>")[2]

    card.stage, card.points = "playing", (0, 0)
    plain = page.partition("<body>")[2]
    match = f"{escape(HOSTILE)}: Ana e Caio contra Bia e Seu Tonico"
    in_portuguese = {body("/mesa/t1", "pt-BR"), body("/partida/t1", "pt-BR")}
    assert in_portuguese == {plain.replace("Canastra", match)}
    assert body("/mesa/t1", "en") == plain.replace("Canastra", "Tranca: Ana and Caio against Bia and Seu Tonico")
    assert body("/", "pt-BR") == plain
    card.stage = "seating"
    assert body("/mesa/t1", "pt-BR") == plain


def test_nobody_waits_for_a_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0)

    async def never(*_: object) -> Any:
        await asyncio.Event().wait()

    lobby: Any = SimpleNamespace(queries=SimpleNamespace(card=never))
    assert asyncio.run(Previews(lobby).of("mesa", "t1")).title == "Um convite para jogar canastra"


def test_tags_are_escaped() -> None:
    tags = head(Preview('a"b', "c<d&e"), "https://x/", "y")
    assert 'content="a&quot;b"' in tags
    assert 'content="c&lt;d&amp;e"' in tags


def test_the_picture_has_the_size_that_is_said_and_is_light() -> None:
    content = (ROOT / "web" / "public" / PICTURE).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == SIZE
    assert len(content) <= 40_000
