"""The files of rule tests say what they are about, a test shows every code of a violation, the pages are current."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path

import pytest

from canastra.rulebooks import OFFICIAL
from tools import articles, pages
from tools.articles import ARTICLES, RuleTests, problems, read, unlisted

ROOT = Path(__file__).parents[1]


def test_the_list_is_of_the_five_rulebooks() -> None:
    assert tuple(ARTICLES) == OFFICIAL


def test_each_file_says_which_article_it_is_about() -> None:
    assert list(problems(articles.files())) == []


@pytest.mark.parametrize("rulebook", OFFICIAL)
def test_the_data_cites_articles_that_exist(rulebook: str) -> None:
    assert unlisted(rulebook) == []


@pytest.mark.parametrize(("page", "name"), pages.PARTS, ids=str)
def test_generated_parts_are_up_to_date(page: Path, name: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert f"<!-- {name}:begin -->\n{pages.PARTS[page, name]()}\n<!-- {name}:end -->\n" in text, "run `make docs`"


def quoted(source: str) -> set[str]:
    """All strings in a source."""
    nodes = ast.walk(ast.parse(source))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_code_of_a_violation_is_shown_by_a_test() -> None:
    codes = {code for table in pages.violation_codes().values() for code in table}
    sources = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py") if path.name != Path(__file__).name]
    shown = set().union(*(quoted(source) for source in sources if any(f'"{code}"' in source for code in codes)))
    assert sorted(codes - shown) == []


FILE = "tests/rules/tranca/test_art_09_black_threes.py"
SOURCE = '"""tranca Art. 9: a black 3 blocks the pile.\n\nMore."""\n\n\ndef test_one() -> None: ...\n'


def test_a_file_is_read() -> None:
    assert read(FILE, SOURCE) == RuleTests(FILE, "tranca", "Art. 9", "a black 3 blocks the pile.", 1)
    assert list(problems({FILE: SOURCE})) == []
    assert list(problems({FILE: SOURCE.replace("Art. 9", "Art. 9 §1")})) == []


@pytest.mark.parametrize(
    ("path", "source", "problem"),
    [
        (FILE, "", "docstring"),
        (FILE, SOURCE.replace("pile.", "pile"), "docstring"),
        (FILE, SOURCE.replace(": a", " a"), "docstring"),
        (FILE, SOURCE.replace("Art. 9", "Art. 25"), "has no Art. 25"),
        (FILE, SOURCE.replace("tranca", "truco"), "truco has no"),
        (FILE, SOURCE.replace("tranca", "buraco"), "folder"),
        (FILE.replace("_09_", "_10_"), SOURCE, "begins with test_art_09"),
        (FILE, SOURCE.replace("test_one", "helper"), "no test function"),
    ],
)
def test_a_file_that_says_it_wrong_is_noticed(path: str, source: str, problem: str) -> None:
    (found,) = problems({path: source})
    assert problem in found


def test_examples_of_the_tool() -> None:
    assert doctest.testmod(articles).failed == 0


def test_every_code_of_a_violation_is_on_the_page() -> None:
    table = pages.render_codes()
    assert all(f"| `{code}` | " in table for own in pages.violation_codes().values() for code in own)
