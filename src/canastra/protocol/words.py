"""Words for people, so that clients need no words of their own: names of things, rulebooks as people read them."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from canastra.engine.scoring import COMPONENT_TOPICS, component_applies, component_article
from canastra.messages import text
from canastra.rulebooks import Rulebook, describe, parameter_name, parameters, reason, title_of
from canastra.rulebooks.schema import CONSTANTS
from canastra.rulebooks.values import kinds

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
    """The clauses that all rulebooks have in common: ``clauses.turn`` and so on."""


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
    """The decision and its reason."""


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


_SUMS = ("total", "rulings", "before", "match")


@cache
def words(language: Language) -> Words:
    """All names in a language."""
    return Words(
        language,
        components={component: _component(component, language) for component in (*COMPONENT_TOPICS, *_SUMS)},
        parameters={key: parameter_name(key, language) for key in kinds()},
        clauses={key: parameter_name(key, language) for key in _CLAUSES},
    )


def rulebook_words(rulebook: Rulebook, language: Language) -> RulebookWords:
    """A rulebook as a person reads it."""
    rules = [
        Rule(key, title_of(rulebook, key, language), describe(key, value, language), clause.article, clause.decision)
        for key, value, clause in parameters(rulebook)
    ]
    common = [
        Rule(
            key,
            parameter_name(key, language),
            _said(key, language),
            rulebook.article(key),
            rulebook.clauses[key].decision,
        )
        for key in _CLAUSES
    ]
    components = [
        ComponentRule(component, _component(component, language), component_article(component, rulebook))
        for component in COMPONENT_TOPICS
        if component_applies(component, rulebook)
    ]
    return RulebookWords(
        rulebook.id,
        language,
        rulebook.names[language],
        tuple(rules),
        tuple(common),
        tuple(components),
        tuple(
            DecisionWords(decision.name, decision.about, decision.article, reason(decision, language))
            for decision in rulebook.decisions
        ),
    )


_CLAUSES = tuple(f"clauses.{name}" for name in CONSTANTS)


def _component(name: str, language: Language) -> str:
    return text(f"sheet_{name}", language)


def _said(key: str, language: Language) -> str:
    return text(f"play_rule_{key.removeprefix('clauses.')}", language)
