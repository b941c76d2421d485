"""The knock-out bracket, up to 64 sides: sixteen to a page, and a further page for the ties of the sections'
winners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from canastra.errors import InputError
from canastra.messages import text
from canastra.prints.flow import Flow, Occasion
from canastra.prints.names import PrintedSide
from canastra.prints.paper import INK, SOFT, Box, Paper, TextStyle

SECTION = 16
"""Sides whose matches are on one page."""
MOST_SIDES = 64
_ROUNDS = {
    1: "print_final",
    2: "print_semifinal",
    4: "print_quarterfinal",
    8: "print_round_of_16",
    16: "print_round_of_32",
    32: "print_round_of_64",
}
"""The name of a round by its number of meetings."""
_NAME, _SCORE, _NOTE = TextStyle(10.5), TextStyle(10, bold=True, align="R"), TextStyle(7, colour=SOFT)
_HEADS = 8.0
"""Millimetres for the names of the rounds."""


@dataclass(frozen=True, slots=True)
class KnockoutTie:
    """A meeting: its two sides as far as they are known, their scores, and the winner (0 or 1)."""

    sides: tuple[PrintedSide | None, PrintedSide | None] = (None, None)
    scores: tuple[str, str] = ("", "")
    winner: int | None = None
    note: str = ""
    """For example ``mesa 4`` or ``W.O.``."""

    @property
    def winning(self) -> PrintedSide | None:
        """The side that won, if one has."""
        return None if self.winner is None else self.sides[self.winner]


Rounds = Sequence[Sequence[KnockoutTie]]
"""The rounds, the first one first; each has half as many meetings as the one before, the last has one."""


def bracket_print(
    occasion: Occasion,
    rounds: Rounds,
    language: str,
    made: datetime | None = None,
    third: KnockoutTie | None = None,
    consolation: Rounds = (),
) -> bytes:
    """The bracket as PDF, and behind it that of the consolation, if there is one.

    Raises `InputError` unless the rounds of both halve from at most 64 sides down to the final.
    """
    for half in (rounds, consolation) if consolation else (rounds,):
        _check(half)
    title = text("print_bracket", language)
    paper = Paper(title, language, made, landscape=True)
    flow = Flow(paper, occasion, title)
    _draw(flow, rounds, third, "print_champion")
    if consolation:
        flow.new_page()
        flow.heading(text("print_consolation", language), below=0)
        _draw(flow, consolation, None, "print_consolation_winner")
    return paper.finish()


def _draw(flow: Flow, rounds: Rounds, third: KnockoutTie | None, winner: str) -> None:
    """A bracket from where the flow is, over as many pages as its sections need; `winner` is the title of its
    winner.
    """
    language = flow.paper.language
    sections = [rounds] if len(rounds[0]) * 2 <= SECTION else _sections(rounds)
    many = len(sections) - 1 or 1
    for number, section in enumerate(sections):
        if number:
            flow.new_page()
        last = number == len(sections) - 1
        if len(sections) > 1:
            key, figures = ("print_finals", {}) if last else ("print_section", {"number": number + 1})
            flow.heading(text(key, language, **figures), below=0)
        _Drawing(flow, last, many, winner).section(section, third if last else None)


def _check(rounds: Rounds) -> None:
    sizes = [len(ties) for ties in rounds]
    if not sizes or sizes[-1] != 1 or any(one != 2 * two for one, two in pairwise(sizes)):
        raise InputError("print_bracket_rounds", sizes=", ".join(map(str, sizes)) or "0")
    if sizes[0] * 2 > MOST_SIDES:
        raise InputError("print_bracket_large", sides=sizes[0] * 2, most=MOST_SIDES)


def _sections(rounds: Rounds) -> list[Rounds]:
    """The pages: for each section its rounds up to its winner, then the winners' ties."""
    inside = (SECTION - 1).bit_length()
    many = len(rounds[0]) * 2 // SECTION
    found: list[Rounds] = [[_part(ties, number, many) for ties in rounds[:inside]] for number in range(many)]
    return [*found, rounds[inside:]]


def _part(ties: Sequence[KnockoutTie], number: int, many: int) -> Sequence[KnockoutTie]:
    size = len(ties) // many
    return ties[number * size : (number + 1) * size]


