"""The HTTP side of the client: its requests, its reading of answers, and a method for each route of the server."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import httpx2
import pytest

from canastra.client import Client, ClientError, api, server_url
from canastra.engine import NextDealer
from canastra.protocol import encode
from canastra.protocol.commands import Ready
from canastra.protocol.messages import Done, Pong
from canastra.protocol.moderation import ActDone, Notices, Warn
from canastra.protocol.people import History, Me, Profile, RecoveryCode, Report, TokenCard, Tokens
from canastra.protocol.replays import AnalysisCard, ReplayCard
from canastra.protocol.tables import ClockTerms, NewTable, RulebookCard, Rulebooks, Seated, TableCard, TalkTerms
from canastra.protocol.tables import Tables as TablePage
from canastra.protocol.words import RulebookWords, Words
from canastra.server.http import OPERATIONS

ME = Me("p1", "Ana", "guest", "pt", token="new")
CARD = TableCard(
    table="m-1",
    rulebook="buraco",
    rulebook_name={"pt": "Buraco", "en": "Buraco"},
    house=False,
    stage="seating",
    seats=(),
    target=2000,
    clock=ClockTerms(),
    undo=True,
    hints=True,
    private=False,
    watch=True,
    talk=TalkTerms(),
    next_dealer=NextDealer.NEXT_SEAT,
    lots=False,
    opened=1,
    opener="p1",
)
BOOK = RulebookCard("casa", 1, "ab", {"pt": "Casa", "en": "House"}, 4, 2000, {})
REPLAY = ReplayCard({}, ("Ana", "Bia"), BOOK, 2000, (0, 0), (), (0, 0), False, None, None)
ANALYSIS = AnalysisCard("a7", "running", 0, 3, 40)
IN_WORDS = RulebookWords("casa", "pt", "Casa", (), (), (), ())
TOKEN = TokenCard("k1", "robô", 5)
Call = Callable[[Client], Awaitable[Any]]
CALLS: list[tuple[str, str, Call, object, object]] = [
    (
        "POST /api/guests",
        "",
        lambda c: c.account.guest("Ana"),
        ME,
        {"name": "Ana", "language": "pt", "token": True, "admission": None},
    ),
    (
        "POST /api/accounts",
        "",
        lambda c: c.account.create("ana", "12345678"),
        ME,
        {"login": "ana", "password": "12345678"},
    ),
    (
        "POST /api/session",
        "",
        lambda c: c.account.sign_in("ana", "12345678"),
        ME,
        {"login": "ana", "password": "12345678", "token": True},
    ),
    ("DELETE /api/session", "", lambda c: c.account.sign_out(), None, None),
    ("GET /api/me", "", lambda c: c.account.me(), ME, None),
    ("PATCH /api/me", "", lambda c: c.account.change("Bia"), ME, {"name": "Bia", "language": None, "animal": None}),
    ("DELETE /api/me", "", lambda c: c.account.delete(), None, None),
    ("DELETE /api/me", "", lambda c: c.account.delete("12345678"), None, {"password": "12345678"}),
    ("POST /api/me/password", "", lambda c: c.account.change_password("a", "b"), ME, {"old": "a", "new": "b"}),
    (
        "POST /api/recovery",
        "",
        lambda c: c.account.recover("ana", "7K3QM", "12345678"),
        ME,
        {"login": "ana", "code": "7K3QM", "password": "12345678", "token": True},
    ),
    (
        "POST /api/me/recovery",
        "",
        lambda c: c.account.new_recovery_code("12345678"),
        RecoveryCode("7K3QM", 5),
        {"password": "12345678"},
    ),
    ("GET /api/me/tokens", "", lambda c: c.tokens.list(), Tokens((TOKEN,)), None),
    ("POST /api/me/tokens", "", lambda c: c.tokens.create("robô"), TOKEN, {"label": "robô"}),
    ("DELETE /api/me/tokens/k1", "", lambda c: c.tokens.revoke("k1"), None, None),
    ("PUT /api/me/mutes/p2", "", lambda c: c.players.mute("p2"), None, None),
    ("DELETE /api/me/mutes/p2", "", lambda c: c.players.mute("p2", False), None, None),
    ("PUT /api/me/blocks/p2", "", lambda c: c.players.block("p2"), None, None),
    ("DELETE /api/me/blocks/p2", "", lambda c: c.players.block("p2", False), None, None),
    (
        "POST /api/reports",
        "",
        lambda c: c.players.report(Report("p2", "abuse")),
        None,
        {"player": "p2", "reason": "abuse", "table": None, "text": ""},
    ),
    (
        "POST /api/admin",
        "",
        lambda c: c.players.moderate(Warn("p2", "xingou")),
        ActDone(7),
        {"type": "warn", "player": "p2", "why": "xingou"},
    ),
    ("GET /api/me/notices", "", lambda c: c.account.notices(), Notices((), "a@mesa.example"), None),
    ("DELETE /api/me/warnings/4", "", lambda c: c.account.acknowledge(4), None, None),
    ("GET /api/players/p2", "", lambda c: c.players.profile("p2"), Profile("p2", "Bia", "guest", 5), None),
    ("GET /api/players/p2/matches", "before=7", lambda c: c.players.history("p2", "7"), History(()), None),
    ("GET /api/rulebooks", "", lambda c: c.rulebooks.list(), Rulebooks((BOOK,), (), (), ()), None),
    ("GET /api/rulebooks/casa", "", lambda c: c.rulebooks.card("casa"), BOOK, None),
    ("GET /api/rulebooks/casa/house", "", lambda c: c.rulebooks.house_file("casa"), 'id = "casa"', None),
    (
        "GET /api/tables",
        "state=running&after=x",
        lambda c: c.tables.list("running", None, "x"),
        TablePage((CARD,)),
        None,
    ),
    ("GET /api/me/tables", "", lambda c: c.tables.mine(), TablePage(()), None),
    ("GET /api/tables/m-1", "", lambda c: c.tables.card("m-1", "s3"), CARD, None),
    ("DELETE /api/tables/m-1", "", lambda c: c.tables.close("m-1"), None, None),
    ("PUT /api/tables/m-1/seats/2", "", lambda c: c.tables.take_seat("m-1", 2), Seated("m-1", 2), {"invitation": None}),
    ("DELETE /api/tables/m-1/seats/mine", "", lambda c: c.tables.leave_seat("m-1"), None, None),
    (
        "POST /api/tables/m-1/bots",
        "",
        lambda c: c.tables.add_bots("m-1", "greedy"),
        None,
        {"level": "greedy", "seat": None},
    ),
    ("DELETE /api/tables/m-1/bots/3", "", lambda c: c.tables.remove_bot("m-1", 3), None, None),
    ("DELETE /api/tables/m-1/seats/2", "", lambda c: c.tables.unseat("m-1", 2), None, None),
    ("GET /api/tables/m-1/record", "", lambda c: c.tables.record("m-1"), "format = 1", None),
    ("POST /api/replays", "", lambda c: c.replay("x = 1"), REPLAY, "x = 1"),
    ("GET /api/tables/m-1/replay", "", lambda c: c.tables.replay("m-1", "s3"), REPLAY, None),
    ("POST /api/analyses", "", lambda c: c.analyses.start("x = 1"), ANALYSIS, "x = 1"),
    ("POST /api/tables/m-1/analysis", "", lambda c: c.analyses.start_of_table("m-1"), ANALYSIS, None),
    ("GET /api/analyses/a7", "", lambda c: c.analyses.card("a7"), ANALYSIS, None),
    ("DELETE /api/analyses/a7", "", lambda c: c.analyses.end("a7"), None, None),
    ("GET /api/words", "lang=en", lambda c: c.rulebooks.labels("en"), Words("en", {}, {}, {}), None),
    ("GET /api/rulebooks/casa/words", "lang=pt", lambda c: c.rulebooks.words("casa"), IN_WORDS, None),
    (
        "POST /api/tables/m-1/commands",
        "",
        lambda c: c.tables.command("m-1", Ready("c1")),
        Done("c1", 5, 6),
        {"type": "ready", "id": "c1"},
    ),
]


def run(call: Call, answer: Callable[[httpx2.Request], httpx2.Response], token: str | None = "old") -> Any:
    async def main() -> Any:
        async with Client("https://mesa.example/jogo/", token, httpx2.MockTransport(answer)) as client:
            return await call(client), client.token

    return asyncio.run(main())


@pytest.mark.parametrize(("route", "query", "call", "answer", "body"), CALLS, ids=[each[0] for each in CALLS])
def test_a_route(route: str, query: str, call: Call, answer: object, body: object) -> None:
    seen: list[httpx2.Request] = []

    def server(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        if answer is None:
            return httpx2.Response(204)
        return httpx2.Response(200, content=answer.encode() if isinstance(answer, str) else encode(answer))

    found, token = run(call, server)
    (request,) = seen
    assert f"{request.method} {request.url.path.removeprefix('/jogo')}" == route
    assert request.url.query.decode() == query
    assert request.headers["Authorization"] == "Bearer old"
    invited = answer in (CARD, REPLAY) and request.method == "GET"
    assert request.headers.get("Canastra-Invitation") == ("s3" if invited else None)
    written = body if isinstance(body, str) else "" if body is None else json.dumps(body)
    assert request.content.decode() == written or json.loads(request.content) == body
    media = "text/plain" if isinstance(body, str) else "application/json"
    assert request.headers.get("Content-Type") == (media if body is not None else None)
    assert found == answer
    ends = route in {"DELETE /api/session", "DELETE /api/me"}
    assert token == (
        None if ends else "new" if answer is ME and route != "GET /api/me" and "PATCH" not in route else "old"
    )


def test_every_route_of_the_server_has_a_method() -> None:
    forms = {"m-1": "{table}", "p2": "{player}", "k1": "{token}", "casa": "{rulebook}", "a7": "{analysis}"}
    known = {re.sub(r"m-1|p2|k1|casa|a7", lambda found: forms[found[0]], each[0]) for each in CALLS}
    known = {re.sub(r"/[23]$", "/{seat}", re.sub(r"/4$", "/{measure}", each)) for each in known}
    known |= {"GET /api/tables/{table}/stream", "GET /api/me/export", "POST /api/password"}
    # Routes of tournaments are tried with a server: see test_tournaments.py.
    served = {f"{each.method} {each.path}" for each in OPERATIONS if not each.path.startswith("/api/tournaments")}
    described = {"GET /api/openapi.json", "GET /api/protocol.json"}
    opened = {"POST /api/tables"}
    assert served - described - opened == known


def test_what_is_held_about_me_comes_as_it_is() -> None:
    def server(request: httpx2.Request) -> httpx2.Response:
        assert (request.method, request.url.path) == ("GET", "/jogo/api/me/export")
        return httpx2.Response(200, content=b'{"format":1}')

    assert run(lambda client: client.account.export(), server)[0] == b'{"format":1}'


def test_a_password_is_set_by_a_link() -> None:
    def server(request: httpx2.Request) -> httpx2.Response:
        assert (request.method, request.url.path) == ("POST", "/jogo/api/password")
        assert json.loads(request.content) == {"token": "abc", "password": "rede azul"}
        return httpx2.Response(200, content=b'{"login":"ana"}')

    assert run(lambda client: client.account.reset_password("abc", "rede azul"), server)[0] == "ana"


def test_a_table_is_opened() -> None:
    def server(request: httpx2.Request) -> httpx2.Response:
        body = json.loads(request.content)
        assert (request.method, request.url.path, body["rulebook"]) == ("POST", "/jogo/api/tables", "buraco")
        return httpx2.Response(201, content=encode(CARD))

    assert run(lambda client: client.tables.open(NewTable("buraco", bots="greedy")), server)[0] == CARD


def test_without_a_token_none_is_sent() -> None:
    def server(request: httpx2.Request) -> httpx2.Response:
        assert "Authorization" not in request.headers
        return httpx2.Response(200, content=encode(ME))

    assert run(lambda client: client.account.guest("Ana"), server, token=None) == (ME, "new")


FAULT = {"error": {"code": "lobby_full", "pt": "a mesa está cheia", "en": "the table is full", "article": "Art. 1"}}


@pytest.mark.parametrize(
    ("status", "content", "code", "words"),
    [
        (409, json.dumps(FAULT), "lobby_full", "a mesa está cheia"),
        (502, "<html>", "client_status", "502"),
        (302, "", "client_status", "302"),
        (500, '{"error": 5}', "client_status", "500"),
        (500, "{}", "client_status", "500"),
        (200, "{}", "client_not_understood", "não entende"),
    ],
)
def test_errors(status: int, content: str, code: str, words: str) -> None:
    with pytest.raises(ClientError) as caught:
        run(lambda client: client.account.me(), lambda request: httpx2.Response(status, content=content.encode()))
    assert caught.value.code == code
    assert words in caught.value.message("pt")
    assert caught.value.status == (None if status == 200 else status)
    assert caught.value.article == ("Art. 1" if code == "lobby_full" else None)


def test_nobody_yet() -> None:
    with pytest.raises(ClientError) as caught:
        run(lambda client: client.account.me(), lambda request: httpx2.Response(200, content=b"null"), token=None)
    assert (caught.value.code, caught.value.status) == ("api_session", 401)


def busy(status: int, **headers: str) -> httpx2.Response:
    return httpx2.Response(status, headers=headers, content=json.dumps(FAULT).encode())


def test_a_command_is_sent_until_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would be lost, and its table would wait for it."""
    waits: list[float] = []
    monkeypatch.setattr(api, "asyncio", SimpleNamespace(sleep=AsyncMock(side_effect=waits.append)))
    answers = iter([busy(429, **{"Retry-After": "3"}), busy(503, **{"Retry-After": "2"})])
    sent: list[bytes] = []

    def server(request: httpx2.Request) -> httpx2.Response:
        sent.append(request.content)
        return next(answers, httpx2.Response(200, content=encode(Done("c1", 5, 6))))

    assert run(lambda client: client.tables.command("m-1", Ready("c1")), server)[0] == Done("c1", 5, 6)
    assert (waits, len(sent), len(set(sent))) == ([3, 2], 3, 1)


