"""Tables as CSV and XLSX. Text that looks like a formula stays text."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from canastra.prints.names import clean_words

FORMULA = ("=", "+", "-", "@")
"""Characters that would begin a formula: CSV text with one of them gets a quote in front, as in spreadsheets
themselves.
"""
_UNDATED = datetime(1980, 1, 1, tzinfo=UTC)
_WIDEST = 60
_LONGEST = 30_000
"""Characters of a cell; XLSX knows 32,767."""
Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table to be exported: the name of its sheet, the names of its columns, its rows. Numbers stay numbers."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def to_csv(table: ExportTable) -> bytes:
    """A table as CSV for a spreadsheet in Brazil: UTF-8 with a mark, semicolons, decimal commas, CRLF."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    for row in (table.columns, *table.rows):
        writer.writerow([_in_csv(value) for value in row])
    return file.getvalue().encode("utf-8-sig")


def _in_csv(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, int | float):
        return str(value).replace(".", ",")
    shown = _plain(value)
    return f"'{shown}" if shown.startswith(FORMULA) else shown


def _plain(words: str) -> str:
    """Words without invisible characters; fonts don't matter here."""
    return clean_words(words[:_LONGEST], lambda _: True, "")


def to_xlsx(tables: Sequence[ExportTable], made: datetime | None = None) -> bytes:
    """Tables as the sheets of an XLSX file, their heads fixed and filtered. Text is never a formula or a link."""
    from xlsxwriter import Workbook  # type: ignore[import-untyped]

    file = io.BytesIO()
    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False, "in_memory": True}
    with Workbook(file, options) as book:
        book.set_properties({"created": (made or _UNDATED).replace(tzinfo=None)})
        head = book.add_format({"bold": True, "bottom": 1, "valign": "top", "text_wrap": True})
        names: set[str] = set()
        for table in tables:
            sheet = book.add_worksheet(_sheet_name(table.name, names))
            _write(sheet, table, head)
    return file.getvalue()


def _write(sheet, table, head) -> None:  # type: ignore[no-untyped-def]
    """Fill a worksheet of xlsxwriter, which has no types."""
    rows = [tuple(_plain(cell) if isinstance(cell, str) else cell for cell in row) for row in table.rows]
    for column, name in enumerate(table.columns):
        sheet.write_string(0, column, _plain(name), head)
        lengths = [len(str(row[column])) for row in rows if row[column] is not None]
        sheet.set_column(column, column, min(max([len(name), *lengths]) + 3, _WIDEST))
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row):
            if isinstance(value, str):
                sheet.write_string(number, column, value)
            elif value is not None:
                sheet.write_number(number, column, value)
    sheet.freeze_panes(1, 0)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    if rows:
        sheet.autofilter(0, 0, len(rows), len(table.columns) - 1)


def _sheet_name(name: str, taken: set[str]) -> str:
    """A name as XLSX allows it: up to 31 characters, none of ``[]:*?/\\``, no apostrophe at its ends, none twice."""
    plain = _limited("".join("-" if character in "[]:*?/\\" else character for character in _plain(name)), 31) or "1"
    found, number = plain, 1
    while found.casefold() in taken or found.casefold() == "history":
        number += 1
        found = f"{_limited(plain, 30 - len(str(number)))} {number}"
    taken.add(found.casefold())
    return found


def _limited(name: str, most: int) -> str:
    """The longest beginning of a name that XLSX allows; it counts a character beyond U+FFFF as two."""
    name = name.strip("' ")
    while len(name.encode("utf-16-le")) > 2 * most:
        name = name[:-1].rstrip("' ")
    return name
