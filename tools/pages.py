"""The generated parts of the developers' pages: sentences and their tests, codes, the vectors of the shuffle."""

from __future__ import annotations

import importlib
import json
import pkgutil
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

from canastra import cluster, server
from canastra.protocol import ClientMessage
from canastra.server.http import OPERATIONS
from canastra.server.limits import Limit, declared
from canastra.server.settings import Caps
from canastra.server.tournaments.roles import MAY
from canastra.server.tournaments.service import (
    DRAWS,
    IN_PROCESS,
    IN_THREAD,
    LONG_LOG,
    MANY_SIDES,
    OF_LOG,
    OF_SIDES,
)
from canastra.server.ws.dispatch import OF_TABLE, WORK
from tools import sentences

VECTORS = Path(__file__).parents[1] / "tests" / "fairness" / "vectors.json"
VIOLATIONS = {
    "turns": "A turn",
    "melds": "Melds and laying off",
    "going_out": "Going out",
    "replays": "Parts of a record besides the actions",
}
"""Tables of the catalogue whose messages are those of violations, and their titles."""


def violation_codes() -> dict[str, dict[str, str]]:
    """Every code of a violation with its message in English, by table of the catalogue."""
    catalogue = tomllib.loads(files("canastra.messages").joinpath("en.toml").read_text("utf-8"))
    return {table: catalogue[table] for table in VIOLATIONS}


def render_codes() -> str:
    """The codes of violations and their messages, as tables."""
    tables = []
    for table, codes in violation_codes().items():
        rows = [f"| `{code}` | {words} |" for code, words in codes.items()]
        tables.append("\n".join([f"### {VIOLATIONS[table]}", "", "| code | message |", "|---|---|", *rows]))
    return "\n\n".join(tables)


def render_findings() -> str:
    """The codes of what can be wrong with a proof, as a table."""
    codes = tomllib.loads(files("canastra.messages").joinpath("en.toml").read_text("utf-8"))["fairness"]
    rows = [f"| `{code}` | {words} |" for code, words in codes.items() if code.startswith("fairness_")]
    return "\n".join(["| code | message |", "|---|---|", *rows])


def render_vectors() -> str:
    """The test vectors of the shuffle, as pinned beside its tests."""
    return "\n\n".join(
        _vector(number, vector) for number, vector in enumerate(json.loads(VECTORS.read_text("utf-8")), 1)
    )


def _vector(number: int, vector: dict[str, Any]) -> str:
    contributions = " ".join(contribution or '""' for contribution in vector["contributions"])
    shown = {**vector, "contributions": contributions, "stream": f"{vector['stream']} …"}
    cards = shown.pop("pack").split()
    lines = [f"{key:15}{value}" for key, value in shown.items()]
    lines += [
        f"{'' if start else 'pack':15}{' '.join(cards[start : start + 26])}" for start in range(0, len(cards), 26)
    ]
    return "\n".join([f"### Vector {number}", "", "```text", *lines, "```"])


def render_routes() -> str:
    """Every route of the HTTP interface, as it is declared."""
    rows = [
        f"| `{operation.method} {operation.path}` | {operation.caller} | {operation.summary} |"
        for operation in OPERATIONS
    ]
    return "\n".join(["| request | for | effect |", "|---|---|---|", *rows])


ALWAYS = ("requests_of_address", "requests_of_site", "requests_of_session")
"""The caps that every request takes from; the last one only with a session."""
MESSAGES = ("messages_of_socket", "messages_of_session", "messages_of_address")
"""The caps that every message takes from."""


def render_work_of_routes() -> str:
    """A table of the worst cost of each request, and the limits on it."""
    rows = [
        f"| `{route.method} {route.path}` | {route.caller} | {route.costs} | {_named(route.limits)} |"
        for route in OPERATIONS
    ]
    return "\n".join(["| request | for | at the worst | besides |", "|---|---|---|---|", *rows])


def render_work_of_messages() -> str:
    """The same of the messages of a socket."""
    kinds = [kind for kind in get_args(ClientMessage) if isinstance(kind, type)]
    found = [(tag_of(kind), *WORK.get(kind, (OF_TABLE, ""))) for kind in kinds]
    rows = [f"| `{name}` | {work} | {_named((cap,) if cap else ())} |" for name, work, cap in found]
    return "\n".join(["| message | at the worst | besides |", "|---|---|---|", *rows])


