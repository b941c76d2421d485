"""Standings with the reason for each place, and tables of groups with all meetings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from canastra.messages import text
from canastra.prints.flow import Cell, Flow, Occasion, TableColumn, TableRow
from canastra.prints.names import PrintedSide
from canastra.prints.paper import Paper, TextStyle

_PLACE, _NAME, _FIGURE = TextStyle(14, bold=True, align="C"), TextStyle(12, bold=True), TextStyle(11.5, align="R")
_SCHEDULE = TextStyle(9)
_WALL = 1.2
"""The scale of standings for a wall."""
WIDEST_GROUP = 10
"""The largest group that shows each meeting; a larger one shows its figures only."""


@dataclass(frozen=True, slots=True)
class PlacedSide:
    """A side's place, its figures in the order of the columns, and the reason for its place."""

    place: str
    side: PrintedSide
    figures: tuple[str, ...]
    reason: str = ""
    goes_on: bool = False
    """True if it goes on to the next phase; such a side is marked."""


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """A group: its sides by place, the names of the figures, and the result of each meeting.

    `results[a][b]` is the score of side `a` against side `b`, both by their place in `sides`; empty if they have not
    met.
    """

    name: str
    columns: tuple[str, ...]
    sides: tuple[PlacedSide, ...]
    results: tuple[tuple[str, ...], ...] = ()
    schedule: tuple[str, ...] = ()
    """Each round in a line, such as ``1ª rodada: mesa 3, 5 × 8``."""


@dataclass(frozen=True, slots=True)
class PrintedCategory:
    """A category: its name, and its sides, whose figure is their overall place."""

    name: str
    sides: tuple[PlacedSide, ...]


@dataclass(frozen=True, slots=True)
class PrintedClub:
    """A club's place and total, and its counting sides."""

    place: str
    name: str
    total: str
    counted: str


@dataclass(frozen=True, slots=True)
class Rankings:
    """The standings derived from the overall order: of categories and of clubs."""

    categories: tuple[PrintedCategory, ...] = ()
    clubs: tuple[PrintedClub, ...] = ()
    total: str = ""
    """The head of the clubs' totals."""
    how: str = ""
    """The ranking of clubs, in a sentence."""

    def __bool__(self) -> bool:
        return bool(self.categories or self.clubs)


NO_RANKINGS = Rankings()


def standings_print(
    occasion: Occasion,
    columns: Sequence[str],
    sides: Sequence[PlacedSide],
    language: str,
    made: datetime | None = None,
    rankings: Rankings = NO_RANKINGS,
) -> bytes:
    """The standings as PDF, `columns` the names of the figures. A side that goes on has its place marked with ``*``."""
    title = text("print_standings", language)
    paper = Paper(title, language, made, landscape=len(columns) > 6)
    flow = Flow(paper, occasion, title, wall=True)
    add_standings(flow, columns, sides, _WALL)
    add_rankings(flow, rankings, _WALL)
    return paper.finish()


def group_standings_print(
    occasion: Occasion,
    groups: Sequence[PrintedGroup],
    language: str,
    made: datetime | None = None,
    rankings: Rankings = NO_RANKINGS,
) -> bytes:
    """The standings of each group as PDF, one below the other, with the reason for each place."""
    title = text("print_standings", language)
    landscape = any(len(group.columns) > 6 for group in groups)
    flow = Flow(Paper(title, language, made, landscape=landscape), occasion, title, wall=True)
    for group in groups:
        flow.heading(group.name, below=60)
        add_standings(flow, group.columns, group.sides, _WALL)
    if not groups:
        flow.nothing()
    add_rankings(flow, rankings, _WALL)
    return flow.paper.finish()


def add_standings(flow: Flow, columns: Sequence[str], sides: Sequence[PlacedSide], scale: float = 1) -> None:
    """Standings as part of a longer print, `scale` times as large."""
    place, name, figure = (replace(style, size=style.size * scale) for style in (_PLACE, _NAME, _FIGURE))
    language = flow.paper.language
    heads = [
        TableColumn(text("print_place", language), 1.4, place),
        TableColumn(flow.side, 8.6, name),
        *(TableColumn(column, _figures_part(column, number, sides), figure) for number, column in enumerate(columns)),
    ]
    rows = [TableRow((_marked(side), side.side, *side.figures), side.reason) for side in sides]
    if not rows:
        flow.nothing()
        return
    if any(side.goes_on for side in sides):  # The note stands above: below, it could be alone on a page.
        flow.paragraph(text("print_goes_on", language), TextStyle(9))
    flow.table(heads, rows, height=9 * scale)


