"""The service of users: guests and sessions here; accounts, block lists and reports as parts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from random import Random, SystemRandom
from typing import cast, get_args

from argon2 import PasswordHasher
from sqlalchemy import Connection, delete, update

from canastra.protocol.people import BY_NAME, ChosenAnimal, Language, Me
from canastra.server.clock import DAY, Clock, Doubt, SystemClock
from canastra.server.limits import limit
from canastra.server.logging import log
from canastra.server.storage import SqlDatabase, StoppedError, UnavailableError
from canastra.server.storage.tables import persons
from canastra.server.users import reports, repository, validation
from canastra.server.users.accounts import Accounts
from canastra.server.users.blocks import BlockLists
from canastra.server.users.passwords import Hasher
from canastra.server.users.reports import Reports
from canastra.server.users.sanctions import Sanctions
from canastra.server.users.tokens import Core, Identity, Mint, Person, Session, UsersError, Via, hash_of

PURGED = limit("guests_purged", 1_000, "an hourly sweep", "unused guests removed", "the others are removed by the next")


class Users:
    """Persons, their sessions, and their lists and reports about each other.

    A call with an `Identity` raises UsersError (`users_signed_out`) if its session has ended since. A change whose
    caller is cancelled is done or not, as storage decides; memory follows it in any case.
    """

    def __init__(
        self,
        database: SqlDatabase,
        clock: Clock | None = None,
        random: Random | None = None,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._core = Core(database, clock or SystemClock(), Mint(random or SystemRandom()))
        self._hasher = Hasher(hasher or PasswordHasher())
        self.accounts = Accounts(self._core, self._hasher)
        """Signing in, passwords, API tokens."""
        self.blocks = BlockLists(self._core)
        """The mutes and blocks of all users."""
        self.reports = Reports(self._core)
        """The reports to the operators."""
        self.sanctions = Sanctions(database, self._core.clock)
        """The warnings, mutes and bans of people, and their roles."""

    async def start(self) -> None:
        """Read the mutes and blocks. Until then `blocks` is empty; the first `identify` or `guest` reads them too."""
        await asyncio.gather(self.blocks.load(), self.sanctions.load())

    async def doubt_clock(self) -> Doubt:
        """Compare the clock with the latest time written: while it is doubted, no session expires."""
        newest = await self._core.database.read(repository.newest)
        self._core.doubt = Doubt(self._core.clock, newest)
        return self._core.doubt

    async def sweep(self) -> None:
        """Remove expired sessions and old reports; call it now and then."""
        now, database = self._core.clock.now(), self._core.database
        sessions = await database.write(lambda connection: repository.sweep(connection, now))
        deleted = await database.write(lambda connection: reports.sweep(connection, now))
        log(logging.INFO, "people_swept", sessions=sessions, reports=deleted)

    @property
    def mint(self) -> Mint:
        """The maker of tokens and ids."""
        return self._core.mint

    async def close(self) -> None:
        """Finish what is under way; call it before the database is closed."""
        await self._hasher.close()
        await self._core.background.close()

    def on_ended(self, listener: Callable[[Collection[str]], None]) -> None:
        """Register a callback for revoked sessions and API tokens: it gets their ids. Expiry is not reported."""
        self._core.on_ended = listener

    # Sessions

    async def guest(self, name: str, language: Language, via: Via = "cookie") -> tuple[Identity, str]:
        """A new guest, and the token of the session. Raises UsersError."""
        name, language = validation.name(name), _language(language)
        await self.blocks.load()
        player, minted, now = self._core.mint.player(), self._core.mint.session(), self._core.clock.now()

        def work(connection: Connection) -> Identity:
            repository.add_person(connection, player, name, language, now)
            repository.begin_session(connection, minted, player, via, now)
            return repository.require_session(
                connection, Identity(player, name, "guest", language, minted.id, via)
            ).identity

        identity = await self._core.database.write(work)
        log(logging.INFO, "guest", player=player)
        return identity, minted.token

    async def identify(self, token: str) -> Identity | None:
        """The user that a token belongs to; None if it is unknown or has ended."""
        hashed = hash_of(token)
        if hashed is None:
            return None
        now = self._core.clock.now()
        session = self._core.sessions.get(hashed) or await self._read(hashed)
        doubt = self._core.doubt
        if session is None or session.over(now - doubt.ahead):
            return None
        if session.due(now) and not doubt.gap:
            self._core.sessions.touch(hashed, now)
            with suppress(StoppedError, UnavailableError):  # The session is valid even if this can't be written.
                await self._core.database.write(lambda connection: repository.touch(connection, hashed, now))
        return session.identity

    async def sign_out(self, identity: Identity) -> None:
        """End the session; does nothing if it has ended already."""
        await self._core.end(identity.player, lambda c: repository.end_session(c, identity.player, identity.session))

    # Accounts and guests

    async def change(
        self,
        identity: Identity,
        name: str | None = None,
        language: Language | None = None,
        animal: ChosenAnimal | None = None,
    ) -> Identity:
        """Change what is given; only an account chooses an animal. Raises UsersError."""
        name = None if name is None else validation.name(name)
        language = None if language is None else _language(language)

        def work(connection: Connection) -> Identity:
            repository.require_session(connection, identity)
            if animal is not None:
                repository.change_animal(connection, identity.player, None if animal == BY_NAME else animal)
            changed = {key: value for key, value in (("name", name), ("language", language)) if value is not None}
            if changed:
                connection.execute(update(persons).where(persons.c.player == identity.player).values(changed))
            return repository.require_session(connection, identity).identity

        return await self._core.change(identity.player, work)

    async def purge(self, erase: Callable[[str], Awaitable[object]]) -> int:
        """Remove guests without a session and without data that others refer to. Returns how many.

        `erase` is called with each of them first, to remove what other parts keep of the person.
        """
        before = self._core.clock.now() - DAY
        unused = await self._core.database.read(lambda connection: repository.unused_guests(connection, before, PURGED))
        purged = 0
        for player in unused:
            with suppress(UsersError):  # The guest has sat down at a table in the meantime.
                await erase(player)
                await self.remove(player, partial(repository.require_unused, player=player, before=before))
                purged += 1
        log(logging.INFO, "guests_purged", guests=purged)
        return purged

    def may_forget(self, identity: Identity) -> Callable[[Connection], object]:
        """The check for `remove` that only the person may ask for it. It raises UsersError."""
        return lambda connection: repository.require_interactive_session(connection, identity)

    async def remove(self, player: str, first: Callable[[Connection], object]) -> None:
        """Remove a person. The reports that they made stay.

        `first` runs in the same transaction, and refuses by raising.
        """

        def work(connection: Connection) -> tuple[str, ...]:
            first(connection)
            ended = repository.end_everything(connection, player)
            connection.execute(delete(persons).where(persons.c.player == player))
            return ended

        def then(ended: tuple[str, ...]) -> None:
            self.blocks.forget(player)
            self.sanctions.forget(player)
            self._core.ended(ended)

        await self._core.change(player, work, then)
        log(logging.INFO, "forgotten", player=player)

    async def me(self, identity: Identity, token: str | None = None, code: str | None = None) -> Me:
        """A user's view of themselves, with the token of a new session and a new recovery code. Raises UsersError."""

        def work(connection: Connection) -> tuple[Identity, repository.Account | None, int | None]:
            now = repository.require_session(connection, identity).identity
            return now, repository.account_of(connection, now.player), repository.code_made(connection, now.player)

        now, account, made = await self._core.database.read(work)
        login = None if account is None else account.login
        muted, blocked = (tuple(sorted(self.blocks.of(now.player, kind))) for kind in ("mute", "block"))
        news = self.sanctions.has_news(now.player)
        return Me(
            now.player,
            now.name,
            now.kind,
            now.language,
            login,
            token,
            muted,
            blocked,
            news,
            made,
            code,
            now.animal or None,
        )

    async def person(self, player: str) -> Person | None:
        """The public data of a person; None if there is no such person."""
        return await self._core.database.read(lambda connection: repository.person(connection, player))

    async def _read(self, hashed: bytes) -> Session | None:
        await self.blocks.load()
        mark = self._core.sessions.mark
        session = await self._core.database.read(lambda connection: repository.session_of(connection, hashed))
        if session is not None:
            self._core.sessions.put(hashed, session, mark)
        return session


def _language(language: str) -> Language:
    if language not in get_args(Language):
        raise UsersError("users_language", 400)
    return cast("Language", language)
