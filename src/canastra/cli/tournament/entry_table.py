"""Shows a table of entries at the terminal and asks for confirmation."""

from __future__ import annotations

from string import digits
from typing import Final, get_args

from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, write_error, write_line
from canastra.cli.ui.terminal import ClosedError, Terminal
from canastra.errors import InputError
from canastra.messages import LANGUAGES, catalogue, text
from canastra.tournament.entries import ColumnUse, EntrySheet
from canastra.tournament.entries.lines import column_letters

USES: Final[tuple[ColumnUse, ...]] = get_args(ColumnUse)
_SHOWN = 5
"""The number of entries shown before the question."""
_YES = {"s", "sim", "y", "yes"}


def typed_uses(typed: str) -> tuple[ColumnUse, ...]:
    """Parse the uses of columns, in the words of either language, separated by commas. Raises `InputError`."""
    known: dict[str, ColumnUse] = {
        word.casefold(): use
        for use in USES
        for word in (use, *(_words(use, Language(language)) for language in LANGUAGES))
    }
    found = []
    for column in typed.split(","):
        word = column.strip().rstrip(digits).rstrip().casefold()
        if word not in known:
            raise InputError("entries_column_use", value=column.strip()[:40], known=", ".join(known))
        found.append(known[word])
    return tuple(found)


def show_sheet(sheet: EntrySheet, language: Language) -> None:
    """Write how a table was read and how each column is used."""
    table = sheet.table
    if table.encoding == "xlsx":
        write_line(text("entries_read_workbook", language, file=sheet.file, sheet=table.sheet or "1"))
    else:
        separator = text("entries_tabs", language) if table.separator == "\t" else table.separator
        encoding = table.encoding.title() if table.encoding == "windows-1252" else table.encoding.upper()
        write_line(text("entries_read_text", language, file=sheet.file, encoding=encoding, separator=separator))
    if table.encoding == "windows-1252":
        write_line(text("entries_read_accents", language))
    if sheet.headings:
        write_line(text("entries_read_headings", language, place=sheet.headings))
    for at, column in enumerate(sheet.columns):
        heading = column.heading or text("entries_column", language, letters=column_letters(at))
        write_line(f"  {heading}: {_words(column.use, language)}")
    for line in sheet.lines:
        for warning in line.warnings:
            write_line(text("entries_line", language, file=sheet.file, place=line.line, **_cause(warning)))


def show_faults(sheet: EntrySheet, language: Language) -> None:
    """Write the reasons why lines are not entries."""
    for line in sheet.lines:
        if line.fault is not None:
            write_error(text("entries_line", language, file=sheet.file, place=line.line, **_cause(line.fault)))


def ask_whether(sheet: EntrySheet, terminal: Terminal, language: Language) -> bool:
    """Show the first entries, and ask whether to enter all of them."""
    shown = new_table()
    grouped = any(entry.category for entry in sheet.entries)
    category = ("entries_category",) if grouped else ()
    for code in ("tournament_number", "tournament_side", "entries_players", "entries_delegation", *category):
        shown.add_column(text(code, language))
    for entry in sheet.entries[:_SHOWN]:
        shown.add_row(
            str(entry.side),
            entry.name,
            ", ".join(entry.players),
            entry.delegation,
            *([entry.category] if grouped else ()),
        )
    print_table(shown)
    more = len(sheet.entries) - _SHOWN
    if more > 0:
        write_line(text("entries_more", language, count=more))
    left = len(sheet.lines) - len(sheet.entries)
    question = text("entries_ask_some" if left else "entries_ask", language, count=len(sheet.entries), left=left)
    try:
        return terminal.ask(f"{question} ").strip().casefold() in _YES
    except ClosedError:
        return False


def check_columns(sheet: EntrySheet, uses: tuple[ColumnUse, ...]) -> None:
    """Raise `InputError` for a column with an unknown heading and no given use."""
    for column in sheet.columns[len(uses) :]:
        if not column.known:
            raise InputError("entries_headings", file=sheet.file, heading=column.heading)


def _cause(error: InputError) -> dict[str, str | int]:
    return {**error.figures, "why": error.code}


def _words(use: ColumnUse, language: Language) -> str:
    return catalogue(language)[f"entries_use_{use}"]
