"""Reads a side's entry: a total, the answers on the form, or a table of cards in a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from canastra.cli.score.score_input import read_score_input
from canastra.errors import InputError
from canastra.records.fields import Fields, Source
from canastra.rulebooks import Rulebook, load
from canastra.scoresheet import Laid, Sheet, SideEntry
from canastra.scoresheet.entries import read_entry
from canastra.scoresheet.sheet import seat_code

_NUMBER: Final = re.compile(r"[+-]?\d{1,6}", re.ASCII)
_THOUSANDS: Final = re.compile(r"[+-]?\d{1,3}[.,]\d{3}", re.ASCII)


def read_typed_entry(option: str, words: str, rulebook: Rulebook) -> SideEntry:
    """Parse the entry given with an option: ``430``, ``430 went_out``, ``laid_15=3 clean=1 morto=taken``.

    Raises `InputError` for a name that is not on the form, or a value that its field doesn't take.
    """
    values: dict[str, Any] = {}
    plain = words.replace("−", "-").strip()
    if _THOUSANDS.fullmatch(plain):
        plain = re.sub(r"[.,]", "", plain)
    for word in plain.replace(",", " ").split():
        name, sign, value = word.partition("=")
        if not sign and _NUMBER.fullmatch(name) and not values:
            name, value = "total", name
        if name in values:
            raise InputError("sheet_named_twice", option=option, name=name[:40])
        values[name] = _value(value)
    if not values:
        raise InputError("sheet_entry_empty", option=option)
    try:
        return read_entry(Fields(values, (), Source("")), values, rulebook)
    except InputError as error:
        raise InputError("sheet_entry_at", option=option, why=error.code, **error.figures) from error


def _value(words: str) -> str | int | bool:
    if words in ("", "true"):
        return True
    if words == "false":
        return False
    return int(words) if _NUMBER.fullmatch(words) else words


def read_cards_file(path: Path, rulebook: Rulebook) -> tuple[SideEntry, SideEntry]:
    """The entries of both sides from the table that `canastra score` reads.

    Raises `InputError` if it is malformed, of one side only or of another rulebook.
    """
    table = read_score_input(path)
    if len(table.sides) != 2:
        raise InputError("sheet_two_entries", found=len(table.sides))
    named = load(table.rulebook)
    if named != rulebook:
        raise InputError("rulebook_other", found=named.id, rulebook=rulebook.id)
    return Laid(table.sides[0]), Laid(table.sides[1])


def read_seat(words: str, sheet: Sheet) -> int:
    """Parse a seat: a player's name, or ``A1``, ``B1``, ``A2``, ``B2`` in the order of play.

    Raises `InputError` unless exactly one seat fits.
    """
    wanted = words.strip().casefold()
    seats = range(sheet.rulebook.table.players)
    names = sheet.players or ("",) * len(seats)
    found = [seat for seat in seats if wanted in (names[seat].casefold(), seat_code(seat).casefold())]
    if not wanted or len(found) != 1:
        known = ", ".join([*filter(None, names), *map(seat_code, seats)])
        raise InputError("sheet_no_such_seat", found=words[:40], known=known)
    return found[0]
