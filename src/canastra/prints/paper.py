"""Draws texts and shapes on A4 pages, in millimetres from the upper left corner.

Every text has a box. A text that is too wide is drawn smaller, then shortened, and never exceeds its box.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import segno
from fpdf import FPDF
from fpdf.enums import XPos, YPos

from canastra.errors import InputError
from canastra.messages import text
from canastra.prints.fonts import CAPITAL, MISSING, add_fonts, close_fonts, drawable, end_shaping, set_font
from canastra.prints.names import clean_words, ellipsized, word_parts

INK, ACCENT, SOFT, RULE, TINT = (26, 30, 29), (15, 100, 93), (88, 94, 92), (150, 156, 153), (236, 240, 237)
"""Text and lines; the project's teal; secondary words; hairlines; the ground of rows. All work without colour."""
SHORT_EDGE, LONG_EDGE = 210.0, 297.0
MARGIN = 14.0
POINT = 25.4 / 72
_UNDATED = datetime(1970, 1, 1, tzinfo=UTC)
_PREFERRED = 0.85
"""The scale to which a text shrinks while it has two shorter forms."""
_SEAM = 0.03
_MEASURED = 100.0
"""The size in points at which the width of a text is measured."""
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page."""

    x: float
    y: float
    width: float
    height: float

    def inner(self, side: float, above: float = 0) -> Box:
        """The rectangle without a margin on its sides, and above and below."""
        return Box(self.x + side, self.y + above, self.width - 2 * side, self.height - 2 * above)

    def columns(self, *parts: float, gap: float = 0) -> list[Box]:
        """The rectangle cut into columns whose widths are in proportion to `parts`."""
        unit = (self.width - gap * (len(parts) - 1)) / sum(parts)
        found, x = [], self.x
        for part in parts:
            found.append(Box(x, self.y, unit * part, self.height))
            x += unit * part + gap
        return found


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The style of a text: size in points, weight, side of its box (``L``, ``C`` or ``R``), colour."""

    size: float
    bold: bool = False
    align: str = "L"
    colour: Colour = INK
    least: float = 0.7
    """The scale to which a text shrinks before it is shortened."""

    @property
    def line(self) -> float:
        """Millimetres from one line to the next."""
        return self.size * POINT * 1.32

    def right(self) -> TextStyle:
        """The same style on the right side of its box."""
        return replace(self, align="R")

    def centred(self) -> TextStyle:
        """The same style in the middle of its box."""
        return replace(self, align="C")


