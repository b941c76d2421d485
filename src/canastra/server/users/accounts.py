"""Accounts: making them from guests, signing in, passwords and API tokens."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection

from canastra.protocol.people import TokenCard
from canastra.server.limits import limit
from canastra.server.logging import log
from canastra.server.users import repository, validation
from canastra.server.users.passwords import ANYWHERE, CallerOrigin, Hasher
from canastra.server.users.tokens import (
    Core,
    Identity,
    NewCode,
    NewToken,
    UsersError,
    Via,
    code_hash,
    device_number,
    link_hash,
)

TOKENS = limit("tokens", 20, "an account", "API tokens", "409 `users_tokens`")
ATTEMPTS = 3
"""How often a password is compared again because it was changed in the meantime."""


class Entered(NamedTuple):
    """The identity in an account that was just entered, the token of the new session and the account's new recovery
    code.
    """

    identity: Identity
    token: str
    code: str


class Accounts:
    """Passwords are compared and hashed between transactions; each transaction checks that the result still holds."""

    def __init__(self, core: Core, hasher: Hasher) -> None:
        self._core, self._hasher = core, hasher

    async def make(self, identity: Identity, login: str, password: str, origin: CallerOrigin = ANYWHERE) -> Entered:
        """Turn a guest into an account: the same player, a new session, the old one ended. Raises UsersError."""
        login = validation.login(login)
        hashed = await self._hasher.hash(validation.password(password, login), origin)
        minted, code, now = self._core.mint.session(), self._core.mint.recovery_code(), self._core.clock.now()

        def work(connection: Connection) -> repository.Begun:
            if repository.account_of(connection, identity.player) is not None:
                raise UsersError("users_account_already", 409)
            guest = repository.require_session(connection, identity).identity
            if repository.account_with(connection, login) is not None:
                raise UsersError("users_login_taken", 409)
            repository.add_account(connection, repository.Account(guest.player, login, hashed))
            repository.put_code(connection, guest.player, code.hash, now)
            # All of them: an attacker who planted or copied a guest's cookie must not get into the account with it.
            ended = repository.end_sessions(connection, guest.player)
            return repository.enter(connection, minted, guest.player, guest.via, now, ended)

        begun = await self._core.change(identity.player, work, self._told)
        log(logging.INFO, "account", player=begun.identity.player)
        return Entered(begun.identity, minted.token, code.code)

    async def sign_in(
        self, login: str, password: str, via: Via = "cookie", origin: CallerOrigin = ANYWHERE
    ) -> tuple[Identity, str]:
        """A new session, and its token.

        Raises UsersError: the same, after the same work, for a wrong password and an unknown login.
        """
        folded = validation.folded(login) or ""
        for _ in range(ATTEMPTS):
            account = await self._core.database.read(lambda connection: repository.account_with(connection, folded))
            fits = await self._hasher.fits(account and account.password, password, origin)
            if account is None or not fits:
                break
            renewed = await self._hasher.renewed(account.password, password, origin)
            minted = self._core.mint.session()
            begun = await self._enter(account, renewed, minted, via)
            if begun is not None:
                log(logging.INFO, "signed_in", player=begun.identity.player)
                return begun.identity, minted.token
        raise UsersError("users_sign_in", 401)

    async def change_password(
        self, identity: Identity, old: str, new: str, origin: CallerOrigin = ANYWHERE
    ) -> tuple[str, str]:
        """Change the password, end all sessions, begin a new one. Returns its token and a new recovery code.

        API tokens stay. The old recovery code ends too, since an attacker with the old password may have made it.
        Raises UsersError.
        """
        hashed = None
        for _ in range(ATTEMPTS):
            account = await self._core.database.read(lambda connection: _own(connection, identity))
            password = validation.password(new, account.login)
            if not await self._hasher.fits(account.password, old, origin):
                break
            hashed = hashed or await self._hasher.hash(password, origin)
            minted, code = self._core.mint.session(), self._core.mint.recovery_code()
            if await self._exchange(identity, account, hashed, (minted, code)) is not None:
                log(logging.INFO, "password_changed", player=identity.player)
                return minted.token, code.code
        raise UsersError("users_old_password", 403)

    def reload_sessions(self, player: str) -> None:
        """Read the sessions of a person again when they are used: another server has changed something about them."""
        self._core.sessions.drop(player)

    async def confirm(self, identity: Identity, password: str | None, origin: CallerOrigin = ANYWHERE) -> None:
        """Check that the caller knows the account's password; a guest has no password. Raises UsersError."""

        def work(connection: Connection) -> repository.Account | None:
            repository.require_interactive_session(connection, identity)
            return repository.account_of(connection, identity.player)

        account = await self._core.database.read(work)
        if account is None:
            return
        if password is None:
            raise UsersError("users_password_missing", 403)
        if not await self._hasher.fits(account.password, password, origin):
            raise UsersError("users_old_password", 403)

    async def new_device(self, player: str) -> str | None:
        """The token of a device that has signed in to an account; None for a guest."""
        account = await self._core.database.read(lambda connection: repository.account_of(connection, player))
        return None if account is None else self._core.mint.device(account.password)

    async def device_of(self, login: str, devices: Iterable[str]) -> str | None:
        """The number of a device that signed in to a login with its present password; None for an unknown device."""
        folded = validation.folded(login) or ""
        account = await self._core.database.read(lambda connection: repository.account_with(connection, folded))
        secret = self._hasher.decoy if account is None else account.password
        numbers = [device_number(device, secret) for device in devices]
        return next((number for number in numbers if number is not None), None)

    async def reset_password(self, token: str, new: str, origin: CallerOrigin = ANYWHERE) -> str:
        """Set a new password by a link's token, once; ends all sessions, API tokens and the recovery code.

        Returns the login. Raises UsersError if the link is unknown, used or over.
        """
        hashed = link_hash(token)
        account = await self._core.database.read(lambda connection: self._of_link(connection, hashed))
        password = await self._hasher.hash(validation.password(new, account.login), origin)

        def work(connection: Connection) -> tuple[str, ...]:
            self._of_link(connection, hashed)
            repository.change_password(connection, account.player, password)
            repository.end_code(connection, account.player)
            repository.end_link(connection, account.player)
            return repository.end_everything(connection, account.player)

        await self._core.change(account.player, work, self._core.ended)
        log(logging.INFO, "password_reset", player=account.player)
        return account.login

    async def recover(
        self, login: str, code: str, new: str, via: Via = "cookie", origin: CallerOrigin = ANYWHERE
    ) -> Entered:
        """Set a new password by an account's recovery code, which is used up; ends all sessions and API tokens.

        Raises UsersError: the same, after the same work, for a wrong code, an unknown login and an account without one.
        """
        folded, hashed = validation.folded(login) or "", code_hash(code)
        password = validation.password(new, folded)
        player = await self._core.database.read(lambda connection: _of_code(connection, folded, hashed))
        kept = await self._hasher.hash(password, origin)
        minted, fresh, now = self._core.mint.session(), self._core.mint.recovery_code(), self._core.clock.now()

        def work(connection: Connection) -> repository.Begun:
            _of_code(connection, folded, hashed)
            repository.change_password(connection, player, kept)
            repository.put_code(connection, player, fresh.hash, now)
            repository.end_link(connection, player)
            repository.note_recovery(connection, player, now)
            ended = repository.end_everything(connection, player)
            return repository.enter(connection, minted, player, via, now, ended)

        begun = await self._core.change(player, work, self._told)
        log(logging.INFO, "account_recovered", player=player)
        return Entered(begun.identity, minted.token, fresh.code)

    async def new_code(self, identity: Identity, password: str, origin: CallerOrigin = ANYWHERE) -> tuple[str, int]:
        """A new recovery code, which replaces the old one, and when it was made. Raises UsersError."""
        account = await self._core.database.read(lambda connection: _own(connection, identity))
        if not await self._hasher.fits(account.password, password, origin):
            raise UsersError("users_old_password", 403)
        code, now = self._core.mint.recovery_code(), self._core.clock.now()

        def work(connection: Connection) -> None:
            _own(connection, identity)  # A changed password would have ended the session.
            repository.put_code(connection, account.player, code.hash, now)

        await self._core.change(account.player, work)
        log(logging.INFO, "recovery_code_made", player=identity.player)
        return code.code, now

    async def new_token(self, identity: Identity, label: str) -> TokenCard:
        """A token for programs, shown only this time. Raises UsersError for a guest, or if there are too many."""
        label = validation.label(label)
        minted, now = self._core.mint.api_token(), self._core.clock.now()

        def work(connection: Connection) -> None:
            repository.require_interactive_session(connection, identity)
            repository.require_account(connection, identity.player)
            if len(repository.tokens(connection, identity.player)) >= TOKENS:
                raise UsersError("users_tokens", 409, most=TOKENS)
            repository.add_token(connection, minted, identity.player, label, now)

        await self._core.change(identity.player, work)
        log(logging.INFO, "token_made", player=identity.player, token=minted.id)
        return TokenCard(minted.id, label, now, token=minted.token)

    async def tokens(self, identity: Identity) -> tuple[TokenCard, ...]:
        """All of an account's API tokens, without their secrets. Raises UsersError."""

        def work(connection: Connection) -> tuple[TokenCard, ...]:
            repository.require_session(connection, identity)
            return repository.tokens(connection, identity.player)

        return await self._core.database.read(work)

    async def revoke(self, identity: Identity, token_id: str) -> None:
        """End an API token. Raises UsersError, also if the id is unknown."""

        def work(connection: Connection) -> tuple[str, ...]:
            repository.require_interactive_session(connection, identity)
            if token_id not in {card.id for card in repository.tokens(connection, identity.player)}:
                raise UsersError("users_no_token", 404)
            return repository.end_session(connection, identity.player, token_id)

        await self._core.end(identity.player, work)

    def _of_link(self, connection: Connection, hashed: bytes) -> repository.Account:
        player = repository.player_of_link(connection, hashed, self._core.clock.now())
        if player is None:
            raise UsersError("users_link", 403)
        return repository.require_account(connection, player)

    async def _enter(
        self, account: repository.Account, renewed: str, new_token: NewToken, via: Via
    ) -> repository.Begun | None:
        """Start a session after a password check; None if the password changed meanwhile."""
        now = self._core.clock.now()

        def work(connection: Connection) -> repository.Begun | None:
            if repository.account_of(connection, account.player) != account:
                return None
            if renewed != account.password:
                repository.change_password(connection, account.player, renewed)
            return repository.enter(connection, new_token, account.player, via, now, ())

        return await self._core.change(account.player, work, self._told)

    async def _exchange(
        self, identity: Identity, old: repository.Account, hashed: str, fresh: tuple[NewToken, NewCode]
    ) -> repository.Begun | None:
        """Replace a password after it was compared; None if the password changed meanwhile."""
        (minted, code), now = fresh, self._core.clock.now()

        def work(connection: Connection) -> repository.Begun | None:
            if _own(connection, identity) != old:
                return None
            repository.change_password(connection, old.player, hashed)
            repository.put_code(connection, old.player, code.hash, now)
            repository.end_link(connection, old.player)
            ended = repository.end_sessions(connection, old.player)
            return repository.enter(connection, minted, old.player, identity.via, now, ended)

        return await self._core.change(old.player, work, self._told)

    def _told(self, begun: repository.Begun | None) -> None:
        if begun is not None:
            self._core.ended(begun.ended)


def _own(connection: Connection, identity: Identity) -> repository.Account:
    repository.require_interactive_session(connection, identity)
    return repository.require_account(connection, identity.player)


def _of_code(connection: Connection, login: str, hashed: bytes) -> str:
    player = repository.player_with_code(connection, login, hashed)
    if player is None:
        raise UsersError("users_recovery", 401)
    return player
