"""`canastra sheet add`: adds a deal to a sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from canastra.cli.command import AsJson, command, option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_json, write_line
from canastra.cli.sheet.entry_input import read_cards_file, read_seat, read_typed_entry
from canastra.cli.sheet.sheet_file import Author, File, SheetHouse, Time, open_sheet, show_notes, show_standing, when
from canastra.cli.sheet.sheet_json import progress_json
from canastra.errors import CanastraError, InputError
from canastra.messages import text
from canastra.scoresheet import Acceptance, DealEntry, Progress, Sheet, SideEntry, accepted, progress_of


@dataclass(frozen=True, kw_only=True, slots=True)
class AddOptions:
    """Options of `canastra sheet add`: an entry for each side, or a table of cards."""

    file: File
    one: Annotated[str | None, option(metavar="metavar_entry", help="option_sheet_one")] = None
    two: Annotated[str | None, option(metavar="metavar_entry", help="option_sheet_two")] = None
    cards: Annotated[Path | None, option(metavar="metavar_file", help="option_sheet_cards")] = None
    dealer: Annotated[str | None, option(metavar="metavar_text", help="option_sheet_dealt")] = None
    accept: Annotated[str | None, option(metavar="metavar_text", help="option_sheet_accept")] = None
    author: Author = None
    time: Time = None
    as_json: AsJson = False
    house: SheetHouse = None


def run_add(options: AddOptions, language: Language) -> int:
    """Append a deal and show the match's standing. Returns the exit status."""
    try:
        file = open_sheet(options.file, options.house, language)
        after = _with_deal(options, file.sheet)
        now = file.save(after)
    except CanastraError as error:
        return report(error, language, options.as_json, file=str(options.file))
    if options.as_json:
        write_json(progress_json(now, language))
        return EXIT_OK
    show_deal(now, len(after.deals), language)
    return EXIT_OK


ADD = command(AddOptions, run_add)


def show_deal(progress: Progress, number: int, language: Language) -> None:
    """Write the points and the warnings of a deal, and the match's standing."""
    one, two = progress.deals[number - 1].points.totals
    write_line(text("sheet_deal_made", language, deal=number, one=one, two=two))
    show_notes(progress, number, language)
    show_standing(progress, language)


def _with_deal(options: AddOptions, sheet: Sheet) -> Sheet:
    before = progress_of(sheet)
    if before.finished:
        raise InputError("sheet_over")
    dealer = None if options.dealer is None else read_seat(options.dealer, sheet)
    deal = DealEntry(_entries(options, sheet), before.matches[-1].number, dealer)
    after = replace(sheet, deals=(*sheet.deals, deal))
    return after if options.accept is None else let_stand(after, len(after.deals), options.accept, options)


def _entries(options: AddOptions, sheet: Sheet) -> tuple[SideEntry, SideEntry]:
    if options.cards is not None and options.one is None and options.two is None:
        return read_cards_file(options.cards, sheet.rulebook)
    if options.cards is not None or options.one is None or options.two is None:
        raise InputError("sheet_entries_missing")
    one = read_typed_entry("--one", options.one, sheet.rulebook)
    return one, read_typed_entry("--two", options.two, sheet.rulebook)


def let_stand(sheet: Sheet, number: int, reason: str, by: object) -> Sheet:
    """Accept all warnings of a deal, with the author named by the options.

    Raises `InputError` if the deal has no warnings, or the reason is missing.
    """
    if not reason.strip():
        raise InputError("rule_reason_missing")
    author, time = getattr(by, "author", None), when(getattr(by, "time", None))
    warnings = progress_of(sheet).deals[number - 1].warnings
    if not warnings:
        raise InputError("sheet_no_warnings", deal=number)
    for warning in warnings:
        sheet = accepted(sheet, number, Acceptance(warning.code, warning.side, reason.strip(), author, time))
    return sheet
