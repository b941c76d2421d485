"""Slips with the code of each side of a table, to cut out and hand over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from canastra.messages import text
from canastra.prints.flow import Occasion
from canastra.prints.names import PrintedSide
from canastra.prints.paper import ACCENT, INK, SOFT, Box, Paper, TextStyle

TABLES: Final = 8
"""Tables on a page, with their two slips beside each other."""
QR: Final = 27.0
"""Millimetres: an address of 90 characters has cells of 0.65 mm, which a phone reads from a forearm's distance."""
SIDES: Final = ("A", "B")
_BLANK: Final = "_" * 16
_HEAD, _WHERE, _WHO = (
    TextStyle(7.5, bold=True, colour=ACCENT),
    TextStyle(13, bold=True),
    TextStyle(11, bold=True, colour=INK),
)
_HOW, _CODE = TextStyle(7, colour=SOFT, least=0.6), TextStyle(9.5, bold=True)


@dataclass(frozen=True, slots=True)
class PrintedCode:
    """The code of a side of a table: the address that opens it, and the text to type instead.

    An address that begins with ``/`` lacks the host: the slip then has a line to write it on and no QR code.
    """

    table: str
    half: int
    side: PrintedSide
    url: str
    typed: str


def code_slips_print(
    occasion: Occasion, codes: Iterable[PrintedCode], language: str, made: datetime | None = None
) -> bytes:
    """The slips as PDF, those of a table beside each other, with lines to cut along."""
    paper = Paper(text("print_codes", language), language, made)
    paper.numbered = False
    height = paper.height / TABLES
    rows: dict[str, int] = {}
    for code in codes:
        row = rows.setdefault(code.table, len(rows)) % TABLES
        if not row and code.half == 0:
            _add_page(paper, height)
        slip = Box(code.half * paper.width / 2, row * height, paper.width / 2, height)
        _draw(paper, slip.inner(8, 4), occasion, code)
    if not rows:
        paper.add_page()
    return paper.finish()


def _add_page(paper: Paper, height: float) -> None:
    paper.add_page()
    paper.dashed(paper.width / 2, 0, paper.width / 2, paper.height)
    for row in range(1, TABLES):
        paper.dashed(0, row * height, paper.width, row * height)


def _draw(paper: Paper, box: Box, occasion: Occasion, code: PrintedCode) -> None:
    language, placed = paper.language, not code.url.startswith("/")
    words = Box(box.x, box.y, box.width - (QR + 4 if placed else 0), box.height)
    address = code.url.partition("#")[0].split("://", 1)[-1]
    letters = " ".join(code.typed[at : at + 4] for at in range(0, len(code.typed), 4)).upper()
    lines: tuple[tuple[float, str | list[str], TextStyle], ...] = (
        (3.6, " · ".join(filter(None, [occasion.event, occasion.phase])), _HEAD),
        (6.0, text("print_code_where", language, table=code.table, side=SIDES[code.half]), _WHERE),
        (5.4, list(code.side.labels()), _WHO),
        (3.6, text("print_code_own", language), _HOW),
        (3.6, text("print_code_typed", language, address=address if placed else _BLANK + address), _HOW),
        (5.0, text("print_code_letters", language, letters=letters), _CODE),
    )
    y = words.y
    for height, shown, style in lines:
        paper.write(Box(words.x, y, words.width, height), shown, style)
        y += height
    if placed:
        paper.code(Box(box.x + box.width - QR, box.y + (box.height - QR) / 2, QR, QR), code.url)
