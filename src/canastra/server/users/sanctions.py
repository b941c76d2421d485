"""Roles, warnings, mutes and bans in force: in memory, since every request, socket and line of chat needs them."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network
from typing import NamedTuple

from sqlalchemy import Connection, select

from canastra.errors import CanastraError
from canastra.protocol.moderation import Kind, Role
from canastra.server.clock import Clock
from canastra.server.storage import SqlDatabase
from canastra.server.storage.tables import measures, roles

Network = IPv4Network | IPv6Network
_EVERY = select(measures).order_by(measures.c.id)
_ROLES = select(roles.c.player, roles.c.role)


class Sanction(NamedTuple):
    """A row of the table: against a person, or of a ban against a network."""

    id: int
    kind: Kind
    player: str | None
    network: str | None
    at: int
    until: int | None
    text: str

    def holds(self, now: int) -> bool:
        """Return whether it is still in force."""
        return self.until is None or now < self.until


class BannedError(CanastraError):
    """A banned person or address (403): until when, why, and an address for appeals."""

    status = 403


class Sanctions:
    """The sanctions in force. Changed after the database, by the result of a transaction."""

    def __init__(self, database: SqlDatabase, clock: Clock) -> None:
        self._database, self._clock = database, clock
        self._persons: dict[tuple[str, Kind], Sanction] = {}
        self._warnings: dict[str, frozenset[int]] = {}
        self._networks: dict[Network, Sanction] = {}
        self._lengths: frozenset[int] = frozenset()
        self._roles: dict[str, Role] = {}
        self._loading = asyncio.Lock()
        self._loaded = False
        self.appeals = ""
        """The operator's contact for banned people."""

    async def load(self) -> None:
        """Read all sanctions in force, the first time."""
        async with self._loading:
            if self._loaded:
                return
            await self._read()

    async def reload(self) -> None:
        """Read all sanctions again, after another server changed some."""
        async with self._loading:
            await self._read()

    def put(self, sanction: Sanction) -> None:
        """Add a sanction, in the place of an earlier one of its kind."""
        if sanction.network is not None:
            self._networks[ipaddress.ip_network(sanction.network)] = sanction
            self._lengths = frozenset(network.prefixlen for network in self._networks)
        elif sanction.player is not None and sanction.kind == "warning":
            self._warnings[sanction.player] = self._warnings.get(sanction.player, frozenset()) | {sanction.id}
        elif sanction.player is not None:
            self._persons[sanction.player, sanction.kind] = sanction

    def drop(self, sanction: Sanction) -> None:
        """Remove a sanction that was lifted or read."""
        if sanction.network is not None:
            self._networks.pop(ipaddress.ip_network(sanction.network), None)
            self._lengths = frozenset(network.prefixlen for network in self._networks)
        elif sanction.player is not None and sanction.kind == "warning":
            left = self._warnings.get(sanction.player, frozenset()) - {sanction.id}
            self._warnings.pop(sanction.player, None)
            if left:
                self._warnings[sanction.player] = left
        elif sanction.player is not None:
            self._persons.pop((sanction.player, sanction.kind), None)

    def set_role(self, player: str, role: Role | None) -> None:
        """Set the role of an account, or with None remove it."""
        self._roles.pop(player, None)
        if role is not None:
            self._roles[player] = role

    def forget(self, player: str) -> None:
        """Remove all data of a deleted person."""
        self.set_role(player, None)
        self._warnings.pop(player, None)
        for kind in ("mute", "ban"):
            self._persons.pop((player, kind), None)

    def role(self, player: str) -> Role | None:
        """The role of an account."""
        return self._roles.get(player)

    def is_warned(self, player: str) -> bool:
        """Return whether there is a warning that the person has not read."""
        return player in self._warnings

    def has_news(self, player: str) -> bool:
        """Return whether the page has an urgent notice: a ban, or a warning."""
        return self.is_warned(player) or self._of(player, "ban") is not None

    def mute_of(self, player: str) -> str | None:
        """Until when a person is muted, as text; None if they aren't."""
        found = self._of(player, "mute")
        return None if found is None else time_text(found.until or 0)

    def banned(self) -> tuple[str, ...]:
        """The banned people."""
        now = self._clock.now()
        return tuple(
            player for (player, kind), sanction in self._persons.items() if kind == "ban" and sanction.holds(now)
        )

    def check(self, player: str, host: str) -> None:
        """Raise BannedError if a person ("" without a session) or the address that they come from is banned."""
        found = self._of(player, "ban") if player else None
        if found is not None:
            until, appeals = time_text(found.until or 0), in_brackets(self.appeals)
            raise BannedError("moderation_banned", until=until, text=found.text, appeals=appeals)
        if self._networks and (kept_away := self._at(host)) is not None:
            until, appeals = time_text(kept_away.until or 0), in_brackets(self.appeals)
            raise BannedError("moderation_network_banned", until=until, text=kept_away.text, appeals=appeals)

    async def _read(self) -> None:
        every_measure, self._roles = await self._database.read(lambda c: (every(c), roles_of(c)))
        self._persons, self._warnings, self._networks, self._lengths = {}, {}, {}, frozenset()
        for measure in every_measure:
            self.put(measure)
        self._loaded = True

    def _of(self, player: str, kind: Kind) -> Sanction | None:
        found = self._persons.get((player, kind))
        return found if found is not None and found.holds(self._clock.now()) else None

    def _at(self, host: str) -> Sanction | None:
        now = self._clock.now()
        found = (self._networks.get(network) for network in networks_of(host, self._lengths))
        return next((sanction for sanction in found if sanction is not None and sanction.holds(now)), None)


def networks_of(host: str, lengths: Iterable[int]) -> Iterator[Network]:
    """The networks of some prefix lengths that an address is in; an IPv4 address in IPv6's clothes is one of IPv4.

    >>> list(map(str, networks_of("::ffff:192.0.2.7", [24, 64])))
    ['192.0.2.0/24']
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return
    address = getattr(address, "ipv4_mapped", None) or address
    for length in lengths:
        if length <= address.max_prefixlen:
            yield ipaddress.ip_network((address, length), strict=False)


def every(connection: Connection) -> list[Sanction]:
    """All rows of the table."""
    return [Sanction(*row) for row in connection.execute(_EVERY)]


def roles_of(connection: Connection) -> dict[str, Role]:
    """All roles, by player."""
    return dict(connection.execute(_ROLES).all())


def time_text(milliseconds: int) -> str:
    """A time as the sentences have it, the same in both languages.

    >>> time_text(1_000_000_000_000)
    '2001-09-09 01:46 UTC'
    """
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def in_brackets(text: str) -> str:
    """An address to write to as it stands at the end of a sentence.

    >>> in_brackets("ajuda@canastra.example"), in_brackets("")
    (' (ajuda@canastra.example)', '')
    """
    return f" ({text})" if text else ""
