"""A side's entry as a TOML table: read strictly, written in one spelling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as fields_of
from typing import Any, Final

from canastra.records.fields import Fields
from canastra.rulebooks import Rulebook
from canastra.scoresheet.form import Counts, Field, Form, Kind
from canastra.scoresheet.form_fields import OUT, form_of
from canastra.scoresheet.real_table.side import Side
from canastra.scoresheet.sheet import Counted, Laid, SideEntry, Total

MOST_POINTS: Final = 100_000
"""The largest total that is read, positive or negative."""
MOST_COUNT: Final = 999
_CARD_KEYS: Final = {field.name for field in fields_of(Side)} - {"name"}
_ONLY_CARDS: Final = {"melds", "hands", "red_threes", "unreplaced", "unplayed_morto"}


def read_entry(fields: Fields, values: Mapping[str, Any], rulebook: Rulebook) -> SideEntry:
    """The entry in a table with these values. Raises `RecordError`, with key and line, if it is malformed."""
    if "total" in values:
        fields.only({"total", OUT})
        went_out = _flag(fields, values, OUT) if OUT in values else None
        return Total(_bounded(fields, "total", -MOST_POINTS, MOST_POINTS), went_out)
    if values.keys() & _ONLY_CARDS:
        fields.only(_CARD_KEYS)
        return Laid(_side(fields, values))
    form = form_of(rulebook)
    fields.only({field.id for field in form.fields} | {"total", "melds"})
    numbers = {field.id: _number(fields, values, field) for field in form.fields if field.id in values}
    return Counted({name: number for name, number in numbers.items() if number})


def _flag(fields: Fields, values: Mapping[str, Any], key: str) -> bool:
    if not isinstance(values[key], bool):
        raise fields.error("score_expected_flag", key, key=key)
    return bool(values[key])


def _side(fields: Fields, values: Mapping[str, Any]) -> Side:
    texts = {key: fields.text(key) for key in ("red_threes", "unreplaced") if key in values}
    flags = {key: _flag(fields, values, key) for key in ("morto", "unplayed_morto", OUT) if key in values}
    lists = {key: fields.list_of(str, key) for key in ("melds", "hands") if key in values}
    given: dict[str, Any] = {**texts, **flags, **lists}
    return Side(**given)


def _number(fields: Fields, values: Mapping[str, Any], field: Field) -> int:
    if field.kind is Kind.FLAG:
        return int(_flag(fields, values, field.id))
    if field.kind is Kind.COUNT:
        return _bounded(fields, field.id, 0, MOST_COUNT)
    option = fields.text(field.id)
    if option not in field.options:
        allowed = ", ".join(field.options)
        raise fields.error("choice_unknown", field.id, key=field.id, found=option[:40], allowed=allowed)
    return field.options.index(option)


def _bounded(fields: Fields, key: str, low: int, high: int) -> int:
    number = fields.integer(key)
    if not low <= number <= high:
        raise fields.error("sheet_number_range", key, key=key, found=number, low=low, high=high)
    return number


def entry_table(entry: SideEntry, form: Form) -> Mapping[str, Any]:
    """An entry as the table that the writer writes; `read_entry` reads it back."""
    if isinstance(entry, Total):
        return {"total": entry.points} | ({} if entry.went_out is None else {OUT: entry.went_out})
    if isinstance(entry, Counted):
        return {field.id: _value(field, entry.counts) for field in form.fields if entry.counts.get(field.id)}
    side = entry.side
    given = {field.name: getattr(side, field.name) for field in fields_of(Side) if field.name in _CARD_KEYS}
    # Without the key `melds`, these cards could not be told from counts.
    return {name: value for name, value in given.items() if value or name == "melds"}


def _value(field: Field, counts: Counts) -> str | int | bool:
    number = counts[field.id]
    if field.kind is Kind.CHOICE:
        return field.options[number]
    return bool(number) if field.kind is Kind.FLAG else number
