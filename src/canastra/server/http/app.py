"""All operations, and what is made of them: routes, middleware, an application, the description."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Lifespan

from canastra.protocol import INVITATION, encode, schema
from canastra.server.http import openapi
from canastra.server.http.endpoint import Endpoint, Nowhere
from canastra.server.http.errors import JSON, no_such_method, nothing_there
from canastra.server.http.middleware import API, Guard
from canastra.server.http.operation import Call, Context, Operation
from canastra.server.http.rate_limits import RateLimits
from canastra.server.http.routes import labels, moderation, replays, tables, users


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
    *labels.OPERATIONS,
    *moderation.OPERATIONS,
    Operation("GET", "/api/openapi.json", read_description, dict[str, Any]),
    Operation("GET", "/api/protocol.json", read_protocol, dict[str, Any]),
)


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document; not to be changed."""
    return openapi.document(OPERATIONS)


@cache
def _description() -> bytes:
    return encode(document())


@cache
def _protocol() -> bytes:
    return encode(schema.document())


def routes(parts: Context, gate: RateLimits | None = None) -> list[Route]:
    """A route for each path, and one for all others below ours; `gate` is the one given to `middleware`."""
    gate = gate or RateLimits(parts.settings.caps, parts.clock)
    paths: dict[str, dict[str, Operation]] = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method] = each
    made = []
    for path in sorted(
        paths, key=lambda path: ("{" in path.rpartition("/")[2], path)
    ):  # seats/mine before seats/{seat}
        endpoint = Endpoint(parts, gate, paths[path])
        made.append(Route(path, endpoint, name=path))
    return [*made, Route(f"{API}{{rest:path}}", Nowhere(), name=API)]


def middleware(parts: Context, gate: RateLimits) -> list[Middleware]:
    """What stands around the routes, outermost first."""
    # On a sub-path the host has other programs, which may have to be reached by http.
    around = [Middleware(Guard, gate=gate, hsts=not parts.settings.root_path)]
    if parts.settings.origins:
        around.append(
            Middleware(
                CORSMiddleware,
                allow_origins=parts.settings.origins,
                allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
                allow_headers=["Authorization", "Content-Type", INVITATION],
                allow_credentials=True,
                expose_headers=["Retry-After", "Content-Disposition"],
            )
        )
    return around


async def lost(request: Request, error: Exception) -> Response:
    """What Starlette itself refuses: no such path, no such method."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return no_such_method((error.headers or {"Allow": "GET, HEAD"})["Allow"].split(", "))
    return nothing_there()


def application(
    parts: Context,
    others: Sequence[BaseRoute] = (),
    lifespan: Lifespan[Starlette] | None = None,
    outermost: Sequence[Middleware] = (),
) -> Starlette:
    """The interface with other routes beside it."""
    gate = RateLimits(parts.settings.caps, parts.clock)
    made = Starlette(
        routes=[*routes(parts, gate), *others],
        middleware=[*outermost, *middleware(parts, gate)],
        exception_handlers={HTTPException: lost},
        lifespan=lifespan,
    )
    made.router.redirect_slashes = False  # A path is right or wrong; nothing is sent elsewhere.
    return made
