"""`canastra worker`: bots that answer for servers on other hosts (docs/cluster-bots.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from canastra import bots
from canastra.cli.command import command, option
from canastra.cli.error_output import report
from canastra.cli.language import Language
from canastra.cli.output import write_line
from canastra.cli.server.cluster import require_extra
from canastra.errors import CanastraError
from canastra.messages import text
from canastra.server import settings

MOST_PROCESSES = 64


def _setting(name: str, variable: str, metavar: str | None = None) -> Any:
    return option(
        metavar=metavar, help=f"option_worker_{name}", envvar=f"CANASTRA_{variable.upper()}", show_envvar=False
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkerOptions:
    """Options of `canastra worker`, on the command line or in the environment."""

    bus: Annotated[str, _setting("bus", "bus", "metavar_address")]
    levels: Annotated[str | None, _setting("levels", "levels", "metavar_levels")] = None
    processes: Annotated[int, _setting("processes", "bot_processes", "N")] = 1
    name: Annotated[str | None, _setting("name", "node", "metavar_name")] = None
    metrics: Annotated[str | None, _setting("metrics", "worker_metrics", "metavar_metrics")] = None
    log_level: Annotated[str, _setting("log_level", "log_level", "debug|info|warning|error")] = "info"
    log_json: Annotated[bool, _setting("log_json", "log_json")] = False


def run_worker(options: WorkerOptions, language: Language) -> int:
    """Choose bots' actions for servers until a signal ends the worker. Returns the exit status."""
    try:
        levels = worker_levels(options.levels)
        _check(options)
        require_extra()
        from canastra.cluster.bots.run import WorkerSettings, work
        from canastra.cluster.bots.worker_metrics import metrics_address
        from canastra.cluster.settings import check_bus_address

        check_bus_address(options.bus)
        made = WorkerSettings(
            options.bus,
            levels,
            options.processes,
            log_level=options.log_level,
            log_json=options.log_json,
            metrics=None if options.metrics is None else metrics_address(options.metrics),
        )
        made = made if options.name is None else replace(made, name=options.name)
        return work(
            made,
            lambda code: write_line(text(code, language)),
            lambda name: write_line(text("bot_worker_started", language, name=name, levels=", ".join(levels))),
        )
    except CanastraError as error:
        return report(error, language, False)


COMMAND = command(WorkerOptions, run_worker)


def worker_levels(given: str | None) -> Sequence[str]:
    """The levels, separated by commas; by default all that people may choose. Raises InputError."""
    if given is None:
        return bots.LEVELS
    levels = list(dict.fromkeys(given.split(",")))
    for level in levels:
        bots.check(level)
    return levels


def _check(options: WorkerOptions) -> None:
    if not 1 <= options.processes <= MOST_PROCESSES:
        found = str(options.processes)
        raise settings.SettingsError("serve_number", name="--processes", found=found, least=1, most=MOST_PROCESSES)
    if options.log_level not in settings.LEVELS:
        known = ", ".join(settings.LEVELS)
        raise settings.SettingsError("serve_choice", name="--log-level", found=options.log_level[:80], known=known)
