"""Operations: a route is declared once, and both its endpoint and its description are made of the declaration.

An endpoint checks all parts of a request by the declaration before it calls the handler.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from canastra.protocol import encode, read_body
from canastra.protocol.people import NewGuest
from canastra.server.chat import Chat
from canastra.server.http.analyses import Analyses
from canastra.server.http.errors import JSON, failure, no_such_method, nothing_there, refused
from canastra.server.http.rate_limits import ATTEMPTS, ATTEMPTS_OF_SITES, GUESTS, READING, RateLimits
from canastra.server.http.security import (
    check_origin,
    devices_of,
    may_read,
    request_credential,
    unknown_token,
)
from canastra.server.limits import limit
from canastra.server.lobby import Lobby
from canastra.server.moderation import Moderation
from canastra.server.origins import address_of, host_of
from canastra.server.settings import Settings
from canastra.server.tournaments.service import Tournaments
from canastra.server.users import ANYWHERE, CallerOrigin, Identity, Users
from canastra.server.users.tokens import PREFIX
from canastra.server.work import Worker, WorkOwner
from canastra.server.ws import Sockets
from canastra.server.ws.handshake import invitation_of


class Caller(StrEnum):
    """The callers that an operation admits."""

    PUBLIC = "public"
    SESSION = "session"
    """A guest or an account, in a browser or by a program."""
    PERSON = "person"
    """A guest or an account, but not with a program's token: a stolen token can only play."""
    ACCOUNT = "account"
    """An account, and not with a program's token."""
    MODERATOR = "moderator"
    """An account that has a role, and not with a program's token."""


class Work(StrEnum):
    """The most work that an operation makes for the server before it answers."""

    LOOKUP = "at most 20 rows and 3 HMACs"
    PAGE = "at most 101 rows"
    TRANSACTION = "a transaction"
    LOG = "the log of a table is read, and written in a thread"
    TOURNAMENT = "all of a tournament is gone through, in a thread or a process apart"
    RECORD = "a record is replayed in a process apart, which ends with the client"
    ANALYSIS = "a place in the queue of analyses"
    PRINT = "a file is made in a process apart"
    PASSWORD = "a password is hashed in a thread, in a queue"
    PERSON = "all rows of the person"


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters; base class of the parameters of other routes. An unknown parameter is refused."""


LARGEST_BODY = limit("body", 64 * 1024, "a request", "bytes of its body", "413 `api_body`")
PAGE = limit("page", 50, "a request", "tables or matches of a page", "the rest is on the next page")
STRANGERS_PAGE = limit(
    "strangers_page", 19, "a request without a session", "tables or matches of a page", "the rest is on the next page"
)
ID = "^[A-Za-z0-9_-]{1,64}$"
PATH: Mapping[str, Any] = {
    "table": Annotated[str, Meta(pattern=ID, description="id of the table")],
    "seat": Annotated[int, Meta(ge=0, le=3, description="seats are numbered in the order of play")],
    "player": Annotated[str, Meta(pattern=ID, description="public id of the player")],
    "token": Annotated[str, Meta(pattern=ID, description="id of the token, not the token")],
    "measure": Annotated[int, Meta(ge=1, le=2**53 - 1, description="number of the warning")],
    "analysis": Annotated[str, Meta(pattern=ID, description="id of the analysis")],
    "rulebook": Annotated[str, Meta(pattern="^[a-z0-9-]{1,64}$", description="id of the rulebook")],
    "tournament": Annotated[str, Meta(pattern="^[a-z2-7]{16}$", description="id of the tournament")],
    "file": Annotated[str, Meta(pattern="^[a-z]+[.][a-z]+$", description="name of the file")],
    "print": Annotated[str, Meta(pattern="^[a-z]+$", description="what is printed")],
}
"""The parameters of paths. A value that doesn't fit means an unknown address (404)."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request as its handler gets it: all parts have been checked."""

    context: Context
    request: Request
    identity: Identity | None
    path: Mapping[str, Any]
    query: Any
    body: Any
    origin: CallerOrigin = ANYWHERE
    """The origin of an attempt at a password."""

    @property
    def me(self) -> Identity:
        """The caller, for operations that need a session."""
        assert self.identity is not None, "declared public"
        return self.identity

    @property
    def page(self) -> int:
        """The number of tables or matches on the caller's page."""
        return PAGE if self.identity is not None else STRANGERS_PAGE

    @property
    def owner(self) -> WorkOwner:
        """The owner of long work: the person, or without a session the address."""
        return WorkOwner(self.identity.player if self.identity else "", address_of(self.request.scope))

    @property
    def invitation(self) -> str | None:
        """The invitation to a private table."""
        return invitation_of(self.request)


