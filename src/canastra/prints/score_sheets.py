"""Score sheets, blank or filled: A5, two to an A4 page, with the lines of the rulebook's own form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from canastra.messages import text
from canastra.prints.flow import Occasion
from canastra.prints.names import LEVELS, PrintedSide, person_forms
from canastra.prints.paper import ACCENT, INK, RULE, SOFT, TINT, Box, Paper, TextStyle

DEALS = 8
"""Deals on one sheet; a longer match goes on another."""
_SIDES = ("A", "B")
LABELS = 46.0
"""Millimetres for the names of the lines."""
_TOP, _FOOT, _QR = 31.5, 15.0, 24.0
_HIGHEST = 7.5
_ADDRESS = 4.5
_SHRUNK, _TWO_LINES = 0.85, TextStyle(6.4)
_LABEL, _SMALL, _FIGURE = TextStyle(8.5), TextStyle(7.5, colour=SOFT), TextStyle(9.5, align="C", least=0.6)
_TOTAL, _LETTER = TextStyle(9.5, bold=True, align="C", least=0.6), TextStyle(8, bold=True, align="C", colour=SOFT)


@dataclass(frozen=True, slots=True)
class FormLine:
    """A line of the form: the counted item, and the worth of one, such as ``×15`` or ``+100``."""

    label: str
    worth: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedDeal:
    """A deal on a sheet: the entries of each line for side A and side B."""

    dealer: str = ""
    minimums: tuple[str, str] = ("", "")
    cells: tuple[tuple[str, str], ...] = ()
    totals: tuple[str, str] = ("", "")
    running: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedScoreSheet:
    """A score sheet. Without `sides` and `deals` it is blank, with lines to write names on."""

    rulebook: str
    lines: tuple[FormLine, ...]
    sides: tuple[PrintedSide, PrintedSide] = (PrintedSide(), PrintedSide())
    deals: tuple[PrintedDeal, ...] = ()
    brought: tuple[str, str] = ("", "")
    """Points from an earlier sheet or from paper."""
    table: str = ""
    target: str = ""
    """For example ``até 3000 pontos``."""
    minimum_note: str = ""
    """The note on minimums; empty if the rulebook has no minimum, and then there is no line for it."""
    url: str = ""
    """The address that the QR code opens; without one there is no code."""
    remarks: tuple[str, ...] = ()
    """A referee's decisions and corrections, below the table."""


def score_sheets_print(
    occasion: Occasion, sheets: Sequence[PrintedScoreSheet], language: str, made: datetime | None = None
) -> bytes:
    """The sheets as PDF, two to a page, with a line to cut along. A match of many deals takes several of them."""
    paper = Paper(text("print_score_sheet", language), language, made)
    paper.numbered = False
    half = paper.height / 2
    for place, (sheet, first) in enumerate(_halves(sheets)):
        if place % 2 == 0:
            paper.add_page()
            paper.dashed(0, half, paper.width, half)
        _Half(paper, Box(9, place % 2 * half + 7, paper.width - 18, half - 13), occasion, sheet, first).draw()
    if not sheets:
        paper.add_page()
    return paper.finish()


def _halves(sheets: Sequence[PrintedScoreSheet]) -> list[tuple[PrintedScoreSheet, int]]:
    """The sheets of paper that are needed, each with the number of its first deal, from 0."""
    return [(sheet, first) for sheet in sheets for first in range(0, max(len(sheet.deals), 1), DEALS)]


