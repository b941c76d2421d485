"""The rulebooks: the five official ones as data, popular ones by their names, and house rulebooks.

>>> official("tranca").pile.black_three_blocks
True
>>> load("buraco").article("draw.opener_may_refuse")
'Art. 4'
"""

from __future__ import annotations

from typing import Any

from canastra.rulebooks import houses, loader
from canastra.rulebooks.houses import POPULAR
from canastra.rulebooks.loader import OFFICIAL
from canastra.rulebooks.schema import Clause, Decision, Rulebook
from canastra.rulebooks.values import describe, parameter_name, parameters, reason, title_of

__all__ = [
    "OFFICIAL",
    "POPULAR",
    "Clause",
    "Decision",
    "Rulebook",
    "describe",
    "house",
    "load",
    "official",
    "parameter_name",
    "parameters",
    "popular",
    "reason",
    "root",
    "shipped",
    "title_of",
]


def official(rulebook_id: str) -> Rulebook:
    """An official rulebook, the same object each time. Raises `RulebookError` if no official rulebook has this id."""
    if rulebook_id not in OFFICIAL:
        raise loader.unknown(rulebook_id, OFFICIAL)
    return loader.read_official(rulebook_id)


def popular(rulebook_id: str) -> Rulebook:
    """A house rulebook of the package, the same object each time. Raises `RulebookError` for an unknown id.

    >>> stbl = popular("buraco-stbl")
    >>> stbl.extends, stbl.canastas.thirteen, stbl.article("canastas.thirteen")
    ('buraco', 500, 'regra da casa')
    """
    if rulebook_id not in POPULAR:
        raise loader.unknown(rulebook_id, POPULAR)
    return houses.read_popular(rulebook_id)


def shipped(rulebook_id: str) -> Rulebook:
    """A rulebook that comes with the package, official or popular. Raises `RulebookError` for an unknown id."""
    return houses.read_shipped(rulebook_id)


def root(rulebook: Rulebook) -> Rulebook:
    """The official rulebook from which a house's descends, or the rulebook itself.

    >>> root(popular("buraco-stbl")).id
    'buraco'
    """
    while rulebook.extends is not None:
        rulebook = houses.read_shipped(rulebook.extends)
    return rulebook


def house(document: dict[str, Any], name: str) -> Rulebook:
    """A house rulebook from the content of its file; errors call it `name`. Raises `RulebookError` if it is malformed.

    It extends a rulebook of the package; only `load` reads a file that extends another file.

    >>> names = {"pt": "Buraco da Ana", "en": "Ana's buraco"}
    >>> head = {"id": "casa-da-ana", "extends": "buraco", "revision": 1, "name": names}
    >>> house({**head, "draw": {"opener_may_refuse": False}}, "house").draw.opener_may_refuse
    False
    """
    return houses.build_house(document, name)


def load(name_or_path: str) -> Rulebook:
    """A rulebook of the package by its id, or a house's by its path. Raises `RulebookError` if it doesn't exist."""
    if name_or_path in OFFICIAL or name_or_path in POPULAR:
        return shipped(name_or_path)
    return houses.read_house(name_or_path)
