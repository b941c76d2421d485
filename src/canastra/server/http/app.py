"""All operations, and their products: routes, middleware, an application, and the OpenAPI description."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Lifespan

from canastra.protocol import INVITATION, VERSION, encode, schema
from canastra.protocol.replays import RecordFault
from canastra.protocol.schema import tidied, whole
from canastra.protocol.tournaments import RegulationsFault
from canastra.server.http import replays, tables, tournaments, users
from canastra.server.http.endpoint import PATH, Call, Caller, Context, Endpoint, Nowhere, Operation, is_body_optional
from canastra.server.http.errors import JSON, Failure, no_such_method, nothing_there
from canastra.server.http.middleware import API, Guard
from canastra.server.http.rate_limits import RateLimits
from canastra.server.ws.handshake import COOKIE

Document = dict[str, Any]
PLACE = "#/components/schemas/{name}"
SCHEMES: Document = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A browser's session; over https with __Host-.",
    },
    "bearer": {"type": "http", "scheme": "bearer", "description": "A program's token, or that of its session."},
}
ALWAYS = (400, 401, 429, 500, 503)
"""Every request may be malformed, have a dead token, be one too many, or meet a server that fails or stops."""
_MEANINGS = {
    400: "Something in the request is not valid.",
    401: "No session, or none any more; sign in or begin as a guest.",
    403: "The caller lacks permission, or the request came from another origin.",
    404: "There is no such thing, or the caller may not know of it.",
    408: "The body took too long.",
    409: "It can't be done as things are.",
    413: "The body is too long.",
    415: "The body is of another kind.",
    429: "Too many requests; come back after Retry-After seconds.",
    500: "A fault of the server.",
    501: "This server is installed without what that needs.",
    503: "The server is busy or about to stop; come back.",
}


async def read_description(call: Call) -> Response:
    """This interface, as OpenAPI."""
    return Response(_description(), media_type=JSON)


async def read_protocol(call: Call) -> Response:
    """All messages, as JSON schema."""
    return Response(_protocol(), media_type=JSON)


OPERATIONS: tuple[Operation, ...] = (
    *users.OPERATIONS,
    *tables.OPERATIONS,
    *replays.OPERATIONS,
    *tournaments.OPERATIONS,
    Operation("GET", "/api/openapi.json", read_description, dict[str, Any]),
    Operation("GET", "/api/protocol.json", read_protocol, dict[str, Any]),
)


@cache
def _description() -> bytes:
    return encode(document())


@cache
def _protocol() -> bytes:
    return encode(schema.document())


def routes(context: Context, rates: RateLimits | None = None) -> list[Route]:
    """A route for each path, and one for all others below ours; `rates` is the one given to `middleware`."""
    rates = rates or RateLimits(context.settings.caps, context.monotonic)
    paths: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = operation
    made = []
    for path in sorted(
        paths, key=lambda path: ("{" in path.rpartition("/")[2], path)
    ):  # seats/mine before seats/{seat}
        endpoint = Endpoint(context, rates, paths[path])
        made.append(Route(path, endpoint, name=path))
    return [*made, Route(f"{API}{{rest:path}}", Nowhere(), name=API)]


def middleware(context: Context, rates: RateLimits) -> list[Middleware]:
    """The middleware around the routes, outermost first."""
    # With a sub-path, the host has other programs, which may have to be reached by http.
    around = [Middleware(Guard, rates=rates, hsts=not context.settings.root_path)]
    if context.settings.origins:
        around.append(
            Middleware(
                CORSMiddleware,
                allow_origins=context.settings.origins,
                allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
                allow_headers=["Authorization", "Content-Type", INVITATION],
                allow_credentials=True,
                expose_headers=["Retry-After", "Content-Disposition", "ETag", "Canastra-Time"],
            )
        )
    return around


async def lost(request: Request, error: Exception) -> Response:
    """The answer to a request that Starlette itself refuses: an unknown path or method."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return no_such_method((error.headers or {"Allow": "GET, HEAD"})["Allow"].split(", "))
    return nothing_there()


