"""Requests that another site's page makes a browser send, by a link, a frame or a fetch: the cookie goes along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from canastra.server.settings import Settings
from tests.server.http.http_server import GENEROUS, HOME, Server, listening, problem, run
from tests.server.http.test_programs import reading

OTHER = "https://evil.example"
FRIEND = "https://friend.example"
LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
FOREIGN: list[dict[str, str]] = [
    LINK,
    {**LINK, "sec-fetch-site": "same-site"},
    {**LINK, "sec-fetch-dest": "iframe"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", "origin": OTHER},
    {"origin": "null"},
    {"origin": OTHER},
    {"origin": HOME, "sec-fetch-site": "cross-site, same-origin"},
]


async def at_table(server: Server, **new: object) -> tuple[httpx2.AsyncClient, str]:
    """Ana's browser, and the table on which she sits."""
    ana = await server.guest()
    answer = await ana.post("/api/tables", json={"rulebook": "buraco", **new})
    del ana.headers["origin"]
    return ana, answer.json()["table"]


@pytest.mark.parametrize("headers", [*FOREIGN[:7], {}, {"referer": f"{OTHER}/"}, {**LINK, "sec-fetch-site": "none"}])
def test_a_link_opens_no_stream_in_a_players_name(headers: dict[str, str], tmp_path: Path) -> None:
    """A second stream throws the first out of its seat. Old browsers say nothing of where a link was followed."""

    async def test(server: Server) -> None:
        ana, table = await at_table(server)
        path = f"/api/tables/{table}/stream"
        async with listening(server.app) as address:
            own = await server.far(address, authorization=f"Bearer {next(iter(ana.cookies.jar)).value}")
            async with reading(own, path) as messages:
                assert (await anext(messages))["seat"] == 0
                link = await server.far(address, cookie=_cookies(ana))
                async with link.stream("GET", path, headers=headers) as refused:
                    assert refused.status_code == 403
                    await refused.aread()
                problem(refused, 403, "api_origin")
                answer = await own.post(f"/api/tables/{table}/commands", json={"type": "ready", "id": "r1"})
                assert answer.json()["type"] == "done", "thrown out"
                assert "readied" in json.dumps(await _update(messages))

    run(tmp_path, test)


def _cookies(browser: httpx2.AsyncClient) -> str:
    return "; ".join(f"{each.name}={each.value}" for each in browser.cookies.jar)


async def _update(messages: Any) -> Any:
    async for message in messages:
        assert message["type"] != "closed", message
        if message["type"] == "update":
            return message
    raise AssertionError("the stream has ended")


def test_our_own_page_may_open_a_stream(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ana, table = await at_table(server)
        path = f"/api/tables/{table}/stream"
        async with listening(server.app) as address:
            page = await server.far(address, cookie=_cookies(ana), **{"sec-fetch-site": "same-origin"})
            async with reading(page, path) as messages:
                assert (await anext(messages))["seat"] == 0
            anybody = await server.far(address)
            async with reading(anybody, f"{path}?watch=true") as messages:
                assert (await anext(messages))["seat"] is None

    run(tmp_path, test)


@pytest.mark.parametrize("headers", FOREIGN[:7])
def test_another_site_reads_as_a_stranger(headers: dict[str, str], tmp_path: Path) -> None:
    """A visitor without a session sees the same: sizes, times and statuses reveal nothing of the person."""

    async def test(server: Server) -> None:
        ana, table = await at_table(server, private=True)
        await ana.put("/api/me/mutes/nobody", headers={"origin": HOME})
        assert (await ana.get("/api/me", headers=headers)).json() is None
        for path in ("/api/me/tables", "/api/me/tokens"):
            problem(await ana.get(path, headers=headers), 401, "api_session")
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", f"/api/tables/{table}/replay"):
            problem(await ana.get(path, headers=headers), 404, "lobby_no_table")
        assert (await ana.get("/api/rulebooks", headers=headers)).status_code == 200

    run(tmp_path, test)


@pytest.mark.parametrize(
    "headers",
    [{}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": HOME}, {"origin": FRIEND}],
)
def test_our_pages_read_as_the_person(headers: dict[str, str], tmp_path: Path) -> None:
    """So do a bookmark, an address that was typed, and a browser that says nothing."""

    async def test(server: Server) -> None:
        ana, table = await at_table(server, private=True)
        assert (await ana.get("/api/me", headers=headers)).json()["name"] == "Ana"
        assert (await ana.get(f"/api/tables/{table}", headers=headers)).json()["table"] == table

    run(tmp_path, test, Settings(caps=GENEROUS, origins=(FRIEND,)))
