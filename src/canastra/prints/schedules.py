"""The whole schedule of a phase for the wall, and a card for each side with its own part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from canastra.messages import text
from canastra.prints.flow import Flow, Occasion, TableColumn, TableRow
from canastra.prints.names import LEVELS, PrintedSide
from canastra.prints.pairings import TableSeating
from canastra.prints.paper import ACCENT, INK, RULE, SOFT, Box, Paper, TextStyle

_NUMBER, _SIDE = TextStyle(11, bold=True, align="R"), TextStyle(11)
_ROUND, _TABLE = TextStyle(11, colour=SOFT), TextStyle(11, bold=True, align="C")
_EDGE, _HEAD, _LINE = 9.0, 19.0, 6.2
"""Millimetres of a card: the margin, the space above the table, a line of the table."""


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """A round of a schedule: its name, its tables in order, and its byes."""

    name: str
    tables: tuple[TableSeating, ...]


@dataclass(frozen=True, slots=True)
class PrintedSchedule:
    """The rounds of a group, or of a phase without groups."""

    name: str
    rounds: tuple[ScheduledRound, ...]


@dataclass(frozen=True, slots=True)
class GuideLine:
    """A round of a side's card: the table and the letter of its sheet, both empty for a bye, partner and opponent."""

    round: str
    table: str = ""
    letter: str = ""
    opponent: PrintedSide | None = None
    partner: PrintedSide | None = None


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The card of a side: its table and its opponent in each round."""

    side: PrintedSide
    lines: tuple[GuideLine, ...]


def schedule_print(
    occasion: Occasion, schedules: Sequence[PrintedSchedule], language: str, made: datetime | None = None
) -> bytes:
    """The schedule as PDF: each group as a table; without groups each round."""
    title = text("print_schedule", language)
    flow = Flow(Paper(title, language, made), occasion, title)
    sides = [side for schedule in schedules for one in schedule.rounds for table in one.tables for side in table.sides]
    if len(schedules) > 1:
        heads = [TableColumn(text("print_round_head", language), 1.6, _ROUND), *_columns(flow)]
        for schedule in schedules:
            rows = [row for one in schedule.rounds for row in _rows(one, language, named=True)]
            flow.table(heads, rows, height=6.4, title=schedule.name, sides=sides)
    for schedule in schedules if len(schedules) == 1 else ():
        for one in schedule.rounds:
            flow.table(_columns(flow), _rows(one, language, named=False), height=6.4, title=one.name, sides=sides)
    if not sides:
        flow.nothing()
    return flow.paper.finish()


def _columns(flow: Flow) -> list[TableColumn]:
    language = flow.paper.language
    number, side = TableColumn(text("print_number", language), 0.8, _NUMBER), TableColumn(flow.side, 5.4, _SIDE)
    return [TableColumn(text("print_table", language), 1.2, _TABLE), number, side, number, side]


def _rows(found: ScheduledRound, language: str, named: bool) -> list[TableRow]:
    """A row for each table; the round's name stands in the first."""
    rows = []
    for place, table in enumerate(found.tables):
        first = [found.name if place == 0 else ""] if named else []
        one, *other = table.sides
        met = (_numbered(other[0]), other[0]) if other else ("", text("print_bye_short", language))
        rows.append(TableRow((*first, table.table or "–", _numbered(one), one, *met)))
    return rows


def _numbered(side: PrintedSide) -> str:
    return "" if side.number is None else str(side.number)


def guide_cards_print(
    occasion: Occasion, cards: Sequence[GuideCard], language: str, made: datetime | None = None
) -> bytes:
    """The cards as PDF, two beside each other and as many below each other as fit, to be cut apart."""
    paper = Paper(text("print_cards", language), language, made)
    paper.numbered = False
    lines = max((len(card.lines) for card in cards), default=1)
    line = min(_LINE, (paper.height - _HEAD - 2 * _EDGE) / (lines + 1))
    height = _HEAD + line * (lines + 1) + _EDGE
    down = int(paper.height / height)
    for place, card in enumerate(cards):
        row, column = divmod(place % (2 * down), 2)
        if row == column == 0:
            paper.add_page()
            for cut in range(1, down + 1):
                paper.dashed(0, cut * height, paper.width, cut * height)
            paper.dashed(paper.width / 2, 0, paper.width / 2, down * height)
        box = Box(column * paper.width / 2, row * height, paper.width / 2, height).inner(_EDGE, _EDGE / 2)
        _card(paper, box, occasion, card, line)
    if not cards:
        paper.add_page()
    return paper.finish()


def _card(paper: Paper, box: Box, occasion: Occasion, card: GuideCard, line: float) -> None:
    names = " · ".join(filter(None, [occasion.event, occasion.phase, occasion.place]))
    paper.write(Box(box.x, box.y, box.width, 4.5), names, TextStyle(8.5, bold=True, colour=ACCENT))
    number = _numbered(card.side)
    paper.write(Box(box.x, box.y + 5, 12, 8), number, TextStyle(18, bold=True))
    name = Box(box.x + (13 if number else 0), box.y + 5, box.width - (13 if number else 0), 8)
    paper.write(name, card.side.labels(), TextStyle(13, bold=True))
    partnered = any(line.partner is not None for line in card.lines)
    parts = (1.1, 1.0, 0.9, *((3.2,) if partnered else ()), 5.0)
    heads = ("round_head", "table", "letter", *(("partner",) if partnered else ()), "opponent")
    at = Box(box.x, box.y + _HEAD - _EDGE / 2, box.width, line)
    for cell, head in zip(at.columns(*parts, gap=1.5), heads, strict=True):
        paper.write(cell, text(f"print_{head}", paper.language), TextStyle(7.5, bold=True, colour=SOFT))
    paper.rule(at.x, at.y + line, at.x + at.width, at.y + line, 0.4, INK)
    width = at.columns(*parts, gap=1.5)[-1].width
    level, style = paper.alike((_opponent(line, paper.language) for line in card.lines), width, TextStyle(10))
    for place, entry in enumerate(card.lines, 1):
        cells = Box(at.x, at.y + place * line, at.width, line).columns(*parts, gap=1.5)
        paper.write(cells[0], entry.round, TextStyle(10))
        paper.write(cells[1], entry.table or "–", TextStyle(12, bold=True))
        paper.write(cells[2], entry.letter, TextStyle(10))
        if entry.partner is not None:
            paper.write(cells[3], entry.partner.labels(), TextStyle(10))
        paper.write(cells[-1], _opponent(entry, paper.language)[level:], style)
        paper.rule(at.x, cells[0].y + line, at.x + at.width, cells[0].y + line, 0.2, RULE)


def _opponent(line: GuideLine, language: str) -> list[str]:
    """The opponent with its number at each level; a bye is the same at all levels."""
    if line.opponent is None:
        return [text("print_bye_short", language)] * LEVELS
    number = _numbered(line.opponent)
    return [f"{number} {form}".strip() for form in line.opponent.forms()]
