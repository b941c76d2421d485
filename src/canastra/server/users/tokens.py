"""Identities, the tokens and sessions that prove them, and the core that reads and writes about users."""

from __future__ import annotations

import hmac
import logging
import re
from base64 import b32encode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random
from typing import Literal, NamedTuple, TypeVar

from sqlalchemy import Connection

from canastra.errors import CanastraError, Figure
from canastra.protocol.people import Language
from canastra.server.aio import Background
from canastra.server.clock import DAY, Clock, Doubt
from canastra.server.limits import limit
from canastra.server.logging import log
from canastra.server.storage import SqlDatabase

Kind = Literal["guest", "account"]
Via = Literal["cookie", "token"]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Identity:
    """The user that a request comes from. Nothing in it is secret: `session` is the public id of a session or an API
    token.
    """

    player: str
    name: str
    kind: Kind
    language: Language
    session: str
    via: Via
    animal: str = ""
    """The animal that an account chose to be drawn as; empty for the one that its name gives."""


class Person(NamedTuple):
    """The public data of a person; `since` in milliseconds since 1970."""

    name: str
    kind: Kind
    since: int


class UsersError(CanastraError):
    """A refused request. `status` is its HTTP status; the figures never contain what a user typed."""

    def __init__(self, code: str, status: int, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status


PREFIX = "cnt_"
"""Begins every API token, so that scanners for leaked secrets, and people, recognize one."""
_FORM = re.compile(rf"(?:{PREFIX})?[A-Za-z0-9_-]{{43}}", re.ASCII)
_DEVICE = re.compile(r"([A-Za-z0-9_-]{22})\.([0-9a-f]{64})", re.ASCII)
_CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L or O, which look like figures, and no U. Five bits each."""
_MISREAD = str.maketrans("ILO", "110")
_CODE_GROUPS, _OF_GROUP = 4, 5
_TOKEN_BYTES = 32
LINK_LETTERS = -(-_TOKEN_BYTES * 4 // 3)
_DEVICE_BYTES = 16
_ID_BYTES = 10
EXPIRY = limit("session", 180 * DAY, "a session", "time without use", "401 `api_session`, then it is deleted", "ms")
"""Milliseconds without use after which a session expires. An API token never does."""
MOST = 20_000


@dataclass(frozen=True, slots=True)
class NewToken:
    """A new token with its hash and its public id."""

    token: str = field(repr=False)
    hash: bytes = field(repr=False)
    id: str


@dataclass(frozen=True, slots=True)
class NewCode:
    """A new recovery code, as its owner writes it down, and its hash."""

    code: str = field(repr=False)
    hash: bytes = field(repr=False)


class Mint:
    """Makes tokens of 256 bits, recovery codes of 100 and ids of 80."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def player(self) -> str:
        """A person's public id."""
        return self._id("p")

    def session(self) -> NewToken:
        """A new session token, with its hash and public id."""
        return self._minted("", "s")

    def api_token(self) -> NewToken:
        """A token for programs."""
        return self._minted(PREFIX, "t")

    def device(self, secret: str) -> str:
        """The token of a device that has signed in: a number, signed with the hash of the account's password.

        So none of it has to be stored, and a new password makes all devices unknown.
        """
        number = urlsafe_b64encode(self._random.randbytes(_DEVICE_BYTES)).decode("ascii").rstrip("=")
        return f"{number}.{_signature(number, secret)}"

    def link(self) -> NewToken:
        """The token of a link for a new password."""
        return self._minted("", "l")

    def recovery_code(self) -> NewCode:
        """A recovery code, which opens an account whose password is lost: four groups of five letters and figures."""
        groups = ("".join(self._random.choices(_CODE_LETTERS, k=_OF_GROUP)) for _ in range(_CODE_GROUPS))
        code = "-".join(groups)
        return NewCode(code, code_hash(code))

    def _minted(self, prefix: str, kind: str) -> NewToken:
        token = prefix + urlsafe_b64encode(self._random.randbytes(_TOKEN_BYTES)).decode("ascii").rstrip("=")
        return NewToken(token, sha256(token.encode("ascii")).digest(), self._id(kind))

    def _id(self, kind: str) -> str:
        return kind + b32encode(self._random.randbytes(_ID_BYTES)).decode("ascii").lower()


def hash_of(token: str) -> bytes | None:
    """The stored hash of a token, None if malformed.

    A plain hash is enough: 256 random bits cannot be guessed, and it must be fast.
    """
    return sha256(token.encode("ascii")).digest() if _FORM.fullmatch(token) else None


def device_number(token: str, secret: str) -> str | None:
    """The number of a device whose token was made with this hash of a password; None for any other text."""
    found = _DEVICE.fullmatch(token)
    right = found is not None and hmac.compare_digest(found[2], _signature(found[1], secret))
    return found[1] if found is not None and right else None


def _signature(number: str, secret: str) -> str:
    return hmac.digest(secret.encode("utf-8"), f"canastra device {number}".encode("ascii"), "sha256").hex()


def is_link(token: str) -> bool:
    """Return whether a text has the length of a link's token: others need not be looked up."""
    return len(token) == LINK_LETTERS and token.isascii()


def link_hash(token: str) -> bytes:
    """The stored hash of a link's token; an invalid text matches nothing."""
    return sha256(token.encode("utf-8", "replace")).digest()


def code_hash(typed: str) -> bytes:
    """The stored hash of a recovery code, however it was typed: in small letters, with other gaps, O for 0, I or L for
    1.

    A plain hash, like those of tokens: 100 random bits cannot be guessed, so a slow one would protect nothing more.

    >>> code_hash("7k3qm-0000l") == code_hash(" 7K3QM ooool")
    True
    """
    plain = "".join(char for char in typed.upper() if char.isalnum()).translate(_MISREAD)
    return sha256(f"canastra recovery {plain}".encode("utf-8", "replace")).digest()


@dataclass(frozen=True, slots=True)
class Session:
    """A session or an API token: its user, and the day of its last use."""

    identity: Identity
    api: bool
    used: int

    def over(self, now: int) -> bool:
        """Return whether it has expired."""
        return not self.api and now - self.used >= EXPIRY

    def due(self, now: int) -> bool:
        """Return whether its last use has to be written again."""
        return now - self.used >= DAY


class Sessions:
    """The most recently used sessions.

    A caller that changes a person in the database drops all sessions of that person *after* the commit. A read that
    began before may return later: it has an older `mark`, so its result is not kept.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._sessions: OrderedDict[bytes, Session] = OrderedDict()
        self._hashes: dict[str, set[bytes]] = {}
        self.mark = 0

    def get(self, hashed: bytes) -> Session | None:
        """A session in memory."""
        found = self._sessions.get(hashed)
        if found is not None:
            self._sessions.move_to_end(hashed)
        return found

    def put(self, hashed: bytes, session: Session, mark: int) -> None:
        """Keep a session that was read since `mark`, unless any was dropped since."""
        if mark != self.mark:
            return
        self._sessions[hashed] = session
        self._hashes.setdefault(session.identity.player, set()).add(hashed)
        if len(self._sessions) > self._most:
            self._forget(next(iter(self._sessions)))

    def touch(self, hashed: bytes, now: int) -> None:
        """Note a use of a session in memory."""
        found = self._sessions.get(hashed)
        if found is not None:
            self._sessions[hashed] = replace(found, used=now)

    def drop(self, player: str) -> None:
        """Drop all sessions of a person."""
        self.mark += 1
        for hashed in list(self._hashes.get(player, ())):
            self._forget(hashed)

    def _forget(self, hashed: bytes) -> None:
        player = self._sessions.pop(hashed).identity.player
        self._hashes[player].discard(hashed)
        if not self._hashes[player]:
            del self._hashes[player]


def no_listener(sessions: Collection[str]) -> None:
    """The default callback for ended sessions: does nothing."""


class Core:
    """Reads and writes about users. `on_ended` gets the ids of ended sessions and API tokens, and must not raise."""

    def __init__(self, database: SqlDatabase, clock: Clock, mint: Mint) -> None:
        self.database, self.clock, self.mint = database, clock, mint
        self.sessions = Sessions()
        self.background = Background()
        self.doubt = Doubt(clock)
        """How far the clock is trusted, once the last time written before this start is known."""
        self.on_ended: Callable[[Collection[str]], None] = no_listener

    async def change(
        self,
        player: str,
        work: Callable[[Connection], Value],
        then: Callable[[Value], None] | None = None,
    ) -> Value:
        """Write about a person, then update memory, even if the caller is cancelled.

        `then` gets the result of `work`. Changes are answered, and `then` is called, in the order of their commits.
        """
        return await self.background.run(self._change(player, work, then))

    def ended(self, sessions: Collection[str]) -> None:
        """Report ended sessions to `on_ended`. The cache has dropped them already."""
        if sessions:
            self.on_ended(sessions)

    async def end(self, player: str, work: Callable[[Connection], tuple[str, ...]]) -> None:
        """End the sessions and API tokens that `work` takes from the database."""
        for session in await self.change(player, work, self.ended):
            log(logging.INFO, "session_ended", player=player, session=session)

    async def _change(
        self, player: str, work: Callable[[Connection], Value], then: Callable[[Value], None] | None
    ) -> Value:
        try:
            value = await self.database.write(work)
        finally:
            # After a fault, too: it is unknown then what was written, and the next read asks the database.
            self.sessions.drop(player)
        if then is not None:
            then(value)
        return value
