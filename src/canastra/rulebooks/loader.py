"""Reads rulebooks from strict TOML. Errors name the file, the key and what is allowed.

An official file states every parameter. A house's file (`canastra.rulebooks.houses`) states what it changes. Both pass
the same checks.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeVar

from canastra.errors import RulebookError, TomlError
from canastra.messages import LANGUAGES, catalogue
from canastra.rulebooks.checks import contradictions
from canastra.rulebooks.schema import CONSTANTS, Clause, Decision, Rulebook
from canastra.rulebooks.values import Value, int_reader, kinds, read_bool, sections, typed
from canastra.toml import read_toml

OFFICIAL: Final[tuple[str, ...]] = (
    "canastra-regional",
    "canastra-curinguinha",
    "tranca",
    "buraco",
    "canastra-duelo",
)
"""Ids of the five official rulebooks."""
HOUSE_ARTICLE: Final = "regra da casa"
"""Cited for a value that a house sets without an article."""
LARGEST_FILE: Final = 64 * 1024
"""Bytes of the largest file; the official ones have about 5,000."""
_TERMS: Final = frozenset({"table.undo"})
"""Parameters that only set a table's defaults and never judge or score a recorded game."""
_LARGEST_REVISION: Final = 1_000_000
_LONGEST_NAME: Final = 200
"""Most characters of an unknown name that an error repeats."""
_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_TEXT: Final = 80
_SHOWN: Final = 40
_OFFICIAL_HEAD: Final = ("id", "revision", "name")
_FULL_FORM: Final = '{ value = …, article = "…" }'

_T = TypeVar("_T")
_Table = dict[str, Any]
_Stated = tuple[dict[str, Value], dict[str, Clause]]
"""The values of a file by parameter, and its clauses by parameter and constant."""


class RulebookHead(NamedTuple):
    """The top level of a file."""

    id: str
    revision: int
    names: dict[str, str]
    extends: str | None


@cache
def read_official(rulebook_id: str) -> Rulebook:
    """An official rulebook by an id that exists."""
    name = f"{rulebook_id}.toml"
    return parse_official(files(__package__).joinpath("data", name).read_bytes(), name)


def parse_official(content: bytes, file: str) -> Rulebook:
    """A rulebook that states every parameter; errors call it `file`."""
    reader = RulebookReader(file)
    document = reader.document(content)
    parts = (*_OFFICIAL_HEAD, *sections(), "clauses", "decisions")
    reader.only(document, "", parts)
    reader.all_of(document, "", parts)
    head = reader.head(document)
    values, clauses = reader.stated(document, whole=True)
    return consistent(build(head, values, clauses, reader.decisions(document)), file)


def unknown(name: str, ids: Iterable[str]) -> RulebookError:
    """The error for an unknown rulebook; it names the most similar id, if there is one."""
    known, name = list(ids), name[:_LONGEST_NAME]
    near = get_close_matches(name.lower(), known, n=1)
    if near:
        return RulebookError("rulebook_unknown_near", name=name, known=", ".join(known), near=near[0])
    return RulebookError("rulebook_unknown", name=name, known=", ".join(known))


