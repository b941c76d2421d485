"""Writes ``regulations.toml``, with a comment above each decision that has one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from canastra.tournament.regulations.schema import Regulations

Document = dict[str, Any]
"""Regulations as TOML has them: tables, lists, texts, numbers."""


def regulations_document(regulations: Regulations) -> Document:
    """The decisions of regulations as plain values, in the order of the file."""
    document: Document = msgspec.json.decode(msgspec.json.encode(regulations))
    return document


def write_regulations(document: Mapping[str, Any], comments: Mapping[str, str] | None = None) -> str:
    """The text of regulations.

    `comments` has the words above a key such as ``phases[0].rounds``; those by the key ``""`` stand above all.

    >>> print(write_regulations({"name": "Sábado", "seats": {"tables": "lot"}}, {"seats.tables": "Quem senta onde?"}))
    name = "Sábado"
    <BLANKLINE>
    [seats]
    # Quem senta onde?
    tables = "lot"
    <BLANKLINE>
    """
    said = comments or {}
    return "\n".join([*_comment(said.get("", "")), *_table("", "", document, said), ""])


def _table(head: str, key: str, values: Mapping[str, Any], comments: Mapping[str, str]) -> Iterator[str]:
    """A table: its own values, then the tables within it."""
    prefix = f"{key}." if key else ""
    inner = {name: value for name, value in values.items() if _is_table(value)}
    if head and (len(inner) < len(values) or not values):
        yield from ("", *_comment(comments.get(key.removesuffix("[0]"), "")), head)
    for name, value in values.items():
        if name not in inner:
            yield from _comment(comments.get(f"{prefix}{name}", ""))
            yield f"{_name(name)} = {_value(value)}"
    for name, value in inner.items():
        path = f"{head.strip('[]')}.{_name(name)}" if head else _name(name)
        if isinstance(value, Mapping):
            yield from _table(f"[{path}]", f"{prefix}{name}", value, comments)
            continue
        for number, item in enumerate(value):
            yield from _table(f"[[{path}]]", f"{prefix}{name}[{number}]", item, comments)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, list) and bool(value) and isinstance(value[0], Mapping))


def _comment(words: str) -> Iterator[str]:
    return (f"# {line}".rstrip() for line in words.splitlines())


def _name(name: str) -> str:
    bare = name.replace("-", "").replace("_", "")
    return name if bare.isascii() and bare.isalnum() else _value(name)


def _value(value: Any) -> str:
    """A value in TOML, which writes texts, numbers and lists of them as JSON does, but for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
