"""House rules: changes of a rulebook of the package, identified by their content.

A house rulebook has an id of its own, ``casa-`` and the beginning of a digest, so that the same changes always make the
same rulebook, and a record can name it by id and sha256, with the file beside it (docs/notation.md, File).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from canastra import messages
from canastra.errors import RulebookError
from canastra.records.writer import toml
from canastra.rulebooks import OFFICIAL, POPULAR, Rulebook, house, official, parameters, popular, root, shipped
from canastra.rulebooks.houses import popular_content
from canastra.rulebooks.values import kinds, sections
from canastra.server.lobby.listing import LobbyError

Changes = Mapping[str, Mapping[str, Any]]
"""Sections, in them parameters, their values as in a rulebook's file."""
DIGITS = (12, 32)
"""Digits of the digest in an id; the longer form is for two rulebooks with the same beginning."""
FILE = "house"
"""How errors call the rules that a user sent."""
_KEPT = 256
_HEAD = ("id", "extends", "revision", "name")


@dataclass(frozen=True, slots=True)
class HouseRulebook:
    """A house rulebook, and the JSON of its file, from which it is made again."""

    rulebook: Rulebook
    document: str
    """Empty for a popular rulebook: it comes with the package and is not stored."""


class HouseRules:
    """All house rulebooks of this server, in memory, so that `find` needs no await."""

    def __init__(self) -> None:
        self._documents: dict[str, str] = {}

    def remember(self, rulebook_id: str, document: str) -> None:
        """Add a rulebook."""
        self._documents.setdefault(rulebook_id, document)

    def forget(self, rulebook_id: str) -> None:
        """Drop a rulebook without any table."""
        self._documents.pop(rulebook_id, None)

    def find(self, rulebook_id: str) -> Rulebook:
        """An official rulebook, a popular one or a house rulebook. Raises RulebookError for any other id."""
        document = self._documents.get(rulebook_id)
        if document is not None:
            return _built(document)
        return popular(rulebook_id) if rulebook_id in POPULAR else official(rulebook_id)

    def file(self, rulebook_id: str) -> str:
        """The file of a house rulebook, to be put beside records. Raises LobbyError (404)."""
        document = self._documents.get(rulebook_id)
        if document is None and rulebook_id in POPULAR:
            return popular_content(rulebook_id).decode("utf-8")
        if document is None:
            raise LobbyError("lobby_no_house", 404)
        data = json.loads(document)
        lines = [f"{key} = {toml(data[key])}" for key in _HEAD]
        for section in (key for key in data if key not in _HEAD):
            lines += ["", f"[{section}]", *(f"{key} = {toml(value)}" for key, value in data[section].items())]
        return "\n".join(lines) + "\n"

    def made(self, base: str, changes: Changes) -> HouseRulebook | None:
        """The rulebook that these changes make, or the popular one that equals it; None if they change nothing.

        Raises RulebookError.
        """
        _check(changes)
        draft = house(_document("casa", base, {section: dict(given) for section, given in changes.items()}), FILE)
        original = shipped(base)
        changed = _changed(draft, original)
        if not changed:
            return None
        known = next((rulebook for rulebook in map(popular, POPULAR) if _plays_like(draft, rulebook)), None)
        if known is not None:
            return HouseRulebook(known, "")
        said = json.dumps([original.sha256, changed], sort_keys=True)
        digest = hashlib.sha256(said.encode("ascii")).hexdigest()
        for digits in DIGITS:
            rulebook_id = f"casa-{digest[:digits]}"
            document = json.dumps(_document(rulebook_id, base, changed), ensure_ascii=False)
            if self._documents.get(rulebook_id, document) == document:
                break
        return HouseRulebook(_built(document), document)


@lru_cache(_KEPT)
def _built(document: str) -> Rulebook:
    return house(json.loads(document), FILE)


def _plays_like(draft: Rulebook, other: Rulebook) -> bool:
    """Return whether two house rulebooks extend the same official one and have the same values."""
    values = ([value for _, value, _ in parameters(rulebook)] for rulebook in (draft, other))
    return root(draft) == root(other) and next(values) == next(values)


def _check(changes: Changes) -> None:
    """Check that there are only sections of parameters, with bare values: users can't choose the articles."""
    for section, given in changes.items():
        if section not in sections():
            allowed = ", ".join(sections())
            raise RulebookError("rulebook_unknown_key", file=FILE, key=json.dumps(section)[:40], allowed=allowed)
        for name, value in given.items():
            key = f"{section}.{name}"
            if isinstance(value, Mapping) and key in kinds():
                allowed = kinds()[key].allowed
                raise RulebookError("rulebook_wrong_type", file=FILE, key=key, value="{…}", allowed=allowed)


def _document(rulebook_id: str, base: str, changes: dict[str, dict[str, Any]]) -> dict[str, Any]:
    names = dict.fromkeys(messages.LANGUAGES, base)
    if base in (*OFFICIAL, *POPULAR):
        titles = shipped(base).names
        names = {
            language: messages.text("lobby_house_name", language, name=titles[language])
            for language in messages.LANGUAGES
        }
    return {"id": rulebook_id, "extends": base, "revision": 1, "name": names, **changes}


def _changed(draft: Rulebook, original: Rulebook) -> dict[str, dict[str, Any]]:
    """The actual differences, in the order of the schema and each in its one spelling."""
    found: dict[str, dict[str, Any]] = {}
    for (key, value, _), (_, before, _) in zip(parameters(draft), parameters(original), strict=True):
        if value != before:
            section, _, name = key.partition(".")
            found.setdefault(section, {})[name] = kinds()[key].spell(value)
    return found
