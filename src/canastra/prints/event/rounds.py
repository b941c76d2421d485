"""Sides, seatings, sheets for the tables, results and decisions of a tournament in printed form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from canastra.messages import number_text, text
from canastra.prints.code_slips import PrintedCode
from canastra.prints.exports import ExportTable
from canastra.prints.flow import Occasion
from canastra.prints.forms import blank_sheet
from canastra.prints.minutes import MinutedResult, MinutedRound
from canastra.prints.names import PrintedSide
from canastra.prints.pairings import TableSeating
from canastra.prints.score_sheets import PrintedScoreSheet
from canastra.rulebooks import Rulebook
from canastra.scoresheet.form_fields import form_of
from canastra.tournament import RoundStage, RoundState, TableResult, Tournament
from canastra.tournament.encounters import SettledEncounter, lined_up, team_score
from canastra.tournament.events import (
    AbandonedResult,
    DealsResult,
    DefaultResult,
    EncounterResult,
    Fixture,
    Score,
    WalkoverResult,
)
from canastra.tournament.regulations import AtCall, EncounterForm, EncounterLength
from canastra.tournament.results import BY_MATCHES, scores_in, total_points
from canastra.tournament.rounds import round_of


def printed_side(tournament: Tournament, *numbers: int) -> PrintedSide:
    """A side in printed form, or the players who are partners for a round."""
    found = [tournament.sides[number] for number in numbers]
    if len(found) > 1:
        return PrintedSide(people=tuple(side.name for side in found))
    side = found[0]
    return PrintedSide(side.name, side.players, side.number)


def winning_side(tournament: Tournament, number: int) -> PrintedSide:
    """A side as a certificate names it: each of its people, and its own name if it has one."""
    side = tournament.sides[number]
    return PrintedSide("" if all(player in side.name for player in side.players) else side.name, side.players)


def round_occasion(tournament: Tournament, phase: int, number: int, language: str, place: str = "") -> Occasion:
    """The head of a round's prints; of the phase as a whole if the number is 0."""
    name = tournament.regulations.phases[phase - 1].name
    words = text("print_round", language, phase=name, round=number) if number else name
    return Occasion(event=tournament.regulations.name, phase=words, place=place, side=side_word(tournament, language))


def side_word(tournament: Tournament, language: str) -> str:
    """The word for a side: pair, team or player."""
    return text(f"print_side_{tournament.regulations.entries.kind.value}", language)


def round_seatings(tournament: Tournament, phase: int, number: int, language: str) -> tuple[TableSeating, ...]:
    """The tables of a round with their sides, and the byes. Raises `EventRefusedError` if there is no such round."""
    found = round_of(tournament, phase, number)
    tables = tuple(
        TableSeating(str(table.fixture.table), coming_sides(tournament, found, table, language))
        for table in found.tables
    )
    return tables + tuple(TableSeating("", (printed_side(tournament, side),)) for side in found.byes)


def people_seatings(tournament: Tournament, phase: int, number: int, language: str) -> tuple[TableSeating, ...]:
    """`round_seatings` for a list of people: a team without a line-up has all its players at all of its tables.

    Raises `EventRefusedError` if there is no such round.
    """
    found, seatings = round_of(tournament, phase, number), round_seatings(tournament, phase, number, language)
    if found.tables_of_encounter == 1:
        return seatings
    people: list[TableSeating] = []
    for fixture, tables in found.encounters:
        for half, (side,) in enumerate((fixture.one, fixture.two)):
            of_tables = [coming_sides(tournament, found, table, language)[half] for table in tables]
            if side in found.line_ups:
                people += [
                    TableSeating(str(table.fixture.table), (there,))
                    for table, there in zip(tables, of_tables, strict=True)
                ]
            else:
                people.append(TableSeating(tournament.regulations.tables_label(fixture.table), (of_tables[0],)))
    return (*people, *(seating for seating in seatings if not seating.table))


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
    form = tournament.regulations.form_of(place[0] - 1)
    found, blank = round_of(tournament, *place), blank_sheet(rulebook, language)
    blank = replace(blank, target=length_words(form, rulebook, language))
    if form.at_call is not AtCall.PLAY_ON:
        blank = replace(blank, remarks=(text(f"print_call_{form.at_call.value}", language, minutes=form.last_minutes),))
    return tuple(
        replace(
            blank,
            table=str(table.fixture.table),
            url=url_of(table.fixture.table),
            sides=coming_sides(tournament, found, table, language),
        )
        for table in found.tables
    )


