"""Headers that tell browsers what not to do with an answer, and answers that hold nothing of what was sent."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from canastra.server.http.middleware import HSTS
from canastra.server.settings import Settings
from tests.server.http.http_server import GENEROUS, HOME, Server, listening, run
from tests.server.http.test_tables import playing

HTTPS = HOME.replace("http:", "https:")
PLACES = ("/", "/api/me", "/api/nothing", "/api/rulebooks", "/api/tables/none/record")
SCRIPT = "<script>alert(1)</script>"


def test_no_other_site_frames_embeds_or_holds_an_answer(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        for place in PLACES:
            answer = await client.get(place)
            assert answer.headers["x-frame-options"] == "DENY"
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert answer.headers["cross-origin-opener-policy"] == "same-origin"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("base", "root_path", "sent"), [(HTTPS, "", True), (HOME, "", False), (HTTPS, "/jogos", False)]
)
def test_https_is_asked_for_only_by_https_and_for_a_host_of_our_own(
    base: str, root_path: str, sent: bool, tmp_path: Path
) -> None:
    async def test(server: Server) -> None:
        client = await server.client(base)
        for place in PLACES:
            found = (await client.get(place)).headers.get("strict-transport-security")
            assert found == (HSTS if sent else None)

    run(tmp_path, test, Settings(caps=GENEROUS, root_path=root_path))


def test_what_is_private_is_kept_in_no_cache(tmp_path: Path) -> None:
    """On a shared computer the back button shows nothing of the previous user."""

    async def test(server: Server) -> None:
        ana, table = await playing(server, private=True, clock={"between": 1})
        paths = ("/api/me", "/api/me/tables", f"/api/tables/{table}", f"/api/tables/{table}/record")
        for path in paths:
            answer = await ana.get(path)
            assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store"), path
            assert "etag" not in answer.headers

    run(tmp_path, test)


def test_a_download_is_a_file_and_never_a_page(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, table = await playing(server, clock={"between": 1})
        await ana.patch("/api/me", json={"name": SCRIPT[:24]})
        answer = await ana.get(f"/api/tables/{table}/record", headers={"accept": "text/html"})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-disposition"] == f'attachment; filename="{table}.canastra"'

    run(tmp_path, test)


@pytest.mark.parametrize(
    "path",
    [
        f"/api/{SCRIPT}",
        f"/api/tables/{SCRIPT}",
        f"/api/tables/t1?invitation={SCRIPT}&x={SCRIPT}",
        f"/api/tables?state={SCRIPT}",
        f"/api/words?lang={SCRIPT}",
        f"/api/rulebooks/{SCRIPT}/house",
        f"/{SCRIPT}",
    ],
)
def test_an_error_is_no_page_whatever_was_sent(path: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        answer = await (await server.client()).get(path, headers={"accept": "text/html"})
        assert answer.status_code in (400, 404)
        assert answer.headers["content-type"] == "application/json"
        assert "<script" not in answer.text or answer.status_code == 400

    run(tmp_path, test)


async def raw(address: str, request: bytes) -> tuple[bytes, bytes]:
    """The head and the body of the answer to bytes as they are."""
    host, port = re.fullmatch(r"http://(.+):(\d+)", address).groups()  # type: ignore[union-attr]
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    await writer.drain()
    async with asyncio.timeout(60):
        answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


@pytest.mark.parametrize(
    "target",
    [
        "/api/tables/t%0d%0aX-Evil:%201",
        "/api/tables/t1?invitation=%0d%0aX-Evil:%201",
        "/api/rulebooks/casa%0d%0aX-Evil:%201/house",
        "/api/tables/t%0aX-Evil:%201/record",
        "//evil.example/%2e%2e",
        "/%5cevil.example",
        "/%0d%0aX-Evil:%201",
        "/api//evil.example",
    ],
)
def test_no_path_splits_an_answer_or_leads_elsewhere(target: str, tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async with listening(server.app) as address:
            request = f"GET {target} HTTP/1.1\r\nHost: canastra.example\r\nConnection: close\r\n\r\n"
            head, _ = await raw(address, request.encode())
            assert head.split()[1] in (b"400", b"404")
            assert b"x-evil" not in head.lower()
            assert b"location:" not in head.lower()

    run(tmp_path, test)


FORM = {"origin": "https://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}


@pytest.mark.parametrize(
    "media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
@pytest.mark.parametrize("headers", [FORM, {**FORM, "origin": "null"}, {}])
def test_a_form_of_another_site_changes_nothing(media: str, headers: dict[str, str], tmp_path: Path) -> None:
    """Its body may look like JSON; a form without an Origin comes from a browser of long ago."""

    async def test(server: Server) -> None:
        ana = await server.guest()
        del ana.headers["origin"]
        for path, body in (
            ("/api/tables", b'{"rulebook":"buraco","x":"="}'),
            ("/api/guests", b'{"name":"Eva","x":"="}'),
        ):
            answer = await ana.post(path, content=body, headers={**headers, "content-type": media})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "api_origin")
            assert "set-cookie" not in answer.headers

    run(tmp_path, test)


def test_a_page_that_is_not_allowed_gets_no_leave_by_asking_first(tmp_path: Path) -> None:
    """The answer to the question that browsers ask before a request (CORS)."""

    async def test(server: Server) -> None:
        for origin in ("https://evil.example", "null", HOME + ".evil.example"):
            client = await server.client(origin=origin)
            asking = {"access-control-request-method": "DELETE", "access-control-request-headers": "authorization"}
            answer = await client.options("/api/me", headers=asking)
            assert answer.status_code in (400, 405)
            assert "access-control-allow-origin" not in answer.headers

    run(tmp_path, test)
    run(tmp_path, test, Settings(caps=GENEROUS, origins=("https://friend.example",)))
