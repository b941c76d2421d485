"""The settings of a server, each with an option of ``canastra serve`` and an environment variable (``CANASTRA_…``)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from urllib.parse import urlsplit

from canastra.errors import InputError
from canastra.server.limits import Rate, bound, limits

WEB = Path(__file__).parents[1] / "web"
"""Where this package has its browser client, once that is built."""
ANY_HOST = "*"
"""Among the allowed hosts: the server may be reached by any name."""
ADDRESS = "an address"
"""In tables of limits: of IPv6, a /64."""
SITE = "a /48 of IPv6, or an address of IPv4"
UNLISTED = "further ones are left out of the list for others, and found by their links"
RATE = "429 `api_rate`"
TOO_FAST = "refused: `ws_too_fast`; then close 4029 `ws_too_many`"
TOO_MANY = "close 4029 `ws_too_many`; a request 429"
LARGEST_PORT = 65_535
METRICS = ("local", "all", "off")
LEVELS = ("debug", "info", "warning", "error")
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,6})?", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*", re.ASCII)
_HOST = re.compile(r"[a-z0-9._-]+|\[[0-9a-f:.]+\]", re.ASCII)
_ROOT_PATH = re.compile(r"(?:/[A-Za-z0-9][A-Za-z0-9._~-]*)*", re.ASCII)


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
        Rate(60, 2), "a socket", "pings and pongs of WebSocket itself", "close 4029 `ws_too_many`"
    )
    files_of_address: Rate = bound(
        Rate(2_000, 200), ADDRESS, "requests for the page's files, and for all else outside of `/api/`", RATE
    )
    tables_of_person: int = bound(
        20, "a person", "tables opened whose matches have not ended", "429 `lobby_too_many_tables`"
    )
    tables: int = bound(20_000, "the server", "tables whose matches have not ended", "503 `lobby_full`")
    tables_of_site: int = bound(2_000, SITE, "tables whose matches have not ended", "429 `lobby_share`")
    tables_of_founder: int = bound(
        2_000,
        "a founder of tournaments",
        "tables of online rounds whose matches have not ended",
        "the others are opened later; a round that needs more is refused: 409 `tournaments_share`",
    )
    tables_arranged_of_founder: Rate = bound(
        Rate(400, 1), "a founder of tournaments", "tables opened for online rounds", "the others are opened later"
    )
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
    seats_taken_of_person: Rate = bound(Rate(20, 1 / 10), "a person", "seats taken", "429 `lobby_seats_rate`")
    absence_seconds: int = bound(
        30,
        "a table without a clock",
        "seconds that the person whose turn it is may be away",
        "the others may have a bot play, and after six times as long one does by itself",
    )
    tournaments_of_person: int = bound(20, "a person", "tournaments founded", "429 `tournaments_too_many`")
    tournaments_of_site: int = bound(500, SITE, "tournaments founded", "429 `tournaments_site`")
    tournaments: int = bound(5_000, "the server", "tournaments", "429 `tournaments_full`")
    regulations_of_address: Rate = bound(
        Rate(60, 1 / 2), ADDRESS, "regulations of tournaments to be read, and tournaments founded", RATE
    )
    draws_of_person: Rate = bound(
        Rate(12, 1 / 10),
        "a person",
        "draws, rounds paired, long lists of sides and changes of a long log in tournaments",
        "429 `tournaments_draws`",
    )
    prints_of_address: Rate = bound(
        Rate(60, 1 / 4), ADDRESS, "files, prints and tables of entries of tournaments", RATE
    )
    tournaments_read_of_address: Rate = bound(
        Rate(60, 2),
        ADDRESS,
        "requests about tournaments that are not in memory, which are read from their logs",
        RATE,
    )
    logs_of_address: Rate = bound(Rate(60, 1), ADDRESS, "downloads of public logs and regulations of tournaments", RATE)
    tournament_guesses_of_person: Rate = bound(
        Rate(10, 1 / 30),
        "a person",
        "wrong codes of tables and wrong invitations to tournaments",
        "429 `tournaments_guesses`",
    )
    houses_of_site: int = bound(500, SITE, "house rulebooks made", "429 `lobby_houses_share`")
    houses: int = bound(5_000, "the server", "house rulebooks", "503 `lobby_houses_full`")
    guests_of_site: Rate = bound(Rate(60, 1 / 20), SITE, "new guests", RATE)
    guests: Rate = bound(Rate(600, 5), "the server", "new guests", RATE)
    guests_of_address: Rate = bound(Rate(20, 1 / 60), ADDRESS, "new guests", RATE)
    guests_of_code: Rate = bound(
        Rate(6, 1 / 300),
        "a code of a side, or an invitation to a tournament",
        "new guests that count by it instead of by their address",
        "they are counted by their address",
    )
    guests_of_hall: Rate = bound(
        Rate(200, 1 / 6), SITE, "new guests by codes and invitations", "they are counted by their address"
    )
    signings_in_of_address: Rate = bound(
        Rate(10, 1 / 10), ADDRESS, "attempts to sign in or to make an account, but of a known device", RATE
    )
    signings_in_of_site: Rate = bound(
        Rate(100, 1), "a /48 of IPv6", "attempts to sign in or to make an account, but of a known device", RATE
    )
    tries_of_login: Rate = bound(
        Rate(10, 1 / 60),
        "a login with an address; a known device; a session",
        "passwords and recovery codes tried: at one login, or to change one's own",
        RATE,
    )
    strangers_of_login: Rate = bound(
        Rate(100, 1 / 4),
        "a login",
        "passwords and recovery codes tried from addresses and devices where it never signed in",
        RATE,
    )
    requests_of_address: Rate = bound(Rate(120, 40), ADDRESS, "requests", RATE)
    requests_of_site: Rate = bound(Rate(480, 160), SITE, "requests", RATE)
    requests_of_session: Rate = bound(Rate(60, 20), "a session", "requests", RATE)
    messages_of_socket: Rate = bound(Rate(40, 15), "a socket", "messages", TOO_FAST)
    messages_of_session: Rate = bound(Rate(80, 30), "a session", "messages", TOO_FAST)
    messages_of_address: Rate = bound(Rate(600, 300), ADDRESS, "messages", TOO_FAST)
    lines_of_person: Rate = bound(Rate(5, 1 / 3), "a person", "lines of chat and reactions", "refused: `chat_too_fast`")
    hints_of_person: Rate = bound(
        Rate(5, 1 / 3), "a person", "hints, for which a bot thinks", "refused: `ws_too_many_hints`"
    )
    acts_of_moderator: Rate = bound(
        Rate(30, 1 / 2), "an account with a role", "acts of moderation; the command line has no such limit", RATE
    )
    records_of_address: Rate = bound(Rate(60, 2), ADDRESS, "records of tables, which are read from their logs", RATE)
    replay_seconds: int = bound(15, "a record", "seconds to replay it", "400 `worker_slow`")
    replays_of_address: Rate = bound(
        Rate(10, 1 / 10), ADDRESS, "records to be replayed, which takes longer than other requests", RATE
    )
    analysis_seconds: int = bound(600, "an analysis", "seconds to make it", "it ends with `analyses_slow`")
    analyses_of_address: Rate = bound(Rate(6, 1 / 60), ADDRESS, "analyses begun or asked for anew", RATE)


@limits
@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a server."""

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
    """Addresses of proxies whose ``X-Forwarded-For`` and ``-Proto`` are trusted."""
    bot_processes: int = 1
    """0 to have bots think in the event loop."""
    plain_bots: bool = False
    """True to do without the strong bots, which take time to compile, and memory."""
    heartbeat: int = bound(
        20_000,
        "a socket",
        "time between pings, three of which may stay unanswered",
        "it is cut off",
        "ms",
        "--heartbeat",
    )
    """Milliseconds between two pings of a socket."""
    drain: float = bound(
        8.0,
        "the server",
        "time for tables to finish at the end",
        "the rest is cut off, exit status 1",
        "s",
        "--drain",
    )
    """Seconds for tables to finish waiting commands, after SIGTERM."""
    exit_after: float = bound(
        30.0,
        "the server",
        "time with a fault that only a restart removes",
        "it ends, exit status 1",
        "s",
        "--exit-after",
    )
    """Seconds after which a server that only a restart helps ends by itself, for its supervisor; 0 to live on."""
    hello: float = bound(
        10.0, "a client", "time for what it owes, such as the rest of a body", "408 `api_slow`", "s", "--patience"
    )
    """Seconds that a client may take over anything it owes."""
    log_level: str = "info"
    log_json: bool = False
    metrics: str = "local"
    """The readers of ``/metrics``: ``local`` (this machine, not through a proxy), ``all``, or ``off``."""
    web: Path | None = WEB
    """Folder of the browser client's files; None without."""
    appeals: str = ""
    """A contact for banned people, such as an e-mail address; every sentence about a ban ends with it."""
    caps: Caps = field(default_factory=Caps)


