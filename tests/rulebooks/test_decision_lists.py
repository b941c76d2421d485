"""Every decision in the data stands wherever decisions are listed, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from canastra.messages import LANGUAGES, catalogue
from canastra.protocol.words import rulebook_words
from canastra.rulebooks import OFFICIAL, POPULAR, shipped
from tests.cli.running import canastra

Language = Literal["pt", "en"]

DOCS = Path(__file__).parents[2] / "docs"
FOLDERS = {"en": DOCS / "rulebooks", "pt": DOCS / "pt" / "regulamentos"}
POPULAR_PAGES = {"en": "popular.md", "pt": "populares.md"}
SHIPPED = (*OFFICIAL, *POPULAR)
BOTH = pytest.mark.parametrize("language", LANGUAGES)
EACH = pytest.mark.parametrize("rulebook_id", SHIPPED)


def said(rulebook_id: str, language: str) -> list[str]:
    """The reasons of a rulebook's decisions as the catalogue has them."""
    return [catalogue(language)[f"decision_{each.name}"] for each in shipped(rulebook_id).decisions]


@EACH
def test_there_are_some_and_none_stands_twice(rulebook_id: str) -> None:
    names = [each.name for each in shipped(rulebook_id).decisions]
    assert len(names) > 10
    assert len(names) == len(set(names))


@BOTH
@EACH
def test_they_are_in_the_list_of_canastra_rules(rulebook_id: str, language: str) -> None:
    ran = canastra("rules", rulebook_id, "--lang", language, COLUMNS="3000")
    heading = catalogue(language)["rules_decisions"]
    (shown,) = re.findall(rf"{re.escape(heading)}(.*)", ran.out, re.DOTALL)
    assert [reason for reason in said(rulebook_id, language) if reason not in shown] == []
    (book,) = canastra("rules", rulebook_id, "--json", "--lang", language).json["rulebooks"]
    assert [each["reason"] for each in book["decisions"]] == said(rulebook_id, language)


@BOTH
@EACH
def test_they_are_on_the_rulebooks_page_of_the_documentation(rulebook_id: str, language: str) -> None:
    name = POPULAR_PAGES[language] if rulebook_id in POPULAR else f"{rulebook_id}.md"
    page = (FOLDERS[language] / name).read_text("utf-8")
    listed = page.partition("<!-- decisions:begin -->")[2].partition("<!-- decisions:end -->")[0]
    rows = [row for row in listed.splitlines() if rulebook_id not in POPULAR or f"`{rulebook_id}`" in row]
    assert [reason for reason in said(rulebook_id, language) if not any(f"| {reason} |" in row for row in rows)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@EACH
def test_the_browser_gets_them_each_about_a_row_of_its_tables(rulebook_id: str, language: Language) -> None:
    """`Decisions.svelte` lists them under the row that they are about; tests/browser/test_pages.py sees them there."""
    words = rulebook_words(shipped(rulebook_id), language)
    assert [each.reason for each in words.decisions] == said(rulebook_id, language)
    rows = [each.key for each in (*words.parameters, *words.clauses)]
    assert [each.about for each in words.decisions if rows.count(each.about) != 1] == []
