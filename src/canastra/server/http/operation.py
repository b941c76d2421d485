"""A route is declared once, as an `Operation`; what serves it and what describes it are both made of that."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request

from canastra.server.chat import Chat
from canastra.server.http.analyses import Analyses
from canastra.server.http.errors import JSON
from canastra.server.limits import limit
from canastra.server.lobby import Lobby
from canastra.server.moderation import Moderation
from canastra.server.settings import Settings
from canastra.server.tournaments import Tournaments
from canastra.server.users import ANYWHERE, CallerOrigin, Identity, Users
from canastra.server.worker import Worker
from canastra.server.ws import Sockets
from canastra.server.ws.handshake import invitation_of


class Caller(StrEnum):
    """Who may call an operation."""

    ANYBODY = "anybody"
    SESSION = "session"
    """A guest or an account, in a browser or by a program."""
    PERSON = "person"
    """The same, but not with a program's token: whoever finds one may play with it, and no more."""
    ACCOUNT = "account"
    """An account, and not with a program's token."""
    MODERATOR = "moderator"
    """An account that has a role, and not with a program's token."""


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a route that has none; base of the others. An unknown one is refused."""


LARGEST_BODY = limit("body", 64 * 1024, "a request", "bytes of its body", "413 `api_body`")
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
"""Everything that stands in braces in a path. What doesn't fit is no address (404)."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was let in, as its handler gets it: everything in it has been checked."""

    context: Context
    request: Request
    identity: Identity | None
    path: Mapping[str, Any]
    query: Any
    body: Any
    source: CallerOrigin = ANYWHERE
    """Where an attempt at a password comes from."""

    @property
    def me(self) -> Identity:
        """Who calls, where a session is needed."""
        assert self.identity is not None, "declared for anybody"
        return self.identity

    @property
    def invitation(self) -> str | None:
        """To a private table."""
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
    """Type of the JSON in the answer; None where there is none (204)."""
    body: Any = None
    query: type[Query] = Query
    caller: Caller = Caller.ANYBODY
    status: int = 200
    errors: tuple[int, ...] = ()
    """Statuses of errors besides those that every such operation has."""
    media: str = JSON
    attempts: str = ""
    """Which scarcer bucket a call also costs: ``guests``, ``signings_in``, ``tables``, ``replays``,
    ``analyses``, ``congresses`` or ``prints``."""
    takes: str = JSON
    """Media type of the body; what is not JSON comes to the handler as bytes."""
    most: int = LARGEST_BODY
    """Bytes of the longest body."""
    despite_ban: bool = False
    """Whether people and addresses that are banned may: to learn why, and to have their data or delete it."""
    heeds: bool = False
    """Whether a warning has to be read before."""
    public: bool = False
    """Whether nothing in the answer is a secret: it may be compressed."""
    effect: bool = False
    """Whether a GET does something all the same, such as to take a seat's connection over."""

    @property
    def name(self) -> str:
        """The operation's unique name."""
        return self.handler.__name__

    @property
    def summary(self) -> str:
        """What it does, in a line."""
        return (self.handler.__doc__ or self.name).rstrip(".")

    @property
    def safe(self) -> bool:
        """Whether it changes nothing."""
        return self.method == "GET" and not self.effect


def is_body_optional(body: Any) -> bool:
    """Whether a body can be left out: nothing in it has to be given."""
    if not (isinstance(body, type) and issubclass(body, Struct)):
        return False
    return not any(field.required for field in msgspec.structs.fields(body))


@dataclass(frozen=True, slots=True)
class Context:
    """Given once, by whoever puts the server together."""

    users: Users
    lobby: Lobby
    chat: Chat
    sockets: Sockets
    moderation: Moderation
    tournaments: Tournaments
    settings: Settings
    clock: Callable[[], float] = time.monotonic
    """Seconds, for token buckets."""
    replays: Worker = field(default_factory=Worker)
    """The process in which records are replayed."""
    analyses: Analyses = field(default_factory=Analyses)
