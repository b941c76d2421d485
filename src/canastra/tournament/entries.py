"""Entries from a table as clubs keep them: a name, the players, the club they come from."""

from __future__ import annotations

import csv
import io
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import islice
from typing import Final

from canastra.tournament.errors import EntryTableError
from canastra.tournament.events import SideRegistered
from canastra.tournament.sides import PLAYERS_OF
from canastra.tournament.state import Tournament

MOST_ENTRIES: Final = 1000
LARGEST_TABLE: Final = 1024 * 1024
"""Bytes of the longest file that is read."""
LARGEST_UNPACKED: Final = 16 * LARGEST_TABLE
"""Bytes of all that is in an XLSX file: a small one may hold gigabytes of nothing."""
LONGEST_NAME: Final = 80
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_XLSX, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_WIDEST = 30
"""Columns that are read; a team's entry has fourteen at most."""
_HEADINGS = frozenset(("nome", "name", "dupla", "pair", "equipe", "team", "jogador", "player", "lado", "side"))
_Row = tuple[int, list[str]]
"""The number of its line, and its cells without those that are empty at its end."""


def read_entries(content: bytes, tournament: Tournament, file: str) -> tuple[SideRegistered, ...]:
    """The sides of a table, numbered after those that have entered: CSV in UTF-8, or the first sheet of an XLSX file.

    A line has the name of the side, its players, and, if there is one more column, the delegation; with an empty name
    the players make it. The first line may be headings, which name no player. `file` is what errors call the table.

    Raises `EntryTableError`, with the line, for what is no entry, and for a name that another side has.
    """
    if len(content) > LARGEST_TABLE:
        raise EntryTableError("entries_large", file=file, limit=LARGEST_TABLE // 1024)
    read = _xlsx_rows if content.startswith((_XLSX, _OLD_EXCEL)) else _csv_rows
    # One line more than may be, and the headings.
    rows = list(islice((row for row in read(content, file) if row[1]), MOST_ENTRIES + 2))
    if rows and rows[0][1][0].casefold() in _HEADINGS:
        rows = rows[1:]
    if not rows:
        raise EntryTableError("entries_none", file=file)
    if len(rows) > MOST_ENTRIES:
        raise EntryTableError("entries_too_many", file=file, most=MOST_ENTRIES)
    players = PLAYERS_OF[tournament.regulations.entries.kind][0]
    first = max(tournament.sides, default=0) + 1
    found = [(line, _entry(file, line, cells, players, number)) for number, (line, cells) in enumerate(rows, first)]
    _hold_names(found, tournament, file)
    return tuple(entry for _, entry in found)


def _csv_rows(content: bytes, file: str) -> Iterator[_Row]:
    content = content.removeprefix(BYTE_ORDER_MARK)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        # Spreadsheets save in the encoding of their system, where é is one byte.
        line = content[: error.start].count(b"\n") + 1
        raise EntryTableError("entries_not_utf8", place=line, file=file) from None
    head = text.partition("\n")[0]
    separator = ";" if head.count(";") > head.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            yield reader.line_num, _trimmed(row)
    except csv.Error:
        raise EntryTableError("entries_not_csv", place=reader.line_num, file=file) from None


def _xlsx_rows(content: bytes, file: str) -> Iterator[_Row]:
    if find_spec("openpyxl") is None:
        raise EntryTableError("entries_xlsx_missing", file=file)
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(each.file_size for each in packed.infolist()) > LARGEST_UNPACKED:
                raise EntryTableError("entries_large", file=file, limit=LARGEST_TABLE // 1024)
        with warnings.catch_warnings(action="ignore"):  # It warns of styles that it doesn't know.
            sheet = load_workbook(io.BytesIO(content), read_only=True, keep_links=False).worksheets[0]
        sheet.reset_dimensions()  # What the file says of its size may be wrong, and would cut it.
        for line, cells in enumerate(sheet.iter_rows(max_col=_WIDEST), 1):
            for cell in cells:
                # Of a formula a file has a value only if the program that wrote it has reckoned.
                if cell.data_type in ("f", "e"):
                    raise EntryTableError("entries_formula", place=line, file=file, cell=cell.coordinate)
            yield line, _trimmed("" if cell.value is None else str(cell.value) for cell in cells)
    except EntryTableError:
        raise
    except Exception:  # noqa: BLE001 - of a file that is no workbook openpyxl raises whatever it runs into
        raise EntryTableError("entries_not_xlsx", file=file) from None


def _trimmed(cells: Iterable[str]) -> list[str]:
    found = [cell.strip() for cell in cells]
    while found and not found[-1]:
        found.pop()
    return found


def _entry(file: str, line: int, cells: list[str], players: int, number: int) -> SideRegistered:
    name, names, rest = cells[0], cells[1 : players + 1], cells[players + 1 :]
    if len(names) < players or not all(names) or len(rest) > 1:
        raise EntryTableError("entries_columns", place=line, file=file, count=players)
    name = name or " / ".join(names)
    if any(len(each) > LONGEST_NAME or not each.isprintable() for each in (name, *cells)):
        raise EntryTableError("entries_long", place=line, file=file, most=LONGEST_NAME)
    return SideRegistered(number, name, tuple(names), rest[0] if rest else "")


def _hold_names(found: Iterable[tuple[int, SideRegistered]], tournament: Tournament, file: str) -> None:
    """No two sides have one name, whatever its letters' size."""
    entered = {side.name.casefold(): side.number for side in tournament.sides.values()}
    lines: dict[str, int] = {}
    for line, entry in found:
        name = entry.name.casefold()
        if name in entered:
            raise EntryTableError("entries_entered", place=line, file=file, name=entry.name, side=entered[name])
        if name in lines:
            raise EntryTableError("entries_twice", place=line, file=file, name=entry.name, first=lines[name])
        lines[name] = line
