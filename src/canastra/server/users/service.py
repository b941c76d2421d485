"""`Users`: the way in to everything about persons."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from random import Random, SystemRandom
from typing import cast, get_args

from argon2 import PasswordHasher

from canastra.protocol.messages import Line
from canastra.protocol.people import Language, Me, Report, TokenCard
from canastra.server.clock import DAY, Clock, Doubt, SystemClock
from canastra.server.limits import limit
from canastra.server.logging import log
from canastra.server.sanctions import Sanctions
from canastra.server.storage import Database, StoppedError
from canastra.server.users import reports, repository, validation
from canastra.server.users.accounts import Accounts
from canastra.server.users.blocks import BlockLists
from canastra.server.users.core import Core
from canastra.server.users.models import Identity, Person, UsersError, Via
from canastra.server.users.passwords import ANYWHERE, CallerOrigin, Hasher
from canastra.server.users.reports import Filed, Reports
from canastra.server.users.tokens import Mint, Session, hash_of

PURGED = limit("guests_purged", 1_000, "an hourly sweep", "unused guests removed", "the others are removed by the next")
TOKENS = limit("tokens", 20, "an account", "API tokens", "409 `people_tokens`")


class Users:
    """Persons, their sessions, and what they keep of each other.

    Whatever is asked with an `Identity` raises a `UsersError` (`people_signed_out`) if its session has ended since. A
    change whose caller is cancelled is done or not, as storage says; what is in memory follows it in any case.
    """

    def __init__(
        self,
        database: Database,
        time: Clock | None = None,
        random: Random | None = None,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._core = Core(database, time or SystemClock(), Mint(random or SystemRandom()))
        self._hasher = Hasher(hasher or PasswordHasher())
        self._accounts = Accounts(self._core, self._hasher)
        self._hushes = BlockLists(self._core)
        self._reports = Reports(self._core)
        self.measures = Sanctions(database, self._core.time)
        """Who is warned, muted or banned, and who has a role."""

    async def start(self) -> None:
        """Read who mutes and blocks whom. Until then `hushed` and `blocks_between` know of nobody; the first
        `identify` or `guest` does it too."""
        await asyncio.gather(self._hushes.load(), self.measures.load())

    async def doubt_clock(self) -> Doubt:
        """Compare the clock with what was written last: while it is doubted, no session ends for its age."""
        newest = await self._core.database.read(repository.newest)
        self._core.doubt = Doubt(self._core.time, newest)
        return self._core.doubt

    async def sweep(self) -> None:
        """Remove sessions that have expired, and reports of long ago; worth doing now and then."""
        now, database = self._core.time.now(), self._core.database
        sessions = await database.write(lambda connection: repository.sweep(connection, now))
        deleted = await database.write(lambda connection: reports.sweep(connection, now))
        log(logging.INFO, "people_swept", sessions=sessions, reports=deleted)

    @property
    def mint(self) -> Mint:
        """The maker of tokens and ids."""
        return self._core.mint

    async def close(self) -> None:
        """Finish what is under way; to be done before the database is closed."""
        await self._hasher.close()
        await self._core.finishing.close()

    def on_ended(self, listener: Callable[[Collection[str]], None]) -> None:
        """Have somebody told the ids of sessions and API tokens that ended otherwise than by expiring."""
        self._core.on_ended = listener

    # Sessions

    async def guest(self, name: str, language: Language, via: Via = "cookie") -> tuple[Identity, str]:
        """A new guest, and the token of the session. `UsersError`."""
        name, language = validation.name(name), _language(language)
        await self._hushes.load()
        player, minted, now = self._core.mint.player(), self._core.mint.session(), self._core.time.now()

        def work(connection: sqlite3.Connection) -> Identity:
            repository.add_person(connection, player, name, language, now)
            repository.begin_session(connection, minted, player, via, now)
            return repository.require_session(
                connection, Identity(player, name, "guest", language, minted.id, via)
            ).identity

        identity = await self._core.database.write(work)
        log(logging.INFO, "guest", player=player)
        return identity, minted.token

    async def identify(self, token: str) -> Identity | None:
        """Whose token that is; None if nobody's, or not any more."""
        hashed = hash_of(token)
        if hashed is None:
            return None
        now = self._core.time.now()
        session = self._core.sessions.get(hashed) or await self._read(hashed)
        doubt = self._core.doubt
        if session is None or session.over(now - doubt.ahead):
            return None
        if session.due(now) and not doubt.gap:
            self._core.sessions.touch(hashed, now)
            with suppress(StoppedError):  # Nobody is sent away because the date of the last use can't be written.
                await self._core.database.write(lambda connection: repository.touch(connection, hashed, now))
        return session.identity

    async def sign_in(
        self, login: str, password: str, via: Via = "cookie", source: CallerOrigin = ANYWHERE
    ) -> tuple[Identity, str]:
        """A new session of an account, and its token. `UsersError`."""
        await self._hushes.load()
        identity, token = await self._accounts.sign_in(login, password, via, source)
        log(logging.INFO, "signed_in", player=identity.player)
        return identity, token

    async def sign_out(self, identity: Identity) -> None:
        """End the session. If it has ended already, nothing happens."""
        await self._end(identity.player, lambda c: repository.end_session(c, identity.player, identity.session))

    async def new_device(self, player: str) -> str | None:
        """What a device keeps to be known again at its next signing in; None for a guest."""
        return await self._accounts.new_device(player)

    async def device_of(self, login: str, devices: Sequence[str]) -> str | None:
        """The number of a device that signed in to a login with its present password; None of a stranger."""
        return await self._accounts.device_of(login, devices)

    # Accounts

    async def account(
        self, identity: Identity, login: str, password: str, source: CallerOrigin = ANYWHERE
    ) -> tuple[Identity, str]:
        """Keep what was played as a guest: the same player under a new session; its token. `UsersError`."""
        made, token = await self._accounts.make(identity, login, password, source)
        log(logging.INFO, "account", player=made.player)
        return made, token

    async def change(self, identity: Identity, name: str | None = None, language: Language | None = None) -> Identity:
        """Change what is given. `UsersError`."""
        name = None if name is None else validation.name(name)
        language = None if language is None else _language(language)

        def work(connection: sqlite3.Connection) -> Identity:
            repository.require_session(connection, identity)
            connection.execute(
                "UPDATE persons SET name = coalesce(?, name), language = coalesce(?, language) WHERE player = ?",
                (name, language, identity.player),
            )
            return repository.require_session(connection, identity).identity

        return await self._core.change(identity.player, work)

    async def change_password(self, identity: Identity, old: str, new: str, source: CallerOrigin = ANYWHERE) -> str:
        """Ends all sessions; the token of a new one. API tokens stay. `UsersError`."""
        token = await self._accounts.change_password(identity, old, new, source)
        log(logging.INFO, "password_changed", player=identity.player)
        return token

    async def reset_password(self, token: str, password: str, source: CallerOrigin = ANYWHERE) -> str:
        """Set a new password by a link's token, once; ends all sessions and API tokens. The login. `UsersError`."""
        account = await self._accounts.reset_password(token, password, source)
        log(logging.INFO, "password_reset", player=account.player)
        return account.login

    async def confirm(self, identity: Identity, password: str | None, source: CallerOrigin = ANYWHERE) -> None:
        """Make sure that who is signed in knows the account's password; a guest has none. `UsersError`."""
        await self._accounts.confirm(identity, password, source)

    async def purge(self, erase: Callable[[str], Awaitable[object]]) -> int:
        """Remove guests to whom nobody can come back, and who left nothing behind; how many.

        `erase` is called with each first, to remove what others keep of the person.
        """
        before = self._core.time.now() - DAY
        unused = await self._core.database.read(lambda connection: repository.unused_guests(connection, before, PURGED))
        purged = 0
        for player in unused:
            with suppress(UsersError):  # The guest has come to a table in the meantime.
                await erase(player)
                await self.remove(player, partial(repository.require_unused, player=player, before=before))
                purged += 1
        log(logging.INFO, "guests_purged", guests=purged)
        return purged

    async def forget(self, identity: Identity) -> None:
        """Remove the person, who asks for it. `UsersError`."""
        await self.remove(identity.player, self.may_forget(identity))

    def may_forget(self, identity: Identity) -> Callable[[sqlite3.Connection], object]:
        """What `remove` is given so that nobody but the person may ask for it. `UsersError`."""
        return lambda connection: repository.require_interactive_session(connection, identity)

    async def remove(self, player: str, first: Callable[[sqlite3.Connection], object]) -> None:
        """Remove a person. What others reported stays, and the name in matches that were played.

        `first` is done in the same transaction, and refuses by raising.
        """

        def work(connection: sqlite3.Connection) -> tuple[str, ...]:
            first(connection)
            ended = repository.end_everything(connection, player)
            connection.execute("DELETE FROM persons WHERE player = ?", (player,))
            return ended

        def then(ended: tuple[str, ...]) -> None:
            self._hushes.forget(player)
            self.measures.forget(player)
            self._core.ended(ended)

        await self._core.change(player, work, then)
        log(logging.INFO, "forgotten", player=player)

    async def me(self, identity: Identity, token: str | None = None) -> Me:
        """What somebody sees of itself. `UsersError`."""

        def work(connection: sqlite3.Connection) -> tuple[Identity, repository.Account | None]:
            return repository.require_session(connection, identity).identity, repository.account_of(
                connection, identity.player
            )

        now, account = await self._core.database.read(work)
        login = None if account is None else account.login
        muted, blocked = (tuple(sorted(self._hushes.of(now.player, kind))) for kind in ("mute", "block"))
        news = self.measures.has_news(now.player)
        return Me(now.player, now.name, now.kind, now.language, login, token, muted, blocked, news)

    async def person(self, player: str) -> Person | None:
        """What everybody may know of somebody; None if there is nobody (any more)."""
        return await self._core.database.read(lambda connection: repository.person(connection, player))

    # Tokens

    async def new_token(self, identity: Identity, label: str) -> TokenCard:
        """A token for programs, which is shown this once. `UsersError`: a guest, or too many."""
        label = validation.label(label)
        minted, now = self._core.mint.api_token(), self._core.time.now()

        def work(connection: sqlite3.Connection) -> None:
            repository.require_interactive_session(connection, identity)
            repository.require_account(connection, identity.player)
            if len(repository.tokens(connection, identity.player)) >= TOKENS:
                raise UsersError("people_tokens", 409, most=TOKENS)
            repository.add_token(connection, minted, identity.player, label, now)

        await self._core.change(identity.player, work)
        log(logging.INFO, "token_made", player=identity.player, token=minted.id)
        return TokenCard(minted.id, label, now, token=minted.token)

    async def tokens(self, identity: Identity) -> tuple[TokenCard, ...]:
        """All of somebody's, without the tokens themselves. `UsersError`."""

        def work(connection: sqlite3.Connection) -> tuple[TokenCard, ...]:
            repository.require_session(connection, identity)
            return repository.tokens(connection, identity.player)

        return await self._core.database.read(work)

    async def revoke(self, identity: Identity, token_id: str) -> None:
        """End one. `UsersError`, also if there is none of that id."""

        def work(connection: sqlite3.Connection) -> tuple[str, ...]:
            repository.require_interactive_session(connection, identity)
            if token_id not in {card.id for card in repository.tokens(connection, identity.player)}:
                raise UsersError("people_no_token", 404)
            return repository.end_session(connection, identity.player, token_id)

        await self._end(identity.player, work)

    # Others

    async def mute(self, identity: Identity, player: str) -> None:
        """Hear nothing more of somebody. `UsersError`."""
        await self._hushes.add(identity, "mute", player)

    async def unmute(self, identity: Identity, player: str) -> None:
        """Hear somebody again. `UsersError`."""
        await self._hushes.remove(identity, "mute", player)

    async def block(self, identity: Identity, player: str) -> None:
        """Hear nothing more of somebody, and don't play together. `UsersError`."""
        await self._hushes.add(identity, "block", player)

    async def unblock(self, identity: Identity, player: str) -> None:
        """Take that back. `UsersError`."""
        await self._hushes.remove(identity, "block", player)

    def hushed(self, player: str) -> frozenset[str]:
        """Whom somebody mutes or blocks."""
        return self._hushes.hushed(player)

    def blocks_between(self, one: str, other: str) -> bool:
        """Whether one of the two blocks the other."""
        return other in self._hushes.of(one, "block") or one in self._hushes.of(other, "block")

    async def report(
        self, identity: Identity, report: Report, excerpt: Sequence[Line], deal: int | None = None
    ) -> None:
        """Tell the operators about somebody; `deal` is the one that is played at the table. `UsersError`."""
        await self._reports.file(identity, report, excerpt, deal)
        log(logging.INFO, "reported", reporter=identity.player, player=report.player, reason=report.reason)

    async def reports(self, limit: int) -> list[Filed]:
        """The latest reports, the newest first, for operators."""
        return await self._reports.latest(limit)

    async def _read(self, hashed: bytes) -> Session | None:
        await self._hushes.load()
        mark = self._core.sessions.mark
        session = await self._core.database.read(lambda connection: repository.session_of(connection, hashed))
        if session is not None:
            self._core.sessions.put(hashed, session, mark)
        return session

    async def _end(self, player: str, work: Callable[[sqlite3.Connection], tuple[str, ...]]) -> None:
        """End sessions, and say which."""
        ended = await self._core.change(player, work, self._core.ended)
        for session in ended:
            log(logging.INFO, "session_ended", player=player, session=session)


def _language(language: str) -> Language:
    if language not in get_args(Language):
        raise UsersError("people_language", 400)
    return cast("Language", language)
