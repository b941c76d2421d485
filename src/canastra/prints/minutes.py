"""The Ata: the minutes of an event, from the regulations' decisions to the final standings and the signatures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from canastra.messages import text
from canastra.prints.flow import Flow, Occasion, TableColumn, TableRow
from canastra.prints.names import PrintedSide
from canastra.prints.paper import SOFT, Paper, TextStyle
from canastra.prints.standings import NO_RANKINGS, PlacedSide, Rankings, add_rankings, add_standings

_LABEL, _BODY = TextStyle(10, bold=True), TextStyle(10)
_TO_BEGIN = 100.0
"""More than a third of a page, in millimetres: with this height left, results begin below their heading."""
_TO_RANK = 40.0
"""The height of the first line of the standings with the sentence and the head above it, in millimetres."""
_TO_SIGN = 74.0
"""The height of three signatures with the sentence above them, in millimetres: no empty page is signed."""
_BLANK = "_" * 50
"""A line to write on."""


@dataclass(frozen=True, slots=True)
class MinutedResult:
    """A meeting's result: the two sides, their scores, and a remark, such as ``W.O.``."""

    table: str
    sides: tuple[PrintedSide, PrintedSide | None]
    scores: tuple[str, str]
    note: str = ""
    between: str = "×"
    """The text between the scores, or instead of them."""


@dataclass(frozen=True, slots=True)
class MinutedRound:
    """A round and its results."""

    name: str
    results: tuple[MinutedResult, ...]


@dataclass(frozen=True, slots=True)
class MinutedRuling:
    """A referee's decision: its time, side, content, article or decision of the regulations, reason and author."""

    time: str
    subject: str
    ruling: str
    article: str
    reason: str
    referee: str


@dataclass(frozen=True, slots=True)
class MinutedAct:
    """An action or a draw: its time and place, and its description, over several lines."""

    heading: str
    words: str


@dataclass(frozen=True, slots=True)
class MinutedSide:
    """An entry: the side, its delegation and category, and its fate, such as ``saiu do torneio``."""

    side: PrintedSide
    delegation: str = ""
    category: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Minutes:
    """The contents of an event's Ata. Every part may be empty; then the Ata says so."""

    rulebook: str
    place: str = ""
    """The place; if empty, there is a line to write it on, and one for the time as well."""
    time: str = ""
    """The time, and the time zone."""
    regulations: tuple[tuple[str, str], ...]
    """Each decision: its subject and its words."""
    changes: tuple[MinutedAct, ...] = ()
    """Regulations that replaced earlier ones."""
    sides: tuple[MinutedSide, ...]
    draws: tuple[MinutedAct, ...] = ()
    rounds: tuple[MinutedRound, ...]
    corrections: tuple[MinutedAct, ...] = ()
    rulings: tuple[MinutedRuling, ...]
    occurrences: tuple[MinutedAct, ...] = ()
    over: bool = True
    """True if the standings are final."""
    columns: tuple[str, ...]
    standings: tuple[PlacedSide, ...]
    rankings: Rankings = NO_RANKINGS
    remarks: str = ""
    ratification: str = ""
    """The sentence on the finality of the results, above the signatures."""
    signatures: tuple[str, ...] = ()
    """The signatories, by office or name, such as ``Coordenação Técnica``."""
    digest: str = ""
    """The digest of the event's last line, which identifies the basis of the minutes."""


def minutes_print(occasion: Occasion, minutes: Minutes, language: str, made: datetime | None = None) -> bytes:
    """The minutes of an event as PDF."""
    title = text("print_minutes", language)
    flow = Flow(Paper(title, language, made), occasion, title)
    _facts(flow, minutes)
    _regulations(flow, minutes)
    _sides(flow, minutes.sides)
    _acts(flow, "draws", minutes.draws)
    _rounds(flow, minutes.rounds)
    _acts(flow, "corrections", minutes.corrections)
    _rulings(flow, minutes.rulings)
    _acts(flow, "occurrences", minutes.occurrences)
    flow.heading(text("print_minutes_standings" if minutes.over else "print_minutes_so_far", language), below=_TO_RANK)
    add_standings(flow, minutes.columns, minutes.standings)
    add_rankings(flow, minutes.rankings)
    if minutes.remarks:
        flow.heading(text("print_minutes_remarks", language))
        flow.paragraph(minutes.remarks)
    if minutes.signatures:
        flow.heading(text("print_minutes_signatures", language), below=_TO_SIGN)
        if minutes.ratification:
            flow.paragraph(minutes.ratification)
        flow.signatures(minutes.signatures)
    if minutes.digest:
        flow.paragraph(text("print_minutes_digest", language, digest=minutes.digest), TextStyle(8))
    return flow.paper.finish()


