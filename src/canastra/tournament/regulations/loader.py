"""Reads ``regulations.toml``: strict, every field stated, contradictions refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from canastra.errors import TomlError
from canastra.names import unseen_sign
from canastra.rulebooks import OFFICIAL, POPULAR, shipped
from canastra.rulebooks.schema import Rulebook
from canastra.toml import read_toml
from canastra.tournament.errors import RegulationsError
from canastra.tournament.regulations.contradictions import contradictions_of
from canastra.tournament.regulations.phases import (
    PhaseTerms,
)
from canastra.tournament.regulations.schema import (
    ClubTerms,
    EncounterForm,
    OnlineTerms,
    Regulations,
    Scoring,
    SeatTerms,
    SideKind,
    StandingsTerms,
    VictoryTable,
)

LARGEST_REGULATIONS: Final = 64 * 1024
"""Characters of the largest file."""
EXAMPLES: Final = (
    "club-day",
    "club-rounds",
    "club-teams",
    "italy-mitchell",
    "italy-danese",
    "howell",
    "league-evenings",
    "individual",
    "online-rounds",
    "duplicate",
)
"""The package's regulations: examples of events, not official rules."""

_WHERE = re.compile(r" - at (?:the key in )?`\$(.*)`$", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.+?)`")
_INVALID = re.compile(r"Invalid (?:enum )?value ")
_UNKNOWN = re.compile(r"Object contains unknown field `(.+?)`", re.DOTALL)
_LONGEST = 60
_SCORINGS = get_args(Scoring)
_NAMED: Final[dict[str, Any]] = {"encounters": EncounterForm, "scorings": Scoring, "victory_tables": VictoryTable}
# Make decoders teach msgspec a type at import: if two threads read the first text of a type at once, the process
# crashes.
for _form in (Regulations, *_NAMED.values()):
    msgspec.json.Decoder(_form)


def parse_regulations(text: str, rulebook: Rulebook | None = None) -> Regulations:
    """The regulations that a text states.

    Tables of victory points must fit the step of its rulebook; pass the `rulebook` if it is a house's. Raises
    `RegulationsError`, with the key, for text that is not TOML, has a field too many or too few, or contradicts itself.
    """
    document = _document(text)
    _check_seen(document, "")
    regulations = _convert(document)
    if rulebook is None and regulations.rulebook in (*OFFICIAL, *POPULAR):
        rulebook = shipped(regulations.rulebook)
    for found in contradictions_of(regulations, victory_tables(regulations), rulebook):
        raise found
    return regulations


def victory_tables(regulations: Regulations) -> dict[str, VictoryTable]:
    """The tables of victory points that regulations may name: the package's, and their own."""
    return {**_tables(), **regulations.victory_tables}


def example_regulations(name: str) -> str:
    """The text of one of `EXAMPLES`."""
    return files(__package__).joinpath("presets", f"{name}.toml").read_text("utf-8")


@cache
def _tables() -> dict[str, VictoryTable]:
    """The tables of victory points of the package by their names."""
    found = {}
    for file in sorted(files(__package__).joinpath("tables").iterdir(), key=lambda each: each.name):
        if file.name.endswith(".toml"):
            found[file.name.removesuffix(".toml")] = msgspec.convert(read_toml(file.read_text("utf-8")), VictoryTable)
    return found


def _document(text: str) -> dict[str, Any]:
    if len(text) > LARGEST_REGULATIONS:
        raise RegulationsError("regulations_too_large", limit=LARGEST_REGULATIONS)
    try:
        return read_toml(text)
    except RecursionError:
        raise RegulationsError("regulations_too_deep") from None
    except TomlError as error:
        raise RegulationsError("regulations_not_toml", key="", place=error.line, **error.cause) from None


def _check_seen(value: Any, key: str) -> None:
    """Raise `RegulationsError` for an invisible character in a text for people.

    Such texts appear on walls, lists and prints, and terminals and browsers obey some of those characters.
    """
    if isinstance(value, str):
        sign = unseen_sign(value)
        if sign:
            raise RegulationsError("regulations_unseen", key=key, sign=f"U+{ord(sign):04X}")
    elif isinstance(value, dict):
        for name, item in value.items():
            _check_seen(name, key)
            _check_seen(item, _joined(key, name[:_LONGEST]))
    elif isinstance(value, list):
        for item in value:
            _check_seen(item, key)


def _convert(document: dict[str, Any]) -> Regulations:
    for table, form in _NAMED.items():
        named = document.get(table)
        # One by one: for a value in a table of names msgspec does not name the entry.
        for name, value in named.items() if isinstance(named, dict) else ():
            _converted(value, form, f"{table}.{name[:_LONGEST]}")
    regulations: Regulations = _converted(document, Regulations, "")
    return regulations


def _converted(value: Any, form: Any, prefix: str) -> Any:
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        raise _explained(str(error), prefix) from None


def _explained(said: str, prefix: str) -> RegulationsError:
    """Convert msgspec's message to an error with a code and a key."""
    place = _WHERE.search(said)
    where = _joined(prefix, place[1].lstrip(".")) if place else prefix
    said = said[: place.start()] if place else said
    if found := _MISSING.match(said):
        return RegulationsError("regulations_missing_key", key=_joined(where, found[1]))
    if found := _UNKNOWN.match(said):
        return RegulationsError("regulations_unknown_key", key=_joined(where, found[1]))
    if _INVALID.match(said):
        return RegulationsError("regulations_no_such_value", key=where, allowed=", ".join(_values_of(where)))
    wanted = said.removeprefix("Expected ").partition(", got ")[0].replace("`", "")
    return RegulationsError("regulations_wrong_value", key=where, wanted=wanted)


def _values_of(where: str) -> list[str]:
    """The values of the field at the end of a key that takes one of several words."""
    field = where.rpartition(".")[2].partition("[")[0]
    if field == "kind":
        tags = _SCORINGS if where.startswith("scorings") else get_args(PhaseTerms)
        return [str(kind) for kind in SideKind] if where.startswith("entries") else [_tag_of(tag) for tag in tags]
    for struct in (
        *get_args(PhaseTerms),
        EncounterForm,
        StandingsTerms,
        SeatTerms,
        ClubTerms,
        OnlineTerms,
        Regulations,
    ):
        for leaf in _leaves(get_type_hints(struct).get(field)):
            return [str(part) for part in leaf]
    return []


def _leaves(hint: Any) -> Iterator[tuple[Any, ...]]:
    """The words that a type admits, or the types within it."""
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        yield tuple(hint)
    elif get_origin(hint) is Literal:
        yield get_args(hint)
    else:
        for inner in get_args(hint):
            yield from _leaves(inner)


def _tag_of(struct: Any) -> str:
    return str(struct.__struct_config__.tag)


def _joined(where: str, name: str) -> str:
    shown = name[:_LONGEST] if name.isprintable() else "?"
    return f"{where}.{shown}" if where and shown else where or shown