class _Drawing:
    """Draws one page of a bracket: columns from the first round on the left to the winner on the right."""

    def __init__(self, flow: Flow, last: bool, sections: int, winner: str) -> None:
        self._flow = flow
        self._paper = flow.paper
        self._last = last
        self._of_winner = winner
        self._sections = 1 if last else sections

    def section(self, rounds: Rounds, third: KnockoutTie | None) -> None:
        """Draw the rounds of a section, its winner, and the match for the third place."""
        box = self._flow.take(self._flow.left)
        parts = [1.3, *[1.0] * len(rounds)]
        every = [*rounds, [third]] if third is not None else rounds
        self._level, self._style = self._look(box.columns(*parts)[-1].width, every)
        if third is not None:
            low = Box(box.x, box.y + box.height - 24, box.width, 24)
            self._third(low.columns(*parts)[0], third)
            box = Box(box.x, box.y, box.width, box.height - 27)
        columns = box.columns(*parts)
        for column, ties in zip(columns, rounds, strict=False):
            self._title(column, len(ties) * self._sections)
        for place, ties in enumerate(rounds):
            self._round(columns[place], ties, columns[place + 1])
        self._winner(columns[-1], rounds[-1][0])

    def _look(self, width: float, rounds: Rounds) -> tuple[int, TextStyle]:
        """The form and the style of all names of the page, such that they fit the narrowest column."""
        sides = [_forms(side) for ties in rounds for tie in ties for side in tie.sides if side is not None]
        return self._paper.alike(sides, (width - 2) * 5 / 6 - 2, replace(_NAME, bold=True))

    def _title(self, column: Box, ties: int) -> None:
        self._paper.write(
            Box(column.x, column.y, column.width - 6, 5), text(_ROUNDS[ties], self._paper.language), _TITLE
        )

    def _round(self, column: Box, ties: Sequence[KnockoutTie], after: Box) -> None:
        """The ties of a round, and the note of each below its winner's line in the column after it."""
        top, height = column.y + _HEADS, (column.height - _HEADS) / len(ties)
        last = len(ties) == 1
        for place, tie in enumerate(ties):
            self._tie(Box(column.x, top + place * height, column.width, height), tie)
            middle = top + (place + 0.5) * height
            self._note(Box(after.x + 1.5, middle + (6.3 if last else 0.5), after.width - 3, 2.8), tie)

    def _note(self, box: Box, tie: KnockoutTie) -> None:
        self._paper.write(box, tie.note, _NOTE)

    def _tie(self, box: Box, tie: KnockoutTie) -> None:
        """Two lines with names, joined on the right; the next round's line begins where they are joined."""
        ends = [box.y + box.height / 4, box.y + box.height * 3 / 4]
        right = box.x + box.width
        for place, y in enumerate(ends):
            self._side(Box(box.x, y - 5.4, box.width - 2, 5.2), tie, place)
            self._paper.rule(box.x, y, right, y, 0.3, INK)
        self._paper.rule(right, ends[0], right, ends[1], 0.3, INK)

    def _side(self, box: Box, tie: KnockoutTie, place: int) -> None:
        side = tie.sides[place]
        name, score = box.columns(5, 1) if tie.scores[place] else (box, box)
        style = replace(self._style, bold=tie.winner == place)
        if side is not None:
            self._paper.write(name.inner(1), _forms(side)[self._level :], style)
        if tie.scores[place]:
            self._paper.write(score, tie.scores[place], _SCORE)

    def _winner(self, column: Box, tie: KnockoutTie) -> None:
        y = column.y + _HEADS + (column.height - _HEADS) / 2
        self._paper.rule(column.x, y, column.x + column.width, y, 0.6, INK)
        if tie.winning is not None:
            self._paper.write(Box(column.x, y - 8, column.width, 8).inner(1.5), tie.winning.labels(), _CHAMPION)
        key = self._of_winner if self._last else "print_section_winner"
        self._paper.write(Box(column.x + 1.5, y + 1, column.width - 3, 5), text(key, self._paper.language), _TITLE)

    def _third(self, box: Box, tie: KnockoutTie) -> None:
        self._paper.write(Box(box.x, box.y, box.width, 5), text("print_third", self._paper.language), _TITLE)
        self._tie(Box(box.x, box.y + 6, box.width, box.height - 6), tie)
        self._note(Box(box.x + box.width + 1.5, box.y + box.height / 2 + 1.5, box.width, 2.8), tie)


def _forms(side: PrintedSide) -> list[str]:
    """The forms of a side with its number, which tells sides apart if only first names fit."""
    number = "" if side.number is None else f"{side.number} "
    return [f"{number}{label}" for label in side.forms()]


_TITLE, _CHAMPION = TextStyle(9, bold=True, colour=SOFT), TextStyle(13, bold=True)
