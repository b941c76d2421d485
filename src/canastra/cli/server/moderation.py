"""Sends requests of `canastra admin`, with the server running or not, and shows the answers."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_INPUT, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_json, write_line
from canastra.cli.server.cluster import is_postgres, require_extra
from canastra.errors import CanastraError, InputError
from canastra.messages import text
from canastra.protocol import encode
from canastra.protocol import moderation as asked
from canastra.server.app import Server
from canastra.server.moderation.control import ControlError, ask, name_of
from canastra.server.moderation.service import MACHINE, Moderator
from canastra.server.settings import Settings
from canastra.server.storage import StorageFileError

FORMAT = 1
"""Version of the JSON."""
YES = {"s", "sim", "y", "yes"}


def run_admin(make: Callable[[Callable[[str], str]], asked.Request], given: dict[str, Any], language: Language) -> int:
    """Send a request and show the answer. Returns the exit status. `make` gets a function that finds a person's id."""
    database, as_json = given["database"], given["as_json"]
    try:
        request = make(lambda who: player_of(database, who))
        if isinstance(request, asked.DeletePerson) and not given.get("yes") and not _confirmed(request, language):
            return EXIT_INPUT
        answer = answer_from(database, request)
        if given.get("out") is not None and isinstance(answer, asked.ActDone):
            _write(given["out"], answer.export or {})
            answer = asked.ActDone(answer.entry, answer.link)
    except CanastraError as error:
        return report(error, language, as_json)
    if as_json:
        write_json({"format": FORMAT, **json.loads(encode(answer))})
    else:
        _show(answer, language)
    return EXIT_OK


def answer_from(database: str, request: asked.Request) -> asked.Answer:
    """Return the answer of the database's server, or of the database itself if no server runs, or several do.

    Raises `StorageFileError` if there is no such file.
    """
    if is_postgres(database):
        require_extra()
        from canastra.cluster.node import Outsider
        from canastra.cluster.settings import reach_database

        reach_database(database)
        return asyncio.run(_alone(lambda settings: Outsider(settings, database), request))
    file = Path(database)
    if not file.is_file():
        raise StorageFileError("storage_missing", file=database)
    found = ask(file, request)
    return asyncio.run(_alone_with(file, request)) if found is None else found


async def _alone_with(file: Path, request: asked.Request) -> asked.Answer:
    try:
        return await _alone(lambda settings: Server(replace(settings, database=file)), request)
    except StorageFileError as error:
        if error.code == "storage_in_use":
            raise ControlError("admin_unreachable", file=str(file)) from None
        raise


async def _alone(make: Callable[[Settings], Server], request: asked.Request) -> asked.Answer:
    """Answer without a server: its parts are put together, but not served."""
    logging.getLogger("canastra").addHandler(logging.NullHandler())
    composed = make(Settings(bot_processes=0, plain_bots=True, web=None))
    try:
        await composed.prepare()
        user = name_of(os.getuid()) if hasattr(os, "getuid") else "?"
        return await composed.moderation.handle(Moderator(f"{MACHINE}:{user}", "admin"), request)
    finally:
        await composed.close()


def player_of(database: str, who: str) -> str:
    """The public id of the person with this id or login. Raises InputError if there is no such person."""
    found = answer_from(database, asked.FindPeople(who[:60] or "-"))
    assert isinstance(found, asked.PersonList)
    exact = [
        person.player
        for person in found.people
        if who in (person.player, person.login) or who.casefold() == person.login
    ]
    if not exact:
        raise InputError("admin_nobody", found=who[:60])
    return exact[0]


def is_network(whom: str) -> bool:
    """Return whether a text means an address or a network rather than a person.

    >>> is_network("192.0.2.0/24"), is_network("2001:db8::1"), is_network("ana.luiza")
    (True, True, False)
    """
    return ":" in whom or "/" in whom or whom.replace(".", "").isdecimal()


