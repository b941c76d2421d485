"""Bodies of answers with words for people, so that no client needs a copy of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Language = Literal["pt", "en"]


class Words(Struct, frozen=True):
    """What things are called in a language, by their names in the protocol."""

    language: Language
    components: dict[str, str]
    """Of a deal's points, in the order of a sheet; then ``total``, ``rulings``, ``before`` and ``match``."""
    parameters: dict[str, str]
    """Of rulebooks: ``pile.shown`` and so on."""
    clauses: dict[str, str]
    """Of what all rulebooks have in common: ``clauses.turn`` and so on."""


class Rule(Struct, frozen=True):
    """A parameter of a rulebook, or what it has in common with others, as a person reads it."""

    key: str
    name: str
    value: str
    article: str
    decision: bool


class DecisionWords(Struct, frozen=True):
    """A reading where a rulebook is silent or can be read in two ways."""

    name: str
    about: str
    """The key of the parameter or clause that it decides."""
    article: str
    reason: str
    """What was decided, and why."""


class ComponentRule(Struct, frozen=True):
    """A component of a deal's points that a rulebook knows."""

    key: str
    name: str
    article: str


class RulebookWords(Struct, frozen=True):
    """A rulebook in words."""

    rulebook: str
    language: Language
    name: str
    parameters: tuple[Rule, ...]
    clauses: tuple[Rule, ...]
    components: tuple[ComponentRule, ...]
    decisions: tuple[DecisionWords, ...]
