"""`show`, `standings`, `check`: the tournament so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from canastra.cli.command import AsJson, option
from canastra.cli.exits import EXIT_BROKEN_RULE, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_json, write_line
from canastra.cli.tournament.folder import (
    EVENTS,
    Folder,
    OpenFolder,
    house_rulebook,
    of_tournament,
    open_folder,
    read_bytes,
)
from canastra.cli.tournament.tables import (
    show_categories,
    show_clubs,
    show_groups,
    show_round,
    show_schedule,
    show_standings,
    unwanted_text,
)
from canastra.messages import text
from canastra.names import without_accents
from canastra.tournament import EventRefusedError
from canastra.tournament.fixtures import planned_rounds
from canastra.tournament.progression import category_standings, club_standings, final_standings
from canastra.tournament.rounds import UnwantedMeeting, unwanted_meetings
from canastra.tournament.sides import LONGEST_CATEGORY
from canastra.tournament.standings import CategoryStandings, ClubStanding, Standing, group_letters, reason_for_place
from canastra.tournament.verifier import check_tournament


@dataclass(frozen=True, kw_only=True, slots=True)
class ShowTournamentOptions:
    """Options of `canastra tournament show`."""

    folder: Folder
    round: Annotated[int | None, option(metavar="N", help="option_show_round")] = None
    schedule: Annotated[bool, option(help="option_show_schedule")] = False
    side: Annotated[int | None, option(metavar="N", help="option_show_side")] = None


def _show(options: ShowTournamentOptions, language: Language) -> int:
    opened = open_folder(options.folder)
    phase = opened.phase
    if options.schedule or options.side is not None:
        planned = planned_rounds(opened.state, phase.number)
        if not planned:
            raise EventRefusedError("print_no_schedule", phase=phase.number)
        if options.side is not None and options.side not in phase.members:
            raise EventRefusedError("side_not_in_phase", side=options.side, phase=phase.number)
        show_schedule(opened, planned, language, options.side)
        return EXIT_OK
    if not phase.rounds:
        show_groups(opened, phase.number, language)
        return EXIT_OK
    number = options.round or len(phase.rounds)
    found = phase.round(number)
    if found is None:
        raise EventRefusedError("round_unknown", phase=phase.number, round=number)
    show_round(opened, found, language)
    return EXIT_OK


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsOptions:
    """Options of `canastra tournament standings`."""

    folder: Folder
    phase: Annotated[int | None, option(metavar="N", help="option_standings_phase")] = None
    category: Annotated[str | None, option(metavar="metavar_text", help="option_standings_category")] = None
    categories: Annotated[bool, option("--categories", help="option_standings_categories")] = False
    clubs: Annotated[bool, option("--clubs", help="option_standings_clubs")] = False
    as_json: AsJson = False


def _standings(options: StandingsOptions, language: Language) -> int:
    opened = open_folder(options.folder)
    if options.categories or options.clubs or options.category is not None:
        return _of_all(opened, options, language)
    number = opened.phase.number if options.phase is None else options.phase
    phase = opened.state.phase(number)
    if phase is None or not phase.groups:
        raise EventRefusedError("phase_not_current", phase=number)
    groups = final_standings(opened.state, number)
    if options.as_json:
        write_json(
            {"phase": number, "groups": [[_plain(standing, opened.names, language) for standing in g] for g in groups]}
        )
        return EXIT_OK
    name = opened.state.regulations.phases[number - 1].name
    for letter, standings in zip(group_letters(), groups, strict=False):
        title = name if len(groups) == 1 else text("tournament_group", language, name=name, group=letter)
        show_standings(opened, title, standings, language)
    return EXIT_OK


def _of_all(opened: OpenFolder, options: StandingsOptions, language: Language) -> int:
    """Show the standings derived from the overall order: of categories, of clubs."""
    if opened.state.current is None:
        raise EventRefusedError("phase_none_begun")
    asks_categories = options.categories or options.category is not None
    categories = _categories(opened, options.category) if asks_categories else None
    clubs = _clubs(opened) if options.clubs else None
    if options.as_json:
        found = {"categories": categories, "clubs": clubs}
        write_json({name: msgspec.to_builtins(value) for name, value in found.items() if value is not None})
        return EXIT_OK
    show_categories(opened, categories or (), language)
    if clubs is not None:
        show_clubs(opened, clubs, language)
    return EXIT_OK


def _clubs(opened: OpenFolder) -> tuple[ClubStanding, ...]:
    """The clubs. Raises `EventRefusedError` if the regulations don't rank clubs, or no side has one."""
    if opened.state.regulations.clubs is None:
        raise EventRefusedError("clubs_not_ranked")
    found = club_standings(opened.state)
    if not found:
        raise EventRefusedError("clubs_none")
    return found


def _categories(opened: OpenFolder, wanted: str | None) -> tuple[CategoryStandings, ...]:
    """All categories, or the one with this name, ignoring accents. Raises `EventRefusedError` if none matches."""
    known = category_standings(opened.state)
    if not known:
        raise EventRefusedError("category_none")
    if wanted is None:
        return known
    found = tuple(category for category in known if without_accents(category.category) == without_accents(wanted))
    if not found:
        names = ", ".join(category.category for category in known)
        raise EventRefusedError("category_unknown", category=wanted[:LONGEST_CATEGORY], known=names)
    return found


def _plain(standing: Standing, names: dict[int, str], language: Language) -> dict[str, Any]:
    own = standing.totals
    return {
        "place": standing.place,
        "side": standing.side,
        "name": names[standing.side],
        "points": int(own.points),
        "played": own.encounters,
        "scored": int(own.scored),
        "conceded": int(own.conceded),
        "separations": [
            {"basis": reason.basis, "values": {str(side): str(value) for side, value in reason.values.items()}}
            for reason in standing.reasons
        ],
        "reason": reason_for_place(standing, names, language),
    }


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckTournamentOptions:
    """Options of `canastra tournament check`."""

    folder: Folder


def _check(options: CheckTournamentOptions, language: Language) -> int:
    opened = open_folder(options.folder)
    rulebook = house_rulebook(opened.text, options.folder)
    found = check_tournament(opened.text, read_bytes(options.folder / EVENTS), rulebook)
    for fault in found:
        write_line(fault.message(language))
    for phase in opened.state.phases:
        for each_round in phase.rounds:
            for unwanted in unwanted_meetings(opened.state, phase.number, each_round.number):
                if unwanted.by_hand:
                    write_line(_checked_text(opened, (phase.number, each_round.number), unwanted, language))
    last = opened.log[-1].digest[:16] if opened.log else ""
    write_line(text("tournament_checked", language, count=len(found), lines=len(opened.log), digest=last))
    return EXIT_BROKEN_RULE if found else EXIT_OK


def _checked_text(opened: OpenFolder, place: tuple[int, int], unwanted: UnwantedMeeting, language: Language) -> str:
    """The line of `check` for an unwanted meeting by hand. It is not an error: the log has its reason."""
    phase, number = place
    said = unwanted_text(opened, unwanted, language)
    return text("tournament_checked_unwanted", language, phase=phase, round=number, meeting=said)


SHOW = of_tournament(ShowTournamentOptions, _show)
STANDINGS = of_tournament(StandingsOptions, _standings)
CHECK = of_tournament(CheckTournamentOptions, _check)
