"""Writes records in their canonical spelling."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from canastra.cards import cards_text
from canastra.engine.match import NextDealer
from canastra.records.document import FORMAT, DealRecord, Record
from canastra.records.preliminaries import draw_texts, encounter_table
from canastra.records.rulings import forfeit_table, ruling_table


def write(record: Record) -> str:
    """The text of a record; `parse` reads it back."""
    rulebook = record.rulebook
    lines = [f'format = "{FORMAT}"', f"rulebook = {toml(rulebook.id)}"]
    if rulebook.extends is not None:
        lines.append(f"sha256 = {toml(rulebook.sha256)}")
    lines.append(f"revision = {rulebook.revision}")
    lines.extend(f"{key} = {toml(value)}" for key, value in record.about.items())
    lines.append(f"players = {toml(list(record.players))}")
    lines.append(f"score = {toml(list(record.score))}")
    if record.target is not None:
        lines.append(f"target = {record.target}")
    lines += _terms(record)
    if record.forfeit:
        lines.append(f"forfeit = {toml(forfeit_table(record.forfeit))}")
    if record.annotations:
        lines.append(f"annotations = {toml(list(record.annotations))}")
    if record.x is not None:
        lines.append(f"x = {toml(record.x)}")
    return "\n".join(lines) + "\n" + "".join(map(_deal, record.deals))


def _terms(record: Record) -> list[str]:
    """The lines of agreements besides the target; none for the usual ones."""
    lines = []
    if record.encounter is not None:
        lines.append(f"encounter = {toml(encounter_table(record.encounter))}")
    if record.seats is not None:
        lines.append(f"seats = {toml(record.seats)}")
    if record.next_dealer is not NextDealer.NEXT_SEAT:
        lines.append(f"next_dealer = {toml(record.next_dealer)}")
    return lines


def _deal(deal: DealRecord) -> str:
    lines = ["", "[[deals]]", f"dealer = {deal.dealer}"]
    if deal.draw is not None:
        lines.append(f"draw = {toml(draw_texts(deal.draw))}")
    if deal.cut is not None:
        lines.append(f"cut = {toml({'seat': deal.cut.seat, 'place': deal.cut.place})}")
    if deal.rulings:
        lines.append(f"rulings = {toml([ruling_table(ruling) for ruling in deal.rulings])}")
    for key, table in (("fairness", deal.fairness), ("clock", deal.clock), ("x", deal.x)):
        if table is not None:
            lines.append(f"{key} = {toml(table)}")
    for key, piles in (("hands", deal.piles.hands), ("mortos", deal.piles.mortos)):
        lines.extend([f"{key} = [", *(f'  "{cards_text(pile)}",' for pile in piles), "]"])
    lines.append(f'stock = "{cards_text(deal.piles.stock)}"')
    turns = "".join(f"{line}\n" for line in deal.turns)
    plain = "'''" not in turns and all(char == "\n" or char.isprintable() for char in turns)
    lines.append(f"turns = '''\n{turns}'''" if plain else f"turns = {toml(turns)}")
    return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # A JSON string is a TOML basic string, but for the one control character that JSON leaves as it is.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{toml(key)} = {toml(member)}" for key, member in value.items())
        return f"{{{pairs}}}" if not pairs else f"{{ {pairs} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return repr(value)
