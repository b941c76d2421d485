"""Bodies of answers about a table of entries that the server has read."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from canastra.protocol.tournaments import NewSide
from canastra.tournament.entries import ColumnUse


class EntryRemark(Struct, frozen=True):
    """Why a line of a table makes no entry, or a warning about it: a stable code, a sentence in both languages."""

    code: str
    pt: str
    en: str


class EntryColumnCard(Struct, frozen=True):
    """A column of a table of entries; `known` is false if its heading has no known meaning."""

    heading: str
    use: ColumnUse
    known: bool


class EntryLineCard(Struct, frozen=True):
    """A line of a table of entries: its cells, its side or its fault, and its warnings."""

    line: int
    cells: tuple[str, ...]
    side: NewSide | None
    fault: EntryRemark | None
    warnings: tuple[EntryRemark, ...]


class EntriesRead(Struct, frozen=True):
    """A table of entries as the server read it, for review. No side has entered."""

    encoding: Literal["utf-8", "utf-16", "windows-1252", "xlsx"]
    separator: str
    """The separator between the cells of a text; empty for a workbook."""
    sheet: str
    """The sheet of a workbook that has several."""
    headings: int
    """The line of the headings; 0 without headings."""
    columns: tuple[EntryColumnCard, ...]
    lines: tuple[EntryLineCard, ...]
