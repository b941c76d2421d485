"""Bodies of answers with words for people, so that no client needs its own."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Language = Literal["pt", "en"]


class Words(Struct, frozen=True):
    """The names of things in a language, by their names in the protocol."""

    language: Language
    components: dict[str, str]
    """The components of a deal's points, in the order of a score sheet; then ``total``, ``rulings``, ``before`` and
    ``match``.
    """
    parameters: dict[str, str]
    """The parameters of rulebooks: ``pile.shown`` and so on."""
    clauses: dict[str, str]
    """What all rulebooks have in common: ``clauses.turn`` and so on."""


class Rule(Struct, frozen=True):
    """A parameter of a rulebook, or something common to all, in words."""

    key: str
    name: str
    value: str
    article: str
    decision: bool


class DecisionWords(Struct, frozen=True):
    """A decision where a rulebook is silent or ambiguous, in words."""

    name: str
    about: str
    """The key of the parameter or clause that it decides."""
    article: str
    reason: str
    """What was decided, and why."""


class ComponentRule(Struct, frozen=True):
    """A component of a deal's points under a rulebook."""

    key: str
    name: str
    article: str


class RulebookWords(Struct, frozen=True):
    """A rulebook in words for people."""

    rulebook: str
    language: Language
    name: str
    parameters: tuple[Rule, ...]
    clauses: tuple[Rule, ...]
    components: tuple[ComponentRule, ...]
    decisions: tuple[DecisionWords, ...]
