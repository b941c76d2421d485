"""What an operator may set, each by an option of ``canastra serve`` or the environment (``CANASTRA_…``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from canastra.server.limits import bound, limits

WEB = Path(__file__).parents[1] / "web"
"""Where this package has its browser client, once that is built."""
ANY_HOST = "*"
"""Among the allowed hosts: the server may be reached by any name."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: so many at once, refilled by so many a second."""

    burst: float
    per_second: float

    def __str__(self) -> str:
        """As ``--cap`` takes it.

        >>> str(Rate(20, 1 / 60))
        '20/0.016667'
        """
        return f"{self.burst:g}/{self.per_second:.6f}".rstrip("0").rstrip(".")


ADDRESS = "an address"
"""In tables of limits: of IPv6, a /64."""
SITE = "a /48 of IPv6, or an address of IPv4"
UNLISTED = "left out of the list for others, found by its link"
RATE = "429 `api_rate`"
TOO_FAST = "the message is turned away: `sockets_too_fast`; 4029 `sockets_too_many` for whoever goes on"
TOO_MANY = "close 4029, a request 429: `sockets_too_many`"


@limits
@dataclass(frozen=True, slots=True)
class Caps:
    """Limits that keep one user or address from taking everything: of a rate, or of a number at a time."""

    sockets_of_person: int = bound(8, "a person", "sockets and streams", TOO_MANY)
    sockets_of_address: int = bound(64, ADDRESS, "sockets and streams", TOO_MANY)
    sockets: int = bound(10_000, "the server", "sockets and streams", TOO_MANY)
    connections_beside: int = bound(
        2_000,
        "the server",
        "connections beyond as many as there may be sockets",
        "503 `wire_full`; health routes are answered",
    )
    connections_beside_of_address: int = bound(
        192,
        ADDRESS,
        "connections beyond as many as it may have sockets",
        "429 `wire_connections`; health routes are answered",
    )
    new_sockets_of_address: Rate = bound(Rate(240, 8), ADDRESS, "new sockets and streams", TOO_MANY)
    control_frames_of_socket: Rate = bound(
        Rate(60, 2), "a socket", "pings and pongs of WebSocket itself", "close 4029 `sockets_too_many`"
    )
    files_of_address: Rate = bound(
        Rate(2_000, 200), ADDRESS, "requests for the page's files, and for all else outside of `/api/`", RATE
    )
    tables_of_person: int = bound(
        20, "a person", "tables opened by one person whose matches have not ended", "429 `lobby_too_many_tables`"
    )
    tables: int = bound(20_000, "the server", "tables whose matches have not ended", "503 `lobby_full`")
    tables_opened_of_person: Rate = bound(
        Rate(20, 1 / 30), "a person", "tables opened, rematches too", "429 `lobby_tables_rate`; a rematch waits"
    )
    tables_opened_of_address: Rate = bound(Rate(60, 1 / 5), ADDRESS, "tables opened", RATE)
    tables_opened_of_site: Rate = bound(Rate(120, 1 / 2), SITE, "tables opened", RATE)
    tables_listed_of_person: int = bound(5, "a person", "waiting tables in the public list", UNLISTED)
    tables_listed_of_address: int = bound(20, ADDRESS, "waiting tables in the public list", UNLISTED)
    seats_of_person: int = bound(
        3, "a person", "seats at waiting tables that others have opened", "429 `lobby_too_many_seats`"
    )
    seats_taken_of_person: Rate = bound(Rate(20, 1 / 10), "a person", "times to sit down", "429 `lobby_seats_rate`")
    houses: int = bound(5_000, "the server", "house rulebooks", "503 `lobby_houses_full`")
    guests_of_site: Rate = bound(Rate(60, 1 / 20), SITE, "new guests", RATE)
    guests: Rate = bound(Rate(600, 5), "the server", "new guests", RATE)
    guests_of_address: Rate = bound(Rate(20, 1 / 60), ADDRESS, "new guests", RATE)
    signings_in_of_address: Rate = bound(
        Rate(10, 1 / 10), ADDRESS, "attempts to sign in or to make an account, but of a known device", RATE
    )
    signings_in_of_site: Rate = bound(Rate(100, 1), "a /48 of IPv6", "the same", RATE)
    tries_of_login: Rate = bound(
        Rate(10, 1 / 60),
        "a login with an address; a known device; a session",
        "passwords tried: at one login, or to change one's own",
        RATE,
    )
    strangers_of_login: Rate = bound(
        Rate(100, 1 / 4), "a login", "passwords tried from addresses and devices where it never signed in", RATE
    )
    requests_of_address: Rate = bound(Rate(120, 40), ADDRESS, "requests", RATE)
    requests_of_session: Rate = bound(Rate(60, 20), "a session", "requests", RATE)
    messages_of_socket: Rate = bound(Rate(40, 15), "a socket", "messages", TOO_FAST)
    messages_of_session: Rate = bound(Rate(80, 30), "a session", "messages", TOO_FAST)
    messages_of_address: Rate = bound(Rate(600, 300), ADDRESS, "messages", TOO_FAST)
    lines_of_person: Rate = bound(Rate(5, 1 / 3), "a person", "lines of chat and reactions", "`talk_too_fast`")
    hints_of_person: Rate = bound(
        Rate(5, 1 / 3), "a person", "hints, for which a bot thinks", "`sockets_too_many_hints`"
    )
    acts_of_moderator: Rate = bound(
        Rate(30, 1 / 2), "an account with a role", "acts of moderation; the command line has no such limit", RATE
    )
    records_of_address: Rate = bound(Rate(60, 2), ADDRESS, "records of tables, which are read from their logs", RATE)
    replay_seconds: int = bound(15, "a record", "seconds for replaying it", "400 `worker_slow`")
    replays_of_address: Rate = bound(
        Rate(10, 1 / 10), ADDRESS, "records to be replayed, which takes longer than other requests", RATE
    )


@limits
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
    allowed_hosts: tuple[str, ...] = ()
    """Further names that the server is reached by; `host`, those of `origins` and a network's own always are."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose ``X-Forwarded-For`` and ``-Proto`` are believed."""
    bot_processes: int = 1
    """0 to have bots think in the event loop."""
    plain_bots: bool = False
    """Whether to do without the strong bots, which take time to compile, and memory."""
    heartbeat: int = bound(
        20_000, "a socket", "between pings; three times that without an answer", "cut off", "ms", "--heartbeat"
    )
    """Milliseconds between pings."""
    drain: float = bound(8.0, "the server", "for tables to finish at the end", "cut off, exit status 1", "s", "--drain")
    """Seconds for tables to finish what waits, after SIGTERM."""
    exit_after: float = bound(
        30.0, "the server", "with a fault that only a restart helps", "ends, exit status 1", "s", "--exit-after"
    )
    """Seconds after which a server that only a restart helps ends by itself, for its supervisor; 0 to live on."""
    hello: float = bound(
        10.0, "a client", "for what it owes, such as the rest of a body", "408 `api_slow`", "s", "--patience"
    )
    """Seconds that a client may take over anything it owes."""
    log_level: str = "info"
    log_json: bool = False
    metrics: str = "local"
    """Who may read ``/metrics``: ``local`` (this machine, not through a proxy), ``all``, or ``off``."""
    web: Path | None = WEB
    """Folder of the browser client's files; None without."""
    appeals: str = ""
    """Whom a banned person may write to, such as an address of mail; stands in every such sentence."""
    caps: Caps = field(default_factory=Caps)