Handler = Callable[[Call], Awaitable[object]]
"""Answers with a value of the declared type, None for 204, or a whole response."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A method of a path."""

    method: str
    path: str
    handler: Handler
    """Its docstring is the summary."""
    answer: Any = None
    """Type of the JSON in the answer; None for an empty answer (204)."""
    body: Any = None
    query: type[Query] = Query
    caller: Caller = Caller.PUBLIC
    status: int = 200
    errors: tuple[int, ...] = ()
    """Statuses of errors besides the ones that every such operation has."""
    media: str = JSON
    attempts: str = ""
    """The scarcer bucket that a call also takes from: ``guests``, ``signings_in``, ``tables``, ``replays``,
    ``analyses``, ``regulations``, ``prints`` or ``logs``.
    """
    takes: str = JSON
    """Media type of the body; a handler gets anything but JSON as bytes."""
    most: int = LARGEST_BODY
    """Bytes of the longest body."""
    despite_ban: bool = False
    """True if banned people and addresses may call it: to learn why, and to export or delete their data."""
    heeds: bool = False
    """True if a warning has to be read first."""
    public: bool = False
    """True if the answer has no secrets: it may be compressed."""
    work: Work | None = None
    """The most work it makes for the server; None for a lookup, and for a transaction if it changes something."""
    effect: bool = False
    """True for a GET that has an effect, such as taking over a seat's connection."""

    @property
    def name(self) -> str:
        """The operation's unique name."""
        return self.handler.__name__

    @property
    def summary(self) -> str:
        """A one-line description."""
        return (self.handler.__doc__ or self.name).rstrip(".")

    @property
    def costs(self) -> Work:
        """The most work it makes for the server."""
        return self.work or (Work.LOOKUP if self.safe else Work.TRANSACTION)

    @property
    def limits(self) -> tuple[str, ...]:
        """The caps that a call takes from, besides those of all requests."""
        if self.attempts == PASSWORDS:
            return "signings_in_of_address", "signings_in_of_site", "tries_of_login", "strangers_of_login"
        if self.attempts == GUESTS:
            return "guests", "guests_of_address", "guests_of_site", "guests_of_code", "guests_of_hall"
        named = [caps[self.attempts] for caps in (ATTEMPTS, ATTEMPTS_OF_SITES) if self.attempts in caps]
        return (*named, *((ATTEMPTS[READING],) if "{tournament}" in self.path else ()))

    @property
    def safe(self) -> bool:
        """Return whether it changes nothing."""
        return self.method == "GET" and not self.effect


