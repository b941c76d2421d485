"""Lays out content down the pages of a print: headings, paragraphs, tables with repeated heads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from canastra.messages import text
from canastra.prints.names import PrintedSide
from canastra.prints.paper import ACCENT, INK, MARGIN, SOFT, Box, Paper, TextStyle

TITLE, SUBTITLE, HEADING, BODY = (
    TextStyle(21, bold=True),
    TextStyle(11.5, colour=SOFT),
    TextStyle(13, bold=True),
    TextStyle(10.5),
)
CELL, HEAD = TextStyle(10.5), TextStyle(8.5, bold=True, colour=SOFT)
_GAP = 1.5
"""Millimetres between the edge of a column and its text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """The head of every print of an event."""

    event: str
    phase: str = ""
    """The phase and the round, such as ``Grupo B, 3ª rodada``."""
    place: str = ""
    """The place and the time, such as ``AABB Campinas, 14 de novembro de 2026``."""
    side: str = ""
    """The word for a side, such as ``Dupla``; empty if unknown."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table: its head, its part of the width, the style of its cells."""

    title: str
    part: float
    style: TextStyle = CELL


Cell = str | PrintedSide


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table; `note` is set small below its cells, from the second column on."""

    cells: tuple[Cell, ...]
    note: str = ""
    strong: bool = False


class Flow:
    """The pages of one print under its title; new ones begin where a page is full."""

    def __init__(self, paper: Paper, occasion: Occasion, title: str, wall: bool = False) -> None:
        """`wall`: True if the title must be readable from some metres."""
        self.paper = paper
        self._scale = 1.6 if wall else 1.0
        self._occasion = occasion
        self._title = title
        self._y = 0.0
        made = paper.made
        day = f"{made:%Y-%m-%d %H:%M}" if made else ""
        paper.footer = " · ".join(filter(None, [occasion.event, title, day]))
        self.new_page()

    @property
    def side(self) -> str:
        """The head of a column of sides."""
        return self._occasion.side or text("print_side", self.paper.language)

    @property
    def left(self) -> float:
        """Millimetres left on the page."""
        return self.paper.body.y + self.paper.body.height - self._y

    def take(self, height: float) -> Box:
        """The next part of the page, on a new one if it does not fit."""
        if height > self.left:
            self.new_page()
        body = self.paper.body
        box = Box(body.x, self._y, body.width, height)
        self._y += height
        return box

    def keep(self, height: float) -> None:
        """Begin a page unless this height is left on the current one."""
        if self.left < height:
            self.new_page()

    def skip(self, height: float) -> None:
        """Leave some height of the page free; nothing at the page's end."""
        self._y += min(height, max(self.left, 0))

    def new_page(self) -> None:
        """Begin a page with the title; the second and later ones have it small."""
        first = self._y == 0
        self.paper.add_page()
        self._y = self.paper.body.y
        if first:
            self._put_title()
        else:
            names = " · ".join(filter(None, [self._occasion.phase, self._occasion.event]))
            left, right = self.take(6 * self._scale).columns(2, 3, gap=4)
            self.paper.write(left, self._title, self._scaled(TextStyle(10.5, bold=True)))
            self.paper.write(right, names, self._scaled(TextStyle(9, align="R", colour=SOFT)))
            self._underline(0.3)

    def _put_title(self) -> None:
        occasion = self._occasion
        if occasion.event:
            self._title_line(6, occasion.event, TextStyle(11.5, bold=True, colour=ACCENT))
        self._title_line(9.5, self._title, TITLE)
        if subtitle := " · ".join(filter(None, [occasion.phase, occasion.place])):
            self._title_line(6, subtitle, SUBTITLE)
        self._underline(0.7)

    def _title_line(self, height: float, words: str, style: TextStyle) -> None:
        self.paper.write(self.take(height * self._scale), words, self._scaled(style))

    def _scaled(self, style: TextStyle) -> TextStyle:
        return replace(style, size=style.size * self._scale)

    def _underline(self, width: float) -> None:
        y, body = self._y + 1.2, self.paper.body
        self.paper.rule(body.x, y, body.x + body.width, y, width, ACCENT)
        self._y += 4.2

    def heading(self, words: str, below: float = 22) -> None:
        """A heading; it moves to the next page unless `below` millimetres fit under it."""
        if self.left < HEADING.line + 3 + below:
            self.new_page()
        else:
            self.skip(3)
        self.paper.write(self.take(HEADING.line + 1), words, HEADING)

    def paragraph(self, words: str, style: TextStyle = BODY, indent: float = 0) -> None:
        """A text of any length."""
        for line in self.paper.wrapped(words, self.paper.body.width - indent, style):
            box = self.take(style.line)
            self.paper.write(Box(box.x + indent, box.y, box.width - indent, box.height), line, style)
        self.skip(style.line * 0.35)

    def table(
        self,
        columns: Sequence[TableColumn],
        rows: Sequence[TableRow],
        height: float = 7,
        title: str = "",
        sides: Sequence[PrintedSide] = (),
    ) -> None:
        """A table. Rows are `height` millimetres high, those with a note higher; none is divided between pages.

        A table with a title is not divided either if it fits on a page and leaves at most a third of this one free; a
        divided one repeats its title on each page.

        All names have the same form and size, also in the print's other tables if these get the same `sides`: all of
        the print.
        """
        notes = [self._note(row, columns) for row in rows]
        heights = [height + len(lines) * _NOTE.line + (1 if lines else 0) for lines in notes]
        head = _HEAD + (_NAMED.line if title else 0)
        whole = head + sum(heights)
        page = self.paper.body.height
        undivided = title and whole <= page - _RUNNING and self.left <= page / 3
        if (whole if undivided else head + sum(heights[:1])) > self.left:
            self.new_page()
        self._head(columns, title)
        look = self._look(columns, rows, sides)
        striped = False
        for place, (row, lines) in enumerate(zip(rows, notes, strict=True)):
            if heights[place] > self.left:
                self.new_page()
                self._head(columns, title)
                striped = False
            box = self.take(heights[place])
            if striped:
                self.paper.fill(box)
            striped = not striped
            self._row(Box(box.x, box.y, box.width, height), columns, row, look)
            note = columns_of(box, columns)[1 if len(columns) > 1 else 0].x + _GAP
            self.paper.write_lines(Box(note, box.y + height - 0.8, box.x + box.width - note - _GAP, 0), lines, _NOTE)
        end = self._y
        self.paper.rule(MARGIN, end, self.paper.width - MARGIN, end)
        self.skip(3)

    def _note(self, row: TableRow, columns: Sequence[TableColumn]) -> list[str]:
        body = self.paper.body
        start = columns_of(body, columns)[1 if len(columns) > 1 else 0].x - body.x + 2 * _GAP
        return self.paper.wrapped(row.note, body.width - start, _NOTE) if row.note else []

    def _head(self, columns: Sequence[TableColumn], title: str) -> None:
        if title:
            self.paper.write(self.take(_NAMED.line), title, _NAMED)
        box = self.take(_HEAD)
        for column, place in zip(columns, columns_of(box, columns), strict=True):
            self.paper.write(place.inner(_GAP), column.title, replace(HEAD, align=column.style.align, least=0.6))
        y = box.y + box.height
        self.paper.rule(box.x, y, box.x + box.width, y, 0.4, INK)

    def _look(
        self, columns: Sequence[TableColumn], rows: Sequence[TableRow], sides: Sequence[PrintedSide]
    ) -> tuple[int, float]:
        """The form of the names of sides, and the scale of their size, the same for all tables."""
        level, scale = 0, 1.0
        for number, (column, place) in enumerate(zip(columns, columns_of(self.paper.body, columns), strict=True)):
            own = [cell for cell in (row.cells[number] for row in rows) if isinstance(cell, PrintedSide)]
            if own:
                style = replace(column.style, bold=column.style.bold or any(row.strong for row in rows))
                names = [side.forms()[level:] for side in (*own, *sides)]
                more, found = self.paper.alike(names, place.inner(_GAP).width, style)
                level, scale = level + more, min(scale, found.size / style.size)
        return level, scale

    def _row(self, box: Box, columns: Sequence[TableColumn], row: TableRow, look: tuple[int, float]) -> None:
        level, scale = look
        for column, place, cell in zip(columns, columns_of(box, columns), row.cells, strict=True):
            style = replace(column.style, bold=True) if row.strong else column.style
            if isinstance(cell, PrintedSide):
                self.paper.write(place.inner(_GAP), cell.labels(level), replace(style, size=style.size * scale))
            else:
                self.paper.write(place.inner(_GAP), cell, style)

    def signatures(self, names: Sequence[str]) -> None:
        """Lines to sign on, two beside each other, with a name below each."""
        for start in range(0, len(names), 2):
            box = self.take(24)
            for place, name in zip(box.columns(1, 1, gap=16), names[start : start + 2], strict=False):
                self.paper.rule(place.x, place.y + 16, place.x + place.width, place.y + 16, 0.3, INK)
                self.paper.write(Box(place.x, place.y + 17, place.width, 5), name, TextStyle(9, align="C", colour=SOFT))

    def nothing(self) -> None:
        """Say that there is nothing to list yet."""
        self.paragraph(text("print_nothing", self.paper.language), TextStyle(11, colour=SOFT))


_NOTE = TextStyle(8.5, colour=SOFT)
_NAMED = TextStyle(10.5, bold=True)
_HEAD = 6.5
_RUNNING = 11.0
"""The height of the small title on further pages."""


def columns_of(box: Box, columns: Sequence[TableColumn]) -> list[Box]:
    """The boxes of a row's cells."""
    return box.columns(*(column.part for column in columns))
