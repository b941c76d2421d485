"""The rulebooks: the five official ones as data, popular ones by their names, and house rulebooks.

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
    "shipped",
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
POPULAR: Final[tuple[str, ...]] = ("buraco-aberto", "buraco-fechado", "buraco-stbl")
"""Ids of the house rulebooks that come with the package: games that people know by these names."""


def official(rulebook_id: str) -> Rulebook:
    """An official rulebook, the same object each time. Raises `RulebookError` if there is none with this id."""
    if rulebook_id not in OFFICIAL:
        raise loader.unknown(rulebook_id, OFFICIAL)
    return loader.read_official(rulebook_id)


def popular(rulebook_id: str) -> Rulebook:
    """A house rulebook that comes with the package, the same object each time. Raises `RulebookError` if there is none.

    >>> stbl = popular("buraco-stbl")
    >>> stbl.extends, stbl.canastas.thirteen, stbl.article("canastas.thirteen")
    ('buraco', 500, 'regra da casa')
    """
    if rulebook_id not in POPULAR:
        raise loader.unknown(rulebook_id, POPULAR)
    return loader.read_popular(rulebook_id, OFFICIAL)


def shipped(rulebook_id: str) -> Rulebook:
    """A rulebook that comes with the package, official or popular. Raises `RulebookError` if there is none."""
    if rulebook_id in POPULAR:
        return popular(rulebook_id)
    if rulebook_id not in OFFICIAL:
        raise loader.unknown(rulebook_id, (*OFFICIAL, *POPULAR))
    return official(rulebook_id)


def house(document: dict[str, Any], name: str) -> Rulebook:
    """A house rulebook from the content of its file; errors call it `name`. Raises `RulebookError` if it is malformed.

    >>> names = {"pt": "Buraco da Ana", "en": "Ana's buraco"}
    >>> head = {"id": "casa-da-ana", "extends": "buraco", "revision": 1, "name": names}
    >>> house({**head, "draw": {"opener_may_refuse": False}}, "house").draw.opener_may_refuse
    False
    """
    return loader.build_house(document, name, OFFICIAL)


def load(name_or_path: str) -> Rulebook:
    """A rulebook of the package by its id, or a house's by its path. Raises `RulebookError` if there is none."""
    if name_or_path in OFFICIAL or name_or_path in POPULAR:
        return shipped(name_or_path)
    return loader.read_house(name_or_path, OFFICIAL, POPULAR)
