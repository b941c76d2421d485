"""`canastra sheet new`: makes a sheet for a match or an encounter, blank, from scores on paper, or from a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated

from canastra.cli.command import AsJson, argument, command, option, rulebook_option
from canastra.cli.error_output import report, report_rule
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_json, write_line
from canastra.cli.records.record_file import finder
from canastra.cli.sheet.entry_input import read_seat
from canastra.cli.sheet.sheet_file import create_file, show_standing
from canastra.cli.sheet.sheet_json import progress_json
from canastra.engine import Encounter, NextDealer
from canastra.errors import InputError
from canastra.messages import text
from canastra.records import EncounterRecord, Record, RecordRuleError, read_file
from canastra.records.parser import beside
from canastra.rulebooks import load
from canastra.scoresheet import Sheet, names_of_players, parse_sheet, progress_of, sheet_of, write_sheet

_TEXT = "metavar_text"
_TERMS = {"players", "score", "target", "dealer", "best_of", "event", "place", "date"}
"""The options that a record provides itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NewOptions:
    """Options of `canastra sheet new`: a rulebook and the players, or a record."""

    file: Annotated[Path, argument("metavar_file", "argument_sheet_new")]
    rulebook: Annotated[str | None, rulebook_option()] = None
    sides: Annotated[list[str], option("--side", metavar=_TEXT, help="option_sheet_side")] = field(default_factory=list)
    players: Annotated[list[str], option("--player", metavar=_TEXT, help="option_sheet_player")] = field(
        default_factory=list
    )
    score: Annotated[str | None, option(metavar="A:B", help="option_sheet_score")] = None
    target: Annotated[int | None, option(min=1, metavar="N", help="option_sheet_target")] = None
    dealer: Annotated[str | None, option(metavar=_TEXT, help="option_sheet_dealer")] = None
    next_dealer: Annotated[NextDealer, option(metavar=_TEXT, help="option_sheet_next_dealer")] = NextDealer.NEXT_SEAT
    best_of: Annotated[int | None, option(min=1, max=99, metavar="N", help="option_sheet_best_of")] = None
    event: Annotated[str | None, option(metavar=_TEXT, help="option_sheet_event")] = None
    place: Annotated[str | None, option(metavar=_TEXT, help="option_sheet_place")] = None
    date: Annotated[str | None, option(metavar=_TEXT, help="option_sheet_date")] = None
    record: Annotated[Path | None, option("--record", metavar="metavar_file", help="option_sheet_record")] = None
    as_json: AsJson = False


def run_new(options: NewOptions, language: Language) -> int:
    """Write a new sheet and show its standing. Returns the exit status."""
    try:
        sheet = _of_record(options, options.record) if options.record else _blank(options, language)
        words = write_sheet(sheet)
        parse_sheet(words, lambda name: sheet.rulebook)
        create_file(options.file, words)
    except RecordRuleError as error:
        assert options.record is not None
        return report_rule(error, _read(options, options.record), language, options.as_json, file=str(options.record))
    except InputError as error:
        return report(error, language, options.as_json, file=str(options.record or options.file))
    now = progress_of(sheet)
    if options.as_json:
        write_json(progress_json(now, language))
        return EXIT_OK
    write_line(text("sheet_new", language, file=str(options.file), name=sheet.rulebook.names[language]))
    show_standing(now, language)
    if sheet.rulebook.extends is not None and not _is_found(options.file, sheet):
        write_line(text("sheet_house_beside", language, file=f"{sheet.rulebook.id}.toml"))
    return EXIT_OK


NEW = command(NewOptions, run_new)


def _of_record(options: NewOptions, path: Path) -> Sheet:
    terms = {option.name: getattr(options, option.name) for option in fields(NewOptions) if option.name in _TERMS}
    if any(terms.values()) or options.next_dealer is not NextDealer.NEXT_SEAT:
        raise InputError("sheet_record_alone")
    sheet = sheet_of(_read(options, path))
    return replace(sheet, names=_two(options.sides)) if options.sides else sheet


def _read(options: NewOptions, path: Path) -> Record:
    return read_file(path, finder(options.rulebook, path.parent))


def _two(sides: Sequence[str]) -> tuple[str, str]:
    if len(sides) != 2:
        raise InputError("sheet_two_names")
    return sides[0], sides[1]


def _blank(options: NewOptions, language: Language) -> Sheet:
    if options.rulebook is None:
        raise InputError("sheet_which_rulebook")
    rulebook = load(options.rulebook)
    players = tuple(options.players)
    if players and len(players) != rulebook.table.players:
        raise InputError("player_count", found=len(players), players=rulebook.table.players)
    sides = options.sides or names_of_players(players) or (text("sheet_us", language), text("sheet_them", language))
    about = {"date": options.date, "event": options.event, "place": options.place}
    sheet = Sheet(
        rulebook=rulebook,
        names=_two(sides),
        players=players,
        score=_score(options.score),
        target=options.target,
        next_dealer=options.next_dealer,
        encounter=None if options.best_of is None else EncounterRecord(Encounter(options.best_of)),
        about={key: value for key, value in about.items() if value},
    )
    return sheet if options.dealer is None else replace(sheet, dealer=read_seat(options.dealer, sheet))


def _score(given: str | None) -> tuple[int, int]:
    if given is None:
        return 0, 0
    parts = given.replace("−", "-").replace("×", ":").replace("x", ":").split(":")
    try:
        one, two = map(int, parts)
    except ValueError as error:
        raise InputError("sheet_score_form", found=given[:40]) from error
    return one, two


def _is_found(path: Path, sheet: Sheet) -> bool:
    """Return whether the house rulebook of a sheet will be found beside it without an option."""
    try:
        return beside(path.parent)(sheet.rulebook.id) == sheet.rulebook
    except InputError:
        return False
