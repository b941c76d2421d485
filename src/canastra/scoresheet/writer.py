"""Writes sheets in their canonical spelling, and changes the file of a sheet as little as possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canastra.engine import NextDealer
from canastra.errors import RecordError
from canastra.records.preliminaries import encounter_table
from canastra.records.rulings import ruling_table
from canastra.records.writer import toml
from canastra.scoresheet.entries import entry_table
from canastra.scoresheet.form import Form
from canastra.scoresheet.form_fields import form_of
from canastra.scoresheet.parser import parse_sheet
from canastra.scoresheet.sheet import ABOUT_KEYS, SHEET_FORMAT, Acceptance, Correction, MatchForfeit, Sheet
from canastra.toml import statement_lines


def write_sheet(sheet: Sheet) -> str:
    """The text of a sheet; `parse_sheet` reads it back."""
    rulebook = sheet.rulebook
    lines = [f'format = "{SHEET_FORMAT}"', f"rulebook = {toml(rulebook.id)}"]
    if rulebook.extends is not None:
        lines.append(f"sha256 = {toml(rulebook.sha256)}")
    lines.append(f"revision = {rulebook.revision}")
    lines.extend(f"{key} = {toml(sheet.about[key])}" for key in ABOUT_KEYS if key in sheet.about)
    lines.append(f"sides = {toml(list(sheet.names))}")
    if sheet.players:
        lines.append(f"players = {toml(list(sheet.players))}")
    if any(sheet.score):
        lines.append(f"score = {toml(list(sheet.score))}")
    if sheet.target is not None:
        lines.append(f"target = {sheet.target}")
    if sheet.dealer:
        lines.append(f"dealer = {sheet.dealer}")
    if sheet.next_dealer is not NextDealer.NEXT_SEAT:
        lines.append(f"next_dealer = {toml(sheet.next_dealer)}")
    if sheet.encounter is not None:
        lines.append(f"encounter = {_inline(encounter_table(sheet.encounter))}")
    lines += _listed("forfeits", [_forfeit(forfeit, sheet) for forfeit in sheet.forfeits])
    return "\n".join(lines) + "\n" + "".join(_deal(sheet, place) for place in range(len(sheet.deals)))


def changed_text(text: str, before: Sheet, after: Sheet) -> str:
    """The text of `after`, made from the text of `before`, which may have comments and a spelling of its own.

    New deals are appended, changed ones rewritten, all else stays. If the text's form doesn't allow that, the whole
    sheet is written in its canonical spelling, which loses only comments.
    """
    lines, places = text.split("\n"), statement_lines(text)
    for place in reversed(range(min(len(before.deals), len(after.deals)))):
        if before.deals[place] != after.deals[place] and ("deals", place) in places:
            first, last = places["deals", place][0], _last_line(places, place)
            lines[first - 1 : last] = _deal(after, place).strip("\n").split("\n")
    changed = "\n".join(lines).rstrip("\n") + "\n"
    changed += "".join(_deal(after, place) for place in range(len(before.deals), len(after.deals)))
    try:
        if parse_sheet(changed, lambda name: after.rulebook) == after:
            return changed
    except RecordError:
        pass
    return write_sheet(after)


def _last_line(places: Mapping[Any, tuple[int, int]], place: int) -> int:
    """The last line of the last key of a deal."""
    return max(last for path, (_, last) in places.items() if path[:2] == ("deals", place))


def _deal(sheet: Sheet, place: int) -> str:
    deal, form = sheet.deals[place], form_of(sheet.rulebook)
    earlier = sheet.deals[place - 1].match if place else sheet.first_match
    lines = ["", "[[deals]]"]
    if deal.match != earlier:
        lines.append(f"match = {deal.match}")
    if deal.dealer is not None:
        lines.append(f"dealer = {deal.dealer}")
    lines += _listed("sides", [entry_table(entry, form) for entry in deal.sides])
    lines += _listed("rulings", [ruling_table(ruling) for ruling in deal.rulings])
    lines += _listed("accepted", list(map(_acceptance, deal.accepted)))
    lines += _listed("corrections", [_correction(correction, form) for correction in deal.corrections])
    return "\n".join(lines) + "\n"


def _listed(key: str, tables: list[Mapping[str, Any]]) -> list[str]:
    """A list of tables, each on a line of its own; empty for an empty list."""
    return [f"{key} = [", *(f"  {_inline(table)}," for table in tables), "]"] if tables else []


def _inline(table: Mapping[str, Any]) -> str:
    """A table on one line, its keys, which are plain words, without quotes."""
    pairs = (f"{key} = {_inline(value) if isinstance(value, Mapping) else toml(value)}" for key, value in table.items())
    return f"{{ {', '.join(pairs)} }}" if table else "{}"


def _given(**values: Any) -> Mapping[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _acceptance(acceptance: Acceptance) -> Mapping[str, Any]:
    return _given(
        code=acceptance.code,
        side=acceptance.side,
        reason=acceptance.reason,
        author=acceptance.author,
        time=acceptance.time,
    )


def _forfeit(forfeit: MatchForfeit, sheet: Sheet) -> Mapping[str, Any]:
    match = forfeit.match if forfeit.match != sheet.first_match else None
    return _given(match=match, side=forfeit.side, reason=forfeit.reason, author=forfeit.author, time=forfeit.time)


def _correction(correction: Correction, form: Form) -> Mapping[str, Any]:
    return {
        "side": correction.side,
        "before": entry_table(correction.before, form),
        "after": entry_table(correction.after, form),
        "deals": correction.deals,
        "author": correction.author,
        "time": correction.time,
        "reason": correction.reason,
    }