class RulebookReader:
    """Reads the content of one file; every error names the file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def document(self, content: bytes) -> _Table:
        """The content of a file as TOML. Raises `RulebookError` if it can't be read."""
        if len(content) > LARGEST_FILE:
            raise RulebookError("rulebook_too_large", file=self.file, limit=LARGEST_FILE)
        try:
            return read_toml(content.decode("utf-8"))
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b"\n") + 1
            raise RulebookError("rulebook_not_utf8", file=self.file, place=line) from None
        except RecursionError:
            raise RulebookError("rulebook_too_deep", file=self.file) from None
        except TomlError as error:
            raise RulebookError("rulebook_not_toml", file=self.file, place=error.line, **error.cause) from None

    def only(self, table: _Table, prefix: str, allowed: Collection[str]) -> None:
        """Raises `RulebookError` if a key is not allowed."""
        for key in table:
            if key not in allowed:
                where = prefix + (key[:_SHOWN] if key.isprintable() else shown_value(key))
                may_be = ", ".join(allowed)
                raise RulebookError("rulebook_unknown_key", file=self.file, key=where, allowed=may_be)

    def all_of(self, table: _Table, prefix: str, needed: Iterable[str]) -> None:
        """Raises `RulebookError` if a key is missing."""
        for key in needed:
            if key not in table:
                raise RulebookError("rulebook_missing_key", file=self.file, key=prefix + key)

    def head(self, document: _Table) -> RulebookHead:
        """The top level of a file, whose keys have been checked."""
        names = self.table(document["name"], "name", '{ pt = "…", en = "…" }')
        self.only(names, "name.", LANGUAGES)
        self.all_of(names, "name.", LANGUAGES)
        own = self.read(document["id"], "id", _read_id, "a-z 0-9 -")
        newest = _LARGEST_REVISION
        revision = self.read(document["revision"], "revision", int_reader(1, newest), f"1 … {newest}")
        titles = {language: self.line(names[language], f"name.{language}") for language in LANGUAGES}
        extends = self.line(document["extends"], "extends") if "extends" in document else None
        return RulebookHead(own, revision, titles, extends)

    def stated(self, document: _Table, *, whole: bool) -> _Stated:
        """All values and clauses of a file; if `whole`, each must be there in its full form."""
        values: dict[str, Value] = {}
        clauses: dict[str, Clause] = {}
        for section, group in sections().items():
            table = self.section(document, section, [field.name for field in fields(group)], whole=whole)
            for name, raw in table.items():
                key = f"{section}.{name}"
                values[key], clauses[key] = self.parameter(key, raw, whole=whole)
        constants = self.section(document, "clauses", CONSTANTS, whole=whole)
        for name, raw in constants.items():
            key = f"clauses.{name}"
            entry = self.table(raw, key, '{ article = "…" }')
            clauses[key] = self.clause(key, entry, ("article", "decision"))
        return values, clauses

    def decisions(self, document: _Table) -> tuple[Decision, ...]:
        """The decisions that a file lists, in the order of the parameters and constants.

        Raises `RulebookError` if one is unknown or malformed.
        """
        order = topics()
        found = []
        for name, raw in self.table(document.get("decisions", {}), "decisions", "[decisions]").items():
            key = f"decisions.{name[:_SHOWN]}"
            if f"decision_{name}" not in catalogue(LANGUAGES[0]):
                raise RulebookError("rulebook_unknown_decision", file=self.file, key=key)
            entry = self.table(raw, key, '{ about = "…", article = "…" }')
            self.only(entry, f"{key}.", ("about", "article"))
            self.all_of(entry, f"{key}.", ("about", "article"))
            about = self.read(entry["about"], f"{key}.about", _one_of(order), '"pile.purchase", "clauses.turn", …')
            found.append(Decision(name, about, self.line(entry["article"], f"{key}.article")))
        return ordered_decisions(found)

    def section(self, document: _Table, name: str, keys: Collection[str], *, whole: bool) -> _Table:
        """A section, which has only its own keys, and all of them if the file must be whole."""
        table = self.table(document.get(name, {}), name, f"[{name}]")
        self.only(table, f"{name}.", keys)
        if whole:
            self.all_of(table, f"{name}.", keys)
        return table

    def parameter(self, key: str, raw: object, *, whole: bool) -> tuple[Value, Clause]:
        """One parameter, in its full form or, if that is enough, as a bare value."""
        if not isinstance(raw, dict) and not whole:
            return self.value(key, key, raw), Clause(HOUSE_ARTICLE, False)
        entry = self.table(raw, key, _FULL_FORM)
        clause = self.clause(key, entry, ("value", "article", "decision", "called"))
        self.all_of(entry, f"{key}.", ("value",))
        return self.value(key, f"{key}.value", entry["value"]), clause

    def value(self, key: str, where: str, raw: object) -> Value:
        """The value of a parameter at the key `where`."""
        return self.read(raw, where, kinds()[key].read, kinds()[key].allowed)

    def clause(self, key: str, entry: _Table, allowed: Collection[str]) -> Clause:
        """The place where the rulebook says it."""
        self.only(entry, f"{key}.", allowed)
        self.all_of(entry, f"{key}.", ("article",))
        decision = self.read(entry.get("decision", False), f"{key}.decision", read_bool, "true, false")
        called = self.line(entry["called"], f"{key}.called") if "called" in entry else None
        return Clause(self.line(entry["article"], f"{key}.article"), decision, called)

    def table(self, raw: object, key: str, allowed: str) -> _Table:
        """`raw`, which must be a table."""
        return self.read(raw, key, _read_table, allowed)

    def line(self, raw: object, key: str) -> str:
        """`raw`, which must be a short line of printable text."""
        return self.read(raw, key, _read_line, f'"…" (1 … {_LONGEST_TEXT})')

    def read(self, raw: object, key: str, read: Callable[[object], _T], allowed: str) -> _T:
        """The value as `read` reads it. Raises `RulebookError`, with the key, if it is not allowed."""
        figures = {"file": self.file, "key": key, "allowed": allowed}
        try:
            return read(raw)
        except TypeError:
            raise RulebookError("rulebook_wrong_type", value=shown_value(raw), **figures) from None
        except ValueError:
            raise RulebookError("rulebook_wrong_value", value=shown_value(raw), **figures) from None


