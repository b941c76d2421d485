"""The score sheets of the browser client are those of the package: their forms, their files and how they stand."""

from __future__ import annotations

from pathlib import Path

from canastra.rulebooks import shipped
from canastra.scoresheet import parse_sheet, progress_of, write_sheet
from tools import web_forms

EVENING = web_forms.FORMS.parent / "fixtures" / "evening.sheet.toml"
"""A sheet that web/src/sheet/model/sheet.test.ts reads, adds up and writes, too."""


def test_the_forms_are_those_of_the_package() -> None:
    written = web_forms.FORMS.read_text(encoding="utf-8")
    assert written == web_forms.text(), "stale: run python -m tools.web_forms"


def test_files_have_one_spelling_and_stand_alike() -> None:
    text = Path(EVENING).read_text(encoding="utf-8")
    sheet = parse_sheet(text, shipped)
    assert write_sheet(sheet) == text
    progress = progress_of(sheet)
    assert [deal.after.points for deal in progress.deals] == [
        (1000, 200),
        (1300, 300),
        (1920, 325),
        (3520, 280),
        (0, 3100),
    ]
    assert [[mark.code for mark in deal.marks] for deal in progress.deals] == [[], [], ["sheet_mark_minimum"], [], []]
    assert [deal.before.dealer for deal in progress.deals] == [1, 2, 3, 0, 1]
    assert [warning.code for warning, _ in progress.deals[2].accepted] == ["sheet_too_many_canastas"]
    assert (progress.dealer, progress.match.points, progress.finished) == (2, (0, 0), False)
    assert progress.encounter is not None
    assert progress.encounter.won == (1, 1)
