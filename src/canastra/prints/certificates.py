"""Certificates of placing, one to a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from math import pi, sin

from canastra.messages import text
from canastra.prints.flow import Occasion
from canastra.prints.names import PrintedSide
from canastra.prints.paper import ACCENT, INK, SOFT, Box, Paper, TextStyle

_SUITS = "♠ ♥ ♦ ♣"
_WAVES, _HEIGHT = 26, 2.2


@dataclass(frozen=True, slots=True)
class PlaceCertificate:
    """The words of a certificate: the side, and the place in words, such as ``1º lugar``."""

    side: PrintedSide
    place: str
    category: str = ""
    """Words below it, such as ``da categoria Sênior``."""


def certificates_print(
    occasion: Occasion,
    certificates: Sequence[PlaceCertificate],
    signatures: Sequence[str],
    language: str,
    made: datetime | None = None,
) -> bytes:
    """The certificates as PDF, A4 across, signed by up to three."""
    paper = Paper(text("print_certificate", language), language, made, landscape=True)
    paper.numbered = False
    for certificate in certificates:
        paper.add_page()
        _border(paper)
        _words(paper, occasion, certificate)
        _signatures(paper, signatures[:3])
    return paper.finish()


def _border(paper: Paper) -> None:
    """A frame with a wave above and below, as on the pavement of Copacabana."""
    outer = paper.sheet.inner(10, 10)
    paper.frame(outer, 0.9, INK)
    paper.frame(outer.inner(2, 2), 0.25, INK)
    for y in (outer.y + 9, outer.y + outer.height - 9):
        for shift in (0.0, 1.6):
            _wave(paper, outer.x + 14, outer.x + outer.width - 14, y + shift)


def _wave(paper: Paper, left: float, right: float, y: float) -> None:
    steps = _WAVES * 12
    points = [
        (left + (right - left) * step / steps, y + _HEIGHT * sin(2 * pi * step * _WAVES / steps / 2))
        for step in range(steps + 1)
    ]
    for (x, above), (to_x, to_y) in pairwise(points):
        paper.rule(x, above, to_x, to_y, 0.5, ACCENT)


def _words(paper: Paper, occasion: Occasion, each: PlaceCertificate) -> None:
    language, middle = paper.language, paper.sheet.inner(30)

    def line(y: float, height: float, words: str, style: TextStyle) -> None:
        paper.write(Box(middle.x, y, middle.width, height), words, style.centred())

    line(30, 14, text("print_certificate", language).upper(), TextStyle(30, bold=True))
    line(44, 9, _SUITS, TextStyle(18))
    line(57, 8, text("print_certificate_to", language), TextStyle(14, colour=SOFT))
    names = each.side.people or (each.side.name,)
    _people(paper, Box(middle.x, 66, middle.width, 44), names)
    if each.side.people and each.side.name:
        line(109, 8, each.side.name, TextStyle(14, colour=SOFT))
    line(119, 16, each.place, TextStyle(34, bold=True, colour=ACCENT))
    if each.category:
        line(134, 9, each.category, TextStyle(18, bold=True, colour=ACCENT))
    below = 144 if each.category else 137
    line(below, 9, occasion.event, TextStyle(18, bold=True))
    line(below + 10, 7, " · ".join(filter(None, [occasion.phase, occasion.place])), TextStyle(12, colour=SOFT))


def _people(paper: Paper, box: Box, names: Sequence[str]) -> None:
    height = min(box.height / len(names), 18)
    top = box.y + (box.height - height * len(names)) / 2
    for place, name in enumerate(names):
        # A name on a certificate is shortened only if it could not be read otherwise.
        style = TextStyle(min(30, height * 1.75), bold=True, align="C", least=0.4)
        paper.write(Box(box.x, top + place * height, box.width, height), name, style)


def _signatures(paper: Paper, names: Sequence[str]) -> None:
    if not names:
        return
    box = Box(45, 168, paper.width - 90, 14)
    for place, name in zip(box.columns(*[1.0] * len(names), gap=14), names, strict=True):
        paper.rule(place.x, place.y + 6, place.x + place.width, place.y + 6, 0.3, INK)
        paper.write(Box(place.x, place.y + 7, place.width, 5), name, TextStyle(10, align="C", colour=SOFT))