def _read_table(raw: object) -> _Table:
    return typed(raw, dict)


def _one_of(known: Collection[str]) -> Callable[[object], str]:
    """A reader of one of these texts."""

    def read(raw: object) -> str:
        text = typed(raw, str)
        if text not in known:
            raise ValueError
        return text

    return read


def _read_line(raw: object) -> str:
    text = typed(raw, str)
    if not text.isprintable() or text.strip() != text or not 0 < len(text) <= _LONGEST_TEXT:
        raise ValueError
    return text


def _read_id(raw: object) -> str:
    text = typed(raw, str)
    if not _ID.fullmatch(text) or len(text) > _LONGEST_TEXT:
        raise ValueError
    return text


def shown_value(raw: object) -> str:
    """A value in TOML's spelling, cut to fit a message."""
    if isinstance(raw, dict):  # dotted keys nest tables without end
        return "{…}"
    try:
        text = json.dumps(raw, ensure_ascii=False, default=str)
    except RecursionError:
        return "[…]"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def topics() -> list[str]:
    """Every parameter and constant by its key, in the order of the schema."""
    return [*kinds(), *(f"clauses.{name}" for name in CONSTANTS)]


def ordered_decisions(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Decisions in the order of their subjects."""
    order = topics()
    return tuple(sorted(decisions, key=lambda decision: order.index(decision.about)))


def build(
    head: RulebookHead, values: Mapping[str, Value], clauses: Mapping[str, Clause], decisions: tuple[Decision, ...]
) -> Rulebook:
    """A rulebook from all its values, clauses and decisions."""
    given: dict[str, dict[str, Any]] = {section: {} for section in sections()}
    for key, value in values.items():
        section, _, name = key.partition(".")
        given[section][name] = value
    spelled = {key: kinds()[key].spell(value) for key, value in values.items()}
    groups: dict[str, Any] = {section: group(**given[section]) for section, group in sections().items()}
    return Rulebook(
        id=head.id,
        revision=head.revision,
        extends=head.extends,
        names=head.names,
        sha256=digest_of(head.id, head.revision, spelled),
        clauses=dict(clauses),
        decisions=decisions,
        **groups,
    )


def consistent(rulebook: Rulebook, file: str) -> Rulebook:
    """The same rulebook. Raises `RulebookError` if it contradicts itself."""
    for code, key in contradictions(rulebook):
        raise RulebookError(code, file=file, key=key)
    return rulebook


def digest_of(rulebook_id: str, revision: int, spelled: Mapping[str, object]) -> str:
    """The digest of everything that decides how a game is played and scored, without titles, articles and comments."""
    values = {key: value for key, value in spelled.items() if key not in _TERMS}
    played = {"id": rulebook_id, "revision": revision, "values": values}
    text = json.dumps(played, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
