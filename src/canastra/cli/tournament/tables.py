"""Groups, rounds and standings as tables for people."""

from __future__ import annotations

from collections.abc import Sequence

from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, write_line
from canastra.cli.tournament.folder import OpenFolder
from canastra.messages import number_text, text
from canastra.tournament import RoundStage, RoundState, TableResult
from canastra.tournament.encounters import SettledEncounter, lined_up, settled_in, team_score
from canastra.tournament.events import AbandonedResult, DefaultResult, EncounterResult, WalkoverResult
from canastra.tournament.fixtures import avoided_in_draft
from canastra.tournament.pairing import AvoidedMeeting
from canastra.tournament.results import scores_in
from canastra.tournament.rounds import PlannedRound, UnwantedMeeting, unwanted_meetings
from canastra.tournament.standings import (
    CategoryStandings,
    ClubStanding,
    Standing,
    group_letters,
    reason_for_place,
    value_text,
)


def show_groups(opened: OpenFolder, phase: int, language: Language) -> None:
    """Print the sides of a phase, group by group."""
    terms = opened.state.regulations.phases[phase - 1]
    groups = opened.state.phases[phase - 1].groups
    for letter, group in zip(group_letters(), groups, strict=False):
        title = terms.name if len(groups) == 1 else text("tournament_group", language, name=terms.name, group=letter)
        table = new_table(title)
        table.add_column(text("tournament_number", language), justify="right", no_wrap=True)
        table.add_column(text("tournament_side", language))
        for side in group:
            table.add_row(str(side), opened.names[side])
        print_table(table)


def show_round(opened: OpenFolder, round_state: RoundState, language: Language, only: int | None = None) -> None:
    """Print the tables of a round and their results so far; with `only` a single one."""
    title = text("tournament_round", language, round=round_state.number, stage=text(_stage(round_state), language))
    table = new_table(title)
    for heading in ("tournament_table", "tournament_one", "tournament_two", "tournament_result"):
        table.add_column(text(heading, language))
    for shown in round_state.tables:
        if only in (None, shown.fixture.table):
            one, two = (_at_table(opened, round_state, shown, half) for half in (0, 1))
            table.add_row(str(shown.fixture.table), one, two, _state(shown, language))
    print_table(table)
    if only is None and round_state.tables_of_encounter > 1:
        for encounter in settled_in(round_state):
            write_line(_together(opened, encounter, language))
    if round_state.byes and only is None:
        byes = ", ".join(opened.names[side] for side in round_state.byes)
        write_line(text("tournament_byes", language, names=byes))
    if round_state.stage is RoundStage.DRAFT and only is None:
        for meeting in avoided_in_draft(opened.state):
            write_line(_avoided(opened, meeting, language))
    if only is None:
        for unwanted in unwanted_meetings(opened.state, opened.phase.number, round_state.number):
            write_line(unwanted_text(opened, unwanted, language))


def _together(opened: OpenFolder, encounter: SettledEncounter, language: Language) -> str:
    """The joint result of two teams' encounter, over all its tables."""
    regulations, fixture = opened.state.regulations, encounter.fixture
    score = team_score(regulations, opened.phase.number, encounter.results)
    return text(
        "tournament_together",
        language,
        tables=regulations.tables_label(fixture.table),
        one=opened.names[fixture.one[0]],
        two=opened.names[fixture.two[0]],
        score=" × ".join(number_text(points, language) for points in score),
    )


def _at_table(opened: OpenFolder, round_state: RoundState, table: TableResult, half: int) -> str:
    """A side of a table by name; a team with a line-up also by its players there."""
    players = lined_up(opened.state, round_state, table.fixture.table, half)
    name = _side(opened, (table.fixture.one, table.fixture.two)[half])
    return f"{name} ({' / '.join(players)})" if players else name


def show_schedule(
    opened: OpenFolder, planned: Sequence[PlannedRound], language: Language, side: int | None = None
) -> None:
    """Print the meetings of every round that is known from the draw; with `side` only its meetings."""
    table = new_table(opened.state.regulations.phases[opened.phase.number - 1].name)
    for heading in ("print_round_head", "tournament_table", "tournament_one", "tournament_two"):
        table.add_column(text(heading, language))
    for planned_round in planned:
        for fixture in planned_round.fixtures:
            if side is None or side in (*fixture.one, *fixture.two):
                one, two = _side(opened, fixture.one), _side(opened, fixture.two)
                table.add_row(str(planned_round.number), opened.state.regulations.tables_label(fixture.table), one, two)
        for resting in planned_round.byes:
            if side in (None, resting):
                table.add_row(
                    str(planned_round.number), "–", _side(opened, (resting,)), text("print_bye_short", language)
                )
    print_table(table)


