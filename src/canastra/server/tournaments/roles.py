"""Roles in a tournament: the powers of each, invitations to them, and the half of a table that a phone speaks for."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from sqlalchemy import Connection

from canastra.protocol import tournaments as asked
from canastra.protocol.tournaments import TournamentAct, TournamentRole
from canastra.protocol.tournaments.members import RoleInvitation, TournamentMember, TournamentMembers
from canastra.server.aio import Background
from canastra.server.clock import DAY, Clock
from canastra.server.limits import Buckets, Rate, limit
from canastra.server.logging import log
from canastra.server.tournaments import TournamentError, repository
from canastra.server.tournaments.store import TournamentStore
from canastra.server.users import Identity
from canastra.server.users.tokens import Mint, is_link, link_hash
from canastra.tournament import LoggedEvent
from canastra.tournament import events as ev

Value = TypeVar("Value")
MEMBERS = limit("tournament_members", 50, "a tournament", "people with a role", "409 `tournaments_members`")
INVITATIONS = limit(
    "tournament_invitations", 50, "a tournament", "invitations that hold", "409 `tournaments_invitations`"
)
INVITED = limit(
    "tournament_invited", DAY, "an invitation", "time in which it holds", "403 `tournaments_invitation`", "ms"
)
ROLES = limit(
    "tournament_roles", 100, "a person", "tournaments in which that person has a role", "409 `tournaments_roles`"
)
_RANKS: Final[tuple[TournamentRole, ...]] = ("desk", "referee", "organiser")
_ORGANISER: Final = frozenset[TournamentRole](("organiser",))
_REFEREE: Final = frozenset[TournamentRole](("organiser", "referee"))
_STAFF: Final = frozenset[TournamentRole](("organiser", "referee", "desk"))
OF_TABLES: Final = (ev.ResultReported, ev.ResultConfirmed)
"""Acts that only the phone of a half may do, whatever role its person has: a report comes from a side."""
MAY: Final[dict[type, frozenset[TournamentRole]]] = {
    asked.Adopt: _ORGANISER,
    asked.Enter: _ORGANISER,
    asked.CheckIn: _STAFF,
    asked.CheckOut: _STAFF,
    asked.RollCall: _STAFF,
    asked.DrawPhase: _ORGANISER,
    asked.PairRound: _ORGANISER,
    asked.ReleaseHalf: _STAFF,
    asked.ReleasePlayer: _STAFF,
    ev.SideCorrected: _ORGANISER,
    ev.SideRemoved: _ORGANISER,
    ev.SideWithdrawn: _ORGANISER,
    ev.SideReturned: _ORGANISER,
    ev.FixturesChanged: _ORGANISER,
    ev.RoundPublished: _ORGANISER,
    ev.RoundStarted: _ORGANISER,
    ev.RoundPaused: _REFEREE,
    ev.RoundResumed: _REFEREE,
    ev.RoundExtended: _REFEREE,
    ev.LineUpGiven: _STAFF,
    ev.RoundClosed: _ORGANISER,
    ev.RoundRatified: _ORGANISER,
    ev.ResultReported: frozenset(),
    ev.ResultConfirmed: frozenset(),
    ev.SheetReceived: _STAFF,
    ev.ResultCorrected: _REFEREE,
    ev.ResultDecided: _REFEREE,
    ev.CaseDecided: _REFEREE,
    ev.PenaltyApplied: _REFEREE,
    ev.Revoked: _REFEREE,
}
"""For every act the roles that may do it."""
OF_REFEREES: Final = (
    ev.ResultReported,
    ev.ResultConfirmed,
    ev.SheetReceived,
    ev.ResultCorrected,
    ev.ResultDecided,
    ev.CaseDecided,
    ev.PenaltyApplied,
    ev.RoundPaused,
    ev.RoundResumed,
    ev.RoundExtended,
)
"""The lines that a referee may revoke; an organiser may revoke the others too."""


def check_act(act: TournamentAct, role: TournamentRole | None, speaks: bool, log: Sequence[LoggedEvent]) -> None:
    """Check that a person may do an act; `speaks` is True if the person's phone speaks for the half that it is about.

    Raises TournamentError.
    """
    if isinstance(act, OF_TABLES):
        if not speaks:
            raise TournamentError("tournaments_not_your_half", 403)
        return
    may = role in MAY[type(act)]
    if isinstance(act, ev.Revoked) and role == "referee":
        may = isinstance(_revoked(act, log), OF_REFEREES)
    if not may:
        raise TournamentError("tournaments_role", 403)


def check_staff(role: TournamentRole | None, organiser: bool = False) -> TournamentRole:
    """The role of a person with a role; with `organiser`, of an organiser. Raises TournamentError."""
    if role is None or (organiser and role != "organiser"):
        raise TournamentError("tournaments_role", 403)
    return role


def _revoked(event: ev.Revoked, log: Sequence[LoggedEvent]) -> ev.TournamentEvent | None:
    """The event that a revocation finally concerns: revoking a revocation brings the revoked line back."""
    found: ev.TournamentEvent = event
    while isinstance(found, ev.Revoked):
        if not 0 < found.line <= len(log):
            return None
        found = log[found.line - 1].event
    return found


class Guesses:
    """Limits how often each person may send a wrong code or invitation: only wrong ones take from a bucket.

    Not by address: all phones of a club share one, and one visitor must not keep the others from their tables. New
    persons are scarce by themselves.
    """

    def __init__(self, rate: Rate) -> None:
        self._buckets = Buckets(rate)

    def check(self, player: str) -> None:
        """Raise TournamentError (429) for a person who was wrong too often, even if the code is right now."""
        wait = self._buckets.of(player).wait()
        if wait > 0:
            raise TournamentError("tournaments_guesses", 429, seconds=math.ceil(wait))

    def wrong(self, player: str) -> None:
        """Count an invalid code."""
        self._buckets.take(player)


class Membership:
    """Invites, lists and removes. Its methods raise `TournamentError`."""

    def __init__(
        self, store: TournamentStore, mint: Mint, clock: Clock, guesses: Guesses, background: Background
    ) -> None:
        self._store, self._mint, self._clock = store, mint, clock
        self._guesses, self._background = guesses, background

    async def members(self, identity: Identity, tournament: str) -> TournamentMembers:
        """All people with a role; for organisers."""
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player), organiser=True)
        return TournamentMembers(await self._store.database.read(lambda c: repository.members(c, tournament)))

    async def invite(self, identity: Identity, tournament: str, role: TournamentRole) -> RoleInvitation:
        """Make an invitation to a role, as an organiser; its token is shown only this time."""
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player), organiser=True)
        minted, now = self._mint.link(), self._clock.now()
        made = repository.Invitation(minted.hash, tournament, role, now + INVITED)
        await self._store.database.write(lambda c: repository.add_invitation(c, made, now, INVITATIONS))
        return RoleInvitation(minted.token, role, made.expires)

    async def invites(self, tournament: str, token: str) -> bool:
        """Return whether an invitation is still unused."""
        if not is_link(token):
            return False
        hashed, now = link_hash(token), self._clock.now()
        # No person has an empty id, so this finds unused invitations only.
        role = await self._store.database.read(lambda c: repository.invitation_for(c, hashed, tournament, "", now))
        return role is not None

    async def redeem(self, identity: Identity, tournament: str, token: str) -> TournamentMember:
        """Take the role of an invitation, once; a person with a higher role keeps it. The same person may ask again."""
        player, now, hashed = identity.player, self._clock.now(), link_hash(token)
        self._guesses.check(player)

        def work(connection: Connection) -> TournamentMember:
            invited = repository.invitation_for(connection, hashed, tournament, player, now)
            if invited is None:
                raise TournamentError("tournaments_invitation", 403)
            before = repository.role_of(connection, tournament, player)
            if before is None and len(repository.members(connection, tournament)) >= MEMBERS:
                raise TournamentError("tournaments_members", 409, most=MEMBERS)
            if before is None and repository.count_roles(connection, player) >= ROLES:
                raise TournamentError("tournaments_roles", 409, most=ROLES)
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
        """Take a person's role away.

        Raises TournamentError unless the caller is an organiser, if the person has no role, or for the last organiser.
        """
        loaded = await self._store.get(tournament)
        check_staff(loaded.members.get(identity.player), organiser=True)
        await self._changed(tournament, lambda c: repository.remove_member(c, tournament, player))
        log(logging.INFO, "tournament_left", tournament=tournament, player=player)

    async def sweep(self) -> None:
        """Remove expired invitations."""
        now = self._clock.now()
        await self._store.database.write(lambda connection: repository.sweep(connection, now))

    async def _changed(self, tournament: str, work: Callable[[Connection], Value]) -> Value:
        """Write about members, then update memory, even if the caller is cancelled."""

        async def change() -> Value:
            async with self._store.locked(tournament) as loaded:
                value = await self._store.database.write(work)
                kept = await self._store.database.read(lambda c: repository.members(c, tournament))
                loaded.members = {member.player: member.role for member in kept}
                return value

        return await self._background.run(change())