class _Half:
    """Draws one sheet of paper, half of an A4 page."""

    def __init__(self, paper: Paper, box: Box, occasion: Occasion, sheet: PrintedScoreSheet, first: int) -> None:
        self._paper, self._box, self._occasion, self._sheet, self._first = paper, box, occasion, sheet, first
        self._deals = sheet.deals[first : first + DEALS]

    def draw(self) -> None:
        """Draw all of it."""
        box = self._box
        code = self._has_address
        self._head(Box(box.x, box.y, box.width - (_QR + 4 if code else 0), _TOP))
        if code:
            self._code(Box(box.x + box.width - _QR, box.y, _QR, _QR))
        grid = Box(box.x, box.y + _TOP, box.width, box.height - _TOP - _FOOT)
        bottom = self._grid(grid)
        if self._has_address:
            self._address(Box(box.x, bottom + 0.6, box.width, _ADDRESS))
            bottom += _ADDRESS
        self._notes(Box(box.x, bottom + 0.6, box.width, 3.5))
        self._signatures(Box(box.x, box.y + box.height - _FOOT + 4, box.width, _FOOT - 4))

    @property
    def _has_address(self) -> bool:
        return bool(self._sheet.url) and not self._first

    def _address(self, box: Box) -> None:
        """Write the QR code's address, for typing."""
        address = self._sheet.url.split("://", 1)[-1]
        self._paper.write(box, text("print_typed", self._paper.language, address=address), TextStyle(9))

    def _notes(self, box: Box) -> None:
        """The minimum and the remarks, in one line."""
        notes = list(self._sheet.remarks)
        if self._sheet.minimum_note:
            notes.insert(0, text("print_minimum_note", self._paper.language, note=self._sheet.minimum_note))
        self._paper.write(box, " · ".join(notes), TextStyle(7, colour=SOFT))

    def _head(self, box: Box) -> None:
        sheet, occasion, paper = self._sheet, self._occasion, self._paper
        left, right = box.columns(4.2, 1, gap=3)
        title_box, length = Box(box.x, box.y + 4.5, box.width, 6.5).columns(3, 2, gap=3)
        names = " · ".join(filter(None, [occasion.event, occasion.phase, occasion.place]))
        paper.write(Box(left.x, left.y, left.width, 4.5), names, TextStyle(9, bold=True, colour=ACCENT))
        title = " · ".join([text("print_score_sheet", paper.language), sheet.rulebook])
        paper.write(title_box, title, TextStyle(13, bold=True))
        words = sheet.target
        if self._first:
            words = text("print_continued", paper.language, deal=self._first + 1)
        paper.write(Box(length.x, length.y + 2, length.width, 4.5), words, TextStyle(9.5, bold=True, align="R"))
        table = f"{text('print_table', paper.language)} {sheet.table}" if sheet.table else ""
        paper.write(Box(right.x, right.y - 0.5, right.width, 7), table, TextStyle(15, bold=True, align="R"))
        self._level, self._style = paper.alike(
            [side.forms() for side in sheet.sides], box.width - 19, TextStyle(13, bold=True)
        )
        for place, side in enumerate(sheet.sides):
            self._name(Box(box.x, box.y + 12 + place * 8.6, box.width, 8), _SIDES[place], side)

    def _name(self, box: Box, letter: str, side: PrintedSide) -> None:
        paper = self._paper
        paper.write(Box(box.x, box.y, 7, box.height), letter, TextStyle(15, bold=True))
        rest = Box(box.x + 8, box.y, box.width - 8, box.height)
        paper.rule(rest.x, rest.y + 7, rest.x + rest.width, rest.y + 7)
        if side.number is not None:
            paper.write(Box(rest.x, rest.y, 9, rest.height), str(side.number), TextStyle(13, align="R", colour=SOFT))
            rest = Box(rest.x + 11, rest.y, rest.width - 11, rest.height)
        paper.write(rest, side.labels(self._level), self._style)

    def _code(self, box: Box) -> None:
        self._paper.code(box, self._sheet.url)
        words = text("print_scan", self._paper.language)
        self._paper.write(Box(box.x - 2, box.y + box.height + 3, box.width + 4, 3.5), words, TextStyle(7, align="C"))

    def _grid(self, box: Box) -> float:
        """Draw the table. Returns its lower end."""
        sheet = self._sheet
        rows = len(sheet.lines) + 4 + bool(sheet.minimum_note)
        noted = bool(sheet.minimum_note or sheet.remarks)
        free = box.height - 5 * noted - (_ADDRESS if self._has_address else 0)
        height = min(free / rows, _HIGHEST)
        width = (box.width - LABELS) / DEALS
        at = [Box(box.x, box.y + height * place, box.width, height) for place in range(rows)]
        self._shade(at)
        self._names(at)
        for deal in range(DEALS):
            self._deal([Box(row.x + LABELS + deal * width, row.y, width, height) for row in at], deal)
        bottom = at[-1].y + height
        for y in [box.y for box in at] + [bottom]:
            self._paper.rule(box.x, y, box.x + box.width, y)
        for deal in range(DEALS + 1):
            x = box.x + LABELS + deal * width
            self._paper.rule(x, box.y, x, bottom, 0.45, INK)
            if deal < DEALS:
                self._paper.rule(x + width / 2, at[1].y + height, x + width / 2, bottom)
        self._paper.frame(Box(box.x, box.y, box.width, bottom - box.y), 0.45, INK)
        for corner in (at[-2], Box(box.x, at[1].y + height, 0, 0)):
            self._paper.rule(box.x, corner.y, box.x + box.width, corner.y, 0.45, INK)
        return bottom

    def _shade(self, rows: Sequence[Box]) -> None:
        for row in (rows[0], rows[-2], rows[-1]):
            self._paper.fill(row, TINT)

    def _names(self, rows: Sequence[Box]) -> None:
        """Write the names of the lines, and the worth of one."""
        language, paper = self._paper.language, self._paper
        lines = [
            FormLine(text("print_deal", language)),
            FormLine(text("print_dealer", language)),
            *([FormLine(text("print_minimum", language))] if self._sheet.minimum_note else []),
            *self._sheet.lines,
            FormLine(text("print_deal_total", language)),
            FormLine(text("print_running_total", language)),
        ]
        for place, (row, line) in enumerate(zip(rows, lines, strict=True)):
            bold = place == 0 or place >= len(lines) - 2
            cell = Box(row.x + 1.5, row.y, LABELS - 3, row.height)
            worth = paper.printable(line.worth)
            taken = paper.measure(worth, _SMALL) + 1.5 if worth else 0
            name = Box(cell.x, cell.y, cell.width - taken, cell.height)
            self._label(name, line.label, replace(_LABEL, bold=bold))
            paper.write(cell, worth, _SMALL.right())
        if self._first or any(self._sheet.brought):
            self._brought(rows[-1])

    def _label(self, box: Box, words: str, style: TextStyle) -> None:
        """Write the name of a line, in two small lines if it is long."""
        lines = self._paper.wrapped(words, box.width, _TWO_LINES)
        fits = self._paper.measure(self._paper.printable(words), style) * _SHRUNK <= box.width
        if fits or len(lines) != 2 or box.height < 2 * _TWO_LINES.line:
            self._paper.write(box, words, style)
            return
        above = (box.height - 2 * _TWO_LINES.line) / 2
        self._paper.write_lines(Box(box.x, box.y + above, box.width, box.height), lines, _TWO_LINES)

    def _brought(self, row: Box) -> None:
        """Write the points from before the first deal of this sheet, before the first column."""
        before = self._sheet.deals[self._first - 1].running if self._first else self._sheet.brought
        words = text("print_brought", self._paper.language, a=before[0] or "0", b=before[1] or "0")
        cell = Box(row.x + 20, row.y, LABELS - 21, row.height)
        self._paper.write(cell, words, TextStyle(7, align="R", colour=SOFT))

    def _deal(self, rows: Sequence[Box], number: int) -> None:
        paper, deal = self._paper, self._deals[number] if number < len(self._deals) else PrintedDeal()
        paper.write(rows[0], str(self._first + number + 1), TextStyle(10, bold=True, align="C"))
        paper.write(rows[1].inner(0.7), person_forms(deal.dealer, LEVELS), TextStyle(8, align="C", least=0.8))
        minimums = [deal.minimums] if self._sheet.minimum_note else []
        blank = [("", "")] * len(self._sheet.lines)
        cells = [*minimums, *(deal.cells or blank), deal.totals, deal.running]
        for place, (row, pair) in enumerate(zip(rows[2:], cells, strict=True)):
            for half, words in zip(row.columns(1, 1), pair, strict=True):
                paper.write(half.inner(0.5), words, _TOTAL if place >= len(cells) - 2 else _FIGURE)
        self._letters(rows[0])

    def _letters(self, row: Box) -> None:
        """Write the letters of the sides above their halves of the columns."""
        for half, letter in zip(row.columns(1, 1), _SIDES, strict=True):
            self._paper.write(Box(half.x, half.y, half.width, half.height), letter, _LETTER)

    def _signatures(self, box: Box) -> None:
        language = self._paper.language
        for place, letter in zip(box.columns(1, 1, gap=10), _SIDES, strict=True):
            self._paper.rule(place.x, place.y + 7.5, place.x + place.width, place.y + 7.5, 0.3, RULE)
            words = text("print_signature", language, side=letter)
            self._paper.write(Box(place.x, place.y + 7.8, place.width, 3.5), words, TextStyle(7.5, colour=SOFT))