class SettingsError(InputError):
    """An invalid setting, or an address that can't be listened on."""


def check(settings: Settings) -> Settings:
    """Return the settings if they are valid. Raises SettingsError."""
    _bound("port", settings.port, 0, LARGEST_PORT)
    _bound("bot-processes", settings.bot_processes, 0, 64)
    _bound("heartbeat", settings.heartbeat / 1000, 1, 600)
    _bound("drain", settings.drain, 0, 600)
    _bound("exit-after", settings.exit_after, 0, 86_400)
    _bound("patience", settings.hello, 1, 600)
    _one_of("metrics", settings.metrics, METRICS)
    _one_of("log-level", settings.log_level, LEVELS)
    if not _ROOT_PATH.fullmatch(settings.root_path):
        raise SettingsError("serve_root_path", found=settings.root_path[:80])
    for origin in settings.origins:
        if not _is_origin(origin):
            raise SettingsError("serve_origin", found=origin[:80])
    for name in settings.allowed_hosts:
        if name != ANY_HOST and not _NAME.fullmatch(name):
            raise SettingsError("serve_allowed_host", found=name[:80])
    for proxy in settings.proxies:
        if not _is_network(proxy):
            raise SettingsError("serve_proxy", found=proxy[:80])
    if settings.web not in (None, WEB) and not settings.web.is_dir():
        raise SettingsError("serve_web", file=str(settings.web))
    return settings


