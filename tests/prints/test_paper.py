"""Texts fit their boxes, whatever they are; names are made printable and short."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.prints.names import LONGEST, PrintedSide, clean_words, ellipsized, person_forms, shortened
from canastra.prints.paper import Box, Paper, TextStyle
from tests.prints.measurement import pages


@pytest.fixture(scope="module")
def paper() -> Paper:
    return Paper("test", "pt")


def test_a_text_shrinks_then_takes_a_shorter_form_then_is_cut() -> None:
    paper = Paper("test", "pt")
    paper.add_page()
    name = "Maria Aparecida dos Santos Gonçalves"
    for row, width in enumerate((100, 62, 34, 20, 8)):
        paper.write(Box(20, 20 + 12 * row, width, 10), person_forms(name), TextStyle(14))
    (page,) = pages(paper.finish())
    shown = page.words.splitlines()
    assert shown[0] == name
    assert shown[1] == "Maria A. dos S. Gonçalves"
    assert shown[2] == "Maria Gonçalves"
    assert shown[3].startswith("Maria G")
    assert shown[3].endswith("…")
    for ink, width in zip(page.texts, (100, 62, 34, 20, 8), strict=True):
        assert ink.right - ink.left <= width + 0.01
        assert ink.size >= 0.7 * 14 - 0.01


@settings(max_examples=60, deadline=None)
@given(words=st.text(max_size=60), width=st.floats(3, 80))
def test_any_text_is_drawn_within_its_box(paper: Paper, words: str, width: float) -> None:
    shown, style = paper._fitted([paper.printable(words)], width, TextStyle(12))
    assert paper.measure(shown, style) <= max(width, paper.measure("…", style)) + 0.01
    assert style.size >= 0.7 * 12 - 0.01


@settings(max_examples=60, deadline=None)
@given(words=st.text(max_size=200), width=st.floats(20, 90))
def test_any_text_wraps_into_lines_that_fit_and_loses_nothing(paper: Paper, words: str, width: float) -> None:
    style = TextStyle(10)
    lines = paper.wrapped(words, width, style)
    assert all(paper.measure(line, style) <= width for line in lines)
    kept = "".join(paper.printable(part).replace(" ", "") for part in words.splitlines())
    assert "".join(lines).replace(" ", "") == kept


@given(st.text())
def test_printable_words_are_one_line_and_stay_what_they_are(words: str) -> None:
    shown = clean_words(words, lambda code: code < 0x2000, "□")
    assert shown == clean_words(shown, lambda _: True, "")
    assert not {"\n", "\x00", "\x1b", "\u202e", "\u200b"} & set(shown)


def test_a_text_without_end_ends_in_an_ellipsis() -> None:
    assert clean_words("a" * 10**6, lambda _: True, "") == "a" * LONGEST + "…"


def test_marks_on_a_letter_are_limited_and_never_torn_from_it() -> None:
    assert clean_words("Z" + "\u0337" * 50 + "e", lambda _: True, "") == "Z\u0337\u0337e"
    assert ellipsized("e\u0323\u0302x" * 4, lambda part: len(part) <= 5) == "e\u0323\u0302x…"
    assert ellipsized("e\u0323\u0302x" * 4, lambda part: len(part) <= 3) == "…", "a letter goes with its accents"
    assert not ellipsized("a\u0323bc", lambda part: len(part) <= 2).startswith("\u0323")


def test_a_side_is_called_by_its_name_and_its_people() -> None:
    assert PrintedSide("Tucanos", ("Ana Lima", "Bia Reis")).label() == "Tucanos (Ana Lima / Bia Reis)"
    assert list(PrintedSide("Tucanos", ("Ana Lima",)).labels()) == ["Tucanos (Ana Lima)", "Tucanos"]
    assert list(PrintedSide(people=("Ana M. Lima", "Bia")).labels()) == [
        "Ana M. Lima / Bia",
        "Ana Lima / Bia",
        "Ana / Bia",
    ]


def test_a_name_of_one_word_has_no_shorter_form() -> None:
    assert [shortened("Iara", level) for level in range(4)] == ["Iara"] * 4
    assert list(person_forms("Iara")) == ["Iara"]
