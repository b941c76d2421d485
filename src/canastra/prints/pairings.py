"""The pairings of a round for a wall, by table and by name. The letters are 5 to 12 mm high, readable from
two metres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from unicodedata import normalize

from canastra.messages import text
from canastra.prints.flow import Flow, Occasion
from canastra.prints.names import LEVELS, PrintedSide, person_forms, shortened
from canastra.prints.paper import SOFT, Box, Paper, TextStyle

_NUMBER, _SIDE, _PERSON, _SMALL = (
    TextStyle(38, bold=True, align="C"),
    TextStyle(22, bold=True),
    TextStyle(22),
    TextStyle(13, colour=SOFT),
)
_LETTER, _WHERE = TextStyle(15, bold=True, colour=SOFT), TextStyle(26, bold=True, align="R")
_LETTERS = str.maketrans("łøđħı", "lodhi")
"""Letters that don't decompose to a base letter with an accent, and are sorted as if they did."""
_ROW, _NAME = 25.0, 12.6
_NAMES = 48.0
"""The width in a row for the numbers of the table and the side."""


@dataclass(frozen=True, slots=True)
class TableSeating:
    """A table of a round: its number and the two sides, or a side with a bye."""

    table: str
    sides: tuple[PrintedSide, ...]
    note: str = ""


def pairings_by_table(
    occasion: Occasion, tables: Sequence[TableSeating], language: str, made: datetime | None = None
) -> bytes:
    """The pairings of a round as PDF, one table a row, in the order given."""
    title = text("print_by_table", language)
    flow = Flow(Paper(title, language, made), occasion, title, wall=True)
    width = flow.paper.body.width - _NAMES
    level, style = flow.paper.alike((side.forms() for table in tables for side in table.sides), width, _SIDE)
    for seating in tables:
        _table(flow, seating, level, style)
    if not tables:
        flow.nothing()
    return flow.paper.finish()


def _table(flow: Flow, seating: TableSeating, level: int, style: TextStyle) -> None:
    paper, box = flow.paper, flow.take(_ROW)
    paper.rule(box.x, box.y + box.height, box.x + box.width, box.y + box.height)
    left = Box(box.x, box.y + 2, 28, _ROW - 4)
    right = Box(box.x + 32, box.y + 2, box.width - 32, _ROW - 4)
    paper.write(left, seating.table or "–", _NUMBER)
    if len(seating.sides) == 1 or seating.note:
        right = _noted(flow, seating, right)
    height = right.height / max(len(seating.sides), 1)
    for place, side in enumerate(seating.sides):
        line = Box(right.x, right.y + place * height, right.width, height)
        if side.number is not None:
            paper.write(Box(line.x, line.y, 13, height), str(side.number), TextStyle(16, align="R", colour=SOFT))
        paper.write(Box(line.x + 16, line.y, line.width - 16, height), side.labels(level), style)


def _noted(flow: Flow, seating: TableSeating, box: Box) -> Box:
    """The rest of a row after its note."""
    words = seating.note or text("print_bye", flow.paper.language)
    flow.paper.write(Box(box.x + 16, box.y + box.height - 6.5, box.width - 16, 6.5), words, _SMALL)
    return Box(box.x, box.y, box.width, box.height - 6.5)


def pairings_by_name(
    occasion: Occasion, tables: Sequence[TableSeating], language: str, made: datetime | None = None
) -> bytes:
    """The pairings of a round as PDF, one person a row from A to Z; a side without people by its name."""
    title = text("print_by_name", language)
    flow = Flow(Paper(title, language, made), occasion, title, wall=True)
    lines = [
        (name, seating, side) for seating in tables for side in seating.sides for name in side.people or (side.name,)
    ]
    letter = ""
    look = _look(flow.paper, [name for name, _, _ in lines], any(len(side.people) > 1 for _, _, side in lines))
    for name, seating, side in sorted(lines, key=lambda line: (collated(line[0]), line[1].table)):
        first = collated(name)[:1].upper()
        box = flow.take(_NAME)
        flow.paper.write(Box(box.x, box.y, 9, _NAME), first if first != letter else "", _LETTER)
        _person(flow.paper, Box(box.x + 10, box.y, box.width - 10, _NAME), name, seating, side, look)
        letter = first
    if not lines:
        flow.nothing()
    return flow.paper.finish()


def _look(paper: Paper, names: Sequence[str], beside: bool) -> tuple[int, TextStyle]:
    """The form and the size of all names; narrower if partners stand beside them."""
    who, _ = Box(0, 0, paper.body.width - 10, _NAME).columns(5.2, 1)
    width = who.columns(3, 2, gap=4)[0].width if beside else who.width
    return paper.alike(([shortened(name, level) for level in range(LEVELS - 1)] for name in names), width, _PERSON)


def _person(
    paper: Paper, box: Box, name: str, seating: TableSeating, side: PrintedSide, look: tuple[int, TextStyle]
) -> None:
    who, where = box.columns(5.2, 1)
    paper.rule(box.x, box.y + box.height, box.x + box.width, box.y + box.height)
    partners = [person for person in side.people if person != name]
    if partners:
        who, with_whom = who.columns(3, 2, gap=4)
        paper.write(with_whom, PrintedSide(people=tuple(partners)).labels(), _SMALL)
    paper.write(who, person_forms(name, first=look[0]), look[1])
    paper.write(where, seating.table or text("print_bye_short", paper.language), _WHERE)


def collated(name: str) -> str:
    """A name as it is sorted: without accents or upper case, so that Ângela is beside Angela.

    >>> sorted(["Óscar", "Łucja", "Zélia", "Lúcia"], key=collated)
    ['Lúcia', 'Łucja', 'Óscar', 'Zélia']
    """
    plain = "".join(character for character in normalize("NFKD", name) if not 0x300 <= ord(character) <= 0x36F)
    return plain.casefold().translate(_LETTERS)