def check_workers(workers: int) -> None:
    """Raise SettingsError for more than one process: a SQLite database has a single writing process."""
    if workers != 1:
        raise SettingsError("serve_workers", found=workers)


def with_caps(caps: Caps, given: Sequence[str]) -> Caps:
    """The caps, with some replaced by ``name=number``, or ``name=burst/per_second``. Raises SettingsError.

    >>> with_caps(Caps(), ["sockets=50", "lines_of_person=9/0.5"]).lines_of_person
    Rate(burst=9.0, per_second=0.5)
    """
    present = {field.name: getattr(caps, field.name) for field in fields(caps)}
    for text in given:
        name, _, value = text.partition("=")
        if name not in present:
            raise SettingsError("serve_cap_unknown", found=name[:80], known=", ".join(present))
        present[name] = _rate(text, value) if isinstance(present[name], Rate) else _count(text, value)
    return replace(caps, **present)


def _count(text: str, value: str) -> int:
    if not re.fullmatch(r"\d{1,9}", value, re.ASCII):
        raise SettingsError("serve_cap", found=text[:80])
    return int(value)


def _rate(text: str, value: str) -> Rate:
    burst, _, per_second = value.partition("/")
    if not (_NUMBER.fullmatch(burst) and _NUMBER.fullmatch(per_second)) or float(burst) < 1 or float(per_second) <= 0:
        raise SettingsError("serve_cap_rate", found=text[:80])
    return Rate(float(burst), float(per_second))


def _bound(name: str, value: float, least: int, most: int) -> None:
    if not least <= value <= most:
        raise SettingsError("serve_number", name=f"--{name}", found=f"{value:g}", least=least, most=most)


def _one_of(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise SettingsError("serve_choice", name=f"--{name}", found=value[:80], known=", ".join(known))


def _is_origin(text: str) -> bool:
    """Return whether a browser could send this as ``Origin``: scheme, host and a port that isn't the default."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    host = parts.netloc.removesuffix(f":{port}") if port is not None else parts.netloc
    own_port = {"http": 80, "https": 443}.get(parts.scheme)
    bare = text == f"{parts.scheme}://{parts.netloc}"
    return bare and own_port is not None and port != own_port and bool(_HOST.fullmatch(host))


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True