def _facts(flow: Flow, minutes: Minutes) -> None:
    """Print the time, the place and the rulebook."""
    language = flow.paper.language
    for name, fact in (("time", minutes.time), ("place", minutes.place), ("rulebook", minutes.rulebook)):
        _entry(flow, text(f"print_minutes_{name}", language), fact or _BLANK)


def _regulations(flow: Flow, minutes: Minutes) -> None:
    flow.heading(text("print_minutes_regulations", flow.paper.language))
    if not minutes.regulations:
        flow.nothing()
    for subject, decided in minutes.regulations:
        _entry(flow, subject, decided)
    for change in minutes.changes:
        _entry(flow, change.heading, change.words)


def _acts(flow: Flow, part: str, acts: Sequence[MinutedAct]) -> None:
    language = flow.paper.language
    flow.heading(text(f"print_minutes_{part}", language), below=14)
    if not acts:
        flow.paragraph(text("print_minutes_none", language), TextStyle(10, colour=SOFT))
    for act in acts:
        _entry(flow, act.heading, act.words)


def _entry(flow: Flow, label: str, words: str) -> None:
    """A label on the left, a text of any length beside it."""
    paper, width = flow.paper, flow.paper.body.width
    labels = paper.wrapped(label, width * 0.27, _LABEL)
    lines = paper.wrapped(words, width * 0.7, _BODY)
    for place in range(max(len(labels), len(lines))):
        left, right = flow.take(_BODY.line).columns(27, 70, gap=width * 0.03)
        paper.write(left, labels[place] if place < len(labels) else "", _LABEL)
        paper.write(right, lines[place] if place < len(lines) else "", _BODY)
    flow.skip(1.2)


def _sides(flow: Flow, sides: Sequence[MinutedSide]) -> None:
    language = flow.paper.language
    flow.heading(text("print_minutes_sides", language, count=len(sides)))
    if not sides:
        flow.nothing()
        return
    told = [name for name in ("delegation", "category") if any(getattr(side, name) for side in sides)]
    columns = [TableColumn(text("print_number", language), 1, TextStyle(10, align="R")), TableColumn(flow.side, 9)]
    columns += [TableColumn(text(f"print_{name}", language), 3, TextStyle(10)) for name in told]
    rows = [
        TableRow(
            (str(side.side.number or place), side.side, *(getattr(side, name) for name in told)),
            side.note,
        )
        for place, side in enumerate(sides, 1)
    ]
    flow.table(columns, rows, height=6)


def _rounds(flow: Flow, rounds: Sequence[MinutedRound]) -> None:
    language = flow.paper.language
    flow.heading(text("print_minutes_results", language), below=_TO_BEGIN)
    if not rounds:
        flow.nothing()
    columns = [
        TableColumn(text("print_table", language), 1.2, TextStyle(10, align="C")),
        TableColumn(flow.side, 5, TextStyle(10, align="R")),
        TableColumn("", 1.5, TextStyle(10, bold=True, align="R")),
        TableColumn("", 0.9, TextStyle(9, align="C")),
        TableColumn("", 1.5, TextStyle(10, bold=True)),
        TableColumn(flow.side, 5, TextStyle(10)),
    ]
    sides = [side for played_round in rounds for one in played_round.results for side in one.sides if side is not None]
    for played_round in rounds:
        flow.table(
            columns,
            [_result(one, language) for one in played_round.results],
            height=6,
            title=played_round.name,
            sides=sides,
        )


def _result(result: MinutedResult, language: str) -> TableRow:
    first, second = result.sides
    other = second if second is not None else text("print_bye", language)
    return TableRow((result.table, first, result.scores[0], result.between, result.scores[1], other), result.note)


def _rulings(flow: Flow, rulings: Sequence[MinutedRuling]) -> None:
    language = flow.paper.language
    flow.heading(text("print_minutes_rulings", language), below=14)
    if not rulings:
        flow.paragraph(text("print_minutes_none", language), TextStyle(10, colour=SOFT))
    for ruling in rulings:
        heading = " · ".join(filter(None, [ruling.time, ruling.subject]))
        ground = " · ".join(filter(None, [ruling.article, ruling.referee]))
        _entry(flow, heading, "\n".join(filter(None, [ruling.ruling, ruling.reason, ground])))
