"""Bodies of answers about the members of a tournament and their roles."""

from __future__ import annotations

from msgspec import Struct

from canastra.protocol.tournaments import TournamentRole


class RoleInvitation(Struct, frozen=True):
    """An invitation for the address ``/torneio/ID#convite=TOKEN``; works once, until `expires` (milliseconds since
    1970).
    """

    token: str
    role: TournamentRole
    expires: int


class TournamentMember(Struct, frozen=True):
    """A person with a role."""

    player: str
    name: str
    role: TournamentRole
    since: int


class TournamentMembers(Struct, frozen=True):
    """The people with a role, the one with the oldest role first."""

    members: tuple[TournamentMember, ...]
