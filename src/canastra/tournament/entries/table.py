"""Reads the cells of a table: text copied from a spreadsheet, or a file of CSV or XLSX."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from typing import Any, Final, Literal, NamedTuple

from canastra.tournament.errors import EntryTableError

TableEncoding = Literal["utf-8", "utf-16", "windows-1252", "xlsx"]
"""The format of a table: a text in one of these encodings, or a workbook."""
MOST_ROWS: Final = 1050
"""Non-empty lines: a thousand entries, and other lines of a sheet."""
LARGEST_TABLE: Final = 1024 * 1024
"""Bytes of the largest file."""
LARGEST_UNPACKED: Final = 16 * LARGEST_TABLE
"""Bytes of an unpacked XLSX file: a small one may hold gigabytes of empty data."""
WIDEST: Final = 30
"""Columns that are read; a team's entry has fourteen at most."""
_LOWEST = 20_000
"""The lines of a sheet that are read, including empty ones."""
_XLSX, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_CALLED: Final[dict[str, TableEncoding]] = {"utf-8": "utf-8", "utf-8-sig": "utf-8", "cp1252": "windows-1252"}
_SEPARATORS = ("\t", ";", ",", "|")
"""The most reliable first: a name may contain a comma, but hardly a tab."""
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?(?:\r\n?|\n|$)', re.IGNORECASE)
"""The line that Excel writes above a table, and reads."""
_QUOTED = re.compile(r'"[^"]*"')
_PROBED = 4096


class EntryRow(NamedTuple):
    """A non-empty line; `unreckoned` are its cells, from 0, with a formula but no value."""

    line: int
    cells: tuple[str, ...]
    unreckoned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryTable:
    """The contents of a table, and how it was read."""

    rows: tuple[EntryRow, ...]
    encoding: TableEncoding
    separator: str = ""
    """The separator of the cells in a text; empty for a workbook."""
    sheet: str = ""
    """The name of the sheet, if a workbook has several."""

    @property
    def width(self) -> int:
        """The number of columns."""
        return max((len(row.cells) for row in self.rows), default=0)