def round_codes(
    tournament: Tournament, place: tuple[int, int], urls: Mapping[int, tuple[tuple[str, str], tuple[str, str]]]
) -> Iterator[PrintedCode]:
    """The codes of both sides of each table of a round, with their addresses and the text to type instead."""
    found = round_of(tournament, *place)
    for seated in found.tables:
        table, sides = seated.fixture.table, table_sides(tournament, found, seated)
        for half, (side, (url, typed)) in enumerate(zip(sides, urls[table], strict=True)):
            yield PrintedCode(str(table), half, side, url, typed)


def length_words(form: EncounterForm, rulebook: Rulebook, language: str) -> str:
    """The end of an encounter by the regulations, in short: matches and their target, deals, or time."""
    words = []
    if form.length in BY_MATCHES:
        if form.number > 1:
            words.append(text(f"print_sheet_{form.length.value}", language, count=form.number))
        target = form.target or form_of(rulebook).target
        key = "print_target" if target else "print_one_deal"
        words.append(text(key, language, points=number_text(target or 0, language)))
    elif form.length is EncounterLength.DEALS:
        key = "print_one_deal" if form.number == 1 else "print_sheet_deals"
        words.append(text(key, language, count=form.number))
    if form.minutes:
        key = "print_sheet_time" if form.length is EncounterLength.TIME else "print_sheet_minutes"
        words.append(text(key, language, minutes=form.minutes))
    return ", ".join(words)


def minuted_rounds(tournament: Tournament, language: str) -> Iterator[MinutedRound]:
    """The results of all published rounds; a referee's decision with the article."""
    articles = {decision.place: decision.article for decision in tournament.decisions if decision.place is not None}
    for phase in tournament.phases:
        for found in phase.rounds:
            if found.stage > RoundStage.DRAFT:
                name = round_occasion(tournament, phase.number, found.number, language).phase
                decided = {
                    table.fixture.table: articles.get((phase.number, found.number, table.fixture.table), "")
                    for table in found.tables
                }
                yield MinutedRound(name, tuple(_results(tournament, found, decided, language)))


def results_table(tournament: Tournament, language: str) -> ExportTable:
    """All results for a spreadsheet, a line for each table; points are the sum of all matches."""
    names = ("phase", "round", "table", "one", "two", "points_one", "points_two", "remark")
    rows = []
    for phase in tournament.phases:
        for found in phase.rounds:
            for table in found.tables if found.stage > RoundStage.DRAFT else ():
                one, two = table_sides(tournament, found, table)
                points = _points(table.result)
                where = (tournament.regulations.phases[phase.number - 1].name, found.number, table.fixture.table)
                rows.append((*where, one.label(), two.label(), *points, result_remark(tournament, table, language)))
    side = side_word(tournament, language)
    heads = tuple(text(f"print_column_{name}", language, side=side) for name in names)
    return ExportTable(text("print_minutes_results", language), heads, tuple(rows))


def fixture_sides(tournament: Tournament, fixture: Fixture) -> tuple[PrintedSide, PrintedSide]:
    """The two sides of an encounter, also of players who are partners for the round."""
    return printed_side(tournament, *fixture.one), printed_side(tournament, *fixture.two)


def table_sides(tournament: Tournament, round_state: RoundState, table: TableResult) -> tuple[PrintedSide, PrintedSide]:
    """The two sides of a table; a team with a line-up has only the players at this table."""
    one, two = (
        replace(side, people=lined_up(tournament, round_state, table.fixture.table, half) or side.people)
        for half, side in enumerate(fixture_sides(tournament, table.fixture))
    )
    return one, two


