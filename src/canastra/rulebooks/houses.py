"""House rulebooks: files that name a base and state their changes to it.

A house's file extends an official rulebook, a popular game or, where files are read, another house's file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from canastra.errors import RulebookError
from canastra.rulebooks.loader import (
    HOUSE_ARTICLE,
    LARGEST_FILE,
    OFFICIAL,
    RulebookReader,
    build,
    consistent,
    ordered_decisions,
    read_official,
    shown_value,
    unknown,
)
from canastra.rulebooks.schema import CONSTANTS, Clause, Rulebook
from canastra.rulebooks.values import kinds, sections, value_of

POPULAR: Final[tuple[str, ...]] = ("buraco-aberto", "buraco-fechado", "buraco-stbl", "buraco-sem-curingao")
"""Ids of the house rulebooks that come with the package: games that people know by these names."""
LONGEST_CHAIN: Final = 8
"""The most files of houses in a chain in which each extends the next."""
_HEAD: Final = ("id", "extends", "revision", "name")
_SUFFIX: Final = ".toml"

_Table = dict[str, Any]


@cache
def read_popular(rulebook_id: str) -> Rulebook:
    """A house rulebook of the package by an id that exists."""
    return parse_house(popular_content(rulebook_id), f"{rulebook_id}.toml")


def popular_content(rulebook_id: str) -> bytes:
    """The file of a house rulebook of the package by an id that exists."""
    return files(__package__).joinpath("data", "popular", f"{rulebook_id}.toml").read_bytes()


def read_shipped(rulebook_id: str) -> Rulebook:
    """A rulebook of the package, official or popular. Raises `RulebookError` if no rulebook has this id."""
    if rulebook_id in POPULAR:
        return read_popular(rulebook_id)
    if rulebook_id not in OFFICIAL:
        raise unknown(rulebook_id, (*OFFICIAL, *POPULAR))
    return read_official(rulebook_id)


def read_house(path: str) -> Rulebook:
    """A house rulebook from its file. Raises `RulebookError` if it is malformed."""
    return _parsed(_content(path), path, (Path(path).resolve(),))


def parse_house(content: bytes, file: str) -> Rulebook:
    """A house rulebook from the bytes of its file, which errors call `file`; it can't extend another file."""
    return _parsed(content, file, ())


def build_house(document: _Table, file: str) -> Rulebook:
    """A house rulebook from the content of its file, as `parse_house`. Raises `RulebookError` if it is malformed."""
    return _built(RulebookReader(file), document, ())


def house_document(rulebook: Rulebook) -> _Table:
    """The content of a file that makes a house rulebook again: its changes to the rulebook that it extends."""
    assert rulebook.extends is not None
    base = read_shipped(rulebook.extends)
    head = {"id": rulebook.id, "extends": base.id, "revision": rulebook.revision, "name": dict(rulebook.names)}
    document: _Table = {}
    for key, value in ((key, value_of(rulebook, key)) for key in kinds()):
        clause = rulebook.clauses[key]
        if value != value_of(base, key) or clause != base.clauses[key]:
            stated = kinds()[key].spell(value)
            bare = clause == Clause(HOUSE_ARTICLE, False)
            _put(document, key, stated if bare else {"value": stated, **_spelled(clause)})
    for key in (f"clauses.{name}" for name in CONSTANTS):
        if rulebook.clauses[key] != base.clauses[key]:
            _put(document, key, _spelled(rulebook.clauses[key]))
    for decision in rulebook.decisions:
        section, _, name = decision.about.partition(".")
        if decision not in base.decisions or name in document.get(section, {}):
            _put(document, f"decisions.{decision.name}", {"about": decision.about, "article": decision.article})
    return head | document


def _parsed(content: bytes, file: str, chain: tuple[Path, ...]) -> Rulebook:
    reader = RulebookReader(file)
    return _built(reader, reader.document(content), chain)


def _built(reader: RulebookReader, document: _Table, chain: tuple[Path, ...]) -> Rulebook:
    reader.only(document, "", (*_HEAD, *sections(), "clauses", "decisions"))
    reader.all_of(document, "", _HEAD)
    head = reader.head(document)
    if head.id in OFFICIAL:
        raise RulebookError("rulebook_id_taken", file=reader.file, key="id", value=head.id)
    base, shipped = _base(head.extends or "", reader.file, chain)
    values, clauses = reader.stated(document, whole=False)
    everything = {key: value_of(base, key) for key in kinds()} | values
    kept = [decision for decision in base.decisions if decision.about not in clauses]
    decisions = ordered_decisions([*kept, *reader.decisions(document)])
    head = head._replace(extends=shipped)
    return consistent(build(head, everything, {**base.clauses, **clauses}, decisions), reader.file)


def _base(extends: str, file: str, chain: tuple[Path, ...]) -> tuple[Rulebook, str]:
    """The rulebook that a house's file extends, and the id of the rulebook of the package from which that descends.

    `chain` are the files that led here, each extending the next, this one included; without it no file is read.
    """
    if extends in (*OFFICIAL, *POPULAR):
        return read_shipped(extends), extends
    figures = {"file": file, "key": "extends", "value": shown_value(extends)}
    if not extends.endswith(_SUFFIX):
        raise RulebookError("rulebook_extends", allowed=_known(), **figures)
    if not chain:
        raise RulebookError("rulebook_extends_file", allowed=_known(), **figures)
    path = Path(file).parent / extends
    content = _content(str(path))
    if path.resolve() in chain:
        raise RulebookError("rulebook_extends_itself", **figures)
    if len(chain) == LONGEST_CHAIN:
        raise RulebookError("rulebook_extends_too_many", limit=LONGEST_CHAIN, **figures)
    base = _parsed(content, str(path), (*chain, path.resolve()))
    assert base.extends is not None
    return base, base.extends


def _known() -> str:
    return ", ".join(f'"{name}"' for name in (*OFFICIAL, *POPULAR))


def _content(path: str) -> bytes:
    """The file's content, at most one byte more than allowed, so that a large file can't fill the memory."""
    place = Path(path)
    try:
        if place.is_file():
            with place.open("rb") as file:
                return file.read(LARGEST_FILE + 1)
        found = bool(path) and place.exists()
    except (OSError, ValueError) as error:
        raise RulebookError("rulebook_unreadable", file=path, reason=_reason(error)) from None
    if found:
        raise RulebookError("rulebook_not_a_file", file=path)
    if place.suffix == _SUFFIX or len(place.parts) > 1:
        raise RulebookError("rulebook_no_such_file", file=path)
    raise unknown(path, (*OFFICIAL, *POPULAR))


def _reason(error: OSError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _spelled(clause: Clause) -> _Table:
    called = {} if clause.called is None else {"called": clause.called}
    return {"article": clause.article, "decision": clause.decision, **called}


def _put(document: _Table, key: str, value: object) -> None:
    section, _, name = key.partition(".")
    document.setdefault(section, {})[name] = value
