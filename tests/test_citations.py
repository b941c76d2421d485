"""Every page and section that the sources cite exists: `docs/rules.md §9`, `docs/notation.md, Turns`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "docs", "tests", "web/src", "tools", "bench")
SUFFIXES = {".py", ".md", ".toml", ".ts", ".svelte"}
PAGE = re.compile(r"\bdocs/(?:[a-z-]+/)*[\w.-]+\.md\b")
# Sections of the rules by number, those of the notation by heading; a citation may go over the end of a line.
SECTIONS = re.compile(r"(?:docs/rules\.md|\[rules\]\(rules\.md\))((?:,?\s*(?:#\s*)?(?:and\s+)?§\d+)+)")
HEADINGS = re.compile(r"docs/notation\.md,\s+(?:#\s*)?(Cards|File|Turns|[A-Z][a-z]+(?:\s[a-z]+)*)")


def sources() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in SUFFIXES and "node_modules" not in path.parts and path != Path(__file__):
                yield path


def faults(text: str, rules: str, notation: str) -> Iterator[str]:
    """The citations of a text that don't exist, given the text of both pages."""
    for page in PAGE.findall(text):
        if not (ROOT / page).is_file():
            yield page
    for cited in SECTIONS.findall(text):
        numbers = set(re.findall(r"^## (\d+)\.", rules, re.MULTILINE))
        yield from (f"docs/rules.md §{number}" for number in re.findall(r"\d+", cited) if number not in numbers)
    for heading in HEADINGS.findall(text):
        headings = re.findall(r"^## (.+)$", notation, re.MULTILINE)
        if not any(own.startswith(heading) for own in headings):
            yield f"docs/notation.md, {heading}"


def pages() -> tuple[str, str]:
    return (ROOT / "docs/rules.md").read_text("utf-8"), (ROOT / "docs/notation.md").read_text("utf-8")


def test_every_cited_page_and_section_exists() -> None:
    cited = pages()
    found = {
        f"{path.relative_to(ROOT)}: {fault}" for path in sources() for fault in faults(path.read_text("utf-8"), *cited)
    }
    assert sorted(found) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("see docs/nowhere.md", "docs/nowhere.md"),
        ("(docs/rules.md §9 and §99)", "docs/rules.md §99"),
        ("docs/notation.md, Turnips", "docs/notation.md, Turnips"),
    ],
)
def test_what_leads_nowhere_is_found(text: str, fault: str) -> None:
    assert list(faults(text, *pages())) == [fault]


def test_nobody_cites_a_page_by_a_name_that_no_clone_has() -> None:
    lost = re.compile(r"\b(RULES|NOTATION|PROTOCOL)\.md\b")
    found = [str(path.relative_to(ROOT)) for path in sources() if lost.search(path.read_text("utf-8"))]
    # The README of the conformance records comes as it is with the records.
    assert [path for path in found if not path.startswith("tests/conformance/")] == []