def is_body_optional(body: Any) -> bool:
    """Return whether a body can be left out, because no field of it is required."""
    if not (isinstance(body, type) and issubclass(body, Struct)):
        return False
    return not any(field.required for field in msgspec.structs.fields(body))


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of the server that handlers use."""

    users: Users
    lobby: Lobby
    chat: Chat
    sockets: Sockets
    moderation: Moderation
    tournaments: Tournaments
    settings: Settings
    monotonic: Callable[[], float] = time.monotonic
    """Seconds, for token buckets."""
    replays: Worker = field(default_factory=Worker)
    """The worker process for replays."""
    analyses: Analyses = field(default_factory=Analyses)


PASSWORDS = "signings_in"
"""Operations that compare or hash a password, or may cause a hash."""


ZIPPED_KEPT = 128
"""Compressed answers in memory."""
LONGEST_ZIPPED = 64 * 1024
"""Bytes of the longest answer that is compressed on the event loop."""
SHORT = 1024
"""Bytes that fit into one packet anyway."""


class Endpoint:
    """An application that serves one path: its operations, by method.

    Other methods get the list of the allowed ones.
    """

    def __init__(self, context: Context, rates: RateLimits, operations: Mapping[str, Operation]) -> None:
        self._context, self._rates, self.operations = context, rates, operations

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        response = await self.answer(Request(scope, receive, send))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        """The answer. Errors become answers; only CancelledError is raised."""
        operation = self.operations.get("GET" if request.method == "HEAD" else request.method)
        if operation is None:
            return no_such_method([*self.operations, *(["HEAD"] if "GET" in self.operations else [])])
        try:
            return await self._answer(operation, request)
        except Exception as error:  # noqa: BLE001 - every error has one form, unforeseen ones included
            return failure(error, operation.method, operation.path)

    async def _answer(self, operation: Operation, request: Request) -> Response:
        if not operation.safe:
            check_origin(request, self._context.settings.origins)
        identity, program = await self._identify(request)
        sanctions = self._context.users.sanctions
        if not operation.despite_ban:
            sanctions.check(identity.player if identity else "", host_of(request.scope))
        if operation.attempts not in ("", PASSWORDS, GUESTS):
            self._rates.attempt(operation.attempts, request.scope)
        path, query = _path(request), _query(request, operation.query)
        self._check_reading(path.get("tournament"), request)
        check_caller(operation.caller, identity, program)
        if operation.caller is Caller.MODERATOR and (identity is None or sanctions.role(identity.player) is None):
            raise refused(403, "moderation_role")
        if operation.heeds and identity is not None and sanctions.is_warned(identity.player):
            raise refused(403, "moderation_warned")
        body = await self._body(operation, request)
        if operation.attempts == GUESTS:
            self._rates.guest(request.scope, await self._admitted(body, request))
        source = await self._source(operation, request, identity, body)
        value = await operation.handler(Call(self._context, request, identity, path, query, body, source))
        response = value if isinstance(value, Response) else respond(operation, value)
        if operation.public:
            zip_for(request.headers, response)
        if source is not ANYWHERE and response.status_code < HTTPStatus.BAD_REQUEST:
            self._rates.signed_in(getattr(body, "login", ""), request.scope)
        return response

    async def _identify(self, request: Request) -> tuple[Identity | None, bool]:
        """The caller's identity, and whether it came by a program's token. Only a program's token has to be valid."""
        found = request_credential(request)
        if found is None:
            return None, False
        token, sent = found
        if not sent and not may_read(request, self._context.settings.origins):
            return None, False
        identity = await self._context.users.identify(token)
        if identity is None and sent:
            raise unknown_token()
        if identity is not None:
            self._rates.session(identity.session)
        return identity, token.startswith(PREFIX)

    async def _source(
        self, operation: Operation, request: Request, identity: Identity | None, body: Any
    ) -> CallerOrigin:
        """The origin of an attempt at a password, after taking from its buckets (429)."""
        if operation.attempts != PASSWORDS:
            return ANYWHERE
        address, login = address_of(request.scope), getattr(body, "login", None)
        if isinstance(login, str):
            devices = devices_of(request, self._context.settings.root_path)
            device = await self._context.users.accounts.device_of(login, devices)
            self._rates.login(login, request.scope, device)
            return CallerOrigin(address, device is not None)
        if identity is None or identity.kind != "account":
            self._rates.attempt(operation.attempts, request.scope)
            return CallerOrigin(address)
        self._rates.password(identity.session)
        return CallerOrigin(address, True)

    def _check_reading(self, tournament: str | None, request: Request) -> None:
        """Refuse (429) a request about a tournament that is not in memory, if the address makes too many of them."""
        if tournament is not None and not self._context.tournaments.store.is_at_hand(tournament):
            self._rates.attempt(READING, request.scope)

    async def _admitted(self, new: NewGuest, request: Request) -> str | None:
        """Return the code or link that admits a new guest; None without a valid one."""
        found = new.admission
        if found is None:
            return None
        self._check_reading(found.tournament, request)
        token = await self._context.tournaments.admits(found.tournament, found.token)
        return None if token is None else f"{found.tournament} {token}"

    async def _body(self, operation: Operation, request: Request) -> Any:
        if operation.body is None:
            return None
        content = await read_content(request, self._context.settings.hello, operation.most)
        if not content and is_body_optional(operation.body):
            return operation.body()
        media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media != operation.takes and "authorization" not in request.headers:
            raise refused(415, "api_media", media=operation.takes)
        return read_body(content, operation.body) if operation.takes == JSON else content


