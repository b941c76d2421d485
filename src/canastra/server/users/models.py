"""Who somebody is, to the server and to others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from canastra.errors import CanastraError, Figure
from canastra.protocol.people import Language

Kind = Literal["guest", "account"]
Via = Literal["cookie", "token"]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a request comes from. Nothing in it is secret: `session` is the public id of a session or an API token."""

    player: str
    name: str
    kind: Kind
    language: Language
    session: str
    via: Via
    animal: str = ""
    """The animal that an account chose to be drawn as; empty for the one that goes with the name."""


class Person(NamedTuple):
    """What everybody may know of somebody; `since` in milliseconds since 1970."""

    name: str
    kind: Kind
    since: int


class UsersError(CanastraError):
    """Something that was not done. `status` is HTTP's for it; the figures are never what somebody typed."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status
