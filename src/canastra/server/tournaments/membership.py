"""Who has a role in a tournament: the founder at first, then whoever takes an invitation of an organiser."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from typing import Final, TypeVar

from canastra.protocol.tournaments import RoleInvitation, TournamentMember, TournamentMembers, TournamentRole
from canastra.server.clock import DAY, Clock
from canastra.server.limits import limit
from canastra.server.logging import log
from canastra.server.tournaments import repository
from canastra.server.tournaments.errors import TournamentError
from canastra.server.tournaments.guesses import Guesses
from canastra.server.tournaments.permissions import check_staff
from canastra.server.tournaments.store import TournamentStore
from canastra.server.users import Identity
from canastra.server.users.core import Background
from canastra.server.users.tokens import Mint, link_hash

Value = TypeVar("Value")
MEMBERS = limit("tournament_members", 50, "a tournament", "people with a role", "409 `tournaments_members`")
INVITATIONS = limit(
    "tournament_invitations", 50, "a tournament", "invitations that hold", "409 `tournaments_invitations`"
)
INVITED = limit(
    "tournament_invited", DAY, "an invitation", "time in which it holds", "403 `tournaments_invitation`", "ms"
)
_RANKS: Final[tuple[TournamentRole, ...]] = ("desk", "referee", "organiser")


class Membership:
    """Invites, lists and removes. Its methods raise `TournamentError`."""

    def __init__(
        self, store: TournamentStore, mint: Mint, time: Clock, guesses: Guesses, finishing: Background
    ) -> None:
        self._store, self._mint, self._time = store, mint, time
        self._guesses, self._finishing = guesses, finishing

    async def members(self, identity: Identity, tournament: str) -> TournamentMembers:
        """Everybody who has a role; for organisers."""
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player), organiser=True)
        return TournamentMembers(await self._store.database.read(lambda c: repository.members(c, tournament)))

    async def invite(self, identity: Identity, tournament: str, role: TournamentRole) -> RoleInvitation:
        """An invitation to a role, of an organiser; its token is shown this once."""
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player), organiser=True)
        minted, now = self._mint.link(), self._time.now()
        made = repository.Invitation(minted.hash, tournament, role, now + INVITED)
        await self._store.database.write(lambda c: repository.add_invitation(c, made, now, INVITATIONS))
        return RoleInvitation(minted.token, role, made.expires)

    async def redeem(self, identity: Identity, tournament: str, token: str) -> TournamentMember:
        """Take the role of an invitation, once; who has a higher one keeps it. The same person may ask again."""
        player, now, hashed = identity.player, self._time.now(), link_hash(token)
        self._guesses.check(player)

        def work(connection: sqlite3.Connection) -> TournamentMember:
            invited = repository.invitation_for(connection, hashed, tournament, player, now)
            if invited is None:
                raise TournamentError("tournaments_invitation", 403)
            before = repository.role_of(connection, tournament, player)
            if before is None and len(repository.members(connection, tournament)) >= MEMBERS:
                raise TournamentError("tournaments_members", 409, most=MEMBERS)
            if before is None or _RANKS.index(before.role) < _RANKS.index(invited):
                repository.put_member(connection, tournament, player, invited, now)
            repository.use_invitation(connection, hashed, player)
            found = repository.role_of(connection, tournament, player)
            assert found is not None
            return found

        try:
            member: TournamentMember = await self._changed(tournament, work)
        except TournamentError as error:
            if error.code == "tournaments_invitation":
                self._guesses.wrong(player)
            raise
        log(logging.INFO, "tournament_joined", tournament=tournament, player=player, role=member.role)
        return member

    async def remove(self, identity: Identity, tournament: str, player: str) -> None:
        """Take somebody's role away, as an organiser; the last organiser stays."""
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player), organiser=True)
        await self._changed(tournament, lambda c: repository.remove_member(c, tournament, player))
        log(logging.INFO, "tournament_left", tournament=tournament, player=player)

    async def sweep(self) -> None:
        """Forget invitations that are over."""
        now = self._time.now()
        await self._store.database.write(lambda connection: repository.sweep(connection, now))

    async def _changed(self, tournament: str, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """Write about members, and bring what is in memory up to it, whether or not the caller is still there."""

        async def change() -> Value:
            async with self._store.locked(tournament) as loaded:
                value = await self._store.database.write(work)
                kept = await self._store.database.read(lambda c: repository.members(c, tournament))
                loaded.members = {each.player: each.role for each in kept}
                return value

        return await self._finishing.run(change())