def application(
    context: Context,
    others: Sequence[BaseRoute] = (),
    lifespan: Lifespan[Starlette] | None = None,
    outermost: Sequence[Middleware] = (),
) -> Starlette:
    """The interface with other routes beside it."""
    rates = RateLimits(context.settings.caps, context.monotonic)
    made = Starlette(
        routes=[*routes(context, rates), *others],
        middleware=[*outermost, *middleware(context, rates)],
        exception_handlers={HTTPException: lost},
        lifespan=lifespan,
    )
    made.router.redirect_slashes = False  # A path is right or wrong; no request is redirected.
    return made


@cache
def document() -> Document:
    """The OpenAPI document of all operations; do not change it."""
    every = OPERATIONS
    kinds = [kind for each in every for kind in (each.body, each.answer) if kind is not None]
    queries = {each.query for each in every}
    schemas, components = msgspec.json.schema_components(
        [*kinds, *queries, *PATH.values(), Failure, RecordFault, RegulationsFault], ref_template=PLACE
    )
    by_kind = {id(kind): schema for kind, schema in zip(kinds, schemas, strict=False)}
    paths: dict[str, Document] = {}
    for operation in every:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, by_kind, components)
    named = {name: schema for name, schema in components.items() if name not in {query.__name__ for query in queries}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "canastra", "version": str(VERSION), "description": "Live matches of five rulebooks."},
        "paths": tidied(paths),
        "components": {
            "schemas": tidied(whole(named)),
            "responses": {str(status): _failure(status) for status in _MEANINGS},
            "securitySchemes": SCHEMES,
        },
    }


def errors_of(operation: Operation) -> tuple[int, ...]:
    """Every status of an error that an operation may answer with."""
    found = {*ALWAYS, *operation.errors}
    if operation.caller in (Caller.PERSON, Caller.ACCOUNT, Caller.MODERATOR) or not operation.safe:
        found.add(403)
    if "{" in operation.path:
        found.add(404)
    if operation.body is not None:
        found |= {408, 413, 415}
    return tuple(sorted(found))


def _operation(operation: Operation, kinds: Mapping[int, Document], components: Mapping[str, Document]) -> Document:
    described: Document = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.path.split("/")[2]],
        "parameters": [*_path(operation), *_query(operation, components)],
        "responses": {
            str(operation.status if operation.answer is not None else HTTPStatus.NO_CONTENT.value): _answer(
                operation, kinds
            ),
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in errors_of(operation)},
        },
        "security": [{"cookie": []}, {"bearer": []}],
    }
    if operation.caller is Caller.PUBLIC:
        described["security"].append({})
    if operation.body is not None:
        content = {operation.takes: {"schema": kinds[id(operation.body)]}}
        described["requestBody"] = {"required": not is_body_optional(operation.body), "content": content}
    return described


def _answer(operation: Operation, kinds: Mapping[int, Document]) -> Document:
    if operation.answer is None:
        return {"description": "Done."}
    return {"description": "The answer.", "content": {operation.media: {"schema": kinds[id(operation.answer)]}}}


def _path(operation: Operation) -> list[Document]:
    names = re.findall(r"{(\w+)}", operation.path)
    return [_parameter(name, "path", msgspec.json.schema(PATH[name]), required=True) for name in names]


def _query(operation: Operation, components: Mapping[str, Document]) -> list[Document]:
    properties = components[operation.query.__name__]["properties"]
    return [_parameter(name, "query", schema, required=False) for name, schema in properties.items()]


def _parameter(name: str, place: str, schema: Document, *, required: bool) -> Document:
    words = {"description": schema["description"]} if "description" in schema else {}
    schema = {key: value for key, value in schema.items() if key != "description"}
    return {"name": name, "in": place, "required": required, **words, "schema": schema}


def _failure(status: int) -> Document:
    described: Document = {
        "description": _MEANINGS[status],
        "content": {JSON: {"schema": {"$ref": PLACE.format(name=Failure.__name__)}}},
    }
    if status in (429, 503):
        words = "Seconds to wait."
        described["headers"] = {"Retry-After": {"description": words, "schema": {"type": "integer", "minimum": 1}}}
    return described
