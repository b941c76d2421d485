"""The rulebooks: the five official ones as data, and house rulebooks.

>>> official("tranca").pile.black_three_blocks
True
>>> load("buraco").article("draw.opener_may_refuse")
'Art. 4'
"""

from __future__ import annotations

from typing import Any, Final

from canastra.rulebooks import loader
from canastra.rulebooks.schema import Clause, Decision, Rulebook
from canastra.rulebooks.values import describe, parameter_name, parameters, reason, title_of

__all__ = [
    "OFFICIAL",
    "Clause",
    "Decision",
    "Rulebook",
    "describe",
    "house",
    "load",
    "official",
    "parameter_name",
    "parameters",
    "reason",
    "title_of",
]

OFFICIAL: Final[tuple[str, ...]] = (
    "canastra-regional",
    "canastra-curinguinha",
    "tranca",
    "buraco",
    "canastra-duelo",
)
"""Ids of the five official rulebooks."""


def official(rulebook_id: str) -> Rulebook:
    """An official rulebook, the same object each time. Raises `RulebookError` if there is none with this id."""
    if rulebook_id not in OFFICIAL:
        raise loader.unknown(rulebook_id, OFFICIAL)
    return loader.read_official(rulebook_id)


def house(document: dict[str, Any], name: str) -> Rulebook:
    """A house rulebook from the content of its file; errors call it `name`. Raises `RulebookError` if it is malformed.

    >>> names = {"pt": "Buraco da Ana", "en": "Ana's buraco"}
    >>> head = {"id": "casa-da-ana", "extends": "buraco", "revision": 1, "name": names}
    >>> house({**head, "draw": {"opener_may_refuse": False}}, "house").draw.opener_may_refuse
    False
    """
    return loader.build_house(document, name, OFFICIAL)


def load(name_or_path: str) -> Rulebook:
    """An official rulebook by its id, or a house rulebook by its path. Raises `RulebookError` if there is none."""
    if name_or_path in OFFICIAL:
        return official(name_or_path)
    return loader.read_house(name_or_path, OFFICIAL)
