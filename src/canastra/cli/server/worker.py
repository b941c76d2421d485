"""`canastra worker`: bots that answer for servers on other hosts (docs/cluster-bots.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlsplit

from canastra import bots
from canastra.cli.command import command, option
from canastra.cli.error_output import report
from canastra.cli.language import Language
from canastra.cli.output import write_line
from canastra.errors import CanastraError, InputError
from canastra.messages import text
from canastra.server import settings

SCHEMES = ("nats", "tls", "ws", "wss")
MOST_PROCESSES = 64
LIBRARIES = ("alembic", "nats", "psycopg", "psycopg_pool")
"""What comes with the extra, of which a bare package has none."""


def _setting(name: str, variable: str, metavar: str | None = None) -> Any:
    return option(
        metavar=metavar, help=f"option_worker_{name}", envvar=f"CANASTRA_{variable.upper()}", show_envvar=False
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkerOptions:
    """What may be typed, or stand in the environment."""

    bus: Annotated[str, _setting("bus", "bus", "metavar_address")]
    levels: Annotated[str | None, _setting("levels", "levels", "metavar_levels")] = None
    processes: Annotated[int, _setting("processes", "bot_processes", "N")] = 1
    name: Annotated[str | None, _setting("name", "node", "metavar_name")] = None
    log_level: Annotated[str, _setting("log_level", "log_level", "debug|info|warning|error")] = "info"
    log_json: Annotated[bool, _setting("log_json", "log_json")] = False


def run_worker(options: WorkerOptions, language: Language) -> int:
    """Answer for bots until a signal ends it; return the exit status."""
    try:
        check_bus(options.bus)
        levels = worker_levels(options.levels)
        _check(options)
        with _libraries():
            from canastra.cluster.bots.run import WorkerSettings, work
        named = {} if options.name is None else {"name": options.name}
        made = WorkerSettings(
            options.bus, levels, options.processes, log_level=options.log_level, log_json=options.log_json, **named
        )
        return work(
            made,
            lambda code: write_line(text(code, language)),
            lambda name: write_line(text("bot_worker_started", language, name=name, levels=", ".join(levels))),
        )
    except CanastraError as error:
        return report(error, language, False)


COMMAND = command(WorkerOptions, run_worker)


def check_bus(address: str) -> None:
    """An `InputError` for what can't be the addresses of servers of NATS."""
    for part in address.split(","):
        try:
            found = urlsplit(part)
            fits = found.scheme in SCHEMES and bool(found.hostname) and (found.port or 1) > 0
        except ValueError:
            fits = False
        if not fits:
            raise InputError("cluster_bus", found=part.rpartition("@")[2][:80])


def worker_levels(given: str | None) -> Sequence[str]:
    """The levels, separated by commas; without any, all that people may choose. `InputError`."""
    if given is None:
        return bots.LEVELS
    levels = list(dict.fromkeys(given.split(",")))
    for level in levels:
        bots.check(level)
    return levels


@contextmanager
def _libraries() -> Iterator[None]:
    """An `InputError` if a library of the extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in LIBRARIES:
            raise
        raise InputError("cluster_missing") from None


def _check(options: WorkerOptions) -> None:
    if not 1 <= options.processes <= MOST_PROCESSES:
        found = str(options.processes)
        raise settings.SettingsError("serve_number", name="--processes", found=found, least=1, most=MOST_PROCESSES)
    if options.log_level not in settings.LEVELS:
        known = ", ".join(settings.LEVELS)
        raise settings.SettingsError("serve_choice", name="--log-level", found=options.log_level[:80], known=known)
