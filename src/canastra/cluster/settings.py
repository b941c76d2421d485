"""The settings of a cluster node besides those of every server, checked before it starts."""

from __future__ import annotations

import asyncio
import re
import socket
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import nats
import nats.errors
import psycopg
from psycopg.conninfo import conninfo_to_dict

from canastra.cluster.connections import WAYS
from canastra.cluster.ownership.holdings import LeaseFigures
from canastra.cluster.schema import database_name
from canastra.server.settings import SettingsError

SCHEMES = ("nats", "tls", "ws", "wss")
CONNECT_SECONDS = 3.0
SHORTEST_LEASE, LONGEST_LEASE = 3, 60
"""Seconds. A shorter one would end whenever a machine or a disk is busy for a moment."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """The addresses of PostgreSQL and NATS, and the node's name. They may hold passwords and are never shown."""

    database: str = field(repr=False)
    bus: str = field(repr=False)
    node: str = field(default_factory=lambda: node_name(socket.gethostname()))
    leases: LeaseFigures = field(default_factory=LeaseFigures)
    workers: bool = True
    """True to ask workers for bots' actions; without workers the node's own bots play."""

    @property
    def database_name(self) -> str:
        """The name of the database in messages."""
        return database_name(self.database)


def check_cluster(settings: ClusterSettings) -> ClusterSettings:
    """Validate the settings and return them. Raises SettingsError."""
    try:
        conninfo_to_dict(settings.database)
    except psycopg.ProgrammingError:
        raise SettingsError("serve_database_address") from None
    check_bus_address(settings.bus)
    if not _NAME.fullmatch(settings.node):
        raise SettingsError("serve_node", found=settings.node[:80])
    return settings


def lease_figures(lease: float | None) -> LeaseFigures:
    """The figures for a lease of this many seconds, by default the usual ones. Raises SettingsError."""
    if lease is None:
        return LeaseFigures()
    if not SHORTEST_LEASE <= lease <= LONGEST_LEASE:
        raise SettingsError(
            "serve_number", name="--lease", least=SHORTEST_LEASE, most=LONGEST_LEASE, found=f"{lease:g}"
        )
    return LeaseFigures.of(lease)


def check_bus_address(address: str) -> None:
    """Raises SettingsError unless the text is one or more addresses of NATS, separated by commas."""
    for url in address.split(","):
        try:
            parts = urlsplit(url)
            is_address = parts.scheme in SCHEMES and bool(parts.hostname) and (parts.port or 4222) > 0
        except ValueError:
            is_address = False
        if not is_address:
            raise SettingsError("serve_bus_address", found=url.rpartition("@")[2][:80])


def reach_database(dsn: str) -> None:
    """Check that PostgreSQL answers. Raises SettingsError with the reason if it does not."""
    try:
        psycopg.connect(dsn, application_name="canastra", **WAYS).close()
    except psycopg.OperationalError as error:
        raise SettingsError("serve_database_unreachable", reason=_line(error)) from None
    except psycopg.ProgrammingError:
        raise SettingsError("serve_database_address") from None


def reach_bus(address: str) -> None:
    """Check that NATS answers. Raises SettingsError for an invalid address, or with the reason why it does not."""
    check_bus_address(address)
    asyncio.run(_reach(address))


async def _reach(address: str) -> None:
    last: Exception | None = None

    async def unheard(error: Exception) -> None:
        nonlocal last
        last = error

    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            client = await nats.connect(address.split(","), allow_reconnect=False, error_cb=unheard)
            await client.close()
    except (nats.errors.Error, OSError) as error:
        raise SettingsError("serve_bus_unreachable", reason=_line(last or error)) from None


def _line(error: Exception) -> str:
    """The first line of a library's message; further ones are advice."""
    return next(iter(str(error).strip().splitlines()), "") or type(error).__name__


def node_name(host: str) -> str:
    """A machine's name as the name of a node.

    >>> node_name("mesa-1.clube.example"), node_name("")
    ('mesa-1', 'node')
    """
    plain = re.sub(r"[^A-Za-z0-9-]", "-", host.partition(".")[0])[:40].strip("-")
    return plain or "node"
