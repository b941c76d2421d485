"""The Ata: the minutes of an event, from the congress's decisions to the final standings and the signatures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from canastra.messages import text
from canastra.prints.flow import Flow, Occasion, TableColumn, TableRow
from canastra.prints.names import PrintedSide
from canastra.prints.paper import Paper, Type
from canastra.prints.standings import PlacedSide, add_standings

_LABEL, _BODY = Type(10, bold=True), Type(10)


@dataclass(frozen=True, slots=True)
class MinutedResult:
    """A meeting's result: the two sides, their scores, and what is to be said of it, such as ``W.O.``."""

    table: str
    sides: tuple[PrintedSide, PrintedSide | None]
    scores: tuple[str, str]
    note: str = ""


@dataclass(frozen=True, slots=True)
class MinutedRound:
    """A round and its results."""

    name: str
    results: tuple[MinutedResult, ...]


@dataclass(frozen=True, slots=True)
class MinutedRuling:
    """A referee's decision: when, on whom, what, by which article or decision of the congress, why, by whom."""

    time: str
    subject: str
    ruling: str
    article: str
    reason: str
    referee: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Minutes:
    """What the Ata of an event says. Every part may be empty; then it says that there is none."""

    rulebook: str
    congress: tuple[tuple[str, str], ...]
    """Each decision: what was decided on, and what."""
    sides: tuple[PrintedSide, ...]
    rounds: tuple[MinutedRound, ...]
    rulings: tuple[MinutedRuling, ...]
    columns: tuple[str, ...]
    standings: tuple[PlacedSide, ...]
    remarks: str = ""
    signatures: tuple[str, ...] = ()
    """Who signs, by office or name, such as ``Coordenação Técnica``."""
    digest: str = ""
    """The digest of the event's last line, which says of what the minutes were made."""


def minutes_print(occasion: Occasion, minutes: Minutes, language: str, made: datetime | None = None) -> bytes:
    """The minutes of an event as PDF."""
    title = text("print_minutes", language)
    flow = Flow(Paper(title, language, made), occasion, title)
    flow.paragraph(text("print_minutes_rulebook", language, rulebook=minutes.rulebook))
    _congress(flow, minutes.congress)
    _sides(flow, minutes.sides)
    _rounds(flow, minutes.rounds)
    _rulings(flow, minutes.rulings)
    flow.heading(text("print_minutes_standings", language))
    add_standings(flow, minutes.columns, minutes.standings)
    if minutes.remarks:
        flow.heading(text("print_minutes_remarks", language))
        flow.paragraph(minutes.remarks)
    if minutes.signatures:
        flow.heading(text("print_minutes_signatures", language), below=30)
        flow.signatures(minutes.signatures)
    if minutes.digest:
        flow.paragraph(text("print_minutes_digest", language, digest=minutes.digest), Type(8))
    return flow.paper.finish()


def _congress(flow: Flow, decisions: Sequence[tuple[str, str]]) -> None:
    flow.heading(text("print_minutes_congress", flow.paper.language))
    if not decisions:
        flow.nothing()
    for subject, decided in decisions:
        _entry(flow, subject, decided)


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


def _sides(flow: Flow, sides: Sequence[PrintedSide]) -> None:
    language = flow.paper.language
    flow.heading(text("print_minutes_sides", language, count=len(sides)))
    if not sides:
        flow.nothing()
        return
    columns = [
        TableColumn(text("print_number", language), 1, Type(10, align="R")),
        TableColumn(text("print_side", language), 12),
    ]
    rows = [TableRow((str(each.number or place), each)) for place, each in enumerate(sides, 1)]
    flow.table(columns, rows, height=6)


def _rounds(flow: Flow, rounds: Sequence[MinutedRound]) -> None:
    language = flow.paper.language
    flow.heading(text("print_minutes_results", language))
    if not rounds:
        flow.nothing()
    columns = [
        TableColumn(text("print_table", language), 1.2, Type(10, align="C")),
        TableColumn(text("print_side", language), 5, Type(10, align="R")),
        TableColumn("", 1.6, Type(10, bold=True, align="R")),
        TableColumn("", 0.4, Type(9, align="C")),
        TableColumn("", 1.6, Type(10, bold=True)),
        TableColumn(text("print_side", language), 5, Type(10)),
    ]
    for each in rounds:
        flow.keep(26)
        flow.paragraph(each.name, Type(10.5, bold=True))
        flow.table(columns, [_result(one, language) for one in each.results], height=6)


def _result(result: MinutedResult, language: str) -> TableRow:
    first, second = result.sides
    other = second if second is not None else text("print_bye", language)
    return TableRow((result.table, first, result.scores[0], "×", result.scores[1], other), result.note)


def _rulings(flow: Flow, rulings: Sequence[MinutedRuling]) -> None:
    language = flow.paper.language
    flow.heading(text("print_minutes_rulings", language))
    if not rulings:
        flow.nothing()
    for each in rulings:
        heading = " · ".join(filter(None, [each.time, each.subject]))
        ground = " · ".join(filter(None, [each.article, each.referee]))
        _entry(flow, heading, "\n".join(filter(None, [each.ruling, each.reason, ground])))
