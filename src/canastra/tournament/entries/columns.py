"""The uses of the columns of a table of entries, guessed from their headings and their contents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from canastra.names import same_name
from canastra.tournament.entries.headings import ColumnUse, heading_use, heading_words, is_plain_heading
from canastra.tournament.entries.table import EntryRow, EntryTable
from canastra.tournament.regulations import SideKind
from canastra.tournament.sides import PLAYERS_OF

_LOOKED = 10
"""The first rows, among which the headings are searched."""
_FEWEST_BELOW = 2
"""The fewest cells from which the content of a column is guessed."""
_COUNT = re.compile(r"#?\d{1,4}[ºª°.)]?")
_TECHNICAL = re.compile(
    r"[+(]?[\d()\s./:+-]{5,}|[^\s@]+@[^\s@.]+\.[^\s@]+|(?:R\$|\$|€)?\s*\d+(?:[.,]\d+)*|\d{4}-\d\d-\d\d.*"
    r"|sim|s|n[ãa]o|n|x|ok|yes|no|pago|pagou|pendente|isento|confirmad[oa]|true|false|verdadeiro|falso",
    re.IGNORECASE,
)
"""Cells that are no names: telephone numbers, addresses, sums, days and ticks."""
_BETWEEN = (r"\n", ";", "/", r"\|", r"\+", "&", " [-–] ", r",|\s(?:e|and)\s", r"\s(?:e|and)\s")
"""Separators between the players in a cell, the most reliable first."""
_SURE = _BETWEEN[:-2]
_LISTED = (*_SURE, _BETWEEN[-1])
"""The separators without commas: a comma may also follow a surname."""
_PERSONAL = {"nome", "name", "completo"}


class EntryColumn(NamedTuple):
    """A column: its heading, its use, and whether the heading names a use."""

    heading: str
    use: ColumnUse
    known: bool = True


class TableLayout(NamedTuple):
    """The line of the headings, 0 for none; the columns; and the rows below the headings."""

    headings: int
    columns: tuple[EntryColumn, ...]
    rows: tuple[EntryRow, ...]


def layout_of(
    table: EntryTable, kind: SideKind, uses: Sequence[ColumnUse] = (), headings: int | None = None
) -> TableLayout:
    """Return the columns of a table with the given uses, and guess the others.

    `headings` is the line of the headings, 0 for a table without headings, None to search for it.
    """
    at = _headings(table.rows, kind) if headings is None else _row_of(table.rows, headings)
    rows = table.rows[at + 1 :] if at is not None else table.rows
    line = table.rows[at].line if at is not None else 0
    named = table.rows[at].cells if at is not None else ()
    heads = [named[column] if column < len(named) else "" for column in range(table.width)]
    contents = [_content(rows, column) for column in range(table.width)]
    guessed = _by_headings(heads, contents, kind) if at is not None else _by_contents(contents, kind)
    columns = [
        EntryColumn(heads[column], uses[column]) if column < len(uses) else guess
        for column, guess in enumerate(guessed)
    ]
    return TableLayout(line, tuple(columns), rows)


def players_in(cell: str, fewest: int, most: int, between: Sequence[str] = _BETWEEN) -> tuple[str, ...]:
    """The players of a cell that has all of them; none if they can't be told apart.

    >>> players_in("Silva, Ana / Souza, Rui", 2, 2), players_in("Ana, Rui, Bia e Leo", 4, 12)
    (('Silva, Ana', 'Souza, Rui'), ('Ana', 'Rui', 'Bia', 'Leo'))
    """
    for separator in between:
        parts = tuple(filter(None, (part.strip() for part in re.split(separator, cell, flags=re.IGNORECASE))))
        if fewest <= len(parts) <= most:
            return parts
    return ()


def _headings(rows: Sequence[EntryRow], kind: SideKind) -> int | None:
    """Return the row of the headings, None without one; only titles stand above it."""
    for at, row in enumerate(rows[:_LOOKED]):
        if _is_heading(row, kind) and not (at + 1 < len(rows) and _is_heading(rows[at + 1], kind)):
            return at
        if _stands_out(row, rows[at + 1 :]):
            return at
        if at and _filled(row) > 1:
            return None
        if _filled(row) >= max(map(_filled, rows)):
            return None
    return None


def _is_heading(row: EntryRow, kind: SideKind) -> bool:
    said = [heading_use(cell, kind) for cell in row.cells if cell]
    plain = any(heading_use(cell, kind) and is_plain_heading(cell) for cell in row.cells)
    told = sum(use not in (None, "ignored") for use in said)
    return told > 0 and (plain or 2 * sum(use is not None for use in said) >= len(said))


def _stands_out(row: EntryRow, below: Sequence[EntryRow]) -> bool:
    """Return whether a row has words above columns of numbers or the like."""
    if _filled(row) < _FEWEST_BELOW:
        return False
    for at, cell in enumerate(row.cells):
        content = _content(below, at)
        words = cell and not _TECHNICAL.fullmatch(cell) and not _COUNT.fullmatch(cell)
        if words and len(content) >= _FEWEST_BELOW and all(map(_TECHNICAL.fullmatch, content)):
            return True
    return False


def _row_of(rows: Sequence[EntryRow], line: int) -> int | None:
    return next((at for at, row in enumerate(rows) if row.line == line), None)


def _filled(row: EntryRow) -> int:
    return sum(bool(cell) for cell in row.cells)


def _content(rows: Iterable[EntryRow], column: int) -> list[str]:
    cells = [row.cells[column] for row in rows if column < len(row.cells)]
    return [cell for cell in cells if cell]


def _mostly(pattern: re.Pattern[str], cells: Sequence[str]) -> bool:
    return bool(cells) and sum(pattern.fullmatch(cell) is not None for cell in cells) * 5 >= len(cells) * 4


def _is_name(cells: Sequence[str]) -> bool:
    """Return whether a column may hold names."""
    return bool(cells) and not _mostly(_TECHNICAL, cells)


def _holds_players(cells: Sequence[str], kind: SideKind, alone: bool) -> bool:
    """Return whether most cells hold all players of a side. One such cell among others may be a surname with "e"."""
    fewest, most = PLAYERS_OF[kind]
    between = _LISTED if alone or len(cells) > 1 else _SURE
    found = sum(bool(players_in(cell, fewest, most, between)) for cell in cells)
    return fewest > 1 and bool(cells) and found * 2 > len(cells)


def _by_headings(heads: Sequence[str], contents: Sequence[list[str]], kind: SideKind) -> list[EntryColumn]:
    uses: list[ColumnUse | None] = []
    for head, content in zip(heads, contents, strict=True):
        use = heading_use(head, kind)
        if use in ("name", "player", "players") and _mostly(_COUNT, content):
            use = "number"
        uses.append(use if head or not _is_name(content) else None)
    if not any(use not in (None, "ignored", "number") for use in uses):
        return _by_contents(contents, kind, heads)
    _settle_names(uses, heads, kind)
    _settle_players(uses, contents, kind)
    return [
        EntryColumn(head, use or "ignored", use is not None or not _is_name(content))
        for head, use, content in zip(heads, uses, contents, strict=True)
    ]


def _settle_names(uses: list[ColumnUse | None], heads: Sequence[str], kind: SideKind) -> None:
    """Decide which of several columns with headings for names has the players."""
    fewest = PLAYERS_OF[kind][0]
    named = [at for at, use in enumerate(uses) if use == "name"]
    if len(named) == 1 and 0 < uses.count("player") == fewest - 1 and set(heading_words(heads[named[0]])) <= _PERSONAL:
        uses[named[0]] = "player"  # "Nome" beside "Parceiro".
    if "player" in uses or "players" in uses:
        named = named[1:]
    elif kind is SideKind.PLAYERS and named:
        uses[named[0]] = "player"
        named = named[1:]
    elif len(named) >= fewest > 1:
        first = 1 if len(named) > fewest else 0
        for at in named[first : first + fewest]:
            uses[at] = "player"
        named = named[first + fewest :]
    else:
        named = named[1:]
    clubs = [at for at, use in enumerate(uses) if use == "delegation"]
    for at in named:
        # "Equipe" beside the name of a pair is where it comes from.
        from_there = not clubs and set(heading_words(heads[at])) & {"equipe", "team", "time"}
        uses[at] = "delegation" if from_there else "ignored"
        clubs += [at] if from_there else []
    for at in clubs[1:]:
        uses[at] = "ignored"


def _settle_players(uses: list[ColumnUse | None], contents: Sequence[list[str]], kind: SideKind) -> None:
    """Use a column with another heading for the players if its cells hold all players of a side."""
    if "players" in uses or uses.count("player") >= PLAYERS_OF[kind][0]:
        return
    for wanted in ("player", "name"):
        for at, use in enumerate(uses):
            if use == wanted and _holds_players(contents[at], kind, alone=True):
                uses[at] = "players"
                return


def _by_contents(contents: Sequence[list[str]], kind: SideKind, heads: Sequence[str] = ()) -> list[EntryColumn]:
    """The columns of a table without headings."""
    names = [at for at, content in enumerate(contents) if _is_name(content)]
    given = dict(zip(names, _uses_of_names([contents[at] for at in names], kind), strict=False))
    found: list[EntryColumn] = []
    for at, content in enumerate(contents):
        counted: ColumnUse = "number" if _mostly(_COUNT, content) else "ignored"
        use = given.get(at, counted)
        head = heads[at] if heads else ""
        found.append(EntryColumn(head, use, at not in names or (use != "ignored" and not head)))
    return found


def _uses_of_names(contents: Sequence[list[str]], kind: SideKind) -> tuple[ColumnUse, ...]:
    """The uses of the columns of names, from the left; further ones are ignored."""
    fewest, most = PLAYERS_OF[kind]
    if kind is SideKind.PLAYERS:
        return ("player", "delegation")
    for at, content in enumerate(contents[:2]):
        # All players in one cell, at most the name before them, and where they come from behind.
        alone = len(contents) == 1
        if len(contents) - at <= 2 and _holds_players(content, kind, alone) and (at or len(contents) <= fewest):
            before: tuple[ColumnUse, ...] = ("name",) if at else ()
            return (*before, "players", "delegation")
    player: tuple[ColumnUse, ...] = ("player",)
    clubs = bool(contents) and 3 * _repeats(contents[-1]) >= len(contents[-1])
    # Some players have the same first name, but more of them have the same club.
    last_is_club = clubs and _repeats(contents[0]) < _repeats(contents[-1])
    if len(contents) == fewest or (len(contents) == fewest + 1 and last_is_club):
        return (*(player * fewest), "delegation")
    beside = len(contents) - 1
    players = fewest if beside <= fewest + 1 else min(most, beside - (1 if clubs else 0))
    return ("name", *(player * players), "delegation")


def _repeats(cells: Sequence[str]) -> int:
    """The number of cells that repeat another one: few clubs send many pairs."""
    return len(cells) - len({same_name(cell) for cell in cells})
