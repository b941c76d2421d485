"""Reads entries from a spreadsheet: its cells, the use of its columns, the entry or the fault of each line."""

from canastra.tournament.entries.columns import EntryColumn
from canastra.tournament.entries.headings import ColumnUse
from canastra.tournament.entries.lines import EntryLine, EntrySheet, read_entries
from canastra.tournament.entries.table import EntryTable, read_table

__all__ = ["ColumnUse", "EntryColumn", "EntryLine", "EntrySheet", "EntryTable", "read_entries", "read_table"]
