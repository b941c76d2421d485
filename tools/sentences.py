"""The sentences of the rulebooks and the tests that show them.

``tests/rules/<rulebook>/sentences.toml`` lists every sentence of a rulebook by its id: its content, in our own words,
and either the tests that show it or the reason for having none. docs/rulings.md explains the ids and is written from
these files; tests/test_sentences.py holds them to the tests.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple

from canastra.rulebooks import official
from tools.articles import ARTICLES, RULES, files

ROOT = Path(__file__).parents[1]
LETTERS = {"canastra-regional": "R", "canastra-curinguinha": "C", "tranca": "T", "buraco": "B", "canastra-duelo": "D"}
"""The letter with which the ids of a rulebook's sentences begin."""

_ID = re.compile(r"(?P<letter>[A-Z])(?P<article>\d+)(\.(?P<paragraph>\d+))?(?P<sentence>[a-z])")
_TEST = re.compile(r"[\w/-]+\.py::test_\w+")
_KEYS = ({"says", "tests"}, {"says", "untested"})


class Place(NamedTuple):
    """Where a sentence stands: numbers from 1; paragraph 0 is an article's text before its paragraphs."""

    article: int
    paragraph: int
    sentence: int


@dataclass(frozen=True)
class Sentence:
    """One sentence of a rulebook."""

    rulebook: str
    id: str
    says: str
    tests: tuple[str, ...] = ()
    """As ``tests/rules/tranca/test_art_09_black_threes.py::test_…``, from the root of the project."""
    untested: str = ""
    """Why no test shows it; empty if one does."""

    @property
    def article(self) -> str:
        """The article or heading that it belongs to."""
        return ARTICLES[self.rulebook][place(self.id).article - 1]


def place(sentence_id: str) -> Place:
    """The place that an id names; a `ValueError` for what is no id.

    >>> place("R7.2b"), place("C6a")
    (Place(article=7, paragraph=2, sentence=2), Place(article=6, paragraph=0, sentence=1))
    """
    found = _ID.fullmatch(sentence_id)
    if found is None:
        raise ValueError(sentence_id)
    letter = ascii_lowercase.index(found["sentence"]) + 1
    return Place(int(found["article"]), int(found["paragraph"] or 0), letter)


def source(rulebook: str, root: Path = ROOT) -> str:
    """The text of a rulebook's list."""
    return (root / RULES / rulebook / "sentences.toml").read_text("utf-8")


def read(rulebook: str, text: str) -> list[Sentence]:
    """The sentences of a list, in its order; a `ValueError` if one of them isn't as it should be."""
    found = []
    for sentence_id, entry in tomllib.loads(text).items():
        if set(entry) not in _KEYS or not all(entry.values()):
            raise ValueError(f'{rulebook} {sentence_id}: it needs "says" and either "tests" or "untested"')
        tests = tuple(_whole(rulebook, test) for test in entry.get("tests", ()))
        found.append(Sentence(rulebook, sentence_id, entry["says"], tests, entry.get("untested", "")))
    return found


def everything() -> list[Sentence]:
    """The sentences of all five rulebooks."""
    return [sentence for rulebook in ARTICLES for sentence in read(rulebook, source(rulebook))]


def _whole(rulebook: str, test: str) -> str:
    """A test by its path from the root; the lists leave the rulebook's own folder out."""
    return test if test.startswith("tests/") else f"{RULES.as_posix()}/{rulebook}/{test}"


def misplaced(rulebook: str, sentences: Iterable[Sentence]) -> list[str]:
    """The faults of the ids of a rulebook's list: each must follow its predecessor, without a missing article."""
    problems = []
    before = Place(0, 0, 0)
    for sentence in sentences:
        found = _ID.fullmatch(sentence.id)
        if found is None or found["letter"] != LETTERS[rulebook]:
            problems.append(f"{rulebook}: {sentence.id} is no id of its sentences")
            continue
        here = place(sentence.id)
        if here not in _following(before):
            problems.append(f"{rulebook}: {sentence.id} does not follow on the sentence before it")
        before = here
    if before.article != len(ARTICLES[rulebook]):
        problems.append(f"{rulebook}: its last sentence is not of {ARTICLES[rulebook][-1]}")
    return problems


def _following(before: Place) -> tuple[Place, ...]:
    """The places that may come next: the next sentence, paragraph or article."""
    article, paragraph, sentence = before
    later = (Place(article, paragraph + 1, 1), Place(article + 1, 0, 1), Place(article + 1, 1, 1))
    return (*later, Place(article, paragraph, sentence + 1)) if article else later[1:]


def problems(sentences: Iterable[Sentence], functions: Callable[[str], set[str]]) -> Iterator[str]:
    """The faults of sentences and their tests; `functions` gives the tests of a file."""
    for sentence in sentences:
        if not sentence.says.endswith("."):
            yield f"{sentence.id}: what it says is no sentence"
        for test in sentence.tests:
            path, _, name = test.partition("::")
            if not _TEST.fullmatch(test) or name not in functions(path):
                yield f"{sentence.id}: there is no test {test}"
        if len(set(sentence.tests)) < len(sentence.tests):
            yield f"{sentence.id}: it names a test twice"


def functions_of(path: str) -> set[str]:
    """The test functions of a file, by its path from the root; none if there is no such file."""
    whole = ROOT / path
    if not whole.is_file():
        return set()
    tree = ast.parse(whole.read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def unnamed(sentences: Iterable[Sentence], paths: Iterable[str]) -> list[str]:
    """The files of rule tests of which no sentence names a test."""
    named = {test.partition("::")[0] for sentence in sentences for test in sentence.tests}
    return [path for path in paths if path not in named]


def render(sentences: Iterable[Sentence], paths: Iterable[str]) -> str:
    """The tables of the page docs/rulings.md; `paths` are the files of rule tests."""
    known = list(paths)
    books = groupby(sentences, key=lambda sentence: sentence.rulebook)
    return "\n\n".join(_of_rulebook(rulebook, list(own), known) for rulebook, own in books)


def render_all() -> str:
    """The tables of all five rulebooks."""
    return render(everything(), files())


def _of_rulebook(rulebook: str, sentences: list[Sentence], paths: list[str]) -> str:
    own = [path for path in paths if Path(path).parent.name == rulebook]
    tests = sum(len(functions_of(path)) for path in own)
    untested = sum(not sentence.tests for sentence in sentences)
    lines = [
        f"## {official(rulebook).names['pt']} (`{rulebook}`)",
        "",
        f"{len(sentences)} sentences, {untested} of them without a test; {tests} tests in {len(own)} files.",
        "",
        "| sentence | article | what it says | tests |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {sentence.id} | {sentence.article} | {sentence.says} | {_shown(sentence)} |" for sentence in sentences
    ]
    return "\n".join(lines)


def _shown(sentence: Sentence) -> str:
    """The tests of a sentence, by file, or the reason for having none."""
    if not sentence.tests:
        return f"none: {sentence.untested}"
    parts = [test.partition("::")[::2] for test in sentence.tests]
    shown = []
    for path, own in groupby(parts, key=lambda part: part[0]):
        names = "<br>".join(f"`{name}`" for _, name in own)
        shown.append(f"[{Path(path).name}](../{path})<br>{names}")
    return "<br>".join(shown)