@pytest.mark.parametrize(("answer", "tries"), [(("429", "1"), api.TRIES), (("409", "1"), 1), (("503", ""), 1)])
def test_a_command_is_not_sent_for_ever(answer: tuple[str, str], tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "asyncio", SimpleNamespace(sleep=AsyncMock()))
    sent: list[httpx2.Request] = []

    def server(request: httpx2.Request) -> httpx2.Response:
        sent.append(request)
        return busy(int(answer[0]), **{"Retry-After": answer[1]})

    with pytest.raises(ClientError) as caught:
        run(lambda client: client.tables.command("m-1", Ready("c1")), server)
    assert (caught.value.status, len(sent)) == (int(answer[0]), tries)


def test_a_server_that_is_not_there() -> None:
    def server(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("secret details")

    with pytest.raises(ClientError) as caught:
        run(lambda client: client.account.me(), server)
    assert caught.value.code == "client_unreachable"
    assert "secret" not in str(caught.value)


async def _streamed(client: Client) -> list[object]:
    return [each async for each in client.tables.stream("m-1", 4)]


def test_a_stream() -> None:
    lines = b"".join(encode(each) + b"\n" for each in (Pong(1, 5), Done("c1", 5, 6)))

    def server(request: httpx2.Request) -> httpx2.Response:
        assert request.url.query.decode() in {"v=1&from=4"}
        return httpx2.Response(200, content=lines)

    assert run(_streamed, server)[0] == [Pong(1, 5), Done("c1", 5, 6)]
    with pytest.raises(ClientError) as caught:
        run(_streamed, lambda request: httpx2.Response(404, content=json.dumps(FAULT).encode()))
    assert caught.value.code == "lobby_full"


@pytest.mark.parametrize(
    "url", ["", "ftp://a", "http://", "http://a b", "http://a?x=1", "http://a#x", "http://u@a", "http://a:x", "a\nb"]
)
def test_no_address(url: str) -> None:
    with pytest.raises(ClientError) as caught:
        server_url(url)
    assert caught.value.code == "client_server_url"
