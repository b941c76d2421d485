"""The catalogues: both languages say the same things, and every code that the source raises has its words."""

from __future__ import annotations

import ast
import builtins
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from canastra import messages

PACKAGE = Path(__file__).parents[1] / "src" / "canastra"
MADE = re.compile(r"(?:Violation|Error)\b")
PLACED = {"line"}
"""Arguments of errors that say where, and are no figures of the message."""


def tables(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((PACKAGE / "messages" / f"{language}.toml").read_text("utf-8"))


def figures(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name is not None}


def keys(language: str) -> dict[str, list[str]]:
    return {table: sorted(entries) for table, entries in tables(language).items()}


def test_the_languages_have_the_same_keys() -> None:
    assert keys("pt") == keys("en")


HAND = re.compile(
    r"\b(?:(?:su|minh|tu|noss)as? mãos?"
    r"|(?<!na )(?<!nas )mãos? d[aeo]s? (?:\{|lugar|quem |outro|parceir|advers)"
    r"|mãos? (?:(?:está|estão|fica|ficou) )?(?:vazia|abert|fechad|cheia)"
    r"|(?:mostr|arrum|esvazi)\w+ as? mãos?)",
    re.IGNORECASE,
)
"""*Mão* where it would be the cards in a hand; in Portuguese it is the deal here, as in the articles."""


def test_a_hand_of_cards_has_no_word_of_the_deal() -> None:
    """*Cartas na mão* and *as suas cartas* are the hand; see docs/glossary.md."""
    root = PACKAGE.parents[1]
    pages = [*(root / "docs" / "pt").rglob("*.md"), root / "README.pt-BR.md"]
    words = [PACKAGE / "messages" / "pt.toml", *(root / "web" / "src" / "i18n" / "pt").rglob("*.ts")]
    found = {
        f"{path.relative_to(root)}: {hit[0]}"
        for path in [*words, *pages]
        for hit in HAND.finditer(path.read_text("utf-8"))
    }
    assert len(words) > 10
    assert found == set()
    for wrong in ("SUA MÃO", "Sua mão está vazia", "mão de {who}", "todas as mãos abertas", "mostrou a mão"):
        assert HAND.search(wrong)
    for right in (
        "cartas na mão",
        "na mão do adversário",
        "Fim da mão {deal}",
        "a mão termina",
        "mãos de cada confronto",
    ):
        assert not HAND.search(right)


def test_the_languages_use_the_same_figures() -> None:
    portuguese, english = messages.catalogue("pt"), messages.catalogue("en")
    shared = portuguese.keys() & english
    assert [key for key in shared if figures(portuguese[key]) != figures(english[key])] == []


def test_figures_have_names() -> None:
    unnamed = [key for key, words in messages.catalogue("pt").items() if not all(figures(words))]
    assert unnamed == []


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_no_key_stands_in_two_tables(language: str) -> None:
    counts = Counter(key for table in tables(language).values() for key in table)
    assert [key for key, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_no_message_is_empty_or_ragged(language: str) -> None:
    catalogue = messages.catalogue(language)
    assert [key for key, words in catalogue.items() if not words or words != words.strip()] == []


def test_text_fills_the_figures_in() -> None:
    assert messages.text("card_malformed", "pt", text="10H").startswith('"10H" não é uma carta')
    with pytest.raises(KeyError):
        messages.text("card_malformed", "pt")


def takers(sources: Iterable[str]) -> dict[str, int]:
    """Functions that make an error or a violation of a parameter called `code`, and which parameter it is."""
    found = {}
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.returns and MADE.search(ast.unparse(node.returns)):
                named = [each.arg for each in node.args.args if each.arg != "self"]
                if "code" in named:
                    found[node.name] = named.index("code")
    return found


def unworded(source: str, catalogue: dict[str, str], takers: dict[str, int]) -> list[str]:
    """Codes given to errors, violations and `takers` that lack words, or whose figures are not all given."""
    problems = []
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        name, named = _name(call.func), {keyword.arg: keyword.value for keyword in call.keywords}
        for code in _constants(_argument(call, named, _position(name, takers))):
            if code not in catalogue:
                problems.append(f"line {call.lineno}: no words for {code}")
            elif name != "Violation" and None not in named:  # None: **figures, known only when run
                missing = figures(catalogue[code]) - (named.keys() - PLACED)
                problems += [f"line {call.lineno}: {code} without {each}" for each in sorted(missing)]
    return problems


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _position(name: str, takers: dict[str, int]) -> int | None:
    if name == "Violation" or (name.endswith("Error") and not hasattr(builtins, name)):
        return 0
    return takers.get(name)


def _argument(call: ast.Call, named: dict[str | None, ast.expr], position: int | None) -> ast.expr | None:
    if position is None:
        return None
    return call.args[position] if position < len(call.args) else named.get("code")


def _constants(value: ast.expr | None) -> list[str]:
    if isinstance(value, ast.IfExp):
        return _constants(value.body) + _constants(value.orelse)
    return [value.value] if isinstance(value, ast.Constant) and isinstance(value.value, str) else []


SOURCES = {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def our_takers() -> dict[str, int]:
    return takers(SOURCES.values())


@pytest.mark.parametrize("path", SOURCES)
def test_every_code_in_the_source_has_words(path: str) -> None:
    problems = unworded(SOURCES[path], messages.catalogue("pt"), our_takers())
    assert not problems, "\n".join(problems)


KNOWN = {"known": "about {text}"}
TAKERS = takers(
    [
        "def broken(state, code, **figures) -> Violation: ...",
        "class A:\n    def refuse(self, code) -> errors.RecordError | None: ...",
        "def other(code) -> str: ...",
    ]
)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ('raise CardError("no_such")', "no words for no_such"),
        ('raise errors.RecordError("no_such", 3)', "no words for no_such"),
        ('Violation("no_such", "Art. 6")', "no words for no_such"),
        ('Violation(article="Art. 6", code="no_such")', "no words for no_such"),
        ('broken(state, "no_such")', "no words for no_such"),
        ('broken(state, "known" if full else "no_such", text="x")', "no words for no_such"),
        ('self.refuse("no_such")', "no words for no_such"),
        ('CardError("known")', "known without text"),
        ('broken(state, "known")', "known without text"),
    ],
)
def test_a_code_without_words_is_noticed(source: str, problem: str) -> None:
    assert unworded(source, KNOWN, TAKERS) == [f"line 1: {problem}"]


@pytest.mark.parametrize(
    "source",
    [
        'CardError("known", text="x")',
        'CardError("known", **more)',
        'ValueError("words")',
        "CardError(code)",
        'other("x")',
    ],
)
def test_worded_codes_pass(source: str) -> None:
    assert unworded(source, KNOWN, TAKERS) == []