def add_rankings(flow: Flow, rankings: Rankings, scale: float = 1) -> None:
    """The standings of categories and of clubs as part of a longer print, `scale` times as large; nothing if empty."""
    language = flow.paper.language
    place, name, figure = (replace(style, size=style.size * scale) for style in (_PLACE, _NAME, _FIGURE))
    if rankings.categories:
        flow.heading(text("standings_by_category", language), below=40)
        flow.skip(1.5)
    everybody = [side.side for category in rankings.categories for side in category.sides]
    for category in rankings.categories:
        heads = [
            TableColumn(text("print_place", language), 1.4, place),
            TableColumn(flow.side, 8.6, name),
            TableColumn(text("print_overall", language), 1.8, figure),
        ]
        rows = [TableRow((side.place, side.side, *side.figures)) for side in category.sides]
        flow.table(heads, rows, height=8 * scale, title=category.name, sides=everybody)
    if rankings.clubs:
        flow.heading(text("standings_of_clubs", language), below=40)
        flow.paragraph(rankings.how, TextStyle(9))
        heads = [
            TableColumn(text("print_place", language), 1.4, place),
            TableColumn(text("print_club", language), 8.6, name),
            TableColumn(rankings.total, 1.8, figure),
        ]
        clubs = [TableRow((club.place, club.name, club.total), club.counted) for club in rankings.clubs]
        flow.table(heads, clubs, height=9 * scale)


def _figures_part(name: str, number: int, sides: Sequence[PlacedSide]) -> float:
    """The part of the width for a column of figures, by the longest figure."""
    longest = max([len(name), *(len(side.figures[number]) for side in sides)])
    return 0.55 + 0.22 * min(longest, 8)


def _marked(side: PlacedSide) -> str:
    return f"{side.place} *" if side.goes_on else side.place


def groups_print(
    occasion: Occasion, groups: Sequence[PrintedGroup], language: str, made: datetime | None = None
) -> bytes:
    """The tables of groups as PDF: the result of each meeting, figures and place."""
    title = text("print_groups", language)
    paper = Paper(title, language, made, landscape=True)
    flow = Flow(paper, occasion, title)
    if any(side.goes_on for group in groups for side in group.sides):
        flow.paragraph(text("print_goes_on", language), TextStyle(9))
    for group in groups:
        row = 12.8 if any(side.reason for side in group.sides) else 8
        whole = row * len(group.sides) + 9.5 + _SCHEDULE.line * (len(group.schedule) + 0.35)
        flow.heading(group.name, below=whole if len(group.sides) <= WIDEST_GROUP else 30)
        _group(flow, group, [side.side for group in groups for side in group.sides])
        if group.schedule:
            flow.paragraph("\n".join(group.schedule), _SCHEDULE)
    if not groups:
        flow.nothing()
    return paper.finish()


def _group(flow: Flow, group: PrintedGroup, sides: Sequence[PrintedSide]) -> None:
    language = flow.paper.language
    crossed = bool(group.results) and len(group.sides) <= WIDEST_GROUP
    numbers = [str(side.side.number or place) for place, side in enumerate(group.sides, 1)]
    meetings = [TableColumn(number, 1.9, TextStyle(10, align="C")) for number in numbers]
    heads = [
        TableColumn(text("print_number", language), 0.8, TextStyle(10, bold=True, align="R")),
        TableColumn(flow.side, 6, _NAME),
        *(meetings if crossed else ()),
        *(
            TableColumn(column, _figures_part(column, number, group.sides), _FIGURE)
            for number, column in enumerate(group.columns)
        ),
        TableColumn(text("print_place", language), 1.3, _PLACE),
    ]
    rows = []
    for number, side in enumerate(group.sides):
        met: tuple[Cell, ...] = tuple(_crossed(group, number)) if crossed else ()
        rows.append(TableRow((numbers[number], side.side, *met, *side.figures, _marked(side)), side.reason))
    flow.table(heads, rows, height=8, sides=sides)


def _crossed(group: PrintedGroup, number: int) -> list[str]:
    """A side's results; its meeting with itself is a dash."""
    return ["–" if other == number else found for other, found in enumerate(group.results[number])]
