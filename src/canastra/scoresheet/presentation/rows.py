"""A sheet as rows of text for prints: the blank form of a rulebook, and one that is filled in."""

from __future__ import annotations

from typing import NamedTuple

from canastra.messages import number_text, signed_text, text
from canastra.rulebooks import Rulebook
from canastra.scoresheet.form import Kind
from canastra.scoresheet.form_fields import form_of
from canastra.scoresheet.points import DealPoints, side_field_points
from canastra.scoresheet.presentation.words import answer_words, field_words, worth_words
from canastra.scoresheet.progress import Progress, SheetDeal


class FormRow(NamedTuple):
    """One line of the form."""

    id: str
    """The field; empty for the total."""
    label: str
    worth: str
    """The points per unit; for a choice, its options with their points."""
    article: str


class FilledRow(NamedTuple):
    """One line of the form for a deal: the answer and the points of each side."""

    form: FormRow
    answers: tuple[str, str]
    points: tuple[str, str]


class TotalRow(NamedTuple):
    """One deal as a line of the totals: the points of each side in it, and the totals after it."""

    match: int
    deal: int
    made: tuple[int, int]
    rulings: tuple[int, int]
    totals: tuple[int, int]
    notes: tuple[str, ...]
    """Notes for a referee about the deal."""


def form_rows(rulebook: Rulebook, language: str) -> list[FormRow]:
    """The lines of a blank form, the total last."""
    found = []
    for field in form_of(rulebook).fields:
        worth = worth_words(field, language)
        if field.kind is Kind.CHOICE:
            options = zip(field.options, field.worths, strict=True)
            worth = ", ".join(
                f"{text(f'sheet_option_{option}', language)} {signed_text(worth.points, language)}"
                for option, worth in options
            )
        found.append(FormRow(field.id, field_words(field, language), worth, field.article))
    article = rulebook.article("clauses.scoring")
    return [*found, FormRow("", text("score_total", language), "", article)]


def filled_rows(rulebook: Rulebook, points: DealPoints, language: str) -> list[FilledRow]:
    """The lines of the form for one deal. If only the total of a side is known, its other lines are empty."""
    form, rows = form_of(rulebook), form_rows(rulebook, language)
    made = [side_field_points(rulebook, points, side) for side in (0, 1)]
    found = []
    for row, field in zip(rows, form.fields, strict=False):
        answers = [
            answer_words(field, points.counts[side].get(field.id, 0), language) if points.known[side] else ""
            for side in (0, 1)
        ]
        values = [
            number_text(made[side][field.id], language) if points.known[side] and answers[side] else ""
            for side in (0, 1)
        ]
        found.append(FilledRow(row, (answers[0], answers[1]), (values[0], values[1])))
    one, two = points.totals
    return [*found, FilledRow(rows[-1], ("", ""), (number_text(one, language), number_text(two, language)))]


def total_rows(progress: Progress, language: str) -> list[TotalRow]:
    """The lines of the totals, deal by deal, of all matches."""
    return [_total_row(match.number, deal, language) for match in progress.matches for deal in match.deals]


def _total_row(match: int, deal: SheetDeal, language: str) -> TotalRow:
    after = deal.after.points
    made = (0, 0) if deal.entry.annulled else deal.points.totals
    rulings = [text("sheet_note_ruling", language, reason=ruling.reason) for ruling in deal.entry.rulings]
    let = [
        text("sheet_note_accepted", language, warning=warning.message(language), reason=acceptance.reason)
        for warning, acceptance in deal.accepted
    ]
    changes = [
        text("sheet_note_corrected", language, author=correction.author, time=correction.time, reason=correction.reason)
        for correction in deal.entry.corrections
    ]
    marks = [mark.message(language) for mark in deal.marks]
    asked = [f"{warning.message(language)} ({warning.article})" for warning in deal.warnings]
    notes = (*rulings, *let, *changes, *marks, *asked)
    totals = (after[0] or 0, after[1] or 0)
    return TotalRow(match, deal.number, made, deal.entry.ruling_points, totals, notes)
