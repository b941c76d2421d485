"""What can be typed after `canastra admin`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import typer

from canastra.cli.language import Language

if TYPE_CHECKING:
    from canastra.protocol.moderation import Request

Roles = Literal["moderator", "admin", "none"]
Find = Callable[[str], str]
_LONGEST = 87_600


class Command(NamedTuple):
    """One command: its name, what is run, its options by name with their types."""

    name: str
    run: Callable[..., int]
    options: dict[str, tuple[Any, Any]]


def admin_commands(say: Callable[..., str], language: Language, as_json: Any, lang: Any) -> Iterator[Command]:
    """All commands of the group; `as_json` and `lang` are the options that commands share."""
    database = typer.Option(
        Path("canastra.db"),
        "--database",
        metavar=say("metavar_file"),
        help=f"{say('option_admin_database')} [CANASTRA_DATABASE]",
        envvar="CANASTRA_DATABASE",
        show_envvar=False,
        show_default=False,
    )
    shared = {"database": (Path, database), "as_json": (bool, as_json), "lang": (Language | None, lang)}
    options = _options(say)

    def made(name: str, make: Callable[..., Request], *wanted: str) -> Command:
        def run(**given: Any) -> int:
            from canastra.cli.admin import run_admin

            return run_admin(lambda find: make(find, given), given, language)

        return Command(name, run, {each: options[each] for each in wanted} | shared)

    yield made("reports", _reports, "all", "before")
    yield made("report", _simple("ReadReport", "report"), "report")
    yield made("record", _simple("ReadRecord", "report"), "report")
    yield made("people", _simple("FindPeople", "find"), "find")
    yield made("person", _simple("ReadPerson", "player"), "player")
    yield made("measures", _simple("ListMeasures", "before"), "before")
    yield made("log", _log, "target", "before")
    yield made("warn", _simple("Warn", "player", "why"), "player", "why")
    yield made("mute", _simple("MutePerson", "player", "hours", "why"), "player", "hours", "why")
    yield made("ban", _ban, "whom", "hours", "why")
    yield made("lift", _simple("Lift", "measure", "why"), "measure", "why")
    yield made("close-table", _simple("CloseTable", "table", "why"), "table", "why")
    yield made("close-report", _simple("CloseReport", "report", "why"), "report", "why")
    yield made("export", _simple("ExportPerson", "player", "why"), "player", "out", "why")
    yield made("delete", _simple("DeletePerson", "player", "why"), "player", "yes", "why")
    yield made("password", _simple("ResetPassword", "player", "why"), "player", "why")
    yield made("role", _role, "player", "role", "why")


def _options(say: Callable[..., str]) -> dict[str, tuple[Any, Any]]:
    def argument(kind: Any, metavar: str, code: str) -> tuple[Any, Any]:
        return kind, typer.Argument(..., metavar=metavar, help=say(code))

    who = say("metavar_who")
    hours = typer.Option(..., "--hours", metavar="N", min=1, max=_LONGEST, help=say("option_admin_hours"))
    before = typer.Option(None, "--before", metavar="N", min=1, help=say("option_admin_before"))
    target = typer.Argument(None, metavar=say("metavar_whom"), help=say("argument_admin_target"))
    out = typer.Option(None, "--out", metavar=say("metavar_file"), help=say("option_admin_out"))
    why = typer.Option(..., "--why", metavar=say("metavar_text"), help=say("option_admin_why"))
    roles = typer.Argument(..., metavar="moderator|admin|none", help=say("argument_admin_role"))
    return {
        "player": argument(str, who, "argument_admin_who"),
        "whom": argument(str, say("metavar_whom"), "argument_admin_whom"),
        "target": (str | None, target),
        "report": argument(int, "N", "argument_admin_report"),
        "measure": argument(int, "N", "argument_admin_measure"),
        "table": argument(str, say("metavar_table"), "argument_admin_table"),
        "find": argument(str, say("metavar_text"), "argument_admin_find"),
        "role": (Roles, roles),
        "hours": (int, hours),
        "why": (str, why),
        "before": (int | None, before),
        "all": (bool, typer.Option(False, "--all", help=say("option_admin_all"))),
        "yes": (bool, typer.Option(False, "--yes", help=say("option_admin_yes"))),
        "out": (Path | None, out),
    }


def _simple(kind: str, *names: str) -> Callable[[Find, dict[str, Any]], Request]:
    """Makes a request of a kind from what was typed; a person may be named by the login."""

    def make(find: Find, given: dict[str, Any]) -> Request:
        values = {name: given[name] for name in names}
        if "player" in values:
            values["player"] = find(values["player"])
        return _request(kind, values)

    return make


def _reports(find: Find, given: dict[str, Any]) -> Request:
    return _request("ListReports", {"closed": given["all"], "before": given["before"]})


def _log(find: Find, given: dict[str, Any]) -> Request:
    return _request("ListAudit", {"target": given["target"], "before": given["before"]})


def _ban(find: Find, given: dict[str, Any]) -> Request:
    from canastra.cli.admin import is_network

    whom, rest = given["whom"], {"hours": given["hours"], "why": given["why"]}
    if is_network(whom):
        return _request("BanNetwork", {"network": whom, **rest})
    return _request("BanPerson", {"player": find(whom), **rest})


def _role(find: Find, given: dict[str, Any]) -> Request:
    role = None if given["role"] == "none" else given["role"]
    return _request("SetRole", {"player": find(given["player"]), "role": role, "why": given["why"]})


def _request(kind: str, values: dict[str, Any]) -> Request:
    """A request that is as strict as one that came over the network. Raises ProtocolError."""
    from canastra.protocol import encode, moderation, read_body

    made: Request = read_body(encode(getattr(moderation, kind)(**values)), getattr(moderation, kind))
    return made
