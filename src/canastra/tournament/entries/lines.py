"""Turns each line of a table into an entry or a fault."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from canastra.errors import InputError
from canastra.names import check_name, joint_name, same_name, tidy_text, without_accents
from canastra.tournament.entries.columns import EntryColumn, layout_of, players_in
from canastra.tournament.entries.headings import ColumnUse
from canastra.tournament.entries.table import EntryRow, EntryTable, read_table
from canastra.tournament.errors import EntryTableError
from canastra.tournament.events import SideRegistered
from canastra.tournament.sides import LONGEST_CATEGORY, LONGEST_NAME, players_of
from canastra.tournament.state import Tournament

MOST_ENTRIES: Final = 1000
_ERROR = re.compile(
    r"#(?:REF|VALUE|VALOR|NULL|NULO|NUM|NÚM|DIV/0|SPILL|DESPEJAR)!|#N/[AD]|#(?:NAME|NOME)\?", re.IGNORECASE
)
"""The texts of spreadsheets for a failed formula."""


class EntryLine(NamedTuple):
    """A line of a table: its entry or its fault, and its warnings."""

    line: int
    cells: tuple[str, ...]
    entry: SideRegistered | None
    fault: InputError | None = None
    warnings: tuple[InputError, ...] = ()


@dataclass(frozen=True, slots=True)
class EntrySheet:
    """A table of entries as it was read, line by line."""

    file: str
    table: EntryTable
    headings: int
    """The line of the headings; 0 without headings."""
    columns: tuple[EntryColumn, ...]
    lines: tuple[EntryLine, ...]

    @property
    def entries(self) -> tuple[SideRegistered, ...]:
        """The entries of the lines that make one."""
        return tuple(line.entry for line in self.lines if line.entry is not None)


def read_entries(
    content: bytes,
    tournament: Tournament,
    file: str,
    uses: Sequence[ColumnUse] = (),
    headings: int | None = None,
) -> EntrySheet:
    """Return the entries of a table, numbered after the registered sides.

    `uses` are the uses of the columns, from the left; the others are guessed. `headings` is the line of the headings, 0
    for a table without headings, None to search for it. `file` is the name of the table in errors.

    Raises `EntryTableError` if `content` is no table, or has no entries.
    """
    table = read_table(content, file)
    kind = tournament.regulations.entries.kind
    headings, columns, rows = layout_of(table, kind, uses, headings)
    if not rows:
        raise EntryTableError("entries_none", file=file)
    if len(rows) > MOST_ENTRIES:
        raise EntryTableError("entries_too_many", file=file, most=MOST_ENTRIES)
    reader = _LineReader(tournament, tuple(column.use for column in columns))
    return EntrySheet(file, table, headings, columns, tuple(map(reader.read, rows)))


class _LineReader:
    """Reads the lines one after the other: each knows those before it."""

    def __init__(self, tournament: Tournament, uses: Sequence[ColumnUse]) -> None:
        self._uses = uses
        self._fewest, self._most = players_of(tournament.regulations)
        self._room = tournament.regulations.entries.most - len(tournament.sides)
        self._limit = tournament.regulations.entries.most
        self._number = tournament.last_number
        self._entered = {same_name(side.name): side.number for side in tournament.sides.values()}
        self._lines: dict[str, int] = {}
        self._players = _players_of(tournament)

    def read(self, row: EntryRow) -> EntryLine:
        """The line of a row."""
        try:
            entry = self._entry(row)
        except InputError as fault:
            return EntryLine(row.line, row.cells, None, fault)
        warnings = tuple(_seen_before(entry.players, self._players))
        self._number, self._room = entry.side, self._room - 1
        self._lines[same_name(entry.name)] = row.line
        self._players |= {without_accents(player): ("entry_player_twice", row.line) for player in entry.players}
        return EntryLine(row.line, row.cells, entry, None, warnings)

    def _entry(self, row: EntryRow) -> SideRegistered:
        players = self._players_of(row)
        name = next(self._cells(row, "name"), "") or joint_name(players, LONGEST_NAME)
        delegation = next(self._cells(row, "delegation"), "")
        for written in (name, *players, *filter(None, [delegation])):
            check_name(written, LONGEST_NAME)
        category = next(filter(None, self._cells(row, "category")), "")
        if category:
            check_name(category, LONGEST_CATEGORY)
        key = same_name(name)
        if key in self._entered:
            raise InputError("side_name_taken", name=name, side=self._entered[key])
        if key in self._lines:
            raise InputError("entry_twice", name=name, first=self._lines[key])
        if self._room <= 0:
            raise InputError("side_full", most=self._limit)
        return SideRegistered(self._number + 1, name, players, delegation, category)

    def _players_of(self, row: EntryRow) -> tuple[str, ...]:
        players = [cell for cell in self._cells(row, "player") if cell]
        for at, cell in enumerate(row.cells):
            if self._uses[at] == "players" and cell:
                found = players_in(cell, self._fewest, self._most)
                if not found:
                    raise InputError("entry_players_joint", text=cell[:LONGEST_NAME])
                players += map(tidy_text, found)
        if len(players) < self._fewest:
            raise InputError("entry_players", count=len(players), fewest=self._fewest)
        if len(players) > self._most:
            raise InputError("entry_too_many_players", count=len(players), most=self._most)
        return tuple(players)

    def _cells(self, row: EntryRow, use: ColumnUse) -> Iterator[str]:
        """The cells of the columns with this use. Raises `InputError` for a formula without a value."""
        for at, cell in enumerate(row.cells):
            if self._uses[at] == use:
                if at in row.unreckoned or _ERROR.fullmatch(cell):
                    raise InputError("entry_formula", cell=f"{column_letters(at)}{row.line}")
                yield tidy_text(cell)


def repeated_players(tournament: Tournament, players: Sequence[str]) -> tuple[InputError, ...]:
    """Warnings for a typed entry: its players who already play in another one."""
    return tuple(_seen_before(players, _players_of(tournament)))


def _players_of(tournament: Tournament) -> dict[str, tuple[str, int]]:
    """Return the entry of each player by name, with the warning for another player of that name."""
    return {
        without_accents(player): ("entry_player_entered", side.number)
        for side in tournament.sides.values()
        for player in side.players
    }


def _seen_before(players: Sequence[str], known: Mapping[str, tuple[str, int]]) -> Iterator[InputError]:
    for at, player in enumerate(players):
        key = without_accents(player)
        code, number = known.get(key, ("", 0))
        if key in map(without_accents, players[:at]):
            yield InputError("entry_player_double", name=player)
        elif code:
            yield InputError(code, name=player, number=number)


def column_letters(column: int) -> str:
    """The letters of a column in spreadsheets; `column` counts from 0.

    >>> column_letters(0), column_letters(27)
    ('A', 'AB')
    """
    before, letter = divmod(column, 26)
    return (column_letters(before - 1) if before else "") + chr(ord("A") + letter)
