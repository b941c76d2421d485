"""`canastra sheet show`: prints the sheet, one deal of it, the blank form, a text to send or the curve."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from canastra.cli.command import AsJson, command, option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_OK
from canastra.cli.language import Language
from canastra.cli.local.match_file import save
from canastra.cli.output import new_table, print_table, write_json, write_line
from canastra.cli.sheet.sheet_file import File, SheetHouse, open_sheet, show_notes, show_standing
from canastra.cli.sheet.sheet_json import progress_json
from canastra.errors import CanastraError, InputError
from canastra.messages import number_text, signed_text, text
from canastra.scoresheet import Progress, SheetMatch, form_json, form_of, progress_of
from canastra.scoresheet.presentation.curve import curve_svg
from canastra.scoresheet.presentation.rows import filled_rows, form_rows, total_rows
from canastra.scoresheet.presentation.text_message import text_message
from canastra.scoresheet.presentation.words import match_words


@dataclass(frozen=True, kw_only=True, slots=True)
class ShowOptions:
    """Options of `canastra sheet show`: the part of a sheet to show, by default its totals."""

    file: File
    deal: Annotated[int | None, option(min=1, metavar="N", help="option_sheet_show_deal")] = None
    form: Annotated[bool, option("--form", help="option_sheet_form")] = False
    as_text: Annotated[bool, option("--text", help="option_sheet_text")] = False
    svg: Annotated[Path | None, option("--svg", metavar="metavar_file", help="option_sheet_svg")] = None
    as_json: AsJson = False
    house: SheetHouse = None


def run_show(options: ShowOptions, language: Language) -> int:
    """Write the requested part. Returns the exit status."""
    try:
        _show(options, progress_of(open_sheet(options.file, options.house, language).sheet), language)
    except CanastraError as error:
        return report(error, language, options.as_json, file=str(options.file))
    return EXIT_OK


SHOW = command(ShowOptions, run_show)


def _show(options: ShowOptions, progress: Progress, language: Language) -> None:
    if sum([options.deal is not None, options.form, options.as_text, options.svg is not None]) > 1:
        raise InputError("sheet_show_one")
    if options.svg is not None:
        _save_curve(options.svg, progress, language)
    elif options.form:
        _show_form(progress, options.as_json, language)
    elif options.as_json:
        write_json(progress_json(progress, language))
    elif options.deal is not None:
        progress.sheet.deal(options.deal)
        _show_deal(progress, options.deal, language)
    elif options.as_text:
        write_line(text_message(progress, language).rstrip("\n"))
    else:
        _show_sheet(progress, language)


def _save_curve(path: Path, progress: Progress, language: Language) -> None:
    try:
        save(path, curve_svg(progress, language))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError("rule_write_failed", file=str(path), reason=reason) from error
    write_line(text("sheet_svg_written", language, file=str(path)))


def _show_form(progress: Progress, as_json: bool, language: Language) -> None:
    rulebook = progress.sheet.rulebook
    if as_json:
        write_json(form_json(form_of(rulebook)))
        return
    table = new_table(rulebook.names[language])
    for head in ("sheet_head_name", "score_item", "sheet_head_worth", "score_article"):
        table.add_column(text(head, language), overflow="fold")
    for row in form_rows(rulebook, language):
        table.add_row(row.id, row.label, row.worth, row.article)
    print_table(table)


def _show_deal(progress: Progress, number: int, language: Language) -> None:
    names, deal = progress.sheet.names, progress.deals[number - 1]
    table = new_table(text("sheet_line_title", language, deal=number))
    table.add_column(text("score_item", language), overflow="fold")
    for name in names:
        table.add_column(name, justify="right")
        table.add_column(text("score_points", language), justify="right")
    table.add_column(text("score_article", language))
    for row in filled_rows(progress.sheet.rulebook, deal.points, language):
        if any(row.points):
            one, two = zip(row.answers, row.points, strict=True)
            table.add_row(row.form.label, *one, *two, row.form.article, style="" if row.form.id else "bold")
    print_table(table)
    show_notes(progress, number, language)


def _show_sheet(progress: Progress, language: Language) -> None:
    write_line(progress.sheet.rulebook.names[language])
    for match in progress.matches:
        if match.deals or match is progress.matches[0]:
            _show_match(progress, match, language)
        for line in match_words(progress, match, language):
            write_line(line)
    show_standing(progress, language)


def _show_match(progress: Progress, match: SheetMatch, language: Language) -> None:
    sheet = progress.sheet
    head = text("sheet_match_head", language, match=match.number) if progress.encounter else ""
    table = new_table(head)
    table.add_column(text("sheet_deal_axis", language), justify="right")
    for name in sheet.names:
        table.add_column(name, justify="right")
        table.add_column(text("sheet_head_total", language), justify="right")
    table.add_column(text("sheet_head_notes", language), overflow="fold")
    if match.number == sheet.first_match and any(sheet.score):
        one, two = (number_text(points, language) for points in sheet.score)
        table.add_row("", "", one, "", two, "")
    for row in total_rows(progress, language):
        if row.match == match.number:
            made = [
                signed_text(points, language) + (f" {signed_text(ruling, language)}" if ruling else "")
                for points, ruling in zip(row.made, row.rulings, strict=True)
            ]
            notes = "; ".join(row.notes)
            one, two = (number_text(points, language) for points in row.totals)
            table.add_row(str(row.deal), made[0], one, made[1], two, notes)
    print_table(table)
