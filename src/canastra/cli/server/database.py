"""`canastra database`: back-up, restore, copy and check of the server's file, and its reports (docs/operating.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from canastra.cli.command import AsJson, argument, command, option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_BROKEN_RULE, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_json, write_line
from canastra.cli.server.cluster import required_address
from canastra.errors import CanastraError
from canastra.messages import text
from canastra.server.db_check import Examined, changing, examine, reading
from canastra.server.storage import backup, restore

if TYPE_CHECKING:
    from canastra.server.users import Filed

FORMAT = 1
"""Version of the JSON."""
MOST_REPORTS = 1_000
COPIED = {
    "people": "persons",
    "accounts": "accounts",
    "events": "events",
    "lines": "lines",
    "tournaments": "tournaments",
}
"""The figures of the message about a copy, and the database table that each counts."""


_Database = Annotated[Path, argument("metavar_file", "argument_database")]


@dataclass(frozen=True, kw_only=True, slots=True)
class BackupOptions:
    """Options of `canastra database backup`."""

    source: Annotated[Path, argument("metavar_from", "argument_database")]
    target: Annotated[Path, argument("metavar_to", "argument_backup_to")]


@dataclass(frozen=True, kw_only=True, slots=True)
class RestoreOptions:
    """Options of `canastra database restore`."""

    source: Annotated[Path, argument("metavar_from", "argument_backup")]
    target: Annotated[Path, argument("metavar_to", "argument_restore_to")]


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckOptions:
    """Options of `canastra database check`."""

    file: _Database
    as_json: AsJson = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportsOptions:
    """Options of `canastra database reports`."""

    file: _Database
    delete: Annotated[list[int], option("--delete", metavar="N", help="option_delete")] = field(default_factory=list)
    """Numbers of reports; without any, they are shown."""
    as_json: AsJson = False


@dataclass(frozen=True, kw_only=True, slots=True)
class CopyOptions:
    """Options of `canastra database copy`."""

    source: Annotated[Path, argument("metavar_from", "argument_database")]
    target: Annotated[str, argument("metavar_to", "argument_copy_to")]


def run_backup(options: BackupOptions, language: Language) -> int:
    """Copy a database to one file. Returns the exit status."""
    try:
        backup(options.source, options.target)
    except CanastraError as error:
        return report(error, language, False)
    write_line(text("database_backed_up", language, file=str(options.target)))
    return EXIT_OK


def run_restore(options: RestoreOptions, language: Language) -> int:
    """Put a backup in the place of a database. Returns the exit status."""
    try:
        kept = restore(options.source, options.target)
    except CanastraError as error:
        return report(error, language, False)
    write_line(text("database_restored", language, file=str(options.target)))
    if kept is not None:
        write_line(text("database_kept", language, file=str(kept)))
    return EXIT_OK


def run_copy(options: CopyOptions, language: Language) -> int:
    """Copy a database from SQLite to PostgreSQL. Returns the exit status."""
    try:
        required_address(options.target, "serve_database_address")
        from canastra.cluster.settings import reach_database
        from canastra.cluster.transfer import copy_database

        reach_database(options.target)
        copied = copy_database(options.source, options.target)
    except CanastraError as error:
        return report(error, language, False)
    figures = {name: copied.rows[table] for name, table in COPIED.items()}
    write_line(text("database_copied", language, file=str(options.source), tables=copied.played, **figures))
    return EXIT_OK


def run_check(options: CheckOptions, language: Language) -> int:
    """Check a database. Returns the exit status."""
    try:
        examined = examine(options.file)
    except CanastraError as error:
        return report(error, language, options.as_json)
    if options.as_json:
        write_json(_as_object(examined))
    else:
        _show(examined, language)
    return EXIT_OK if examined.whole else EXIT_BROKEN_RULE


def run_reports(options: ReportsOptions, language: Language) -> int:
    """Show people's reports, or delete some. Returns the exit status."""
    if options.delete:
        return _delete(options.file, options.delete, options.as_json, language)
    return _reports(options.file, options.as_json, language)


COMMANDS = {
    "backup": command(BackupOptions, run_backup),
    "restore": command(RestoreOptions, run_restore),
    "copy": command(CopyOptions, run_copy),
    "check": command(CheckOptions, run_check),
    "reports": command(ReportsOptions, run_reports),
}


def _reports(file: Path, as_json: bool, language: Language) -> int:
    from canastra.protocol import encode
    from canastra.server.users.reports import latest

    try:
        with reading(file) as connection:
            found = latest(connection, MOST_REPORTS)
    except CanastraError as error:
        return report(error, language, as_json)
    if as_json:
        write_json({"format": FORMAT, "reports": json.loads(encode(found))})
        return EXIT_OK
    for crash in found:
        _show_report(crash, language)
    if not found:
        write_line(text("database_no_reports", language))
    return EXIT_OK


def _delete(file: Path, numbers: Sequence[int], as_json: bool, language: Language) -> int:
    """Delete reports, all of them or none."""
    from canastra.server.users.reports import delete

    wanted = sorted(set(numbers))
    try:
        with changing(file) as connection:
            delete(connection, wanted)
    except CanastraError as error:
        return report(error, language, as_json)
    if as_json:
        write_json({"format": FORMAT, "deleted": wanted})
    else:
        write_line(text("database_deleted", language, numbers=", ".join(map(str, wanted))))
    return EXIT_OK


def _show_report(report: Filed, language: Language) -> None:
    figures: dict[str, str | int] = {
        "number": report.id,
        "at": _time(report.at),
        "name": report.name,
        "player": report.player,
        "reason": report.reason,
        "reporter": report.reporter or "-",
        "table": report.table or "-",
    }
    write_line(text("database_report", language, **figures))
    for words in report.text.splitlines():  # Indented, so that no line looks like the head of a report.
        write_line(f"  {words}")
    for line in report.excerpt:
        write_line(f"  {_time(line.at)} {line.name} ({line.player}): {line.text or line.preset}")


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")


def _as_object(examined: Examined) -> dict[str, object]:
    return {
        "format": FORMAT,
        "result": "whole" if examined.whole else "broken",
        "tables": examined.tables,
        "events": examined.events,
        "tournaments": examined.tournaments,
        "file": list(examined.faults),
        "broken": [
            {"table": broken.table, "event": broken.event, "reason": broken.reason} for broken in examined.broken
        ],
    }


def _show(examined: Examined, language: Language) -> None:
    for fault in examined.faults:
        write_line(text("database_broken_file", language, reason=fault))
    for broken in examined.broken:
        code = "database_broken_tournament" if broken.is_tournament else "database_broken"
        write_line(text(code, language, table=broken.table, number=broken.event, reason=broken.reason))
    found, code = len(examined.faults) + len(examined.broken), "database_faults"
    if examined.whole:
        code = "database_whole"
    counts = {"tables": examined.tables, "events": examined.events, "tournaments": examined.tournaments}
    write_line(text(code, language, found=found, **counts))