def render_work_of_acts() -> str:
    """The same of the acts of a tournament."""
    rows = []
    for act, roles in MAY.items():
        who = ", ".join(sorted(roles)) or "the phone of a side"
        where = "a process apart" if act in IN_PROCESS else "a thread" if act in IN_THREAD else "here"
        scarce = {DRAWS: "", OF_SIDES: f" past {MANY_SIDES} sides", OF_LOG: f" past {LONG_LOG} lines of the log"}
        cap = next((f"`draws_of_person`{when}" for acts, when in scarce.items() if act in acts), "")
        rows.append(f"| `{tag_of(act)}` | {who} | {where} | {cap} |")
    return "\n".join(["| act | for | worked out in | besides |", "|---|---|---|---|", *rows])


def tag_of(kind: Any) -> str:
    """The tag of a message or an act."""
    return str(kind.__struct_config__.tag)


def _named(caps: Sequence[str]) -> str:
    return ", ".join(f"`{cap}`" for cap in caps)


def render_api_codes() -> str:
    """The codes of the HTTP interface itself, as a table."""
    codes = tomllib.loads(files("canastra.messages").joinpath("en.toml").read_text("utf-8"))["api"]
    rows = [f"| `{code}` | {words} |" for code, words in codes.items()]
    return "\n".join(["| code | message |", "|---|---|", *rows])


def every_limit() -> tuple[Limit, ...]:
    """All limits that a server, a node and a worker declare, after importing all of them."""
    for package in (server, cluster):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations." not in module.name:  # Alembic runs these.
                importlib.import_module(module.name)
    return declared()


def render_caps() -> str:
    """The limits that ``--cap`` sets, as a table."""
    caps = {field.name for field in fields(Caps)}
    rows = [_row(f"`{limit.name}`", limit) for limit in every_limit() if limit.name in caps]
    return "\n".join(["| cap | default | per | what | past it |", "|---|---|---|---|---|", *rows])


def render_limits() -> str:
    """The other limits, as a table by name; first those with an option of their own."""
    caps = {field.name for field in fields(Caps)}
    others = [limit for limit in every_limit() if limit.name not in caps]
    named = sorted(
        (f"`{limit.option}`" if limit.option else limit.name.replace("_", " "), limit.name) for limit in others
    )
    by_name = {limit.name: limit for limit in others}
    rows = [_row(shown, by_name[name]) for shown, name in named]
    return "\n".join(["| limit | value | per | what | past it |", "|---|---|---|---|---|", *rows])


def _row(name: str, each: Limit) -> str:
    value, unit = each.value, each.unit
    for shorter, longer, factor in (("ms", "s", 1_000), ("s", "min", 60), ("min", "h", 60), ("h", "days", 24)):
        most = factor if longer == "days" else 0  # Not "1 days".
        if unit == shorter and isinstance(value, int) and value > most and value % factor == 0:
            value, unit = value // factor, longer
    shown = f"{value:g}" if isinstance(value, float) else f"{value}"
    return f"| {name} | `{shown}`{f' {unit}' if unit else ''} | {each.per} | {each.what} | {each.past} |"


PARTS: dict[tuple[Path, str], Callable[[], str]] = {
    (Path("docs", "api.md"), "codes"): render_api_codes,
    (Path("docs", "api.md"), "routes"): render_routes,
    (Path("docs", "operating.md"), "caps"): render_caps,
    (Path("docs", "operating.md"), "limits"): render_limits,
    (Path("docs", "work.md"), "routes"): render_work_of_routes,
    (Path("docs", "work.md"), "messages"): render_work_of_messages,
    (Path("docs", "work.md"), "acts"): render_work_of_acts,
    (Path("docs", "rulings.md"), "sentences"): sentences.render_all,
    (Path("docs", "records.md"), "codes"): render_codes,
    (Path("docs", "fairness.md"), "findings"): render_findings,
    (Path("docs", "fairness.md"), "vectors"): render_vectors,
}
"""The function that makes each part, by its page, from the root, and the name in its markers."""
