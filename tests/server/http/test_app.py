"""The description: every route in it, valid, and true, as far as random requests can tell."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.core.result import Ok
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.applications import Starlette
from starlette.routing import Route

from canastra.protocol import schema
from canastra.protocol.tables import NewTable
from canastra.protocol.tournaments import NewTournament
from canastra.server.http import OPERATIONS, application, document
from canastra.server.http.endpoint import Caller, Endpoint
from canastra.tournament.regulations import example_regulations
from tests.server.http.http_server import Server, parts_on, run
from tests.server.run.process import SECONDS

CHECKS = [
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]
PASSWORD = "um segredo longo"
REGULATIONS = example_regulations("club-day")

QUIET: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "phases": [Phase.generate],
    "suppress_health_check": list(HealthCheck),
}


def test_every_route_is_described(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        assert isinstance(server.app, Starlette)
        routes = {
            (method, route.path)
            for route in server.app.routes
            if isinstance(route, Route) and isinstance(route.endpoint, Endpoint)
            for method in route.endpoint.operations
        }
        described = {(method.upper(), path) for path, each in document()["paths"].items() for method in each}
        assert routes == described == {(each.method, each.path) for each in OPERATIONS}

    run(tmp_path, test)


def test_the_documents_are_served(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = await server.client()
        for path, made in (("openapi", document()), ("protocol", schema.document())):
            answer = await client.get(f"/api/{path}.json")
            assert answer.headers["content-type"] == "application/json"
            assert answer.json() == json.loads(json.dumps(made))

    run(tmp_path, test)


def test_the_description_is_valid() -> None:
    loaded = schemathesis.openapi.from_dict(json.loads(json.dumps(document())))
    loaded.validate()
    names = {each["operationId"] for path in document()["paths"].values() for each in path.values()}
    assert len(names) == len(OPERATIONS)
    for place in re.findall(r'"\$ref": "#/components/([^"]+)"', json.dumps(document())):
        kind, name = place.split("/")
        assert name in document()["components"][kind]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
def test_operations_are_declared_in_full(operation: Any) -> None:
    described: Any = document()["paths"][operation.path][operation.method.lower()]
    assert operation.summary
    assert "\n" not in operation.summary
    named = {each["name"] for each in described["parameters"] if each["in"] == "path"}
    assert named == set(re.findall(r"{(\w+)}", operation.path))
    assert ({} in described["security"]) is (operation.caller is Caller.PUBLIC)
    assert ("requestBody" in described) is (operation.body is not None)


class Hosted:
    """The application with a server of the same life; the callers are three people and a visitor without a session."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._life = folder, Starlette(lifespan=self._living)
        self._api = self._life
        self.tokens: list[str] = []
        self.players: list[str] = []
        self.tables: list[str] = []
        self.tournament = ""

    @asynccontextmanager
    async def _living(self, app: Starlette) -> AsyncIterator[None]:
        async with parts_on(self._folder) as parts:
            self._api = application(parts)
            for name in ("Ana", "Bia", "Eva"):
                identity, token = await parts.users.guest(name, "pt", via="token")
                if name == "Eva":
                    identity, token, _ = await parts.users.accounts.make(identity, "eva.maria", PASSWORD)
                self.tokens.append(token)
                self.players.append(identity.player)
                if name == "Ana":
                    made = NewTournament("first", REGULATIONS)
                    self.tournament = (await parts.tournaments.found(identity, made)).id
                self.tables.append((await parts.lobby.open(identity, NewTable("canastra-duelo"))).table)
            yield

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await (self._life if scope["type"] == "lifespan" else self._api)(scope, receive, send)


ENDING = [
    "DELETE /api/tables/{table}",
    "POST /api/accounts",
    "POST /api/me/password",
    "DELETE /api/me",
    "DELETE /api/session",
]
"""Requests that would end the sessions and tables of the others come last."""


