"""Sides, seatings, sheets for the tables, results and decisions of a tournament as they are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from canastra.messages import text
from canastra.prints.exports import ExportTable
from canastra.prints.flow import Occasion
from canastra.prints.forms import blank_sheet
from canastra.prints.minutes import MinutedResult, MinutedRound, MinutedRuling
from canastra.prints.names import PrintedSide
from canastra.prints.pairings import TableSeating
from canastra.prints.score_sheets import PrintedScoreSheet
from canastra.rulebooks import Rulebook
from canastra.tournament import RoundStage, RoundState, TableResult, Tournament
from canastra.tournament.events import AbandonedResult, DealsResult, DefaultResult, EncounterResult, WalkoverResult
from canastra.tournament.results import scores_in, total_points
from canastra.tournament.rounds import round_of


def printed_side(tournament: Tournament, *numbers: int) -> PrintedSide:
    """A side, or the players who are partners for a round, as they are printed."""
    found = [tournament.sides[number] for number in numbers]
    if len(found) > 1:
        return PrintedSide(people=tuple(each.name for each in found))
    side = found[0]
    people = () if all(player in side.name for player in side.players) else side.players
    return PrintedSide(side.name, people, side.number)


def winning_side(tournament: Tournament, number: int) -> PrintedSide:
    """A side as a certificate names it: each of its people, and its own name if it has one."""
    side = tournament.sides[number]
    return PrintedSide("" if all(player in side.name for player in side.players) else side.name, side.players)


def round_occasion(tournament: Tournament, phase: int, number: int, language: str, place: str = "") -> Occasion:
    """The head of a round's prints; of the phase as a whole if the number is 0."""
    name = tournament.congress.phases[phase - 1].name
    words = text("print_round", language, phase=name, round=number) if number else name
    return Occasion(event=tournament.congress.name, phase=words, place=place)


def round_seatings(tournament: Tournament, phase: int, number: int) -> tuple[TableSeating, ...]:
    """Who sits where in a round, and who has a bye. Raises `EventRefusedError` if there is no such round."""
    found = round_of(tournament, phase, number)
    tables = tuple(TableSeating(str(each.fixture.table), _sides(tournament, each)) for each in found.tables)
    return tables + tuple(TableSeating("", (printed_side(tournament, side),)) for side in found.byes)


def round_sheets(
    tournament: Tournament,
    place: tuple[int, int],
    rulebook: Rulebook,
    language: str,
    url_of: Callable[[int], str] = lambda table: "",
) -> tuple[PrintedScoreSheet, ...]:
    """A sheet with names for each table of a round, `place` its phase and number; `url_of` gives a table's address.

    Raises `EventRefusedError` if there is no such round.
    """
    return tuple(
        blank_sheet(rulebook, language, str(each.fixture.table), url_of(each.fixture.table), _sides(tournament, each))
        for each in round_of(tournament, *place).tables
    )


def minuted_rounds(tournament: Tournament, language: str) -> Iterator[MinutedRound]:
    """The results of all rounds that have been published."""
    for phase in tournament.phases:
        for found in phase.rounds:
            if found.stage > RoundStage.DRAFT:
                name = round_occasion(tournament, phase.number, found.number, language).phase
                yield MinutedRound(name, tuple(_results(tournament, found, language)))


def minuted_rulings(tournament: Tournament, language: str) -> Iterator[MinutedRuling]:
    """The decisions of referees in the order in which they were made, penalties with them."""
    listed = {each.id: each for each in tournament.congress.penalties}
    for decision in tournament.decisions:
        subject = ""
        if decision.place is not None:
            phase, number, table = decision.place
            within = round_occasion(tournament, phase, number, language).phase
            subject = f"{within}, {text('print_table', language)} {table}"
        ruling = text("print_ruled_result" if decision.place else "print_ruled_case", language)
        time = f"{datetime.fromtimestamp(decision.at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
        yield MinutedRuling(time, subject, ruling, decision.article, decision.reason, decision.by)
    for applied in tournament.penalties:
        penalty = listed[applied.penalty]
        ruling = text("print_ruled_penalty", language, penalty=penalty.id, points=_figure(penalty.points))
        subject = printed_side(tournament, applied.side).label()
        yield MinutedRuling("", subject, ruling, penalty.article, applied.reason, "")


def results_table(tournament: Tournament, language: str) -> ExportTable:
    """All results for a spreadsheet, one line a table; points are those of all matches together."""
    names = ("phase", "round", "table", "one", "two", "points_one", "points_two", "remark")
    rows = []
    for phase in tournament.phases:
        for found in phase.rounds:
            for table in found.tables if found.stage > RoundStage.DRAFT else ():
                one, two = _sides(tournament, table)
                points = _points(table.result)
                where = (tournament.congress.phases[phase.number - 1].name, found.number, table.fixture.table)
                rows.append((*where, one.label(), two.label(), *points, result_remark(tournament, table, language)))
    heads = tuple(text(f"print_column_{name}", language) for name in names)
    return ExportTable(text("print_minutes_results", language), heads, tuple(rows))


def _sides(tournament: Tournament, table: TableResult) -> tuple[PrintedSide, PrintedSide]:
    return printed_side(tournament, *table.fixture.one), printed_side(tournament, *table.fixture.two)


def _results(tournament: Tournament, found: RoundState, language: str) -> Iterator[MinutedResult]:
    for each in found.tables:
        scores = result_scores(each.result)
        yield MinutedResult(
            str(each.fixture.table), _sides(tournament, each), scores, result_remark(tournament, each, language)
        )
    for side in found.byes:
        yield MinutedResult("", (printed_side(tournament, side), None), ("", ""))


def result_scores(result: EncounterResult | None) -> tuple[str, str]:
    """Points of a single match or of deals; of several matches how many each side won."""
    scores = scores_in(result)
    if not scores:
        return "", ""
    if isinstance(result, DealsResult) or len(scores) == 1:
        one, two = total_points(scores)
    else:
        one, two = (sum(score[side] > score[1 - side] for score in scores) for side in (0, 1))
    return _figure(one), _figure(two)


def _points(result: EncounterResult | None) -> tuple[int | None, int | None]:
    scores = scores_in(result)
    return total_points(scores) if scores else (None, None)


def result_remark(tournament: Tournament, table: TableResult, language: str) -> str:
    """What the scores don't say: W.O., a win given, who left, the points of several matches."""
    result, names = table.result, [side.label() for side in _sides(tournament, table)]
    if result is None:
        return text("print_outstanding", language)
    words = []
    if isinstance(result, WalkoverResult):
        words.append(text("print_walkover", language, side=" + ".join(names[half] for half in result.absent)))
    elif isinstance(result, DefaultResult):
        words.append(text("print_default", language, side=names[result.winner]))
    else:
        if isinstance(result, AbandonedResult):
            code = "print_resigned" if result.resigned else "print_abandoned"
            words.append(text(code, language, side=names[result.left]))
        scores = scores_in(result)
        if len(scores) > 1:
            words.append("; ".join(f"{_figure(one)} × {_figure(two)}" for one, two in scores))
    return ", ".join(words)


def _figure(points: int) -> str:
    return str(points).replace("-", "−")
