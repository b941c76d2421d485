"""Finds where a PDF draws each text and line, from its page streams: independent of the code that laid it out.

Millimetres from the upper left corner.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

POINT = 25.4 / 72
DESCENT, ASCENT = 0.18, 0.70
"""How far letters reach below and above their baseline, as a part of the size; accents on capitals reach further."""


@dataclass(frozen=True)
class Ink:
    """The rectangle of a drawn text, rule or filled box."""

    kind: str
    left: float
    top: float
    right: float
    bottom: float
    size: float = 0

    def overlaps(self, other: Ink, by: float = 0.15) -> bool:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > by and high > by


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    inks: tuple[Ink, ...]
    source: PageObject | None = None

    @cached_property
    def words(self) -> str:
        """Its text as a reader copies it."""
        assert self.source is not None
        return self.source.extract_text()

    @property
    def texts(self) -> list[Ink]:
        return [ink for ink in self.inks if ink.kind == "text"]


def pages(pdf: bytes) -> list[Page]:
    reader = PdfReader(io.BytesIO(pdf), strict=True)
    found = []
    for page in reader.pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        contents = page.get_contents()
        assert contents is not None
        inks = tuple(_inks(ContentStream(contents, reader), page["/Resources"].get("/Font", {}), height))  # type: ignore[attr-defined]
        found.append(Page(width * POINT, height * POINT, inks, page))
    return found


def text_of(pdf: bytes) -> str:
    return "\n".join(page.words for page in pages(pdf))


def outside(page: Page, margin: float) -> list[Ink]:
    """Return all ink that is not inside the page's margins."""
    return [
        ink
        for ink in page.inks
        if ink.left < margin or ink.top < margin or ink.right > page.width - margin or ink.bottom > page.height - margin
    ]


def overlapping(page: Page) -> list[tuple[Ink, Ink]]:
    """Texts that are drawn over each other."""
    texts = sorted(page.texts, key=lambda ink: ink.top)
    found = []
    for place, ink in enumerate(texts):
        for other in texts[place + 1 :]:
            if other.top > ink.bottom:
                break
            if ink.overlaps(other):
                found.append((ink, other))
    return found


def _inks(stream: ContentStream, fonts: Any, height: float) -> Iterator[Ink]:
    widths: dict[int, float] = {}
    size = x = y = left = 0.0
    path: list[tuple[float, float]] = []
    end: float | None = None
    for operands, operator in stream.operations:
        match operator:
            case b"Tf":
                widths, size = _widths(fonts[operands[0]].get_object()), float(operands[1])
            case b"BT":
                end = None
            case b"Td":
                x = left = float(operands[0])
                y = float(operands[1])
            case b"Tm":
                x, y = float(operands[4]), float(operands[5])
            case b"Tj":
                codes = operands[0].original_bytes
                x += sum(widths[int.from_bytes(codes[i : i + 2])] for i in range(0, len(codes), 2)) * size / 1000
                end = max(x, end or x)
            case b"ET" if end is not None:
                yield _ink("text", [(left, y - DESCENT * size), (end, y + ASCENT * size)], height, size)
            case b"m" | b"l":
                path.append((float(operands[0]), float(operands[1])))
            case b"re":
                corner, across, down = (float(operands[0]), float(operands[1])), float(operands[2]), float(operands[3])
                path += [corner, (corner[0] + across, corner[1] + down)]
            case b"S" | b"f" | b"s" | b"B":
                yield _ink("shape", path, height)
                path = []
            case b"TJ":
                raise AssertionError("a text is spaced in a way that this reader does not know")


def _ink(kind: str, points: list[tuple[float, float]], height: float, size: float = 0) -> Ink:
    xs, ys = [x * POINT for x, _ in points], [(height - y) * POINT for _, y in points]
    return Ink(kind, min(xs), min(ys), max(xs), max(ys), size)


def _widths(font: Any) -> dict[int, float]:
    """The width of each code, from the font's own table."""
    descendant = font["/DescendantFonts"][0].get_object()
    table, usual = descendant["/W"], float(descendant["/DW"])
    found: dict[int, float] = defaultdict(lambda: usual)
    entries = [each.get_object() if hasattr(each, "get_object") else each for each in table]
    place = 0
    while place < len(entries):
        first, second = int(entries[place]), entries[place + 1]
        if isinstance(second, list):
            found |= {first + number: float(width) for number, width in enumerate(second)}
            place += 2
        else:
            found |= dict.fromkeys(range(first, int(second) + 1), float(entries[place + 2]))
            place += 3
    return found