def coming_sides(
    tournament: Tournament, round_state: RoundState, table: TableResult, language: str
) -> tuple[PrintedSide, PrintedSide]:
    """The two sides of a table; one that withdrew is marked while there is no result."""
    sides = table_sides(tournament, round_state, table)
    if table.result is not None:
        return sides
    one, two = (
        side
        if all(map(tournament.active, numbers))
        else replace(side, name=text("print_gone", language, name=side.label()))
        for side, numbers in zip(sides, (table.fixture.one, table.fixture.two), strict=True)
    )
    return one, two


def _results(
    tournament: Tournament, round_state: RoundState, articles: Mapping[int, str], language: str
) -> Iterator[MinutedResult]:
    for table in round_state.tables:
        remark, article = result_remark(tournament, table, language), articles[table.fixture.table]
        between = text("print_walkover_short", language) if isinstance(table.result, WalkoverResult) else "×"
        yield MinutedResult(
            str(table.fixture.table),
            table_sides(tournament, round_state, table),
            result_scores(table.result, language),
            " ".join(filter(None, [remark, f"({article})" if article else ""])),
            between if table.result is not None else "–",
        )
    for side in round_state.byes:
        yield MinutedResult("", (printed_side(tournament, side), None), ("", ""), between="")


def result_scores(result: EncounterResult | None, language: str) -> tuple[str, str]:
    """The points of a single match or of deals; of several matches the number that each side won."""
    scores = scores_in(result)
    if not scores:
        return "", ""
    if isinstance(result, DealsResult) or len(scores) == 1:
        one, two = total_points(scores)
    else:
        one, two = (sum(score[side] > score[1 - side] for score in scores) for side in (0, 1))
    return number_text(one, language), number_text(two, language)


def printed_scores(tournament: Tournament, phase: int, encounter: SettledEncounter, language: str) -> tuple[str, str]:
    """The points of an encounter as `result_scores`; of teams the sum of all tables, or the tables that each won."""
    if len(encounter.results) == 1:
        return result_scores(encounter.results[0], language)
    one, two = team_score(tournament.regulations, phase, encounter.results)
    return number_text(one, language), number_text(two, language)


def encounter_remark(tournament: Tournament, encounter: SettledEncounter, language: str) -> str:
    """The remark on an encounter besides its scores; of teams the results of its tables."""
    if len(encounter.results) == 1:
        return result_remark(tournament, encounter.tables[0], language)
    sides = fixture_sides(tournament, encounter.fixture)
    return "; ".join(result_words(result, sides, language) for result in encounter.results)


def _points(result: EncounterResult | None) -> tuple[int | None, int | None]:
    scores = scores_in(result)
    return total_points(scores) if scores else (None, None)


def result_remark(tournament: Tournament, table: TableResult, language: str) -> str:
    """The remark on a result besides its scores: W.O., a given win, an abandonment, the points of several matches."""
    result, sides = table.result, fixture_sides(tournament, table.fixture)
    if result is None:
        return text("print_outstanding", language)
    scores = scores_in(result)
    told = [_unplayed(result, sides, language), _scores(scores, language) if len(scores) > 1 else ""]
    return ", ".join(filter(None, told))


def result_words(result: EncounterResult, sides: Sequence[PrintedSide], language: str) -> str:
    """A whole result in words: its scores and its remark."""
    return ", ".join(filter(None, [_unplayed(result, sides, language), _scores(scores_in(result), language)]))


def _unplayed(result: EncounterResult, sides: Sequence[PrintedSide], language: str) -> str:
    """The words for an absence, a given win or an abandonment; empty for an encounter played to its end."""
    names = [side.label() for side in sides]
    if isinstance(result, WalkoverResult):
        absent = listed_words([names[half] for half in result.absent], language)
        return text("print_walkover", language, side=absent)
    if isinstance(result, DefaultResult):
        return text("print_default", language, side=names[result.winner])
    if isinstance(result, AbandonedResult):
        code = "print_resigned" if result.resigned else "print_abandoned"
        return text(code, language, side=names[result.left])
    return ""


def _scores(scores: Sequence[Score], language: str) -> str:
    return "; ".join(" × ".join(number_text(points, language) for points in score) for score in scores)


def listed_words(words: Sequence[str], language: str) -> str:
    """A list of words, the last one after "and"."""
    *first, last = words
    return text("standing_and", language, first=", ".join(first), last=last) if first else last
