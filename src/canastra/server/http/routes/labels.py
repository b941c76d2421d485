"""Words of the catalogues for clients: the names of components and parameters, rulebooks as people read them."""

from __future__ import annotations

from functools import cache

from canastra.engine.scoring import COMPONENT_TOPICS, component_applies, component_article
from canastra.messages import text
from canastra.protocol.words import ComponentRule, DecisionWords, Language, Rule, RulebookWords, Words
from canastra.rulebooks import Rulebook, describe, parameter_name, parameters, reason, title_of
from canastra.rulebooks.schema import CONSTANTS
from canastra.rulebooks.values import kinds
from canastra.server.http.operation import Call, Operation, Query
from canastra.server.http.routes.tables import found

_SUMS = ("total", "rulings", "before", "match")


class WordsQuery(Query, frozen=True):
    """The language that the client wants."""

    lang: Language = "pt"


async def read_words(call: Call) -> Words:
    """What things are called in a language."""
    return words(call.query.lang)


async def read_rulebook_words(call: Call) -> RulebookWords:
    """A rulebook in words, also a house's."""
    return rulebook_words(found(call.context.lobby, call.path["rulebook"]), call.query.lang)


@cache
def words(language: Language) -> Words:
    """All names in a language."""
    return Words(
        language,
        components={each: _component(each, language) for each in (*COMPONENT_TOPICS, *_SUMS)},
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
        ComponentRule(each, _component(each, language), component_article(each, rulebook))
        for each in COMPONENT_TOPICS
        if component_applies(each, rulebook)
    ]
    return RulebookWords(
        rulebook.id,
        language,
        rulebook.names[language],
        tuple(rules),
        tuple(common),
        tuple(components),
        tuple(
            DecisionWords(each.name, each.about, each.article, reason(each, language)) for each in rulebook.decisions
        ),
    )


_CLAUSES = tuple(f"clauses.{name}" for name in CONSTANTS)


def _component(name: str, language: Language) -> str:
    return text(f"sheet_{name}", language)


def _said(key: str, language: Language) -> str:
    return text(f"play_rule_{key.removeprefix('clauses.')}", language)


OPERATIONS = (
    Operation("GET", "/api/words", read_words, Words, query=WordsQuery, public=True),
    Operation(
        "GET", "/api/rulebooks/{rulebook}/words", read_rulebook_words, RulebookWords, query=WordsQuery, public=True
    ),
)
