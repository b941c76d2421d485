"""A referee's decisions written into a record and taken back, with the rest of the file left as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from canastra.errors import InputError, RecordError
from canastra.records.document import DealRecord, Record
from canastra.records.parser import parse
from canastra.records.rulings import ANNUL, POINTS, Forfeit, Ruling, forfeit_table, ruling_table
from canastra.records.writer import toml, write
from canastra.toml import KeyPath, statement_lines

MOST_POINTS = 100_000
"""Points of the largest ruling, either way."""


class Amended(NamedTuple):
    """A record's new text; `kept`: whether all the rest of the file stands as it was, remarks and spelling included."""

    text: str
    kept: bool


def add_ruling(record: Record, deal: int, ruling: Ruling) -> Record:
    """The record with one more ruling on a deal, counted from 1; an `InputError` says why there can be none."""
    found = _deal(record, deal)
    if ruling.kind == ANNUL and found.annulled:
        raise InputError("rule_annulled_already", deal=deal)
    if ruling.kind == POINTS and not 0 < abs(ruling.points) <= MOST_POINTS:
        raise InputError("rule_points_range", most=MOST_POINTS)
    return _with_rulings(record, deal, (*found.rulings, ruling))


def remove_ruling(record: Record, deal: int, number: int) -> Record:
    """The record without a ruling of a deal, both counted from 1; an `InputError` where there is none."""
    rulings = _deal(record, deal).rulings
    if not 1 <= number <= len(rulings):
        raise InputError("rule_no_such_ruling", deal=deal, number=number, rulings=len(rulings))
    return _with_rulings(record, deal, (*rulings[: number - 1], *rulings[number:]))


def _deal(record: Record, deal: int) -> DealRecord:
    if not record.deals:
        raise InputError("rule_without_deals")
    if not 1 <= deal <= len(record.deals):
        raise InputError("no_such_deal", deal=deal, deals=len(record.deals))
    return record.deals[deal - 1]


def _with_rulings(record: Record, deal: int, rulings: tuple[Ruling, ...]) -> Record:
    changed = replace(record.deals[deal - 1], rulings=rulings)
    return replace(record, deals=(*record.deals[: deal - 1], changed, *record.deals[deal:]))


def set_forfeit(record: Record, forfeit: Forfeit) -> Record:
    """The record of a match that a side forfeits; an `InputError` where one did already."""
    if record.forfeit is not None:
        raise InputError("rule_forfeited_already", side=record.forfeit.side)
    return replace(record, forfeit=forfeit)


def remove_forfeit(record: Record) -> Record:
    """The record without its forfeit; an `InputError` where there is none."""
    if record.forfeit is None:
        raise InputError("rule_not_forfeited")
    return replace(record, forfeit=None)


def amended(text: str, before: Record, after: Record) -> Amended:
    """The text of a record with the rulings and the forfeit of another one, which differs from it in nothing else.

    Only the lines of what was decided change. Where the text is spelled in a way that doesn't allow it, the record is
    written anew in its canonical spelling: that keeps all but TOML's own comments.
    """
    changed = text
    for index in reversed(range(len(after.deals))):
        if before.deals[index].rulings != after.deals[index].rulings:
            value = _rulings_value(after.deals[index].rulings)
            changed = _with_key(changed, ("deals", index), "rulings", value, after=("dealer",))
    if before.forfeit != after.forfeit:
        value = toml(forfeit_table(after.forfeit)) if after.forfeit else ""
        changed = _with_key(changed, (), "forfeit", value, after=("target", "score"))
    try:
        if parse(changed, lambda name: after.rulebook) == after:
            return Amended(changed, kept=True)
    except RecordError:
        pass
    return Amended(write(after), kept=False)


def _rulings_value(rulings: tuple[Ruling, ...]) -> str:
    """The list as it is written; one of several rulings on lines of their own."""
    if len(rulings) < 2:
        return toml([ruling_table(ruling) for ruling in rulings]) if rulings else ""
    return "\n".join(["[", *(f"  {toml(ruling_table(ruling))}," for ruling in rulings), "]"])


def _with_key(text: str, table: KeyPath, key: str, value: str, after: tuple[str, ...]) -> str:
    """The text with a key of a table set to a value, or gone where that is empty.

    A new key stands below the first one of `after` that is there.
    """
    lines, places = text.split("\n"), statement_lines(text)
    carriage = "\r" if lines[0].endswith("\r") else ""
    written = [line + carriage for line in f"{key} = {value}".split("\n")] if value else []
    if (*table, key) in places:
        first, last = places[*table, key]
        return "\n".join([*lines[: first - 1], *written, *lines[last:]])
    last = next((places[*table, name][1] for name in after if (*table, name) in places), 0)
    return "\n".join([*lines[:last], *written, *lines[last:]])
