"""Adds and removes a referee's decisions in a record and leaves the rest of the file as it is."""

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
"""The most points of a ruling, positive or negative."""


class Amended(NamedTuple):
    """A record's new text; `kept` says whether the rest of the file is unchanged, comments included."""

    text: str
    kept: bool


def add_ruling(record: Record, deal: int, ruling: Ruling) -> Record:
    """The record with one more ruling on a deal, counted from 1. Raises `InputError` if it can't have one."""
    found = _deal(record, deal)
    if ruling.kind == ANNUL and found.annulled:
        raise InputError("rule_annulled_already", deal=deal)
    if ruling.kind == POINTS and not 0 < abs(ruling.points) <= MOST_POINTS:
        raise InputError("rule_points_range", most=MOST_POINTS)
    return _with_rulings(record, deal, (*found.rulings, ruling))


def remove_ruling(record: Record, deal: int, number: int) -> Record:
    """The record without a ruling of a deal, both counted from 1. Raises `InputError` if there is no such ruling."""
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
    """The record of a match that a side forfeits. Raises `InputError` if a side did already."""
    if record.forfeit is not None:
        raise InputError("rule_forfeited_already", side=record.forfeit.side)
    return replace(record, forfeit=forfeit)


def remove_forfeit(record: Record) -> Record:
    """The record without its forfeit. Raises `InputError` if it has no forfeit."""
    if record.forfeit is None:
        raise InputError("rule_not_forfeited")
    return replace(record, forfeit=None)


def amended(text: str, before: Record, after: Record) -> Amended:
    """The text of a record, with the rulings and the forfeit of `after`, which is the same as `before` in all else.

    Only the lines of decisions change. If the text's form doesn't allow that, the record is written in its canonical
    spelling, which loses only TOML's comments.
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
    """The list of rulings as text; several rulings stand on lines of their own."""
    if len(rulings) < 2:
        return toml([ruling_table(ruling) for ruling in rulings]) if rulings else ""
    return "\n".join(["[", *(f"  {toml(ruling_table(ruling))}," for ruling in rulings), "]"])


def _with_key(text: str, table: KeyPath, key: str, value: str, after: tuple[str, ...]) -> str:
    """The text with a table's key set to a value, or removed if the value is empty.

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
