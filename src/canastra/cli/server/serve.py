"""`canastra serve`: tables for people on a network (docs/operating.md)."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any

from canastra.cli.command import command, option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_INPUT
from canastra.cli.language import Language
from canastra.cli.output import write_error, write_line
from canastra.cli.server.cluster import cluster_settings, is_postgres
from canastra.errors import CanastraError
from canastra.messages import text
from canastra.server.settings import Settings, check, check_workers, with_caps

if TYPE_CHECKING:
    from canastra.cluster.settings import ClusterSettings
    from canastra.server.app import Server

NO_WEB = Path("none")
"""The argument for a server without pages; a folder of this name is ``./none/``."""


def _setting(name: str, metavar: str | None = None, flag: str = "") -> Any:
    """An option with its environment variable."""
    variable, flag = f"CANASTRA_{name.upper()}", f"--{flag or name.replace('_', '-')}"
    return option(flag, metavar=metavar, help=f"option_serve_{name}", envvar=variable, show_envvar=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class ServeOptions:
    """Options of `canastra serve`, on the command line or in the environment; None or empty if not given."""

    host: Annotated[str | None, _setting("host", "metavar_host")] = None
    port: Annotated[int | None, _setting("port", "N")] = None
    root_path: Annotated[str | None, _setting("root_path", "metavar_path")] = None
    database: Annotated[str | None, _setting("database", "metavar_database")] = None
    bus: Annotated[str | None, _setting("bus", "metavar_address")] = None
    node: Annotated[str | None, _setting("node", "metavar_name")] = None
    lease: Annotated[float | None, _setting("lease", "N")] = None
    origins: Annotated[list[str], _setting("origins", "metavar_origin", "origin")] = field(default_factory=list)
    allowed_hosts: Annotated[list[str], _setting("allowed_hosts", "metavar_host", "allowed-host")] = field(
        default_factory=list
    )
    proxies: Annotated[list[str], _setting("proxies", "metavar_proxy", "proxy")] = field(default_factory=list)
    caps: Annotated[list[str], _setting("caps", "metavar_cap", "cap")] = field(default_factory=list)
    bot_processes: Annotated[int | None, _setting("bot_processes", "N")] = None
    plain_bots: Annotated[bool, _setting("plain_bots")] = False
    heartbeat: Annotated[float | None, _setting("heartbeat", "N")] = None
    drain: Annotated[float | None, _setting("drain", "N")] = None
    exit_after: Annotated[float | None, _setting("exit_after", "N")] = None
    patience: Annotated[float | None, _setting("patience", "N")] = None
    metrics: Annotated[str | None, _setting("metrics", "local|all|off")] = None
    web: Annotated[Path | None, _setting("web", "metavar_folder")] = None
    appeals: Annotated[str | None, _setting("appeals", "metavar_text")] = None
    log_level: Annotated[str | None, _setting("log_level", "debug|info|warning|error")] = None
    log_json: Annotated[bool, _setting("log_json")] = False
    workers: Annotated[int, _setting("workers", "N")] = 1
    open: Annotated[bool, _setting("open")] = False


def run_serve(options: ServeOptions, language: Language) -> int:
    """Run a server until it is stopped; return the exit status."""
    try:
        check_workers(options.workers)
        settings = check(serve_settings(options))
        cluster = cluster_settings(options.database, options.bus, options.node, options.lease)
    except CanastraError as error:
        return report(error, language, False)
    # Checked before anything that takes time to load.
    from canastra.server.origins import nearby
    from canastra.server.run import serve

    def say(address: str) -> None:
        database = str(settings.database) if cluster is None else cluster.database_name
        write_line(text("serve_started", language, address=address, file=database))
        other = nearby(settings.host, address)
        if other is not None:
            write_line(text("serve_nearby", language, address=other))
        if options.open:
            open_page(address)

    try:
        return serve(settings, say, lambda code: write_line(text(code, language)), _maker(cluster))
    except CanastraError as error:
        return report(error, language, False)
    except OSError as error:
        write_error(f"canastra: {error.strerror or type(error).__name__}")
        return EXIT_INPUT


COMMAND = command(ServeOptions, run_serve)


def _maker(cluster: ClusterSettings | None) -> Callable[[Settings], Server]:
    """Return the function that makes the server: a single one with a file, or a node of a cluster."""
    if cluster is None:
        from canastra.server.app import Server

        return Server
    from canastra.cluster.node import Node
    from canastra.cluster.settings import reach_bus, reach_database

    reach_database(cluster.database)
    reach_bus(cluster.bus)
    return lambda settings: Node(settings, cluster)


def serve_settings(options: ServeOptions) -> Settings:
    """The settings, with the defaults of `Settings` for missing options. Raises SettingsError."""
    default = Settings()
    given: dict[str, Any] = {
        "host": options.host,
        "port": options.port,
        "root_path": None if options.root_path is None else options.root_path.rstrip("/"),
        "database": None if options.database is None or is_postgres(options.database) else Path(options.database),
        "origins": tuple(options.origins) or None,
        "allowed_hosts": tuple(options.allowed_hosts) or None,
        "proxies": tuple(options.proxies) or None,
        "bot_processes": options.bot_processes,
        "plain_bots": options.plain_bots,
        "heartbeat": None if options.heartbeat is None else round(options.heartbeat * 1000),
        "drain": options.drain,
        "exit_after": options.exit_after,
        "hello": options.patience,
        "metrics": options.metrics,
        "web": options.web,
        "appeals": options.appeals,
        "log_level": options.log_level,
        "log_json": options.log_json,
        "caps": with_caps(default.caps, options.caps),
    }
    assert given.keys() == {setting.name for setting in fields(Settings)}
    settings = Settings(**{name: value for name, value in given.items() if value is not None})
    return replace(settings, web=None) if options.web == NO_WEB else settings


def open_page(address: str) -> None:
    """Show an address in the person's browser, if there is a screen; never waits for the browser."""
    if has_screen():
        Thread(target=webbrowser.open, args=[address], daemon=True).start()


def has_screen() -> bool:
    """Return whether a window could open. Without a screen, Python would start a browser in the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