class Nowhere:
    """A catch-all that answers 404, so no outer application handles these paths."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 404."""
        await nothing_there()(scope, receive, send)


def respond(operation: Operation, value: object) -> Response:
    """The response for a handler's value, as the operation declares it."""
    if operation.answer is None:
        return Response(status_code=HTTPStatus.NO_CONTENT)
    return Response(encode(value), operation.status, media_type=JSON)


def takes(headers: Headers, encoding: str) -> bool:
    """Return whether a client accepts an encoding: it is named, and not with a quality of 0."""
    found = {}
    for part in ",".join(headers.getlist("accept-encoding")).split(","):
        name, _, quality = part.replace(" ", "").lower().partition(";q=")
        found[name] = quality.strip("0.") != "" or not quality
    return found.get(encoding, found.get("*", False))


def zip_for(headers: Headers, response: Response) -> None:
    """Compress an answer by gzip, if the client accepts that and it isn't compressed already.

    Not for answers with a secret: beside a text of an attacker's choice, the length would reveal it.
    """
    if "Content-Encoding" in response.headers:
        return
    response.headers["Vary"] = "Accept-Encoding"
    if SHORT < len(response.body) <= LONGEST_ZIPPED and takes(headers, "gzip"):
        response.body = zipped(bytes(response.body))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))


@lru_cache(ZIPPED_KEPT)
def zipped(body: bytes) -> bytes:
    """Return an answer compressed by gzip. An answer for many clients is compressed once."""
    return gzip.compress(body, 6, mtime=0)


def check_caller(caller: Caller, identity: Identity | None, program: bool) -> None:
    """Refuse (401, 403) a caller that the operation doesn't admit."""
    if caller is Caller.PUBLIC:
        return
    if identity is None:
        raise refused(401, "api_session")
    if caller is Caller.SESSION:
        return
    if program:
        raise refused(403, "api_person")
    if caller in (Caller.ACCOUNT, Caller.MODERATOR) and identity.kind != "account":
        raise refused(403, "api_account")


async def read_content(request: Request, seconds: float, most: int) -> bytes:
    """The body, if it is short enough (413) and comes in time (408), whatever its headers promise."""
    content = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                content += chunk
                if len(content) > most:
                    raise refused(413, "api_body", most=most)
    except (TimeoutError, ClientDisconnect):  # A disconnected client gets no answer.
        raise refused(408, "api_slow") from None
    return bytes(content)


def _path(request: Request) -> dict[str, Any]:
    """The parameters in the path; each thing has one address only, so that "1.0" is no seat and "abc\\n" no table."""
    given = request.path_params
    try:
        found = {name: msgspec.convert(value, PATH[name], strict=False) for name, value in given.items()}
    except msgspec.ValidationError:
        raise refused(404, "api_not_found") from None
    if not all(value.isprintable() and str(found[name]) == value for name, value in given.items()):
        raise refused(404, "api_not_found")
    return found


def _query(request: Request, kind: type[Query]) -> Query:
    given = request.query_params.multi_items()
    values = dict(given)
    if len(values) < len(given):
        raise refused(400, "api_query", reason="a parameter stands twice")
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        raise refused(400, "api_query", reason=str(error)[:200]) from None