def _confirmed(request: asked.DeletePerson, language: Language) -> bool:
    try:
        return input(text("admin_confirm", language, player=request.player) + " ").strip().casefold() in YES
    except EOFError:
        return False


def _write(file: Path, found: dict[str, Any]) -> None:
    """Write an export into a new file that only its owner may read. Raises InputError."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
            json.dump(found, stream, ensure_ascii=False, indent=1)
    except OSError as error:
        raise InputError("admin_unwritable", file=str(file), reason=error.strerror or "") from None


def _show(answer: asked.Answer, language: Language) -> None:
    match answer:
        case asked.ActDone():
            write_line(text("admin_done", language, entry=answer.entry))
            if answer.link is not None:
                write_line(text("admin_link", language, link=answer.link))
            if answer.export is not None:
                write_json(answer.export)
        case asked.ReportList():
            _show_list([*answer.reports], answer.more, _report, language)
        case asked.ReportContext():
            _show_context(answer, language)
        case asked.RecordText():
            write_line(answer.text)
        case asked.PersonList():
            _show_list([*answer.people], False, _person, language)
        case asked.PersonFile():
            _person(answer, language)
        case asked.MeasureList():
            _show_list([*answer.measures], answer.more, _measure, language)
        case asked.AuditList():
            _show_list([*answer.entries], answer.more, _entry, language)


def _show_list(found: list[Any], more: bool, one: Callable[[Any, Language], None], language: Language) -> None:
    for item in found:
        one(item, language)
    if not found:
        write_line(text("admin_none", language))
    if more:
        write_line(text("admin_more", language, number=found[-1].id))


def _show_context(answer: asked.ReportContext, language: Language) -> None:
    _report(answer.report, language)
    for line in answer.lines:
        write_line(f"  {_time(line.at)} {line.name} ({line.player}): {line.text or line.preset}")
    table = answer.table
    if table is not None:
        names = ", ".join(seat["name"] or "-" for seat in table.seats)
        figures = {"table": table.table, "rulebook": table.rulebook, "stage": table.stage, "names": names}
        write_line(text("admin_table", language, deal=table.deal or 0, **figures))
    if answer.person is not None:
        _person(answer.person, language)
    for other in answer.others:
        _report(other, language)


def _report(found: asked.FiledReport, language: Language) -> None:
    figures: dict[str, str | int] = {
        "number": found.id,
        "at": _time(found.at),
        "name": found.name,
        "player": found.player,
        "reason": found.reason,
        "reporter": f"{found.reporter_name} ({found.reporter})" if found.reporter else "-",
        "table": found.table or "-",
    }
    write_line(text("database_report", language, **figures))
    for words in found.text.splitlines():  # Indented, so that no line looks like the head of a report.
        write_line(f"  {words}")


def _person(found: asked.PersonFile, language: Language) -> None:
    figures: dict[str, str | int] = {
        "name": found.name,
        "player": found.player,
        "login": found.login or "-",
        "role": found.role or "-",
        "since": _time(found.since),
        "reports": found.reports,
        "hushed": found.hushed_by,
    }
    write_line(text("admin_person", language, **figures))
    for measure in found.measures:
        _measure(measure, language)
    for entry in found.history:
        _entry(entry, language)
    for code, some in (("admin_tables", found.tables), ("admin_addresses", found.addresses)):
        if some:
            write_line(text(code, language, found=", ".join(some)))


def _measure(found: asked.MeasureCard, language: Language) -> None:
    whom = found.network or f"{found.name} ({found.player})"
    kind = text(f"admin_{found.kind}", language)
    until = "-" if found.until is None else _time(found.until)
    write_line(text("admin_measure", language, number=found.id, kind=kind, whom=whom, until=until, text=found.text))


def _entry(found: asked.AuditEntry, language: Language) -> None:
    figures = {"at": _time(found.at), "actor": found.actor, "act": found.act, "target": found.target}
    write_line(text("admin_entry", language, number=found.id, reason=found.why or "-", **figures))


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