@pytest.mark.parametrize(
    "examples", [pytest.param(8, marks=pytest.mark.slow), pytest.param(32, marks=pytest.mark.soak)]
)
def test_random_requests_get_what_is_described(tmp_path: Path, examples: int) -> None:
    """No 5xx; statuses, headers, media types and bodies as described.

    Each operation gets this many random requests, from the generator of a fixed seed. Streams, which have no end, are
    tested with players.
    """
    app: Any = Hosted(tmp_path)
    try:
        loaded = schemathesis.openapi.from_asgi("/api/openapi.json", app)
        operations: dict[str, Any] = {}
        for result in loaded.get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()
            operations[operation.label] = operation
        seen: set[tuple[str, int]] = set()
        for number, label in enumerate([*(each for each in operations if each not in ENDING), *ENDING]):
            if not label.endswith("/stream"):
                check_one(operations[label], app, seen, number, examples)
        assert {200, 201, 204, 400, 401, 403, 404, 409} <= {status for _, status in seen}
        good = {label for label, status in seen if status < 300}
        assert sorted(operations.keys() - good - UNREACHED) == []
    finally:
        asgi.shutdown_lifespans()


UNREACHED = {
    "DELETE /api/analyses/{analysis}",
    "GET /api/analyses/{analysis}",
    "DELETE /api/me/tokens/{token}",
    "DELETE /api/me/warnings/{measure}",
    "DELETE /api/session",
    "DELETE /api/tables/{table}/bots/{seat}",
    "GET /api/rulebooks/{rulebook}/house",
    "GET /api/tables/{table}/record",
    "GET /api/tables/{table}/replay",
    "GET /api/tables/{table}/stream",
    "DELETE /api/tournaments/{tournament}",
    "DELETE /api/tournaments/{tournament}/members/{player}",
    "GET /api/tournaments/{tournament}/codes",
    "GET /api/tournaments/{tournament}/prints/{print}",
    "GET /api/tournaments/{tournament}/public/{file}",
    "GET /api/tournaments/{tournament}/table",
    "GET /api/tournaments/{tournament}/player",
    "GET /api/tournaments/{tournament}/players",
    "POST /api/accounts",
    "POST /api/admin",
    "POST /api/tournaments/{tournament}/commands",
    "POST /api/tournaments/{tournament}/entries",
    "POST /api/tournaments/{tournament}/members",
    "POST /api/tournaments/{tournament}/player",
    "POST /api/tournaments/{tournament}/table",
    "POST /api/me/password",
    "POST /api/password",
    "POST /api/recovery",
    "POST /api/replays",
    "POST /api/session",
    "POST /api/tables/{table}/analysis",
    "POST /api/tables/{table}/bots",
}
"""Results that random requests don't bring about, and other tests do."""


def check_one(operation: Any, app: Hosted, seen: set[tuple[str, int]], number: int, most: int) -> None:
    """Random requests for one operation, by all callers in turn, every second one about existing things."""
    good = operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE)
    bad = operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)
    callers = cycle(product([0, 1, 2, None], [True, False]))

    def send(case: Any) -> None:
        caller, known = next(callers)  # Each as often as the others, which chance would not be with so few.
        if known:
            real: dict[str, Any] = {"login": "eva.maria", "password": PASSWORD, "old": PASSWORD, "new": PASSWORD}
            real |= {"table": app.tables[0], "player": app.players[0], "rulebook": "canastra-duelo", "level": "greedy"}
            real |= {"stand_in": "greedy", "house": None, "bots": None, "target": None, "seat": 1}
            real |= {"name": "Ana", "label": "robô", "tournament": app.tournament, "regulations": REGULATIONS}
            real |= {"file": "events.jsonl", "print": "standings"}
            for given_ones in (case.path_parameters, case.body):
                if isinstance(given_ones, dict):
                    given_ones.update({key: value for key, value in real.items() if key in given_ones})
        headers = (
            {"origin": f"http://{asgi.HOST}"} if caller is None else {"authorization": f"Bearer {app.tokens[caller]}"}
        )
        response = case.call(headers=headers, timeout=SECONDS)
        assert response.status_code < 500, response.text
        case.validate_response(response, checks=CHECKS, headers=headers)
        seen.add((operation.label, response.status_code))

    wrapped: Callable[..., None] = send
    described: Any = document()["paths"][operation.path][operation.method]
    spoilt = most // 2 if described["parameters"] or "requestBody" in described else 0
    for strategy, examples in ((good, most), (bad, spoilt)):
        if examples:
            prepared: Any = given(strategy)
            test: Any = seed(number)(settings(max_examples=examples, **QUIET)(prepared(wrapped)))
            test()
