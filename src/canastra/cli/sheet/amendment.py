"""`canastra sheet fix`: corrects a deal, accepts warnings or records a referee's decision, each with author and reason.

With `--take-back` a referee's decision is removed again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from canastra.cli.command import AsJson, command, option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_json, write_line
from canastra.cli.sheet.deal import let_stand, show_deal
from canastra.cli.sheet.entry_input import read_typed_entry
from canastra.cli.sheet.sheet_file import Author, File, SheetHouse, Time, open_sheet, show_standing, when
from canastra.cli.sheet.sheet_json import progress_json
from canastra.errors import CanastraError, InputError
from canastra.messages import text
from canastra.records import Ruling
from canastra.records.amendment import MOST_POINTS
from canastra.records.rulings import ANNUL, POINTS
from canastra.scoresheet import MatchForfeit, Progress, Sheet, corrected, progress_of
from canastra.scoresheet.sheet import without_acceptances, without_forfeit, without_ruling

_TEXT = "metavar_text"


@dataclass(frozen=True, kw_only=True, slots=True)
class FixOptions:
    """Options of `canastra sheet fix`: one of the changes, its author and the reason."""

    file: File
    deal: Annotated[int | None, option(min=1, metavar="N", help="option_sheet_deal")] = None
    """The deal, from 1; None for the last one."""
    one: Annotated[str | None, option(metavar="metavar_entry", help="option_sheet_one")] = None
    two: Annotated[str | None, option(metavar="metavar_entry", help="option_sheet_two")] = None
    accept: Annotated[bool, option("--accept", help="option_sheet_accept_deal")] = False
    points: Annotated[int | None, option(metavar="N", help="option_rule_points")] = None
    annul: Annotated[bool, option("--annul", help="option_rule_annul")] = False
    forfeit: Annotated[bool, option("--forfeit", help="option_sheet_forfeit")] = False
    take_back: Annotated[bool, option("--take-back", help="option_sheet_take_back")] = False
    ruling: Annotated[int | None, option(min=1, metavar="N", help="option_rule_ruling")] = None
    side: Annotated[str | None, option(metavar=_TEXT, help="option_sheet_which_side")] = None
    author: Author = None
    reason: Annotated[str | None, option(metavar=_TEXT, help="option_rule_reason")] = None
    time: Time = None
    as_json: AsJson = False
    house: SheetHouse = None


def run_fix(options: FixOptions, language: Language) -> int:
    """Write the change and show the match's standing. Returns the exit status."""
    try:
        file = open_sheet(options.file, options.house, language)
        number = len(file.sheet.deals) if options.deal is None else options.deal
        marked = _marked(progress_of(file.sheet))
        now = file.save(_fixed(options, file.sheet, number))
    except CanastraError as error:
        return report(error, language, options.as_json, file=str(options.file))
    if options.as_json:
        write_json(progress_json(now, language))
    elif options.forfeit:
        show_standing(now, language)
    else:
        show_deal(now, number, language)
        for deal in sorted(_marked(now) - marked):
            write_line(text("sheet_marked", language, deal=deal))
    return EXIT_OK


FIX = command(FixOptions, run_fix)


def _marked(progress: Progress) -> set[int]:
    return {deal.number for deal in progress.deals if deal.marks}


def _fixed(options: FixOptions, sheet: Sheet, number: int) -> Sheet:
    entries = options.one is not None or options.two is not None
    if options.take_back:
        return _taken_back(options, sheet, number)
    if options.ruling is not None:
        raise InputError("sheet_ruling_without_take_back")
    kinds = [entries, options.accept, options.points is not None, options.annul, options.forfeit]
    if sum(kinds) != 1:
        raise InputError("sheet_one_change")
    why, author = (options.reason or "").strip(), (options.author or "").strip()
    if not why:
        raise InputError("rule_reason_missing")
    if not author:
        raise InputError("sheet_author_missing")
    if options.forfeit:
        return _forfeited(options, sheet, why, author)
    deal = sheet.deal(number)
    if entries:
        return _corrected(options, sheet, number, {"author": author, "time": when(options.time), "reason": why})
    if options.accept:
        return let_stand(sheet, number, why, options)
    if options.annul and deal.annulled:
        raise InputError("rule_annulled_already", deal=number)
    return sheet.with_deal(number, replace(deal, rulings=(*deal.rulings, _ruling(options, sheet, why, author))))


def _taken_back(options: FixOptions, sheet: Sheet, number: int) -> Sheet:
    """The sheet without a ruling of the deal, or without what another option records; the author may be missing.

    Nothing of it stays in the file, as with a record (`canastra rule`).
    """
    others = (options.one, options.two, options.points, options.side, options.author, options.reason, options.time)
    what = options.forfeit + options.accept + (options.ruling is not None)
    if options.annul or what > 1 or any(other is not None for other in others):
        raise InputError("sheet_take_back_alone")
    if options.forfeit:
        return without_forfeit(sheet)
    return without_acceptances(sheet, number) if options.accept else without_ruling(sheet, number, options.ruling)


def _corrected(options: FixOptions, sheet: Sheet, number: int, by: dict[str, str]) -> Sheet:
    for side, words in enumerate((options.one, options.two)):
        if words is not None:
            sheet = corrected(
                sheet, number, side, read_typed_entry(("--one", "--two")[side], words, sheet.rulebook), by
            )
    return sheet


def _ruling(options: FixOptions, sheet: Sheet, why: str, author: str) -> Ruling:
    time = when(options.time)
    if options.points is None:
        return Ruling(ANNUL, why, author=author, time=time)
    if not 0 < abs(options.points) <= MOST_POINTS:
        raise InputError("rule_points_range", most=MOST_POINTS)
    return Ruling(POINTS, why, _side(options.side, sheet), options.points, author, time)


def _forfeited(options: FixOptions, sheet: Sheet, why: str, author: str) -> Sheet:
    now = progress_of(sheet)
    if now.finished:
        raise InputError("sheet_over")
    match = now.matches[-1].number
    forfeit = MatchForfeit(match, _side(options.side, sheet), why, author, when(options.time))
    return replace(sheet, forfeits=(*sheet.forfeits, forfeit))


def _side(given: str | None, sheet: Sheet) -> int:
    one, two = sheet.names
    if given is None:
        raise InputError("sheet_side_missing", one=one, two=two)
    wanted = given.strip().casefold()
    sides = [side for side, name in enumerate(sheet.names) if wanted in (name.casefold(), "ab"[side])]
    if len(sides) != 1:
        raise InputError("sheet_no_such_side", found=given[:40], one=one, two=two)
    return sides[0]