def read_table(content: bytes, file: str) -> EntryTable:
    """The cells of CSV in UTF-8, UTF-16 or Windows-1252, or of the first sheet of an XLSX file that has any.

    `file` is the name of the table in errors. Raises `EntryTableError` for an invalid, empty or too large table.
    """
    if len(content) > LARGEST_TABLE:
        raise EntryTableError("entries_large", file=file, limit=LARGEST_TABLE // 1024)
    table = _workbook(content, file) if content.startswith((_XLSX, _OLD_EXCEL)) else _text_table(content, file)
    if not table.rows:
        raise EntryTableError("entries_none", file=file)
    if len(table.rows) > MOST_ROWS:
        raise EntryTableError("entries_too_many", file=file, most=MOST_ROWS)
    return table


def _text_table(content: bytes, file: str) -> EntryTable:
    text, encoding = _decoded(content, file)
    first = _SEPARATOR_LINE.match(text)
    body = text[first.end() :] if first else text
    separator = first[1] if first else _separator(body)
    try:
        rows = _rows(body, separator, csv.QUOTE_MINIMAL, file)
    except EntryTableError:
        if separator != "\t":
            raise
        rows = _rows(body, separator, csv.QUOTE_NONE, file)  # Not every program quotes the cells that it copies.
    shift = 1 if first else 0
    return EntryTable(tuple(EntryRow(row.line + shift, row.cells) for row in rows), encoding, separator)


def _decoded(content: bytes, file: str) -> tuple[str, TableEncoding]:
    """The text, and its encoding. Raises `EntryTableError` if the content is not text."""
    for encoding in _encodings(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        # Binary content can be decoded as Windows-1252 too, but has control characters.
        if encoding != "cp1252" or not any(
            unicodedata.category(character) == "Cc" and not character.isspace() for character in text
        ):
            return text, _CALLED.get(encoding, "utf-16")
    raise EntryTableError("entries_no_text", file=file)


def _encodings(content: bytes) -> Iterator[str]:
    """The possible encodings of a text, the likeliest first."""
    marked = next((encoding for mark, encoding in _MARKS if content.startswith(mark)), "")
    probe = content[:_PROBED]
    if marked:
        yield marked
    elif probe[1::2].count(0) * 2 > len(probe) // 2:
        yield "utf-16-le"
    elif probe[::2].count(0) * 2 > len(probe) // 2:
        yield "utf-16-be"
    else:
        yield from ("utf-8", "cp1252")


def _separator(text: str) -> str:
    """Return the separator that most lines have."""
    lines = [line for line in _QUOTED.sub("", text).splitlines() if line.strip()]
    having = {separator: sum(separator in line for line in lines) for separator in _SEPARATORS}
    common = next((separator for separator in _SEPARATORS if having[separator] * 2 > len(lines)), "")
    return common or max(_SEPARATORS, key=having.__getitem__)


def _rows(text: str, separator: str, quoting: Literal[0, 3], file: str) -> list[EntryRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, quoting=quoting, strict=True)
    found: list[EntryRow] = []
    line = 0
    try:
        for row in reader:
            _add(found, line + 1, row)
            line = reader.line_num
            if len(found) > MOST_ROWS:
                break
    except csv.Error:
        raise EntryTableError("entries_not_csv", place=line + 1, file=file) from None
    return found


def _add(rows: list[EntryRow], line: int, cells: Iterable[str], unreckoned: tuple[int, ...] = ()) -> None:
    found = [cell.strip() for cell in islice(cells, WIDEST)]
    while found and not found[-1] and len(found) - 1 not in unreckoned:
        found.pop()
    if found:
        rows.append(EntryRow(line, tuple(found), unreckoned))


def _workbook(content: bytes, file: str) -> EntryTable:
    if find_spec("openpyxl") is None:
        raise EntryTableError("entries_xlsx_missing", file=file)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(packed_file.file_size for packed_file in packed.infolist()) > LARGEST_UNPACKED:
                raise EntryTableError("entries_large", file=file, limit=LARGEST_TABLE // 1024)
        with warnings.catch_warnings(action="ignore"):  # openpyxl warns of styles that it doesn't know.
            return _sheets(content)
    except EntryTableError:
        raise
    except Exception:  # noqa: BLE001 - of a file that is no workbook openpyxl raises whatever it runs into
        raise EntryTableError("entries_not_xlsx", file=file) from None


def _sheets(content: bytes) -> EntryTable:
    """The first visible sheet that isn't empty."""
    from openpyxl import load_workbook

    values, formulas = (
        load_workbook(io.BytesIO(content), read_only=True, keep_links=False, data_only=reckoned)
        for reckoned in (True, False)
    )
    shown = [
        worksheet.title for worksheet in values.worksheets if worksheet.sheet_state == "visible"
    ] or values.sheetnames
    for title in shown:
        rows = _sheet_rows(values[title], formulas[title])
        if rows:
            return EntryTable(tuple(rows), "xlsx", sheet=title if len(shown) > 1 else "")
    return EntryTable((), "xlsx")


def _sheet_rows(values: Any, formulas: Any) -> list[EntryRow]:
    """Yield the rows, with the stored values of formulas.

    If the program stored no value at all, a formula without one is a fault; otherwise it is an empty text.
    """
    found: list[EntryRow] = []
    reckoned = False
    for line, (row, written) in enumerate(zip(_lines(values), _lines(formulas), strict=False), 1):
        cells = ["" if cell is None else _written(cell.value) for cell in row]
        of_formulas = [at for at, cell in enumerate(written) if cell is not None and cell.data_type == "f"]
        reckoned = reckoned or any(cells[at] for at in of_formulas)
        _add(found, line, cells, tuple(at for at in of_formulas if not cells[at]))
        if len(found) > MOST_ROWS:
            break
    if not reckoned:
        return found
    again: list[EntryRow] = []
    for row in found:
        _add(again, row.line, row.cells)
    return again


def _lines(sheet: Any) -> Iterator[tuple[Any, ...]]:
    sheet.reset_dimensions()  # The size stated in the file may be wrong, and would cut it.
    return islice(sheet.iter_rows(max_col=WIDEST), _LOWEST)


def _written(value: object) -> str:
    """A value as people would type it: a whole number without a point."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)