def show_standings(opened: OpenFolder, title: str, standings: tuple[Standing, ...], language: Language) -> None:
    """Print the places of a group, each with its reason."""
    table = new_table(title)
    for heading, justify in (("place", "right"), ("side", "left"), ("points", "right"), ("played", "right")):
        table.add_column(text(f"tournament_{heading}", language), justify=justify)  # type: ignore[arg-type]
    table.add_column(text("tournament_difference", language), justify="right")
    table.add_column(text("tournament_why", language))
    for standing in standings:
        own = standing.totals
        points, difference = (value_text(value, language) for value in (own.points, own.scored - own.conceded))
        why = reason_for_place(standing, opened.names, language)
        place = (str(standing.place), opened.names[standing.side], points, str(own.encounters), difference)
        table.add_row(*place, why)
    print_table(table)


def show_categories(opened: OpenFolder, categories: Sequence[CategoryStandings], language: Language) -> None:
    """Print the sides of each category, with their overall places."""
    for category in categories:
        table = new_table(text("tournament_category", language, category=category.category))
        table.add_column(text("tournament_place", language), justify="right")
        table.add_column(text("tournament_side", language))
        table.add_column(text("tournament_overall", language), justify="right")
        for one in category.places:
            table.add_row(str(one.place), opened.names[one.side], str(one.overall))
        print_table(table)


def show_clubs(opened: OpenFolder, clubs: Sequence[ClubStanding], language: Language) -> None:
    """Print the clubs, their counting sides and the points of each."""
    terms = opened.state.regulations.clubs
    assert terms is not None
    table = new_table(text("standings_of_clubs", language))
    table.add_column(text("tournament_place", language), justify="right")
    table.add_column(text("tournament_club", language))
    table.add_column(text(f"tournament_total_{terms.order}", language), justify="right")
    table.add_column(text("tournament_counted", language))
    for club in clubs:
        counted = ", ".join(f"{opened.names[one.side]} ({number_text(one.adds, language)})" for one in club.counted)
        table.add_row(str(club.place), club.club, number_text(club.total, language), counted)
    print_table(table)
    write_line(text(f"standings_clubs_{terms.order}", language, best=terms.best))


def result_text(result: EncounterResult, language: Language) -> str:
    """A result in words: its scores, or the reason for having none."""
    if isinstance(result, WalkoverResult):
        return text("tournament_walkover", language, halves=" + ".join(str(half + 1) for half in result.absent))
    if isinstance(result, DefaultResult):
        return text("tournament_default", language, half=result.winner + 1)
    pairs = ([number_text(points, language) for points in score] for score in scores_in(result))
    scores = "  ".join(" × ".join(pair) for pair in pairs)
    if isinstance(result, AbandonedResult):
        code = "tournament_resigned" if result.resigned else "tournament_abandoned"
        return text(code, language, half=result.left + 1, scores=scores)
    return scores


def unwanted_text(opened: OpenFolder, meeting: UnwantedMeeting, language: Language) -> str:
    """An unwanted meeting at a table: its sides, its reason, and whether it was set by hand."""
    one, other = (opened.names[side] for side in meeting.sides)
    figures: dict[str, str | int] = {
        "table": meeting.table,
        "one": one,
        "other": other,
        "rounds": ", ".join(_place(opened, place, language) for place in meeting.before),
        "delegation": opened.state.sides[meeting.sides[0]].delegation,
    }
    said = text(f"tournament_unwanted_{meeting.why}", language, **figures)
    return f"{said} {text('tournament_unwanted_by_hand', language)}" if meeting.by_hand else said


def _place(opened: OpenFolder, place: tuple[int, int], language: Language) -> str:
    """A round, with its phase if that is not the phase in play."""
    phase, number = place
    if phase == opened.phase.number:
        return text("tournament_in_round", language, round=number)
    return text("tournament_in_phase", language, phase=opened.state.regulations.phases[phase - 1].name, round=number)


def _avoided(opened: OpenFolder, meeting: AvoidedMeeting, language: Language) -> str:
    """The reason why two sides, which the standings would pair, do not meet at a table."""
    others = f" {text('tournament_or', language)} ".join(opened.names[other] for other in meeting.others)
    code, side = f"tournament_avoided_{meeting.why}", opened.names[meeting.side]
    return text(code, language, table=meeting.table, side=side, others=others)


def _side(opened: OpenFolder, sides: tuple[int, ...]) -> str:
    return " + ".join(f"{side} {opened.names[side]}" for side in sides)


def _state(table: TableResult, language: Language) -> str:
    """The state of a table: its result, a difference, a waiting report, or empty."""
    if table.result is not None:
        return result_text(table.result, language)
    if table.differs:
        return text("tournament_differs", language)
    if table.untouched:
        return ""
    return text("tournament_waiting", language)


def _stage(round_state: RoundState) -> str:
    return f"tournament_stage_{round_state.stage.name.lower()}"
