"""The client over HTTP: addresses, headers, what browsers keep, what they get compressed."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from starlette.datastructures import Headers

from canastra.messages import text
from canastra.server.app import Server
from canastra.server.http.endpoint import takes
from canastra.server.http.static import FOR_EVER, OF_DOCUMENTS, PAGES, has_already, page_meant, read_files
from canastra.server.replays import answered_apart
from canastra.server.settings import WEB, Settings
from canastra.server.work import Worker

ROUTES = (Path(__file__).parents[3] / "web" / "src" / "routes.ts").read_text("utf-8")
SCRIPT = "export const words = 'monte lixo morto';\n" * 40
CONTENTS = {
    "index.html": "<!doctype html><title>Canastra</title>" + "<p>mesa</p>" * 50,
    "assets/index-AbCd1234.js": SCRIPT,
    "assets/index-AbCd1234.css": "a{}",
    "sw.js": "self.addEventListener('fetch', () => {});\n" * 20,
    "canastra.webmanifest": '{"name": "Canastra"}',
    "icon.svg": "<svg/>",
    "built.txt": "0123",
    "pages.json": '{"mesa": {"pt": ["assets/table-1.js", "assets/table-2.css"], "en": ["assets/en-3.js"]}}',
    ".hidden": "no",
    ".git/config": "no",
    "notes.unheard-of": "bytes",
}
PATHS = [page.replace("{id}", "AbC.1_2-3") for page in PAGES]
VISIT = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class Asking:
    """Requests to a server that runs without a network."""

    def __init__(self, folder: Path, web: Path | None) -> None:
        self.composed = Server(Settings(database=folder / "a.db", bot_processes=0, web=web, metrics="off"))

    def __call__(self, path: str, method: str = "GET", **headers: str) -> httpx2.Response:
        sent = {"Accept-Encoding": "", **{name.replace("_", "-"): value for name, value in headers.items()}}

        async def ask() -> httpx2.Response:
            transport = httpx2.ASGITransport(app=self.composed.app, raise_app_exceptions=False)
            async with httpx2.AsyncClient(transport=transport, base_url="http://canastra.example") as client:
                return await client.request(method, path, headers=sent)

        return asyncio.run(ask())

    async def close(self) -> None:
        """End the parts that were begun."""
        await self.composed.replays.close()
        await self.composed.database.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    web = tmp_path / "web"
    for name, content in CONTENTS.items():
        path = web / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    (web / "icon-192.png").write_bytes(b"\x89PNG" * 100)
    (web / "index.html.br").write_bytes(b"smaller, so to")
    (web / "alone.br").write_bytes(b"of nothing")
    return web


def asking(tmp_path: Path, web: Path | None) -> Iterator[Asking]:
    found = Asking(tmp_path, web)
    yield found
    asyncio.run(found.close())


@pytest.fixture
def ask(tmp_path: Path, folder: Path) -> Iterator[Asking]:
    yield from asking(tmp_path, folder)


@pytest.fixture
def ask_unbuilt(tmp_path: Path) -> Iterator[Asking]:
    (tmp_path / "empty").mkdir()
    yield from asking(tmp_path, tmp_path / "empty")


@pytest.fixture
def ask_without(tmp_path: Path) -> Iterator[Asking]:
    yield from asking(tmp_path, None)


@pytest.mark.parametrize("path", PATHS)
def test_each_address_of_the_client_is_its_page(path: str, ask: Asking) -> None:
    answer = ask(f"{path}?i=ABC")
    assert (answer.status_code, answer.text) == (200, CONTENTS["index.html"])
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", PATHS[1:])
def test_capitals_and_a_slash_at_the_end_lead_to_the_page(path: str, ask: Asking) -> None:
    """Of an id only the slash goes: its capitals are its own."""
    for typed in (f"{path}/", f"{path}//", f"/{path[1:].capitalize().replace('abc.1_2-3', 'AbC.1_2-3')}"):
        for method in ("GET", "HEAD"):
            answer = ask(f"{typed}?i=ABC", method)
            assert (answer.status_code, answer.headers["location"]) == (308, f"{path}?i=ABC")
    assert ask(f"{path}/", "POST").status_code == 404


@pytest.mark.parametrize(
    "path", ["/nada/", "/mesa/", "/Mesa", "/mesa//", "/mesa/a/b/", "/Placar/a%2Fb/", "/Index.html"]
)
def test_no_other_address_leads_to_a_page(path: str, ask: Asking) -> None:
    assert ask(path).status_code == 404


@pytest.mark.parametrize("path", ["", "/", "//", "//torneios", "//evil.example/", "///mesa/a"])
def test_no_path_leads_to_another_server(path: str) -> None:
    assert page_meant(path) == ""


def test_who_comes_to_a_match_finds_its_replay_about_to_be_made(ask: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr(Worker, "warm", lambda worker, function: begun.append(function))
    for path in ("/", "/mesa/AbC", "/partida", "/api/tables"):
        ask(path)
    assert begun == []
    ask("/partida/AbC")
    assert begun == [answered_apart]


def test_the_client_has_the_same_addresses() -> None:
    alone = re.findall(r"^  '?(\w*)'?: \{ page: '", ROUTES, re.MULTILINE)
    with_id = re.search(r"\^\(([a-z|]+)\)\\/", ROUTES)
    parts = re.search(r"\(\?:\\/\(([a-z|]+)\)\)\?", ROUTES)
    assert with_id
    assert parts
    tournament = "/torneio/{id}"
    assert sorted(PAGES) == sorted(
        [
            *(f"/{name}" for name in alone),
            *(f"/{name}/{{id}}" for name in with_id[1].split("|")),
            *(tournament, *(f"{tournament}/{part}" for part in parts[1].split("|"))),
        ]
    )


def test_hashed_files_are_kept_for_ever(ask: Asking) -> None:
    answer = ask("/assets/index-AbCd1234.js")
    assert answer.text == SCRIPT
    assert answer.headers["cache-control"] == FOR_EVER == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert ask("/icon.svg").headers["cache-control"] == "public, max-age=86400"
    for path in ("/", "/sw.js", "/icon-192.png", "/canastra.webmanifest"):
        assert ask(path).headers["cache-control"] == "no-cache"


def test_types_of_files(ask: Asking) -> None:
    types = {
        "/assets/index-AbCd1234.css": "text/css; charset=utf-8",
        "/sw.js": "text/javascript; charset=utf-8",
        "/canastra.webmanifest": "application/manifest+json",
        "/icon.svg": "image/svg+xml",
        "/icon-192.png": "image/png",
        "/notes.unheard-of": "application/octet-stream",
    }
    assert {path: ask(path).headers["content-type"] for path in types} == types


@pytest.mark.parametrize(
    "path",
    [
        "/favicon.ico",
        "/assets/index-00000000.js",
        "/assets/",
        "/assets",
        "/built.txt",
        "/.hidden",
        "/.git/config",
        "/index.html/",
        "/mesa",
        "/nothing",
        "/%2e%2e/a.db",
        "/assets/%2e%2e/built.txt",
        "/assets/..%2fbuilt.txt",
        "/metrics",
    ],
)
def test_what_is_not_there(path: str, ask: Asking) -> None:
    answer = ask(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "api_not_found"
    assert "cache-control" not in answer.headers or "immutable" not in answer.headers["cache-control"]


def test_whoever_looks_at_a_wrong_address_gets_the_page_that_says_so(ask: Asking) -> None:
    for path in ("/nothing", "/mesa", "/nothing/", "/mesa/a/b"):
        answer = ask(path, **VISIT)
        assert (answer.status_code, answer.text) == (404, CONTENTS["index.html"])
    for path in ("/api/nothing", "/assets/nothing.js"):
        assert ask(path, **VISIT).json()["error"]["code"] == "api_not_found"
    again = ask("/nothing", If_None_Match=ask("/").headers["etag"], **VISIT)
    assert again.status_code == 404


def test_links_that_lead_out_of_the_folder_are_not_followed(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "secret").write_text("no", "utf-8")
    (folder / "out.txt").symlink_to(tmp_path / "secret")
    (folder / "in.txt").symlink_to(folder / "icon.svg")
    files = read_files(folder)
    assert "/out.txt" not in files
    assert files["/in.txt"].body == b"<svg/>"


@pytest.mark.parametrize("path", ["/", "/mesa/x", "/sw.js", "/assets/index-AbCd1234.js", "/icon.svg", "/nothing"])
def test_headers_that_keep_others_out(path: str, ask: Asking) -> None:
    headers = ask(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    types = {
        "require-trusted-types-for": "'script'",
        "trusted-types": "svelte-trusted-html canastra-worker",
    }
    is_document = headers["content-type"].startswith("text/html")
    assert is_document or path not in ("/", "/mesa/x")
    assert policy == (types if is_document else {}) | {
        "default-src": "'self'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'self'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    for feature in ("camera", "microphone", "geolocation", "payment", "usb"):
        assert (f"{feature}=()" in headers.get("permissions-policy", "")) is is_document
    assert all(len(headers.get_list(name)) == 1 for name in OF_DOCUMENTS if is_document)


def test_the_interface_keeps_its_own_policy(ask: Asking) -> None:
    assert ask("/api/nothing").headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"


def test_text_goes_out_compressed_to_whoever_takes_it(ask: Asking) -> None:
    plain, zipped = ask("/assets/index-AbCd1234.js"), ask("/assets/index-AbCd1234.js", Accept_Encoding="br, gzip")
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert int(zipped.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), 9)) < len(SCRIPT) / 4
    assert zipped.text == plain.text == SCRIPT
    assert zipped.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert zipped.headers["etag"] != plain.headers["etag"]


def test_what_the_build_compressed_better_goes_out_so(ask: Asking) -> None:
    answer = ask("/", "HEAD", Accept_Encoding="gzip, deflate, br")
    assert (answer.headers["content-encoding"], answer.headers["content-length"]) == ("br", "14")
    assert answer.headers["vary"] == "Accept-Encoding"
    other = ask("/", Accept_Encoding="gzip, br;q=0")
    assert (other.headers["content-encoding"], other.text) == ("gzip", CONTENTS["index.html"])
    assert other.headers["etag"] != answer.headers["etag"]


def test_a_page_says_at_once_what_it_will_need(ask: Asking) -> None:
    link = "</assets/table-1.js>; rel=modulepreload, </assets/table-2.css>; rel=preload; as=style; crossorigin"
    found = ask("/mesa/AbC")
    assert found.headers["link"] == link
    assert "Accept-Language" in found.headers["vary"]
    for path in ("/", "/conta", "/regras", "/sw.js", "/assets/index-AbCd1234.js"):
        assert "link" not in ask(path).headers
    assert ask("/pages.json").status_code == 404


@pytest.mark.parametrize(
    ("tags", "file"),
    [
        ("en-US,en;q=0.9", "en-3"),
        ("fr, en;q=0.7, pt;q=0.3", "en-3"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "table-1"),
        ("fr", "table-1"),
        ("*;;,", "table-1"),
    ],
)
def test_words_are_those_of_the_language_that_the_client_will_speak(tags: str, file: str, ask: Asking) -> None:
    """As web/src/lib/settings/choices.ts chooses it."""
    assert file in ask("/mesa/AbC", Accept_Language=tags).headers["link"]


def test_a_page_of_rules_has_its_rules_fetched_with_it(ask: Asking) -> None:
    words = "</api/rulebooks/tranca/words?lang=en>; rel=preload; as=fetch; crossorigin"
    found = ask("/regras/tranca", Accept_Language="en").headers["link"]
    assert found == f"</api/rulebooks/tranca>; rel=preload; as=fetch; crossorigin, {words}"
    assert "link" not in ask("/regras/nenhuma").headers


def test_a_compressed_form_is_no_file_of_its_own(ask: Asking) -> None:
    assert ask("/index.html.br").status_code == 404
    assert ask("/alone.br").status_code == 200


@pytest.mark.parametrize("path", ["/icon-192.png", "/assets/index-AbCd1234.css"])
def test_what_gets_no_smaller_is_left_as_it_is(path: str, ask: Asking) -> None:
    answer = ask(path, Accept_Encoding="gzip")
    assert "content-encoding" not in answer.headers
    assert "vary" not in answer.headers


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        (None, False),
        ("", False),
        ("identity", False),
        ("gzip", True),
        ("GZIP ; q=0.5", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("gzip;q=0", False),
        ("gzip;q=0.000, br", False),
        ("*", True),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("notgzip", False),
    ],
)
def test_who_takes_gzip(accepted: str | None, taken: bool) -> None:
    assert takes(Headers({} if accepted is None else {"Accept-Encoding": accepted}), "gzip") is taken


@pytest.mark.parametrize("path", ["/", "/assets/index-AbCd1234.js", "/icon-192.png"])
@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_what_a_browser_has_is_not_sent_again(path: str, encoding: str, ask: Asking) -> None:
    first = ask(path, Accept_Encoding=encoding)
    again = ask(path, Accept_Encoding=encoding, If_None_Match=f'"x", W/{first.headers["etag"]}')
    assert (again.status_code, again.content) == (304, b"")
    for name in ("etag", "cache-control", "vary", "content-security-policy"):
        assert again.headers.get(name) == first.headers.get(name)
    assert ask(path, Accept_Encoding=encoding, If_None_Match='"x"').status_code == 200


def test_tags_in_any_form() -> None:
    for known, same in (('"a"', True), ("*", True), ('W/"a"', True), ('"b", "a"', True), ('"b"', False), ("a", False)):
        assert has_already(Headers({"If-None-Match": known}), '"a"') is same
    assert not has_already(Headers({}), '"a"')


@pytest.mark.parametrize("path", ["/", "/assets/index-AbCd1234.js", "/icon-192.png", "/nothing"])
@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_head_is_get_without_the_content(path: str, encoding: str, ask: Asking) -> None:
    whole, head = (ask(path, method, Accept_Encoding=encoding) for method in ("GET", "HEAD"))
    assert head.status_code == whole.status_code
    assert head.headers == whole.headers
    assert head.content == b"" or path == "/nothing"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_done_to_pages(method: str, ask: Asking) -> None:
    for path in ("/", "/mesa/x", "/sw.js"):
        answer = ask(path, method)
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
    assert ask("/nothing", method, **VISIT).status_code == 404


def test_one_version_is_served_whatever_is_built_meanwhile(ask: Asking, folder: Path) -> None:
    (folder / "index.html").write_text("other", "utf-8")
    (folder / "assets" / "index-AbCd1234.js").unlink()
    assert ask("/").text == CONTENTS["index.html"]
    assert ask("/assets/index-AbCd1234.js").text == SCRIPT


def test_an_unbuilt_client_is_said_in_a_sentence(ask_unbuilt: Asking) -> None:
    for path in ("/", "/mesa/x"):
        answer = ask_unbuilt(path, **VISIT)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/plain; charset=utf-8")
        assert answer.text.splitlines() == [text("serve_unbuilt", "pt"), text("serve_unbuilt", "en")]
    assert ask_unbuilt("/nothing", **VISIT).json()["error"]["code"] == "api_not_found"
    assert ask_unbuilt("/healthz").status_code == 200


def test_a_server_without_pages(ask_without: Asking) -> None:
    for path in ("/", "/mesa/x", "/sw.js"):
        assert ask_without(path, **VISIT).json()["error"]["code"] == "api_not_found"
    assert ask_without("/healthz").status_code == 200


def test_the_packages_own_client_is_the_default() -> None:
    assert Settings().web == WEB
    assert (WEB.parent / "server" / "settings.py").is_file()