class Paper:
    """A document of A4 pages. The same values with the same `made` give the same bytes."""

    def __init__(self, title: str, language: str, made: datetime | None = None, landscape: bool = False) -> None:
        self.language = language
        self.made = made
        self.footer = ""
        self.numbered = True
        self.width, self.height = (LONG_EDGE, SHORT_EDGE) if landscape else (SHORT_EDGE, LONG_EDGE)
        self._landscape = landscape
        self._pages: list[list[Callable[[], None]]] = []
        self._widths: dict[tuple[str, bool], float] = {}
        self._pdf = FPDF(orientation="landscape" if landscape else "portrait", unit="mm", format="A4")
        self._pdf.set_margins(0, 0)
        self._pdf.c_margin = 0
        self._pdf.set_auto_page_break(False)
        self._pdf.str_alias_nb_pages = ""  # "{nb}" in a name does not mean the number of pages
        self._pdf.set_creation_date(made or _UNDATED)
        self._pdf.set_lang({"pt": "pt-BR"}.get(language, language))
        add_fonts(self._pdf)
        weakref.finalize(self, close_fonts, self._pdf.fonts)
        self._drawable = drawable(self._pdf)
        self._pdf.set_title(self.printable(title))

    @property
    def sheet(self) -> Box:
        """The whole page."""
        return Box(0, 0, self.width, self.height)

    @property
    def body(self) -> Box:
        """The page without its margins and the line of the page's number."""
        return Box(MARGIN, MARGIN, self.width - 2 * MARGIN, self.height - 2 * MARGIN - 5)

    def add_page(self) -> None:
        """Begin a page."""
        self._pages.append([])

    def printable(self, words: str) -> str:
        """The words as they are drawn, see `canastra.prints.names.clean_words`."""
        return clean_words(words, self._drawable.__contains__, MISSING)

    def measure(self, words: str, style: TextStyle) -> float:
        """The width of printable words in millimetres."""
        key = words, style.bold
        if key not in self._widths:
            set_font(self._pdf, words, style.bold, _MEASURED)
            self._widths[key] = self._pdf.get_string_width(words)
        return self._widths[key] * style.size / _MEASURED

    def write(self, box: Box, words: str | Iterable[str], style: TextStyle) -> None:
        """Draw one line in the middle of a box's height: the first of several forms that fits."""
        forms = [self.printable(form) for form in ([words] if isinstance(words, str) else words)]
        shown, style = self._fitted([form for form in forms if form] or [""], box.width, style)
        if shown:
            self._draw(lambda: self._put(box, shown, style))

    def alike(self, cells: Iterable[Sequence[str]], width: float, style: TextStyle) -> tuple[int, TextStyle]:
        """The form, counted from 0, and the style in which all cells of a column fit.

        Each cell has the same number of forms, the longest first. A cell that fits in no form is ignored.
        """
        by_form = list(zip(*([self.printable(form) for form in forms] for forms in cells), strict=True))
        widths = [[self.measure(words, style) for words in form] for form in by_form]
        shortest = [min(column) for column in zip(*widths, strict=True)]
        kept = [place for place, length in enumerate(shortest) if length * style.least <= width]
        for form, column in enumerate(widths):
            widest, last = max((column[place] for place in kept), default=0.0), form == len(widths) - 1
            least = style.least if form >= len(widths) - 2 else max(style.least, _PREFERRED)
            if widest * least <= width or last:
                scale = max(style.least, width / widest) if widest > width else 1.0
                return form, replace(style, size=style.size * scale)
        return 0, style

    def wrapped(self, words: str, width: float, style: TextStyle) -> list[str]:
        """The lines of a text; each is narrower than `width`."""
        lines: list[str] = []
        for paragraph in words.splitlines() or [""]:
            lines += self._lines(self.printable(paragraph).split(), width, style)
        return lines

    def write_lines(self, box: Box, lines: Iterable[str], style: TextStyle) -> None:
        """Draw lines below each other from the top of a box."""
        for place, line in enumerate(lines):
            self.write(Box(box.x, box.y + place * style.line, box.width, style.line), line, style)

    def rule(self, x: float, y: float, to_x: float, to_y: float, width: float = 0.2, colour: Colour = RULE) -> None:
        """Draw a line; `width` in millimetres."""

        def draw() -> None:
            self._pdf.set_line_width(width)
            self._pdf.set_draw_color(*colour)
            self._pdf.line(x, y, to_x, to_y)

        self._draw(draw)

    def dashed(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a line along which paper is cut."""

        def draw() -> None:
            self._pdf.set_dash_pattern(1.5, 1.5)
            self._pdf.set_line_width(0.2)
            self._pdf.set_draw_color(*RULE)
            self._pdf.line(x, y, to_x, to_y)
            self._pdf.set_dash_pattern()

        self._draw(draw)

    def frame(self, box: Box, width: float = 0.2, colour: Colour = RULE) -> None:
        """Draw the edges of a box."""

        def draw() -> None:
            self._pdf.set_line_width(width)
            self._pdf.set_draw_color(*colour)
            self._pdf.rect(box.x, box.y, box.width, box.height)

        self._draw(draw)

    def fill(self, box: Box, colour: Colour = TINT) -> None:
        """Fill a box."""

        def draw() -> None:
            self._pdf.set_fill_color(*colour)
            self._pdf.rect(box.x, box.y, box.width, box.height, style="F")

        self._draw(draw)

    def code(self, box: Box, url: str) -> None:
        """Draw a QR code as wide as the box. Raises `InputError` if the address is too long for a code."""
        try:
            rows = segno.make(url, error="m", micro=False).matrix
        except segno.DataOverflowError as error:
            raise InputError("print_url_too_long", length=len(url)) from error
        cell = box.width / len(rows)
        for number, row in enumerate(rows):
            for start, end in _runs(row):
                # A little higher than its cell: screens would show hairlines between the rows.
                dark = Box(box.x + start * cell, box.y + number * cell, (end - start) * cell, cell + _SEAM)
                self.fill(dark, (0, 0, 0))

    def finish(self) -> bytes:
        """The document, its pages numbered if there are several."""
        for number, drawings in enumerate(self._pages, 1):
            self._pdf.add_page()
            for draw in drawings:
                draw()
            self._put_footer(number)
        end_shaping(self._pdf.fonts)
        return bytes(self._pdf.output())

    def _draw(self, drawing: Callable[[], None]) -> None:
        self._pages[-1].append(drawing)

    def _put_footer(self, number: int) -> None:
        box = Box(MARGIN, self.height - MARGIN, self.width - 2 * MARGIN, 4)
        left, right = box.columns(3, 1, gap=4)
        if self.footer:
            style = TextStyle(8, colour=SOFT)
            shown, style = self._fitted([self.printable(self.footer)], left.width, style)
            self._put(left, shown, style)
        if self.numbered and len(self._pages) > 1:
            words = text("print_page_number", self.language, page=number, pages=len(self._pages))
            self._put(right, words, TextStyle(9, bold=True, align="R"))

    def _put(self, box: Box, words: str, style: TextStyle) -> None:
        size = style.size * POINT
        width = self.measure(words, style)
        free = {"L": 0.0, "C": 0.5, "R": 1.0}[style.align] * (box.width - width)
        baseline = box.y + box.height / 2 + size * CAPITAL / 2
        set_font(self._pdf, words, style.bold, style.size)
        self._pdf.set_text_color(*style.colour)
        self._pdf.set_xy(box.x + free, baseline - 0.3 * size)  # where fpdf2 draws the baseline of a line of height 0
        self._pdf.cell(width, 0, words, new_x=XPos.RIGHT, new_y=YPos.TOP)

    def _fitted(self, forms: list[str], width: float, style: TextStyle) -> tuple[str, TextStyle]:
        """The longest form that fits, smaller or shortened if necessary."""
        for form in forms:
            wide, least = self.measure(form, style), style.least if form in forms[-2:] else max(style.least, _PREFERRED)
            if wide <= width:
                return form, style
            if wide * least <= width:
                return form, replace(style, size=style.size * width / wide)
        small = replace(style, size=style.size * style.least)
        return ellipsized(forms[-1], lambda part: self.measure(part, small) <= width), small

    def _lines(self, words: list[str], width: float, style: TextStyle) -> list[str]:
        lines = [""]
        for word in words:
            joined = f"{lines[-1]} {word}".strip()
            if self.measure(joined, style) <= width:
                lines[-1] = joined
                continue
            parts = list(word_parts(word, lambda part: self.measure(part, style) <= width))
            lines = lines + parts if lines[-1] else parts if len(lines) == 1 else lines[:-1] + parts
        return lines


def _runs(row: Iterable[int]) -> list[tuple[int, int]]:
    """The dark stretches of a row, each from its first cell to the one behind its last."""
    found: list[tuple[int, int]] = []
    for place, dark in enumerate(row):
        if not dark:
            continue
        if found and found[-1][1] == place:
            found[-1] = (found[-1][0], place + 1)
        else:
            found.append((place, place + 1))
    return found
