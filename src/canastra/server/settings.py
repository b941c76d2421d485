"""What an operator may set, each by an option of ``canastra serve`` or the environment (``CANASTRA_…``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

WEB = Path(__file__).parents[1] / "web"
"""Where this package has its browser client, once that is built."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: so many at once, refilled by so many a second."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Caps:
    """Bounds that keep one user or address from taking everything."""

    sockets_of_person: int = 8
    sockets_of_address: int = 64
    sockets: int = 10_000
    tables_of_person: int = 20
    """Tables that one person has opened and whose matches have not ended."""
    guests_of_address: Rate = Rate(20, 1 / 60)
    signings_in_of_address: Rate = Rate(10, 1 / 10)
    """Attempts to sign in or to make an account; also counted for each login."""
    requests_of_address: Rate = Rate(120, 40)
    requests_of_session: Rate = Rate(60, 20)
    messages_of_socket: Rate = Rate(40, 15)
    messages_of_session: Rate = Rate(80, 30)
    messages_of_address: Rate = Rate(600, 300)
    lines_of_person: Rate = Rate(5, 1 / 3)
    """Chat and reactions."""
    hints_of_person: Rate = Rate(5, 1 / 3)
    replays_of_address: Rate = Rate(10, 1 / 10)
    """Records to be replayed, which takes longer than other requests."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All of them."""

    host: str = "127.0.0.1"
    port: int = 8080
    root_path: str = ""
    """The sub-path that a proxy has the server on, such as `/canastra`; empty at the top."""
    database: Path = Path("canastra.db")
    origins: tuple[str, ...] = ()
    """Further origins (``https://example.com``) whose pages may use this server; its own always may."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose ``X-Forwarded-For`` and ``-Proto`` are believed."""
    bot_processes: int = 1
    """0 to have bots think in the event loop."""
    plain_bots: bool = False
    """Whether to do without the strong bots, which take time to compile, and memory."""
    heartbeat: int = 20_000
    """Milliseconds between pings."""
    drain: float = 8.0
    """Seconds for tables to finish what waits, after SIGTERM."""
    hello: float = 10.0
    """Seconds that a client may take over anything it owes."""
    log_level: str = "info"
    log_json: bool = False
    metrics: str = "local"
    """Who may read ``/metrics``: ``local`` (this machine, not through a proxy), ``all``, or ``off``."""
    web: Path | None = WEB
    """Folder of the browser client's files; None without."""
    caps: Caps = field(default_factory=Caps)
