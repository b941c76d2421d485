"""`canastra admin`: moderation from the server's machine, with the server running or not (docs/moderation.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from canastra.cli.command import AsJson, Command, argument, option, parameter
from canastra.cli.language import Language

if TYPE_CHECKING:
    from canastra.protocol.moderation import Request

Roles = Literal["moderator", "admin", "none"]
Find = Callable[[str], str]
_LONGEST = 87_600


_DATABASE = parameter(
    "database",
    Annotated[
        str,
        option(
            "--database",
            metavar="metavar_database",
            help="option_admin_database",
            envvar="CANASTRA_DATABASE",
            show_envvar=False,
        ),
    ],
    "canastra.db",
)
_BY_NAME: dict[str, tuple[Any, Any]] = {
    "player": (Annotated[str, argument("metavar_who", "argument_admin_who")], ...),
    "whom": (Annotated[str, argument("metavar_whom", "argument_admin_whom")], ...),
    "target": (Annotated[str | None, argument("metavar_whom", "argument_admin_target")], None),
    "report": (Annotated[int, argument("N", "argument_admin_report")], ...),
    "measure": (Annotated[int, argument("N", "argument_admin_measure")], ...),
    "table": (Annotated[str, argument("metavar_table", "argument_admin_table")], ...),
    "tournament": (Annotated[str, argument("metavar_tournament", "argument_admin_tournament")], ...),
    "find": (Annotated[str, argument("metavar_text", "argument_admin_find")], ...),
    "role": (Annotated[Roles, argument("moderator|admin|none", "argument_admin_role")], ...),
    "hours": (Annotated[int, option("--hours", metavar="N", min=1, max=_LONGEST, help="option_admin_hours")], ...),
    "why": (Annotated[str, option("--why", metavar="metavar_text", help="option_admin_why")], ...),
    "before": (Annotated[int | None, option("--before", metavar="N", min=1, help="option_admin_before")], None),
    "all": (Annotated[bool, option("--all", help="option_admin_all")], False),
    "yes": (Annotated[bool, option("--yes", help="option_admin_yes")], False),
    "out": (Annotated[Path | None, option("--out", metavar="metavar_file", help="option_admin_out")], None),
}
"""The options by name: the type of each and its default, `...` if it is required."""


def _command(make: Callable[[Find, dict[str, Any]], Request], *names: str) -> Command:
    """A command that sends a request, made from the options of these names."""

    def run(given: dict[str, Any], language: Language) -> int:
        from canastra.cli.server.moderation import run_admin

        return run_admin(lambda find: make(find, given), given, language)

    own = [parameter(name, kind, Parameter.empty if least is ... else least) for name, kind, least in _named(names)]
    return Command((*own, _DATABASE, parameter("as_json", AsJson, False)), run)


def _named(names: Sequence[str]) -> Iterator[tuple[str, Any, Any]]:
    return ((name, *_BY_NAME[name]) for name in names)


def _simple(kind: str, *names: str) -> Callable[[Find, dict[str, Any]], Request]:
    """Return a function that makes a request of a kind from typed values; a person may be named by the login."""

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
    from canastra.cli.server.moderation import is_network

    whom, rest = given["whom"], {"hours": given["hours"], "why": given["why"]}
    if is_network(whom):
        return _request("BanNetwork", {"network": whom, **rest})
    return _request("BanPerson", {"player": find(whom), **rest})


def _role(find: Find, given: dict[str, Any]) -> Request:
    role = None if given["role"] == "none" else given["role"]
    return _request("SetRole", {"player": find(given["player"]), "role": role, "why": given["why"]})


def _request(kind: str, values: dict[str, Any]) -> Request:
    """A request, validated as strictly as one from the network. Raises ProtocolError."""
    from canastra.protocol import encode, moderation, read_body

    made: Request = read_body(encode(getattr(moderation, kind)(**values)), getattr(moderation, kind))
    return made


COMMANDS = {
    "reports": _command(_reports, "all", "before"),
    "report": _command(_simple("ReadReport", "report"), "report"),
    "record": _command(_simple("ReadRecord", "report"), "report"),
    "people": _command(_simple("FindPeople", "find"), "find"),
    "person": _command(_simple("ReadPerson", "player"), "player"),
    "measures": _command(_simple("ListMeasures", "before"), "before"),
    "log": _command(_log, "target", "before"),
    "warn": _command(_simple("Warn", "player", "why"), "player", "why"),
    "mute": _command(_simple("MutePerson", "player", "hours", "why"), "player", "hours", "why"),
    "ban": _command(_ban, "whom", "hours", "why"),
    "lift": _command(_simple("Lift", "measure", "why"), "measure", "why"),
    "close-table": _command(_simple("CloseTable", "table", "why"), "table", "why"),
    "remove-tournament": _command(_simple("RemoveTournament", "tournament", "why"), "tournament", "why"),
    "close-report": _command(_simple("CloseReport", "report", "why"), "report", "why"),
    "export": _command(_simple("ExportPerson", "player", "why"), "player", "out", "why"),
    "delete": _command(_simple("DeletePerson", "player", "why"), "player", "yes", "why"),
    "password": _command(_simple("ResetPassword", "player", "why"), "player", "why"),
    "role": _command(_role, "player", "role", "why"),
}
