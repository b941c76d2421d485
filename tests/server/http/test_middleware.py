"""The middleware before every route: origins, headers, limits, the one form of errors."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from unittest.mock import patch

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from canastra.server.http import COOKIE, OPERATIONS, application
from canastra.server.http.middleware import PIECE, Guard
from canastra.server.http.rate_limits import RateLimits
from canastra.server.limits import Rate
from canastra.server.settings import Settings
from canastra.server.users import Users
from tests.server.http.http_server import GENEROUS, HOME, Server, problem, run

OTHER = "https://evil.example"
FRIEND = "https://friend.example"
WITH_FRIEND = Settings(caps=GENEROUS, origins=(FRIEND,))


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"origin": HOME}, True),
        ({"origin": FRIEND}, True),
        ({"origin": OTHER}, False),
        ({"origin": "null"}, False),
        ({"origin": HOME.replace("http:", "https:")}, False),
        ({"origin": f"{HOME}:8080"}, False),
        ({"origin": f"{HOME}.evil.example"}, False),
        ({"origin": ""}, False),
        ({"origin": OTHER, "sec-fetch-site": "same-origin"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({}, False),
    ],
)
@pytest.mark.parametrize("method", ["POST", "PATCH", "PUT", "DELETE"])
def test_a_cookie_counts_only_from_our_own_pages(
    method: str, headers: dict[str, str], allowed: bool, tmp_path: Path
) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        bia = (await (await server.guest("Bia")).get("/api/me")).json()["player"]
        del browser.headers["origin"]
        asked = {
            "POST": ("/api/tables", {"rulebook": "buraco"}),
            "PATCH": ("/api/me", {"name": "Eva"}),
            "PUT": (f"/api/me/mutes/{bia}", None),
            "DELETE": ("/api/session", None),
        }
        path, body = asked[method]
        answer = await browser.request(method, path, json=body, headers=headers)
        if allowed:
            assert answer.is_success, answer.text
        else:
            problem(answer, 403, "api_origin")
            me = (await browser.get("/api/me")).json()
            assert (me["name"], me["muted"]) == ("Ana", [])
            assert (await browser.get("/api/me/tables")).json()["tables"] == []

    run(tmp_path, test, WITH_FRIEND)


def test_a_program_may_come_from_anywhere(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        program = await server.program()
        for headers in ({}, {"origin": OTHER}, {"sec-fetch-site": "cross-site"}):
            answer = await program.patch("/api/me", json={"name": "Eva"}, headers=headers)
            assert answer.status_code == 200

    run(tmp_path, test)


def test_a_dead_cookie_needs_the_origin_too(tmp_path: Path) -> None:
    """Otherwise its answer would tell another site whether the user is signed in."""

    async def test(server: Server) -> None:
        client = await server.client(cookie=f"{COOKIE}=nobodys")
        problem(await client.post("/api/guests", json={"name": "Ana"}), 403, "api_origin")

    run(tmp_path, test)


def test_another_sites_page_signs_nobody_in(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        await server.account("ana.luiza", "um segredo longo")
        client = await server.client(origin=OTHER)
        body = {"login": "ana.luiza", "password": "um segredo longo"}
        problem(await client.post("/api/session", json=body), 403, "api_origin")
        problem(await client.post("/api/guests", json={"name": "Ana"}), 403, "api_origin")
        assert not client.cookies

    run(tmp_path, test)


@pytest.mark.parametrize(
    "media", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx"]
)
def test_a_body_has_to_be_json(media: str, tmp_path: Path) -> None:
    """A page of another site may send the others without asking."""

    async def test(server: Server) -> None:
        browser = await server.guest()
        headers = {"content-type": media} if media else {}
        answer = await browser.patch("/api/me", content=b'{"name":"Eva"}', headers=headers)
        problem(answer, 415, "api_media")
        program = await server.program()
        assert (await program.patch("/api/me", content=b'{"name":"Eva"}', headers=headers)).status_code == 200
        named = await browser.patch(
            "/api/me", content=b"{}", headers={"content-type": "Application/JSON; charset=utf-8"}
        )
        assert named.status_code == 200

    run(tmp_path, test)


def test_pages_of_friends_may_read_answers(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        asking = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}
        friend, other = await server.client(origin=FRIEND), await server.client(origin=OTHER)
        answer = await friend.options("/api/tables", headers=asking)
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == FRIEND
        assert answer.headers["access-control-allow-credentials"] == "true"
        assert (await friend.get("/api/rulebooks")).headers["access-control-allow-origin"] == FRIEND
        for refused in (await other.options("/api/tables", headers=asking), await other.get("/api/rulebooks")):
            assert "access-control-allow-origin" not in refused.headers
            assert refused.headers["x-content-type-options"] == "nosniff"

    run(tmp_path, test, WITH_FRIEND)


async def everything(client: httpx2.AsyncClient) -> AsyncIterator[httpx2.Response]:
    yield await client.get("/api/rulebooks")
    yield await client.get("/api/openapi.json")
    yield await client.get("/api/tables/none")
    yield await client.get("/api/nothing")
    yield await client.put("/api/me")
    yield await client.post("/api/guests", content=b"{", headers={"content-type": "application/json"})


def test_every_answer_has_the_headers(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        async for answer in everything(client):
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
            assert answer.headers["cache-control"] == "no-store"
        outside = await client.get("/")
        assert outside.headers["content-security-policy"] == "frame-ancestors 'none'"
        assert "cache-control" not in outside.headers

    run(tmp_path, test)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api",
        "/api/",
        "/api/nothing",
        "/api//tables",
        "/api/tables/",
        "/api/me/",
        "/api/tables/a b",
        "/api/tables/%00",
        "/api/tables/%0A",
        "/api/tables/abc%0A",
        "/api/tables/%ff%fe",
        "/api/tables/..%2f..%2fetc",
        "/api/tables/" + "a" * 65,
        "/api/tables/mesa/bots",
        "/api/players/<b>",
        "/api/rulebooks/Tranca/house",
    ],
)
def test_what_is_no_address_is_a_json_404(path: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        answer = await (await server.client()).get(path)
        if path.endswith("/bots"):
            problem(answer, 405, "api_method")
        else:
            problem(answer, 404, "api_not_found")

    run(tmp_path, test)


@pytest.mark.parametrize("seat", ["-1", "4", "01e", "1.0", "01", "+1", " 1", "x", "%31%0a", "99999999999999999999999"])
def test_seats_are_small_numbers(seat: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        problem(await (await server.guest()).put(f"/api/tables/mesa/seats/{seat}"), 404, "api_not_found")

    run(tmp_path, test)


def test_other_methods_are_named(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        answer = await client.request("BREW", "/api/me")
        error = problem(answer, 405, "api_method")
        assert answer.headers["allow"] == "DELETE, GET, HEAD, PATCH"
        assert answer.headers["allow"] in error["en"]
        answer = await client.head("/api/rulebooks")
        assert (answer.status_code, answer.content) == (200, b"")

    run(tmp_path, test)


def test_pages_beside_the_interface_stand_nowhere_in_it(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>canastra</p>")
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "me").write_text("not me")
    web = Mount("/", StaticFiles(directory=tmp_path, html=True))

    async def test(server: Server) -> None:
        server.app = application(server.context, [web])
        client = await server.client()
        page = await client.get("/")
        assert (page.status_code, page.text) == (200, "<p>canastra</p>")
        assert page.headers["x-content-type-options"] == "nosniff"
        problem(await client.get("/nothing"), 404, "api_not_found")
        problem(await client.post("/"), 405, "api_method")
        assert (await client.get("/api/me")).json() is None
        problem(await client.put("/api/me"), 405, "api_method")
        for method in ("GET", "PUT", "BREW"):
            problem(await client.request(method, "/api/nothing"), 404, "api_not_found")

    run(tmp_path, test)


def test_unknown_parameters_are_refused(tmp_path: Path) -> None:
    """By every route: they are seen before anything is looked up."""
    paths = sorted({each.path for each in OPERATIONS if each.method == "GET"})
    queries = ["nothing=1", "Limit=2", "after=a&after=b", "%00=1", "=", "state=closed"]

    async def test(server: Server) -> None:
        client = await server.account()
        names = {"table": "mesa", "player": "ana", "rulebook": "buraco", "analysis": "nenhuma", "tournament": "a" * 16}
        names |= {"file": "events.jsonl", "print": "standings"}
        for path, query in product(paths, queries):
            answer = await client.get(f"{path.format(**names)}?{query}")
            assert answer.status_code == 400, (path, query)
            problem(answer, 400, "api_query")

    run(tmp_path, test)


async def chunks(size: int) -> AsyncIterator[bytes]:
    for _ in range(size // 1024):
        yield b" " * 1024


@pytest.mark.limit("body")
def test_a_body_has_a_limit(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        headers = {"content-type": "application/json"}
        for size, status in ((64 * 1024 - 2, 200), (64 * 1024 - 1, 413), (1024 * 1024, 413)):
            answer = await browser.patch("/api/me", content=b" " * size + b"{}", headers=headers)
            assert answer.status_code == status
        problem(await browser.patch("/api/me", content=chunks(128 * 1024), headers=headers), 413, "api_body")
        lying = {**headers, "content-length": "2"}
        problem(await browser.patch("/api/me", content=chunks(128 * 1024), headers=lying), 413, "api_body")

    run(tmp_path, test)


@pytest.mark.limit("hello")
def test_a_slow_body_is_not_waited_for(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        never = asyncio.Event()

        async def slowly() -> AsyncIterator[bytes]:
            yield b"{"
            await never.wait()

        browser = await server.guest()
        headers = {"content-type": "application/json"}
        problem(await browser.patch("/api/me", content=slowly(), headers=headers), 408, "api_slow")

    run(tmp_path, test, Settings(caps=GENEROUS, hello=0.01))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b"[" * 20_000,
        b'{"name":' * 8_000,
        b'{"name":"Eva","name2":1}',
        b'{"name":1}',
        b'{"name":"\\ud800"}',
        b'{"name":"' + b"a" * 61 + b'"}',
        b'{"name":"Eva","token":"yes"}',
        b'{"name":"Eva","language":"fr"}',
    ],
)
def test_a_bad_body_is_a_400(body: bytes, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.browser()
        answer = await browser.post("/api/guests", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] in ("protocol_not_json", "protocol_invalid")
        assert COOKIE not in answer.headers.get("set-cookie", "")

    run(tmp_path, test)


@pytest.mark.limit("requests_of_address")
def test_an_address_has_a_limit(tmp_path: Path) -> None:
    settings = Settings(caps=replace(GENEROUS, requests_of_address=Rate(3, 0.5)))

    async def test(server: Server) -> None:
        client, other = await server.client(), await server.client()
        for path in ("/api/rulebooks", "/api/nothing", "/api/tables"):
            assert (await client.get(path)).status_code != 429
        answer = await client.get("/api/rulebooks")
        problem(answer, 429, "api_rate")
        assert answer.headers["retry-after"] == "2"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert (await client.get("/")).status_code == 404
        assert (await other.get("/api/rulebooks")).status_code == 200
        server.clock.now = 2.0
        assert (await client.get("/api/rulebooks")).status_code == 200
        assert (await client.get("/api/rulebooks")).status_code == 429

    run(tmp_path, test, settings)


@pytest.mark.limit("requests_of_site")
def test_a_site_has_a_limit_whatever_its_addresses(tmp_path: Path) -> None:
    settings = Settings(caps=replace(GENEROUS, requests_of_site=Rate(3, 0.5)))

    async def test(server: Server) -> None:
        async def asked(host: str) -> httpx2.Response:
            transport = httpx2.ASGITransport(server.app, client=(host, 5000))
            async with httpx2.AsyncClient(transport=transport, base_url="http://canastra.example") as client:
                return await client.get("/api/rulebooks")

        for number in range(3):
            assert (await asked(f"2001:db8:1:{number}::1")).status_code == 200
        problem(await asked("2001:db8:1:9::1"), 429, "api_rate")
        assert (await asked("2001:db8:2::1")).status_code == 200

    run(tmp_path, test, settings)


@pytest.mark.limit("requests_of_session")
def test_a_session_has_a_limit_wherever_it_comes_from(tmp_path: Path) -> None:
    settings = Settings(caps=replace(GENEROUS, requests_of_session=Rate(2, 1)))

    async def test(server: Server) -> None:
        program, other = await server.program(), await server.program()
        elsewhere = await server.client(authorization=program.headers["authorization"])
        assert (await program.get("/api/me")).status_code == 200
        assert (await elsewhere.get("/api/me")).status_code == 200
        problem(await elsewhere.get("/api/me"), 429, "api_rate")
        assert (await other.get("/api/me")).status_code == 200

    run(tmp_path, test, settings)


@pytest.mark.limit("guests_of_address")
def test_new_guests_of_an_address_have_a_limit(tmp_path: Path) -> None:
    settings = Settings(caps=replace(GENEROUS, guests_of_address=Rate(2, 1 / 60)))

    async def test(server: Server) -> None:
        browser = await server.browser()
        for _ in range(2):
            assert (await browser.post("/api/guests", json={"name": "Ana"})).status_code == 201
        answer = await browser.post("/api/guests", json={"name": "Ana"})
        problem(answer, 429, "api_rate")
        assert answer.headers["retry-after"] == "60"
        assert (await (await server.browser()).post("/api/guests", json={"name": "Bia"})).status_code == 201

    run(tmp_path, test, settings)


class BoomError(Exception):
    """A fault whose words are secret."""


def test_a_fault_says_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def broken(*_: object, **__: object) -> None:
        raise BoomError("AS KD secret")

    async def test(server: Server) -> None:
        browser = await server.guest()
        with patch.object(Users, "me", broken):
            answer = await browser.get("/api/me?")
        problem(answer, 500, "api_fault")
        assert "secret" not in answer.text
        assert answer.headers["cache-control"] == "no-store"
        assert (await browser.get("/api/me")).status_code == 200

    run(tmp_path, test)
    faults = [record for record in caplog.records if "event=fault" in record.getMessage()]
    assert [record.getMessage() for record in faults] == ["event=fault error=BoomError method=GET route=/api/me"]
    assert all(record.exc_info is None for record in caplog.records)
    assert "secret" not in caplog.text
    assert "Traceback" not in caplog.text


def test_a_fault_outside_the_routes_ends_there_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(*_: object) -> None:
        raise BoomError("secret")

    async def test(server: Server) -> None:
        client = await server.client()
        assert isinstance(server.app, Starlette)
        with patch.object(server.app.router, "middleware_stack", broken):
            problem(await client.get("/api/me"), 500, "api_fault")

    run(tmp_path, test)
    assert "error=BoomError" in caplog.text
    assert "secret" not in caplog.text


def test_a_draining_server_asks_to_come_back(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        browser = await server.guest()
        await server.drain()
        answer = await browser.post("/api/tables", json={"rulebook": "buraco"})
        problem(answer, 503, "api_unavailable")
        assert answer.headers["retry-after"] == "2"

    run(tmp_path, test)


@pytest.mark.limit("files_of_address")
def test_files_are_for_everybody_and_health_is_always_told(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        assert [(await client.get("/x")).status_code for _ in range(3)] == [404, 404, 429]
        problem(await client.get("/y"), 429, "api_rate")
        assert (await client.get("/healthz")).status_code == 404  # This application has no such page.
        assert (await client.get("/api/rulebooks")).status_code == 200
        assert (await (await server.client()).get("/x")).status_code == 404

    run(tmp_path, test, Settings(caps=replace(GENEROUS, files_of_address=Rate(2, 1e-9))))


@pytest.mark.parametrize("size", [0, 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 1, 5 * PIECE - 1])
def test_a_large_answer_is_handed_on_in_pieces(size: int) -> None:
    body, sent = os.urandom(size), []

    async def main() -> None:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await Response(body)(scope, receive, send)

        async def note(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {}

        scope = {"type": "http", "scheme": "http", "method": "GET", "path": "/x", "headers": []}
        await Guard(app, RateLimits(GENEROUS, lambda: 0.0))(scope, receive, note)

    asyncio.run(main())
    pieces = [message["body"] for message in sent[1:]]
    assert b"".join(pieces) == body
    assert max(map(len, pieces)) <= PIECE
    assert [message.get("more_body", False) for message in sent[1:]] == [True] * (len(pieces) - 1) + [False]
