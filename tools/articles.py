"""The articles of the rulebooks and the test files about them.

A test file under ``tests/rules`` names its article and the article's requirement in the first line of its docstring:
``tranca Art. 9: a black 3 on top of the pile blocks the next player.`` tests/test_articles.py checks the files against
the list below; `tools.sentences` maps the sentences of an article to tests.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from canastra.rulebooks import official

ROOT = Path(__file__).parents[1]
RULES = Path("tests", "rules")


def _numbered(last: int) -> tuple[str, ...]:
    return tuple(f"Art. {number}" for number in range(1, last + 1))


ARTICLES: dict[str, tuple[str, ...]] = {
    "canastra-regional": _numbered(16),
    "canastra-curinguinha": (
        "Jogadores",
        "Baralhos",
        "Distribuição",
        "Objetivo",
        "Definições",
        "Curinga",
        "Batida",
        "Morto",
        "Lixo",
        "Canastra",
        "Buraco",
        "O Jogo",
        "Contagem de pontos",
    ),
    "tranca": (*_numbered(24), "Art. 20 (cap. IV)", "Glossário"),
    "buraco": (*_numbered(19), "Glossário"),
    "canastra-duelo": ("Regras", "Aberturas", "Morto", "Pontuação"),
}
"""Every article of each rulebook, in its order; of those without numbers the headings. Tranca's second Article 20 is
another one than its first. The glossaries say what no article does."""

_FIRST_LINE = re.compile(r"(?P<rulebook>[a-z-]+) (?P<article>[^:]+): (?P<sentence>.+\.)")


@dataclass(frozen=True)
class RuleTests:
    """One test file: its article, the article's requirement, the number of tests."""

    path: str
    """The path from the root of the project."""
    rulebook: str
    article: str
    sentence: str
    tests: int


def files(root: Path = ROOT) -> dict[str, str]:
    """The source of every test file of a rule, by its path from the root."""
    found = sorted((root / RULES).glob("*/test_*.py"))
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in found}


def read(path: str, source: str) -> RuleTests | None:
    """Parse the head of a test file; None if its docstring doesn't begin as required."""
    tree = ast.parse(source)
    first = (ast.get_docstring(tree) or "").partition("\n")[0]
    found = _FIRST_LINE.fullmatch(first)
    if found is None:
        return None
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    tests = sum(function.name.startswith("test_") for function in functions)
    return RuleTests(path, found["rulebook"], found["article"], found["sentence"], tests)


def problems(sources: dict[str, str]) -> Iterator[str]:
    """The faults of the files, one by one."""
    for path, source in sources.items():
        found = read(path, source)
        if found is None:
            yield f'{path}: its docstring does not begin with "RULEBOOK ARTICLE: what it asks."'
        elif whole(found.article) not in ARTICLES.get(found.rulebook, ()):
            yield f"{path}: {found.rulebook} has no {found.article}"
        elif Path(path).parent.name.replace("_", "-") != found.rulebook:
            yield f"{path}: its folder is not that of {found.rulebook}"
        elif not Path(path).name.startswith(stem(found.article)):
            yield f"{path}: the name of a file on {found.article} begins with {stem(found.article)}"
        elif not found.tests:
            yield f"{path}: no test function"


def unlisted(rulebook_id: str) -> list[str]:
    """Articles that the data of a rulebook cites and the list does not have."""
    cited = {whole(clause.article) for clause in official(rulebook_id).clauses.values()}
    return sorted(cited - {*ARTICLES[rulebook_id]})


def whole(article: str) -> str:
    """The article that a paragraph belongs to; an article itself stays.

    >>> whole("Art. 7 §2"), whole("Art. 8")
    ('Art. 7', 'Art. 8')
    """
    return re.sub(r" §\d+$", "", article)


def stem(article: str) -> str:
    """The beginning of the name of a file on a numbered article; empty for a heading.

    >>> stem("Art. 9 §1"), stem("Art. 20 (cap. IV)"), stem("Lixo")
    ('test_art_09_', 'test_art_20_', 'test_')
    """
    number = re.match(r"Art\. (\d+)", article)
    return f"test_art_{int(number[1]):02}_" if number else "test_"
