"""What the lobby has to know of people."""

from __future__ import annotations

from typing import Literal, Protocol


class Person(Protocol):
    """Somebody who asks: `canastra.server.users.Identity`."""

    @property
    def player(self) -> str:
        """The person's public id."""

    @property
    def name(self) -> str:
        """The name that others read."""

    @property
    def kind(self) -> Literal["guest", "account"]:
        """Whether there is more of the person than a session."""


class Acquaintances(Protocol):
    """Who is who, and who can't stand whom: `canastra.server.users.People`."""

    def blocks_between(self, one: str, other: str) -> bool:
        """Whether one of two people has blocked the other."""

    async def person(self, player: str) -> tuple[str, Literal["guest", "account"], int] | None:
        """Name, kind, and since when; None of somebody unknown."""
