"""Entries from a table as clubs keep them: a name, the players, the club they come from."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from canastra.cli.tournament.folder import OpenFolder, read_bytes
from canastra.errors import InputError
from canastra.tournament.events import SideRegistered
from canastra.tournament.sides import PLAYERS_OF

MOST_LINES = 1000
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_entries(path: Path, opened: OpenFolder) -> list[SideRegistered]:
    """The sides of a CSV file, numbered after those that are there.

    A line has the name of the side, its players, and, if there is one more column, the delegation; with an empty name
    the players make it. The first line may be headings, which name no player.

    Raises `InputError`, with the line, for what is no entry.
    """
    players = PLAYERS_OF[opened.state.congress.entries.kind][0]
    rows = [row for row in _rows(path) if any(cell for _, cells in [row] for cell in cells)]
    if rows and rows[0][1][0].casefold() in ("nome", "name", "dupla", "pair", "side"):
        rows = rows[1:]
    first = max(opened.state.sides, default=0) + 1
    return [_entry(path, line, cells, players, number) for number, (line, cells) in enumerate(rows, first)]


def _rows(path: Path) -> list[tuple[int, list[str]]]:
    content = read_bytes(path).removeprefix(BYTE_ORDER_MARK)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        # Spreadsheets save in the encoding of their system, where é is one byte.
        line = content[: error.start].count(b"\n") + 1
        raise InputError("entries_not_utf8", file=str(path), place=line) from None
    separator = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise InputError("entries_not_csv", file=str(path), problem=str(error)) from None
    if len(rows) > MOST_LINES:
        raise InputError("entries_too_many", file=str(path), count=len(rows), most=MOST_LINES)
    return rows


def _entry(path: Path, line: int, cells: list[str], players: int, number: int) -> SideRegistered:
    name, names, rest = cells[0], cells[1 : players + 1], cells[players + 1 :]
    if len(names) < players or not all(names) or len(rest) > 1:
        raise InputError("entries_columns", file=str(path), place=line, count=players)
    if any(len(each) > 80 or not each.isprintable() for each in cells):
        raise InputError("entries_long", file=str(path), place=line)
    return SideRegistered(number, name or " / ".join(names), tuple(names), rest[0] if rest else "")
