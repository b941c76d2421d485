"""`canastra sheet print`: makes a PDF of a sheet, or of blank ones to fill in by hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from canastra.cli.command import argument, command, option, rulebook_option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.local.match_file import save
from canastra.cli.output import write_line
from canastra.cli.sheet.sheet_file import open_sheet
from canastra.errors import CanastraError, InputError
from canastra.messages import text
from canastra.prints import require
from canastra.rulebooks import load

if TYPE_CHECKING:
    from canastra.prints.flow import Occasion
    from canastra.prints.score_sheets import PrintedScoreSheet

_TEXT = "metavar_text"
TABLE = "{table}"
"""The placeholder for the table's number in an address."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintOptions:
    """Options of `canastra sheet print`: a sheet, or a rulebook for blank ones."""

    file: Annotated[Path | None, argument("metavar_file", "argument_sheet_print")] = None
    rulebook: Annotated[str | None, rulebook_option("option_sheet_print_rulebook")] = None
    out: Annotated[Path | None, option("--out", metavar="metavar_file", help="option_sheet_print_out")] = None
    tables: Annotated[int | None, option(min=1, max=500, metavar="N", help="option_sheet_print_tables")] = None
    url: Annotated[str, option(metavar=_TEXT, help="option_sheet_print_url")] = ""
    event: Annotated[str | None, option(metavar=_TEXT, help="option_sheet_event")] = None
    place: Annotated[str | None, option(metavar=_TEXT, help="option_sheet_place")] = None
    date: Annotated[str | None, option(metavar=_TEXT, help="option_sheet_date")] = None


def run_print(options: PrintOptions, language: Language) -> int:
    """Write the PDF and say where it is. Returns the exit status."""
    try:
        require()
        out = _target(options)
        occasion, sheets = _of_file(options, options.file, language) if options.file else _blank(options, language)
        _save(out, occasion, sheets, language)
    except CanastraError as error:
        return report(error, language, False, file=str(options.file or "sheet print"))
    write_line(text("sheet_printed", language, file=str(out), sheets=len(sheets)))
    return EXIT_OK


PRINT = command(PrintOptions, run_print)


def _target(options: PrintOptions) -> Path:
    """The PDF to write. Only a PDF is ever replaced."""
    if options.out is None:
        return (options.file or Path(Path(options.rulebook or "").stem or "sheet")).with_suffix(".pdf")
    if options.out.suffix.lower() != ".pdf":
        raise InputError("sheet_print_pdf", file=str(options.out))
    return options.out


def _of_file(options: PrintOptions, path: Path, language: Language) -> tuple[Occasion, tuple[PrintedScoreSheet, ...]]:
    from canastra.prints.forms import filled_sheets

    if options.tables:
        raise InputError("sheet_print_filled")
    sheet = open_sheet(path, options.rulebook, language).sheet
    return _occasion(options, dict(sheet.about)), filled_sheets(sheet, language, url=options.url)


def _blank(options: PrintOptions, language: Language) -> tuple[Occasion, tuple[PrintedScoreSheet, ...]]:
    from canastra.prints.forms import blank_sheet

    if options.rulebook is None:
        raise InputError("sheet_print_what")
    rulebook = load(options.rulebook)
    # Without table numbers two sheets fill a page; the numbers are written in by hand.
    tables = [str(number + 1) for number in range(options.tables or 0)] or ["", ""]
    sheets = tuple(blank_sheet(rulebook, language, table, options.url.replace(TABLE, table)) for table in tables)
    return _occasion(options, {}), sheets


def _occasion(options: PrintOptions, about: dict[str, str]) -> Occasion:
    from canastra.prints.flow import Occasion

    where = [options.place or about.get("place"), options.date or about.get("date")]
    return Occasion(event=options.event or about.get("event", ""), place=", ".join(filter(None, where)))


def _save(path: Path, occasion: Occasion, sheets: tuple[PrintedScoreSheet, ...], language: Language) -> None:
    from canastra.prints.score_sheets import score_sheets_print

    data = score_sheets_print(occasion, sheets, language)
    try:
        save(path, data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError("rule_write_failed", file=str(path), reason=reason) from error
